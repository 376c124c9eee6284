package import Accounts
import Agenda
package import FoundationEssentials
package import Household
import Messages
import Recognition

extension SQLRecords {
    /// A link stays for these seconds after its end, so that the person who still has it is not counted as a stranger.
    private static let memory = 30 * 86_400.0

    package func add(_ stored: StoredGuestLink) async throws {
        let link = stored.link
        try await write { transaction in
            guard let account = try Self.account(link.account, of: household, in: transaction),
                account.permits(.change)
            else { throw HouseholdError.notPermitted }
            try transaction.execute(
                "DELETE FROM guest_link WHERE household_id = ? AND expires_at <= ?",
                [household.rawValue, link.madeAt.addingTimeInterval(-Self.memory).milliseconds])
            let open = try transaction.value(
                Int.self, "SELECT count(*) FROM guest_link WHERE household_id = ? AND expires_at > ?",
                [household.rawValue, link.madeAt.milliseconds])
            guard open ?? 0 < GuestLink.limit else {
                throw HouseholdError(
                    .valueRefused, localized("A household has at most \(GuestLink.limit, "count") guest links."),
                    detail: "links",
                    hint: localized("End one that is not needed any more."))
            }
            try transaction.execute(
                """
                INSERT INTO guest_link
                    (household_id, digest, id, account_id, name, rooms, made_at, expires_at, used_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    household.rawValue, stored.digest, link.id.rawValue, account.id.rawValue, link.name,
                    try link.rooms.column, link.madeAt.milliseconds, link.expires.milliseconds,
                    link.lastUse?.milliseconds,
                ])
            try Self.note(
                AccountEvent(
                    at: link.madeAt, kind: .guestLinkMade, name: link.name, by: account.name.text,
                    address: stored.address), in: household, transaction)
        }
    }

    package func guestLink(digest: String) async throws -> GuestLink? {
        try await read { transaction in
            let row = try transaction.first(
                """
                SELECT guest_link.*, membership.role AS role
                FROM guest_link JOIN membership ON membership.household_id = guest_link.household_id
                    AND membership.account_id = guest_link.account_id
                WHERE guest_link.household_id = ? AND guest_link.digest = ?
                """, [household.rawValue, digest])
            guard let row, (try row.word("role") as Role).permits(.change) else { return nil }
            return try row.guestLink()
        }
    }

    package func touch(_ link: GuestLink.ID, at now: Date) async throws {
        try await writeUnnoticed { transaction in
            try transaction.execute(
                "UPDATE guest_link SET used_at = ? WHERE household_id = ? AND id = ?",
                [now.milliseconds, household.rawValue, link.rawValue])
        }
    }

    package func guestLinks(at now: Date) async throws -> [(link: GuestLink, maker: AccountName)] {
        try await read { transaction in
            try transaction.query(
                """
                SELECT guest_link.*, account.name AS maker
                FROM guest_link JOIN account ON account.id = guest_link.account_id
                WHERE guest_link.household_id = ? AND guest_link.expires_at > ?
                ORDER BY guest_link.made_at DESC, guest_link.id
                """, [household.rawValue, now.milliseconds]
            ).map { (link: try $0.guestLink(), maker: try $0.accountName("maker")) }
        }
    }

    package func end(_ link: GuestLink.ID, by person: Account.ID, at now: Date) async throws {
        try await write { transaction in
            let row = try transaction.first(
                "SELECT * FROM guest_link WHERE household_id = ? AND id = ? AND expires_at > ?",
                [household.rawValue, link.rawValue, now.milliseconds])
            guard let link = try row?.guestLink(),
                let person = try Self.account(person, of: household, in: transaction),
                link.account == person.id || person.permits(.people)
            else { throw HouseholdError(.notFound, localized("There is no such guest link.")) }
            try transaction.execute(
                "UPDATE guest_link SET expires_at = ? WHERE household_id = ? AND id = ?",
                [now.milliseconds, household.rawValue, link.id.rawValue])
            try Self.note(
                AccountEvent(at: now, kind: .guestLinkEnded, name: link.name, by: person.name.text), in: household,
                transaction)
        }
    }

    /// Throws `linkRefused` unless the link is valid at the time, in the transaction of the guest's act.
    static func requireGuestLink(
        _ link: String, at time: Date, of household: Household.ID, in transaction: any SQLTransaction
    ) throws {
        let role = try transaction.value(
            String.self,
            """
            SELECT membership.role
            FROM guest_link JOIN membership ON membership.household_id = guest_link.household_id
                AND membership.account_id = guest_link.account_id
            WHERE guest_link.household_id = ? AND guest_link.id = ? AND guest_link.expires_at > ?
            """, [household.rawValue, link, time.milliseconds])
        guard let role = role.flatMap(Role.init), role.permits(.change) else { throw HouseholdError.guestLinkEnded }
    }

    /// Throws `choreRefused` if the guest has made as many entries as is allowed within 24 hours.
    static func requireAllowance(
        for guest: ChoreEntry.Guest, at time: Date, of household: Household.ID, in transaction: any SQLTransaction
    ) throws {
        let count = try transaction.value(
            Int.self, "SELECT count(*) FROM chore_log WHERE household_id = ? AND guest_link = ? AND at > ?",
            [household.rawValue, guest.link, time.addingTimeInterval(-86_400).milliseconds])
        guard count ?? 0 < GuestLink.entriesADay else {
            throw HouseholdError(
                .choreRefused, localized("A guest can log \(GuestLink.entriesADay, "count") tasks a day."),
                hint: localized("Try again tomorrow."))
        }
    }
}

extension GuestLink.Rooms {
    /// The text of the column; nil for all rooms.
    fileprivate var column: String? {
        get throws {
            switch self {
            case .all: nil
            case .chosen(let rooms): try Columns.json(rooms.sorted())
            }
        }
    }
}

extension SQLRow {
    fileprivate func guestLink() throws -> GuestLink {
        let rooms: GuestLink.Rooms =
            (self["rooms"] as String?) == nil ? .all : .chosen(Set(try document([String].self, in: "rooms")))
        return GuestLink(
            id: try identifier("id"), account: try identifier("account_id"), name: try required("name"), rooms: rooms,
            madeAt: Date(milliseconds: try required("made_at")),
            expires: Date(milliseconds: try required("expires_at")),
            lastUse: (self["used_at"] as Int64?).map(Date.init(milliseconds:)))
    }
}
