package import Agenda
package import Calendar
package import FoundationEssentials
package import Plants
package import Recognition

/// Chores and their log. A slice of `Records`.
package protocol ChoreRecords: Sendable {
    /// Returns chores with their plants; those of archived plants only on request.
    func chores(_ query: ChoreQuery) async throws -> [ChoreLine]
    /// Returns the chores of these plants with a due day up to `through`.
    func chores(of plants: [Plant.ID], through: LocalDay) async throws -> [ChoreLine]
    /// Returns the plants that are not archived and have no chore of any kind.
    func plantsWithoutChores() async throws -> [Plant.ID]
    func chore(_ id: Chore.ID) async throws -> Chore?
    /// Throws `notFound` if its plant does not belong to this household.
    func add(_ chore: Chore) async throws
    /// Sets the state of a chore. Throws `notFound` if there is no such chore.
    func set(_ id: Chore.ID, to state: Chore.State) async throws
    /// Sets or removes the note of a chore. Throws `notFound` if there is no such chore.
    func set(note: String?, of id: Chore.ID) async throws
    /// Replaces the planned chores of each plant as specified by `Chore.reconciled`, in one transaction. Due days are
    /// recomputed from the log. Plants that no longer exist are skipped.
    func replan(_ wanted: [Plant.ID: [Chore]]) async throws
    /// Adds entries to the logs of chores and moves the chores to their next day, in one transaction. Returns the added
    /// entries. A draft adds nothing if its chore is not due on the day that the draft expects, because the chore has
    /// been logged meanwhile. Throws `notFound` if a chore does not exist.
    func log(_ drafts: [ChoreEntry.Draft]) async throws -> [ChoreEntry]
    /// Marks entries as undone and recomputes their chores from the rest of the log, in one transaction. Idempotent.
    /// Throws `notFound` if there is no such entry, and `linkRefused` if the link of the guest is not valid at `at`.
    func undo(_ entries: [Int], by guest: (guest: ChoreEntry.Guest, at: Date)?) async throws
    /// Latest first, including undone entries.
    func log(_ query: LogQuery) async throws -> [LogLine]

    // MARK: - Links of notices that log chores

    /// Adds the entries as `log` does, once for each link. Returns nil if the link was used before.
    func log(
        _ drafts: [ChoreEntry.Draft], spending link: SpentLink
    ) async throws -> [ChoreEntry]?
    /// Returns true if the link was used before.
    func isSpent(_ digest: String) async throws -> Bool
}

extension ChoreRecords {
    /// Marks entries as undone for a person of the household.
    package func undo(_ entries: [Int]) async throws { try await undo(entries, by: nil) }
}

/// A filter for chores.
package struct ChoreQuery: Sendable, Hashable {
    /// Due on that day or before; nil for all chores, due or not.
    package var through: LocalDay?
    /// Only chores of that plant.
    package var plant: Plant.ID?
    /// Includes chores of archived plants.
    package var includesArchived: Bool

    package init(through: LocalDay? = nil, plant: Plant.ID? = nil, includesArchived: Bool = false) {
        self.through = through
        self.plant = plant
        self.includesArchived = includesArchived
    }
}

/// A chore with the data that its row shows.
package struct ChoreLine: Sendable, Hashable {
    /// The data of a plant that a row shows.
    package struct Sketch: Sendable, Hashable {
        package let id: Plant.ID
        package let name: String
        package let scientificName: String?
        package let room: String?
        package let photograph: Photograph.ID?
        /// The family of its species; nil if not known.
        package let family: String?
        package let preferredTime: LocalTime?

        package init(
            id: Plant.ID, name: String, scientificName: String?, room: String?, photograph: Photograph.ID?,
            family: String? = nil, preferredTime: LocalTime? = nil
        ) {
            self.id = id
            self.name = name
            self.scientificName = scientificName
            self.room = room
            self.photograph = photograph
            self.family = family
            self.preferredTime = preferredTime
        }
    }

    package let chore: Chore
    /// Nil for a chore of the house.
    package let plant: Sketch?

    package init(chore: Chore, plant: Sketch?) {
        self.chore = chore
        self.plant = plant
    }
}

/// A filter for entries of the log.
package struct LogQuery: Sendable, Hashable {
    package var chore: Chore.ID?
    package var plant: Plant.ID?
    package var kind: Chore.Kind?
    /// Only entries with these numbers.
    package var numbers: [Int]?
    /// The first day, inclusive.
    package var since: LocalDay?
    /// The last day, inclusive.
    package var through: LocalDay?
    package var limit: Int

    package init(
        chore: Chore.ID? = nil, plant: Plant.ID? = nil, kind: Chore.Kind? = nil, numbers: [Int]? = nil,
        since: LocalDay? = nil, through: LocalDay? = nil, limit: Int = 50
    ) {
        self.chore = chore
        self.plant = plant
        self.kind = kind
        self.numbers = numbers
        self.since = since
        self.through = through
        self.limit = limit
    }
}

/// An entry of the log with the data that its row shows.
package struct LogLine: Sendable, Hashable {
    package let entry: ChoreEntry
    package let kind: Chore.Kind
    package let title: String?
    package let plant: Plant.ID?
    package let plantName: String?

    package init(entry: ChoreEntry, kind: Chore.Kind, title: String?, plant: Plant.ID?, plantName: String?) {
        self.entry = entry
        self.kind = kind
        self.title = title
        self.plant = plant
        self.plantName = plantName
    }
}
