package import Agenda
package import Calendar
package import Plants
package import Recognition

/// Which plants of the collection, and in what order.
package struct PlantQuery: Sendable, Hashable {
    package enum Order: String, Sendable, CaseIterable {
        case newest, name
    }

    /// Part of a name, scientific name, common name, family or room, in any case; empty for all.
    package var text: String
    package var order: Order
    /// Only those that stand there.
    package var room: String?
    /// Only those that are no longer looked after, or only those that are; nothing for all.
    package var isArchived: Bool?
    package var limit: Int?

    package init(
        text: String = "", order: Order = .newest, room: String? = nil, isArchived: Bool? = false, limit: Int? = nil
    ) {
        self.text = text
        self.order = order
        self.room = room
        self.isArchived = isArchived
        self.limit = limit
    }
}

/// A room, and how many plants stand in it.
package struct Room: Sendable, Hashable {
    package let name: String
    package let plants: Int

    package init(name: String, plants: Int) {
        self.name = name
        self.plants = plants
    }
}

/// Which chores.
package struct ChoreQuery: Sendable, Hashable {
    /// Due on that day or before; nothing for all, whether due or not.
    package var through: LocalDay?
    /// Of that plant only.
    package var plant: Plant.ID?
    /// Also those of plants that are no longer looked after.
    package var includesArchived: Bool

    package init(through: LocalDay? = nil, plant: Plant.ID? = nil, includesArchived: Bool = false) {
        self.through = through
        self.plant = plant
        self.includesArchived = includesArchived
    }
}

/// A chore with what its row shows.
package struct ChoreLine: Sendable, Hashable {
    /// A plant as a row shows it.
    package struct Sketch: Sendable, Hashable {
        package let id: Plant.ID
        package let name: String
        package let scientificName: String?
        package let room: String?
        package let photograph: Photograph.ID?

        package init(
            id: Plant.ID, name: String, scientificName: String?, room: String?, photograph: Photograph.ID?
        ) {
            self.id = id
            self.name = name
            self.scientificName = scientificName
            self.room = room
            self.photograph = photograph
        }
    }

    package let chore: Chore
    /// Nothing for a chore of the house.
    package let plant: Sketch?

    package init(chore: Chore, plant: Sketch?) {
        self.chore = chore
        self.plant = plant
    }
}

/// Which entries of the log.
package struct LogQuery: Sendable, Hashable {
    package var chore: Chore.ID?
    package var plant: Plant.ID?
    package var kind: Chore.Kind?
    /// Only these entries.
    package var numbers: [Int]?
    /// Days from then on.
    package var since: LocalDay?
    /// Days up to and with that one.
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

/// An entry of the log with what its row shows.
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

extension PlantQuery {
    /// As `Plant.searchText` is folded, without spaces at its ends.
    package var foldedText: String {
        Plant.folded(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
