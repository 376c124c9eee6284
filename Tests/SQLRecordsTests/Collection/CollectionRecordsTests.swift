import Agenda
import Calendar
import Contracts
import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

extension Sample {
    func day(_ number: Int) -> LocalDay { LocalDay(number: 20_000 + number) }

    func bare(_ name: String, minute: Int = 5, room: String? = nil, taxon: Taxon? = nil) throws -> Plant {
        Plant(
            id: try fresh(), name: name, taxon: taxon, photographs: [], identification: nil, addedAt: time(minute),
            room: room)
    }

    func weekly(_ plant: Plant, kind: Chore.Kind = .watering, from start: Int = 0) throws -> Chore {
        let id: Identifier<Chore> = try fresh()
        return Chore(
            id: .init(rawValue: id.rawValue), plant: plant.id.rawValue, kind: kind,
            recurrence: try #require(Recurrence.every(days: 7)), start: day(start))
    }
}

@Suite("Records of the collection and its care", .tags(.medium))
struct CollectionRecordsTests {
    @Test("Concurrent changes of different fields of a plant are all kept", arguments: RecordsStore.allCases)
    func plantsAreChanged(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let away = sample.away
            var plant = try await sample.plant(in: records, of: sample.identification(in: records))
            plant.name = "Ärger"
            plant.room = "Küche"
            plant.taxon = Taxon(scientificName: "Monstera deliciosa", family: "Araceae", powo: "1-1")
            plant.situation = Situation(
                place: .balcony, potDiameter: 14.5, material: .clay, isInGround: true, spot: .bright, hasGrowLamp: true,
                repotted: sample.day(-9), followsSeason: false)
            plant.overruled = [.light: "7", .notes: "“quoted”"]
            plant.learningSince = sample.day(3)
            plant.preferredTime = LocalTime(hour: 18, minute: 45)
            plant.archive = .init(.givenAway, on: sample.day(4))
            try await records.update(plant)
            #expect(try await records.plant(plant.id) == plant)
            #expect(try await records.plantCount() == 0)
            plant.situation = Situation()
            plant.overruled = [:]
            plant.learningSince = nil
            plant.preferredTime = nil
            plant.archive = nil
            plant.taxon = nil
            plant.room = nil
            try await records.update(plant)
            #expect(try await records.plant(plant.id) == plant)
            await refused(.notFound) { try await records.bound(to: away).update(plant) }
            // Two callers change different fields at the same time, and both changes are kept.
            let id = plant.id
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        _ = try await records.change(id) { plant in
                            if number.isMultiple(of: 2) {
                                plant.name += "+"
                            } else {
                                plant.room = (plant.room ?? "") + "-"
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let changed = try #require(try await records.plant(id))
            #expect(changed.name == plant.name + String(repeating: "+", count: 10))
            #expect(changed.room == String(repeating: "-", count: 10))
            await refused(.nameMissing) {
                _ = try await records.change(id) { plant in
                    plant.name = "never"
                    throw HouseholdError(.nameMissing, "Not so.")
                }
            }
            #expect(try await records.plant(id) == changed)
        }
    }

    @Test("Plants are filtered by room and archive state", arguments: RecordsStore.allCases)
    func plantsAreFiltered(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            for (name, room, minute) in [("a", "Hall", 1), ("b", nil, 2), ("c", "Hall", 3)] as [(String, String?, Int)]
            {
                try await records.keep(
                    sample.bare(name, minute: minute, room: room), chores: [], correction: nil)
            }
            var gone = try sample.bare("d", minute: 4, room: "Hall")
            gone.archive = .init(.died, on: sample.day(0))
            try await records.keep(gone, chores: [], correction: nil)
            func names(_ query: PlantQuery) async throws -> [String] {
                try await records.plants(query).map(\.name)
            }
            #expect(try await names(PlantQuery()) == ["c", "b", "a"])
            #expect(try await names(PlantQuery(room: "Hall")) == ["c", "a"])
            #expect(try await names(PlantQuery(text: "hall")) == ["c", "a"])
            #expect(try await names(PlantQuery(isArchived: true)) == ["d"])
            #expect(try await names(PlantQuery(isArchived: nil)) == ["d", "c", "b", "a"])
            #expect(try await names(PlantQuery(limit: 2)) == ["c", "b"])
            #expect(try await records.plantCount() == 3)
        }
    }
}

extension CollectionRecordsTests {
    @Test("A further photograph of a plant is added once", arguments: RecordsStore.allCases)
    func photographsAreAdded(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let away = sample.away
            let plant = try await sample.plant(in: records, of: sample.identification(in: records, photographs: 2))
            let later = try await sample.photograph(in: records)
            try await records.add(later.id, to: plant.id)
            try await records.add(later.id, to: plant.id)
            #expect(try await records.plant(plant.id)?.photographs == plant.photographs + [later.id])
            #expect(try await records.plants(PlantQuery())[0].photographs == plant.photographs + [later.id])
            await refused(.notFound) { try await records.add(sample.id("nobody"), to: plant.id) }
            await refused(.notFound) { try await records.add(later.id, to: sample.id("nobody")) }
            await refused(.notFound) { try await records.bound(to: away).add(later.id, to: plant.id) }
        }
    }

    @Test("Rooms are listed with the number of plants in them", arguments: RecordsStore.allCases)
    func roomsAreCounted(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, sample in
            let away = sample.away
            for room in ["Hall", "Attic", "Hall", nil] {
                try await records.keep(sample.bare("x", room: room), chores: [], correction: nil)
            }
            var gone = try sample.bare("y", room: "Cellar")
            gone.archive = .init(.other, on: sample.day(0))
            try await records.keep(gone, chores: [], correction: nil)
            #expect(
                try await records.rooms() == [Room(name: "Attic", plants: 1), Room(name: "Hall", plants: 2)])
            #expect(try await records.bound(to: away).rooms().isEmpty)
        }
    }

    @Test("A photograph is removed from a plant, and the next one is the first", arguments: RecordsStore.allCases)
    func photographsAreRemoved(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let away = sample.away
            let plant = try await sample.plant(in: records, of: sample.identification(in: records, photographs: 2))
            let chore = try sample.weekly(plant)
            try await records.add(chore)
            let (first, second) = (plant.photographs[0], plant.photographs[1])
            await refused(.notFound) { try await records.bound(to: away).remove(first, from: plant.id) }
            await refused(.notFound) { try await records.remove(first, from: sample.id("nobody")) }
            #expect(try await records.plant(plant.id)?.photographs == [first, second])
            try await records.remove(first, from: plant.id)
            #expect(try await records.plant(plant.id)?.photographs == [second])
            #expect(try await records.chores(ChoreQuery()).map(\.plant?.photograph) == [second])
            await refused(.notFound) { try await records.remove(first, from: plant.id) }
            #expect(try await records.photograph(first) != nil, "its identification has it")
            try await records.add(first, to: plant.id)
            #expect(try await records.plant(plant.id)?.photographs == [second, first])
            for photograph in [first, second] { try await records.remove(photograph, from: plant.id) }
            #expect(try await records.plant(plant.id)?.photographs == [])
            #expect(try await records.chores(ChoreQuery()).map(\.plant?.photograph) == [nil])
        }
    }

    @Test("Notes of a plant are listed, newest first", arguments: RecordsStore.allCases)
    func notesAreKept(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let away = sample.away
            let plant = try sample.bare("x")
            try await records.keep(plant, chores: [], correction: nil)
            let first = try await records.addNote("New leaf", at: sample.time(1), to: plant.id)
            let second = try await records.addNote("Two\nlines", at: sample.time(2), to: plant.id)
            #expect(try await records.notes(of: plant.id) == [second, first])
            #expect(try await records.bound(to: away).notes(of: plant.id).isEmpty)
            await refused(.notFound) {
                _ = try await records.addNote("x", at: sample.time(1), to: sample.id("nobody"))
            }
            try await records.bound(to: away).removeNote(first.number, of: plant.id)
            try await records.removeNote(first.number, of: plant.id)
            #expect(try await records.notes(of: plant.id) == [second])
        }
    }
}

extension CollectionRecordsTests {
    @Test("Imported plants are added with all their data or not at all", arguments: RecordsStore.allCases)
    func arrivalsAreWhole(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let plant = try sample.bare("x", room: "Hall")
            let chore = try sample.weekly(plant)
            let arrival = Arrival(
                plant: plant, chores: [chore], notes: [("One", sample.time(1)), ("Two", sample.time(2))],
                drafts: [
                    .init(.done, of: chore.id, on: sample.day(-20), at: sample.time(1), planned: 7),
                    .init(.done, of: chore.id, on: sample.day(-10), at: sample.time(1), planned: 7),
                ])
            let stray = Arrival(
                plant: try sample.bare("y"), chores: [], notes: [],
                drafts: [.init(.done, of: .init(rawValue: "nobody"), on: sample.day(0), at: sample.time(1))])
            try await records.admit([arrival])
            #expect(try await records.plant(plant.id) == plant)
            #expect(try await records.notes(of: plant.id).map(\.text) == ["Two", "One"])
            let kept = try #require(try await records.chore(chore.id))
            #expect(kept.lastDone == sample.day(-10))
            #expect(kept.due == sample.day(-3))
            let second = Arrival(plant: try sample.bare("z"), chores: [], notes: [], drafts: [])
            await refused(.notFound) { try await records.admit([second, stray]) }
            #expect(try await records.plants(PlantQuery()).map(\.name) == ["x"], "all or nothing")
        }
    }

    @Test("Facts of a service are read as they were written", arguments: RecordsStore.allCases)
    func factsAreRemembered(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            var facts = ReportedFacts(scientificName: "Monstera deliciosa")
            facts.light = 5
            facts.growthMonths = [3, 4]
            let remembered = RememberedFacts(
                key: "species:monstera deliciosa", facts: facts, validator: "a|b|c", fetchedAt: sample.time(1),
                notBefore: sample.time(2), attempts: 3)
            #expect(try await records.facts(about: remembered.key, of: "trefle") == nil)
            try await records.remember(remembered, of: "trefle")
            #expect(try await records.facts(about: remembered.key, of: "trefle") == remembered)
            #expect(try await records.facts(about: remembered.key, of: "other") == nil)
            let unknown = RememberedFacts(
                key: remembered.key, facts: nil, validator: nil, fetchedAt: sample.time(4), notBefore: sample.time(4))
            try await records.remember(unknown, of: "trefle")
            #expect(try await records.facts(about: remembered.key, of: "trefle") == unknown)
        }
    }

    @Test(
        "The next taxon to look up is one that was never looked up, or else the one looked up longest ago",
        arguments: RecordsStore.allCases
    )
    func taxaAreStudied(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            func next(stale: Int = 0, at now: Int = 100) async throws -> String? {
                try await records.taxonToStudy(
                    for: "trefle", stale: sample.time(stale), at: sample.time(now))?.scientificName
            }
            func remember(_ name: String, fetched: Int?, notBefore: Int = 0) async throws {
                try await records.remember(
                    RememberedFacts(
                        key: Taxon(scientificName: name).foldingKey, facts: nil, validator: nil,
                        fetchedAt: fetched.map { sample.time($0) }, notBefore: sample.time(notBefore)), of: "trefle")
            }
            #expect(try await next() == nil)
            let names = ["Aloe vera", "Rosa canina"]
            var plants: [Plant] = []
            for name in names + [nil] {
                let plant = try sample.bare("x", taxon: name.map { Taxon(scientificName: $0) })
                try await records.keep(plant, chores: [], correction: nil)
                plants.append(plant)
            }
            #expect(try await next() == "Aloe vera")
            try await remember("Aloe vera", fetched: 50)
            #expect(try await next() == "Rosa canina")
            try await remember("Rosa canina", fetched: nil, notBefore: 200)
            #expect(try await next() == nil, "not before its time")
            #expect(try await next(at: 200) == "Rosa canina")
            try await remember("Rosa canina", fetched: 60)
            #expect(try await next() == nil)
            #expect(try await next(stale: 55) == "Aloe vera")
            #expect(try await next(stale: 70) == "Aloe vera", "the oldest first")
            plants[0].archive = .init(.died, on: sample.day(0))
            try await records.update(plants[0])
            #expect(try await next(stale: 70) == "Rosa canina")
        }
    }
}
