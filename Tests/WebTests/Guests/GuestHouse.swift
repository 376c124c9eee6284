import Accounts
import Agenda
import Calendar
import Contracts
import Foundation
import HTTPTypes
import Household
import HummingbirdTesting
import NIOCore
import Plants
import Recognition
import Testing

@testable import Web

/// A household with an owner, a plant in the hall and one in the attic, each with a chore that is due today, and links
/// for a guest of the hall.
struct GuestHouse {
    let house: AccountHouse
    /// The cookie of the owner.
    let cookie: String
    let owner: SignedIn
    let hall: Plant.ID
    let attic: Plant.ID
    /// "Dust" in the hall, and "Sweep" in the attic.
    let dust: Chore.ID
    let sweep: Chore.ID
    /// The pictures of both plants.
    let hallPicture: Photograph.ID
    let atticPicture: Photograph.ID

    static let picture = "photo of a leaf"

    init(_ house: AccountHouse) async throws {
        self.house = house
        let household = house.household
        try await household.settings.choose([.zone: "Europe/Vienna"])
        cookie = try await house.owned().cookie
        owner = try #require(try await house.person(cookie))
        hall = try await household.collection.add("Monty", taxon: nil, room: "Hall").id
        attic = try await household.collection.add("Zelda", taxon: nil, room: "Attic").id
        let today = try #require(LocalDay("2026-11-21"))
        dust = try await household.agenda.addChore(.own, title: "Dust", plant: hall, recurrence: .once, start: today).id
        sweep = try await household.agenda.addChore(.own, title: "Sweep", plant: attic, recurrence: .once, start: today)
            .id
        hallPicture = try await household.photographs.capture(Array("photo of the hall".utf8), to: hall).id
        atticPicture = try await household.photographs.capture(Array("photo of the attic".utf8), to: attic).id
    }

    func link(
        _ rooms: GuestLink.Rooms = .chosen(["Hall"]), named name: String = "Maria", days: Int = 14
    ) async throws -> NewGuestLink {
        try await house.household.guests.makeLink(
            named: name, rooms: rooms, days: days, by: owner, on: AccountHouse.phone)
    }

    /// The chores that were logged, and not undone, by their guests.
    func done() async throws -> [String?] {
        try await house.household.agenda.log(LogQuery()).filter { !$0.entry.isUndone }.map { $0.entry.guest?.name }
    }

    func photographs(of plant: Plant.ID) async throws -> Int {
        try await house.household.collection.plant(plant).photographs.count
    }
}

extension AccountVisit {
    /// Sends a photograph as a body.
    func upload(_ uri: String, _ bytes: String = GuestHouse.picture) async throws -> TestResponse {
        try await client.execute(
            uri: uri, method: .post, headers: [.accept: "text/html"], body: ByteBuffer(string: bytes))
    }
}
