package import Agenda
import Calendar
package import Foundation
package import Household
package import Plants
package import Recognition
import Synchronization

extension MemoryRecords {
    package func keep(
        _ plant: Plant, chores: [Chore], correction: Correction?, for household: Household.ID
    ) async throws {
        try plan(household) { try $0.keep(plant, chores: chores, correction: correction) }
    }

    package func plant(_ id: Plant.ID, of household: Household.ID) async throws -> Plant? {
        with(household) { $0.plants.first { $0.id == id } }
    }

    package func plants(_ query: PlantQuery, of household: Household.ID) async throws -> [Plant] {
        with(household) { house in
            let found = house.plants.filter { plant in
                (query.foldedText.isEmpty || plant.searchText.contains(query.foldedText))
                    && (query.room == nil || plant.room == query.room)
                    && (query.isArchived == nil || (plant.archive != nil) == query.isArchived)
            }.sorted { left, right in
                query.order == .newest && left.addedAt != right.addedAt
                    ? left.addedAt > right.addedAt
                    : query.order == .name && left.nameKey != right.nameKey
                        ? left.nameKey < right.nameKey : left.id.rawValue < right.id.rawValue
            }
            return Array(found.prefix(query.limit ?? found.count))
        }
    }

    package func plantCount(of household: Household.ID) async throws -> Int {
        with(household) { $0.plants.count { $0.archive == nil } }
    }

    package func change(
        _ id: Plant.ID, for household: Household.ID, _ body: @escaping @Sendable (inout Plant) throws -> Void
    ) async throws -> (before: Plant, after: Plant) {
        try plan(household) { house in
            guard let place = house.plants.firstIndex(where: { $0.id == id }) else { throw Self.notFound }
            let before = house.plants[place]
            var plant = before
            try body(&plant)
            house.plants[place] = Plant(
                id: before.id, name: plant.name, taxon: plant.taxon, photographs: before.photographs,
                identification: before.identification, addedAt: before.addedAt, room: plant.room,
                situation: plant.situation, overruled: plant.overruled, learningSince: plant.learningSince,
                archive: plant.archive)
            return (before, house.plants[place])
        }
    }

    package func remove(_ id: Plant.ID, for household: Household.ID) async throws {
        try plan(household) { house in
            guard let place = house.plants.firstIndex(where: { $0.id == id }) else { throw Self.notFound }
            house.plants.remove(at: place)
            let gone = Set(house.chores.filter { $0.plant == id.rawValue }.map(\.id))
            house.chores.removeAll { gone.contains($0.id) }
            house.log.removeAll { gone.contains($0.chore) }
            house.notes.removeAll { $0.plant == id }
        }
    }

    package func add(
        _ photograph: Photograph.ID, to plant: Plant.ID, for household: Household.ID
    ) async throws {
        try with(household) { try $0.add(photograph, to: plant) }
    }

    package func rooms(of household: Household.ID) async throws -> [Room] {
        with(household) { house in
            let named = house.plants.filter { $0.archive == nil }.compactMap(\.room)
            return Dictionary(grouping: named, by: { $0 }).map { Room(name: $0.key, plants: $0.value.count) }
                .sorted { $0.name < $1.name }
        }
    }

    package func notes(of plant: Plant.ID, household: Household.ID) async throws -> [PlantNote] {
        with(household) { $0.notes.filter { $0.plant == plant }.map(\.note).reversed() }
    }

    package func addNote(
        _ text: String, at time: Date, to plant: Plant.ID, for household: Household.ID
    ) async throws -> PlantNote {
        try with(household) { try $0.addNote(text, at: time, to: plant) }
    }

    package func removeNote(_ number: Int, of plant: Plant.ID, for household: Household.ID) async throws {
        with(household) { $0.notes.removeAll { $0.plant == plant && $0.note.number == number } }
    }

    // MARK: - Chores

    package func chores(_ query: ChoreQuery, of household: Household.ID) async throws -> [ChoreLine] {
        with(household) { $0.chores(query) }
    }

    package func plantsWithoutChores(of household: Household.ID) async throws -> [Plant.ID] {
        with(household) { house in
            let planned = Set(house.chores.compactMap(\.plant))
            return house.plants.filter { $0.archive == nil && !planned.contains($0.id.rawValue) }.map(\.id)
                .sorted { $0.rawValue < $1.rawValue }
        }
    }

    package func chore(_ id: Chore.ID, of household: Household.ID) async throws -> Chore? {
        with(household) { $0.chores.first { $0.id == id } }
    }

    package func add(_ chore: Chore, for household: Household.ID) async throws {
        try plan(household) { house in
            if let plant = chore.plant {
                guard house.plants.contains(where: { $0.id.rawValue == plant }) else { throw Self.notFound }
            }
            house.chores.append(chore)
        }
    }

    package func set(_ id: Chore.ID, to state: Chore.State, for household: Household.ID) async throws {
        try plan(household) { house in
            guard let place = house.chores.firstIndex(where: { $0.id == id }) else { throw Self.notFound }
            house.chores[place].state = state
            house.settle(place)
        }
    }

    package func replan(_ wanted: [Plant.ID: [Chore]], for household: Household.ID) async throws {
        try plan(household) { house in
            for (plant, chores) in wanted where house.plants.contains(where: { $0.id == plant }) {
                let existing = house.chores.filter { $0.plant == plant.rawValue }
                for chore in Chore.reconciled(existing, with: chores) {
                    if let place = house.chores.firstIndex(where: { $0.id == chore.id }) {
                        house.chores[place] = chore
                        house.settle(place)
                    } else {
                        house.chores.append(chore)
                    }
                }
            }
        }
    }

    package func log(_ drafts: [ChoreEntry.Draft], for household: Household.ID) async throws -> [ChoreEntry] {
        try plan(household) { try $0.log(drafts) }
    }

    package func admit(_ arrivals: [Arrival], for household: Household.ID) async throws {
        try plan(household) { house in
            for arrival in arrivals {
                try house.keep(arrival.plant, chores: arrival.chores, correction: nil)
                for note in arrival.notes { _ = try house.addNote(note.text, at: note.at, to: arrival.plant.id) }
                _ = try house.log(arrival.drafts)
            }
        }
    }

    package func undo(_ entries: [Int], for household: Household.ID) async throws {
        try plan(household) { house in
            for number in entries {
                guard let entry = house.log.firstIndex(where: { $0.number == number }),
                    let place = house.chores.firstIndex(where: { $0.id == house.log[entry].chore })
                else { throw Self.notFound }
                house.log[entry].isUndone = true
                house.settle(place)
            }
        }
    }

    package func log(_ query: LogQuery, of household: Household.ID) async throws -> [LogLine] {
        with(household) { house in
            let lines = house.log.sorted { $0.number > $1.number }.compactMap { entry -> LogLine? in
                guard let chore = house.chores.first(where: { $0.id == entry.chore }),
                    query.chore == nil || query.chore == chore.id,
                    query.plant == nil || query.plant?.rawValue == chore.plant,
                    entry.day >= query.since ?? entry.day, entry.day <= query.through ?? entry.day,
                    query.kind ?? chore.kind == chore.kind,
                    query.numbers?.contains(entry.number) ?? true
                else { return nil }
                let plant = house.plants.first { $0.id.rawValue == chore.plant }
                return LogLine(
                    entry: entry, kind: chore.kind, title: chore.title, plant: plant?.id, plantName: plant?.name)
            }
            return Array(lines.prefix(query.limit))
        }
    }

    // MARK: - Facts

    package func facts(about key: String, of service: String) async throws -> RememberedFacts? {
        careFacts.withLock { $0[service + " " + key] }
    }

    package func remember(_ facts: RememberedFacts, of service: String) async throws {
        careFacts.withLock { $0[service + " " + facts.key] = facts }
    }

    package func taxonToStudy(
        for service: String, stale: Date, at now: Date, of household: Household.ID
    ) async throws -> Taxon? {
        let known = careFacts.withLock { $0 }
        return with(household) { house in
            house.plants.filter { $0.archive == nil }.compactMap(\.taxon).filter { taxon in
                guard let facts = known[service + " " + taxon.foldingKey] else { return true }
                return facts.notBefore <= now && facts.fetchedAt.map { $0 < stale } ?? true
            }.min { left, right in
                func age(_ taxon: Taxon) -> (Date, String) {
                    (known[service + " " + taxon.foldingKey]?.fetchedAt ?? .distantPast, taxon.foldingKey)
                }
                return age(left) < age(right)
            }
        }
    }
}

// MARK: - In one household; whoever calls these puts all back where one throws.

extension MemoryRecords.House {
    mutating func settle(_ place: Int) { chores[place] = chores[place].settled(by: log) }

    mutating func keep(_ plant: Plant, chores: [Chore], correction: Correction?) throws {
        if let identification = plant.identification {
            guard identifications.contains(where: { $0.id == identification }) else { throw MemoryRecords.notFound }
            guard !plants.contains(where: { $0.identification == identification }) else {
                throw HouseholdError(.alreadyKept, "This one is in the collection already.")
            }
            waiting.removeAll { $0.identification == identification }
        }
        plants.append(plant)
        self.chores += chores
        if let correction { corrections.append(correction) }
    }

    mutating func addNote(_ text: String, at time: Date, to plant: Plant.ID) throws -> PlantNote {
        guard plants.contains(where: { $0.id == plant }) else { throw MemoryRecords.notFound }
        let note = PlantNote(number: (notes.map(\.note.number).max() ?? 0) + 1, text: text, at: time)
        notes.append((plant, note))
        return note
    }

    func chores(_ query: ChoreQuery) -> [ChoreLine] {
        chores.filter { chore in
            (query.plant == nil || chore.plant == query.plant?.rawValue)
                && query.through.map { through in chore.due.map { $0 <= through } ?? false } ?? true
        }.sorted { left, right in
            left.due == right.due
                ? left.id < right.id : (left.due ?? LocalDay(number: .min)) < (right.due ?? LocalDay(number: .min))
        }.compactMap { chore in
            guard let id = chore.plant else { return ChoreLine(chore: chore, plant: nil) }
            guard let plant = plants.first(where: { $0.id.rawValue == id }),
                plant.archive == nil || query.includesArchived
            else {
                return nil
            }
            return ChoreLine(
                chore: chore,
                plant: .init(
                    id: plant.id, name: plant.name, scientificName: plant.taxon?.scientificName, room: plant.room,
                    photograph: plant.photographs.first))
        }
    }

    mutating func log(_ drafts: [ChoreEntry.Draft]) throws -> [ChoreEntry] {
        var entries: [ChoreEntry] = []
        for draft in drafts {
            guard let place = chores.firstIndex(where: { $0.id == draft.chore }) else { throw MemoryRecords.notFound }
            guard let entry = ChoreEntry(draft, number: lastEntry + 1, on: chores[place]) else { continue }
            lastEntry = entry.number
            log.append(entry)
            settle(place)
            entries.append(entry)
        }
        return entries
    }
}

extension MemoryRecords.House {
    mutating func add(_ photograph: Photograph.ID, to plant: Plant.ID) throws {
        guard photographs[photograph] != nil, let place = plants.firstIndex(where: { $0.id == plant }) else {
            throw MemoryRecords.notFound
        }
        let before = plants[place]
        guard !before.photographs.contains(photograph) else { return }
        plants[place] = Plant(
            id: before.id, name: before.name, taxon: before.taxon, photographs: before.photographs + [photograph],
            identification: before.identification, addedAt: before.addedAt, room: before.room,
            situation: before.situation, overruled: before.overruled, learningSince: before.learningSince,
            archive: before.archive)
    }
}
