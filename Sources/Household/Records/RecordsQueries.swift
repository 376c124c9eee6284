package import Agenda
package import Calendar
package import Plants
package import Recognition

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

/// A room, and the number of plants in it.
package struct Room: Sendable, Hashable {
    package let name: String
    package let plants: Int

    package init(name: String, plants: Int) {
        self.name = name
        self.plants = plants
    }
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

extension PlantQuery {
    /// The text, folded like `Plant.searchText`, without leading and trailing spaces.
    package var foldedText: String {
        Plant.folded(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
