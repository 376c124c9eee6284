package import Agenda
package import FoundationEssentials
package import Plants
package import Recognition

/// Plants with their notes, and corrections of identifications. A slice of `Records`.
package protocol PlantRecords: Sendable {
    /// In one transaction: adds `plant` with its chores and entries of their log, marks its identification as kept, adds
    /// the correction, and removes the entry from the waiting list. Throws `alreadyKept` if the identification was kept before, and
    /// `notFound` if there is none.
    func keep(_ plant: Plant, chores: [Chore], correction: Correction?, drafts: [ChoreEntry.Draft]) async throws
    /// Adds plants with all their data in one transaction.
    func admit(_ arrivals: [Arrival]) async throws
    /// Oldest first.
    func corrections() async throws -> [Correction]
    func plant(_ id: Plant.ID) async throws -> Plant?
    func plants(_ query: PlantQuery) async throws -> [Plant]
    func plantCount() async throws -> Int
    /// Returns the number of plants that `plants` returns without a limit.
    func plantCount(_ query: PlantQuery) async throws -> Int
    /// Changes the editable fields of a plant: not its photographs, identification or time. In one transaction, reads
    /// the plant, calls `body` and stores the result. Throws what `body` throws, and `notFound` if there is no such
    /// plant.
    func change(
        _ id: Plant.ID, _ body: @escaping @Sendable (inout Plant) throws -> Void
    ) async throws -> (before: Plant, after: Plant)
    /// Adds a photograph to a plant. Idempotent. Throws `notFound` if there is no such plant or photograph.
    func add(_ photograph: Photograph.ID, to plant: Plant.ID) async throws
    /// Removes a photograph from a plant; the next one becomes the first. The photograph stays while something else has
    /// it. Throws `notFound` if the plant has no such photograph.
    func remove(_ photograph: Photograph.ID, from plant: Plant.ID) async throws
    /// Returns the rooms of the plants that are not archived, each with the number of these plants, sorted by name.
    func rooms() async throws -> [Room]
    /// Newest first.
    func notes(of plant: Plant.ID) async throws -> [PlantNote]
    /// Throws `notFound` if there is no such plant.
    func addNote(_ text: String, at time: Date, to plant: Plant.ID) async throws
        -> PlantNote
    func removeNote(_ number: Int, of plant: Plant.ID) async throws
    /// Deletes the plant with its chores, log and notes. Its identification can be kept again. Throws `notFound` if
    /// there is no such plant.
    func remove(_ id: Plant.ID) async throws
    /// Moves the plant with its chores, log and notes to the removed plants, where it can be restored until `until`. Its
    /// photographs are not deleted meanwhile; its identification can be kept again. Deletes removed plants whose time is
    /// over. Idempotent: returns a plant that was removed before. Throws `notFound` if there is no such plant.
    func remove(_ id: Plant.ID, at now: Date, until: Date) async throws -> RemovedPlant
    /// Returns the removed plants that can be restored at `now`, the last one first.
    func removedPlants(at now: Date) async throws -> [RemovedPlant]
    /// Moves a removed plant back into the collection, with all its rows. It has no identification if that of before
    /// belongs to another plant now. Idempotent: returns a plant of the collection unchanged. Throws `notFound` if there
    /// is no such plant, or if its time is over.
    func restore(_ id: Plant.ID, at now: Date) async throws -> (plant: Plant, isRestored: Bool)
    /// Deletes the removed plants whose time is over at `now`. Returns their number.
    func deleteRemovedPlants(endedBy now: Date) async throws -> Int
}

extension PlantRecords {
    package func keep(_ plant: Plant, chores: [Chore], correction: Correction?) async throws {
        try await keep(plant, chores: chores, correction: correction, drafts: [])
    }

    package func update(_ plant: Plant) async throws {
        _ = try await change(plant.id) { $0 = plant }
    }
}

/// A filter and an order for the plants of the collection.
package struct PlantQuery: Sendable, Hashable {
    package enum Order: String, Sendable, CaseIterable {
        case newest, name
    }

    /// A part of a name, scientific name, common name, family or room, ignoring case; empty for all plants.
    package var text: String
    package var order: Order
    /// Only plants in that room.
    package var room: String?
    /// True for archived plants only, false for the others only, nil for all.
    package var isArchived: Bool?
    package var limit: Int?
    /// The number of plants before the first one that is returned.
    package var offset: Int

    package init(
        text: String = "", order: Order = .newest, room: String? = nil, isArchived: Bool? = false, limit: Int? = nil,
        offset: Int = 0
    ) {
        self.text = text
        self.order = order
        self.room = room
        self.isArchived = isArchived
        self.limit = limit
        self.offset = offset
    }
}

extension PlantQuery {
    /// The text, folded like `Plant.searchText`, without leading and trailing spaces.
    package var foldedText: String {
        Plant.folded(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// A room, and the number of plants in it.
package struct Room: Sendable, Hashable {
    package let name: String
    package let plants: Int

    package init(name: String, plants: Int) {
        self.name = name
        self.plants = plants
    }
}
