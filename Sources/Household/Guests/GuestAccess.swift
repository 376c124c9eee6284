package import Accounts
import FoundationEssentials
import Messages
import Synchronization

/// Links for guests: a sitter without an account sees and does the chores of today in some rooms.
///
/// The verbs of the household's people are here; those of a guest are `GuestVisit`, which nothing but the secret of a
/// valid link opens.
package struct GuestAccess: Sendable {
    let records: any GuestRecords & PlantRecords
    let accounts: AccountDirectory
    let agenda: ChoreAgenda
    let planning: CarePlanning
    let photographs: PhotographCollection
    let environment: Household.Environment
}

/// A link that was made by this call. Its secret can be read only now.
package struct NewGuestLink: Sendable {
    package let link: GuestLink
    /// 43 characters.
    package let secret: Secret
}

extension GuestAccess {
    /// Makes a link. Its secret can be read only now. Throws `notPermitted` without the permission to change plants and
    /// chores or if the person came with a token, and `valueRefused` if the name, the rooms or the number of days cannot
    /// be used, or if there are too many links; and `signInAgain`.
    package func makeLink(
        named text: String, rooms: GuestLink.Rooms, days: Int, by person: SignedIn, on device: Device
    ) async throws -> NewGuestLink {
        try accounts.require(.change, of: person)
        guard person.session != nil else { throw HouseholdError.notPermitted }
        try await accounts.requireFresh(person)
        let name = try Self.name(text)
        if case .chosen(let chosen) = rooms {
            guard !chosen.isEmpty else {
                throw HouseholdError(
                    .valueRefused, localized("A guest needs at least one room."), detail: "rooms",
                    hint: localized("Choose rooms, or all."))
            }
            let known = Set(try await records.rooms().map(\.name)).union([""])
            guard chosen.isSubset(of: known), chosen.count <= GuestLink.roomLimit else {
                throw HouseholdError(
                    .valueRefused, localized("No plant stands in one of these rooms any more."), detail: "rooms",
                    hint: localized("Choose rooms, or all."))
            }
        }
        guard GuestLink.days.contains(days) else {
            throw HouseholdError(
                .valueRefused,
                localized(
                    """
                    A guest link is valid for \(GuestLink.days.lowerBound, "least") to \
                    \(GuestLink.days.upperBound, "most") days.
                    """),
                detail: "days", hint: localized("\(GuestLink.usualDays, "number") days are usual."))
        }
        let (secret, now) = (accounts.secret(), environment.now())
        let link = GuestLink(
            id: try environment.newIdentifier(), account: person.account.id, name: name, rooms: rooms, madeAt: now,
            expires: now.addingTimeInterval(Double(days) * 86_400))
        try await records.add(
            StoredGuestLink(link: link, digest: digest(secret.text), address: device.address))
        return NewGuestLink(link: link, secret: secret)
    }

    /// The valid links, latest first: those of the person; for a person who may change people, all of the household.
    /// Throws `notPermitted` without the permission to change plants and chores.
    package func links(by person: SignedIn) async throws -> [(link: GuestLink, maker: AccountName)] {
        try accounts.require(.change, of: person)
        return try await records.guestLinks(at: environment.now()).filter {
            $0.link.account == person.account.id || person.permits(.people)
        }
    }

    /// Ends a link of the person; for a person who may change people, any. Throws `notPermitted` and `notFound`.
    package func end(_ link: GuestLink.ID, by person: SignedIn) async throws {
        try accounts.require(.change, of: person)
        guard person.session != nil else { throw HouseholdError.notPermitted }
        try await records.end(link, by: person.account.id, at: environment.now())
    }

    /// Opens a visit with the secret of a link. Stores the time of use at most once an hour. Throws `linkRefused` if the
    /// link is unknown or over, and `tooManyAttempts` if unknown ones came from the address too often. A valid link never
    /// waits.
    package func visit(_ secret: String, from address: String) async throws -> GuestVisit {
        guard secret.utf8.count == Secret.length,
            let link = try await records.guestLink(digest: digest(secret))
        else { throw try await accounts.unknownSecret(from: address, .guestLinkEnded) }
        let now = environment.now()
        guard link.isValid(at: now) else { throw HouseholdError.guestLinkEnded }
        // With a full disk the chores can still be read.
        if link.needsTouch(at: now) { try? await records.touch(link.id, at: now) }
        return GuestVisit(link: link, access: self)
    }

    private func digest(_ secret: String) -> String { accounts.digest(secret, for: "guest") }

    private static func name(_ text: String) throws -> String {
        do throws(AccountNameError) { return try GuestLink.name(text) } catch {
            let message =
                switch error {
                case .empty: localized("A guest link needs the name of the guest.")
                case .tooLong: localized("The name of a guest has at most \(AccountName.limit, "number") characters.")
                case .unusableCharacter: localized("The name of a guest cannot contain control characters.")
                }
            throw HouseholdError(.valueRefused, message, detail: "name", hint: localized("For example “Maria”."))
        }
    }
}

extension HouseholdError {
    /// The same for an unknown, an ended and an expired link.
    package static var guestLinkEnded: HouseholdError {
        HouseholdError(
            .linkRefused, localized("This link has ended."), detail: "guest", hint: localized("Ask for a new one."))
    }
}

extension GuestAccess: CustomStringConvertible, CustomReflectable {
    /// Without the dependencies: the store's statements contain the latest values.
    package var description: String { "GuestAccess" }
    package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
