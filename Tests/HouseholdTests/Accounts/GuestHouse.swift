import Accounts
import Agenda
import Calendar
import Contracts
import Foundation
import Household
import Plants
import Recognition
import SQLRecords
import Testing

/// A household with an owner, a plant in the hall, one in the attic and one in no room, each with a chore that is due
/// today.
struct GuestHouse {
    let clock: SetClock
    let records: SQLRecords
    let household: Household
    let owner: SignedIn
    let hall: Plant.ID
    let attic: Plant.ID
    let roomless: Plant.ID

    static let phone = Device(userAgent: "Firefox", address: "192.168.1.2")
    static let stranger = "203.0.113.9"
    static let picture = Array("photo of a leaf".utf8)

    var guests: GuestAccess { household.guests }

    init() async throws {
        let clock = try SetClock("2026-11-23T10:00:00Z")
        self.clock = clock
        records = SQLRecords.inMemory()
        household = Household.drawn(
            records: records, environment: .at({ clock.now }, steady: { clock.steady }))
        try await household.settings.choose([.zone: "Europe/Vienna"])
        let link = try await household.accounts.makeSetupLink()
        owner = try await household.accounts.createOwner(
            link.text, name: AccountName("Ada"), passphrase: Passphrase("four plain words"), on: Self.phone
        ).session.person
        hall = try await household.collection.add("Monty", taxon: nil, room: "Hall").id
        attic = try await household.collection.add("Zelda", taxon: nil, room: "Attic").id
        roomless = try await household.collection.add("Stray", taxon: nil).id
        for plant in [hall, attic, roomless] { _ = try await chore("Dust", of: plant) }
    }

    /// A person's own chore that is due on a day relative to today.
    @discardableResult
    func chore(_ title: String, of plant: Plant.ID?, in days: Int = 0) async throws -> Chore {
        try await household.agenda.addChore(
            .own, title: title, plant: plant, recurrence: .once,
            start: try #require(LocalDay("2026-11-23")).adding(days: days))
    }

    func joined(_ name: String, as role: Role) async throws -> SignedIn {
        let link = try await household.accounts.invite(as: role, by: owner)
        return try await household.accounts.accept(
            link.text, name: AccountName(name), passphrase: Passphrase("four plain words"), on: Self.phone
        ).session.person
    }

    func link(
        _ rooms: GuestLink.Rooms = .chosen(["Hall"]), named name: String = "Maria", days: Int = 14,
        by person: SignedIn? = nil
    ) async throws -> NewGuestLink {
        try await guests.makeLink(named: name, rooms: rooms, days: days, by: person ?? owner, on: Self.phone)
    }

    func visit(_ link: NewGuestLink) async throws -> GuestVisit {
        try await guests.visit(link.secret.text, from: Self.stranger)
    }

    /// The titles of the chores that a guest sees. Chores of plans have no title.
    func titles(_ visit: GuestVisit) async throws -> [String] {
        try await visit.day().items.compactMap(\.chore.title)
    }
}
