import Agenda
import Contracts
import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

@Suite("Records of chores and their log", .tags(.medium))
struct ChoreRecordsTests {
    @Test("A chore is read as it was written", arguments: RecordsStore.allCases)
    func choresComeBack(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let rose = try await Rose(in: records, sample)
            let away = sample.away
            let plant = rose.plant
            let water = rose.water
            #expect(try await rose.chore(water.id) == water)
            #expect(try await records.bound(to: away).chore(water.id) == nil)
            let own = Chore(
                id: .init(rawValue: "own"), plant: nil, kind: .own, title: "Wash the pots", origin: .person,
                recurrence: .months(every: 2, on: 31), start: sample.day(3), state: .off)
            try await records.add(own)
            #expect(try await rose.chore(own.id) == own)
            let lines = try await records.chores(ChoreQuery())
            #expect(lines.first { $0.chore.id == own.id }?.plant == nil)
            #expect(
                lines.first { $0.chore.id == water.id }?.plant
                    == .init(
                        id: plant.id, name: "Rose", scientificName: "Rosa canina", room: "Hall", photograph: nil,
                        family: "Rosaceae"))
            let stray = Chore(
                id: .init(rawValue: "stray"), plant: "nobody", kind: .watering, origin: .person, recurrence: .once,
                start: sample.day(0))
            await refused(.notFound) { try await records.add(stray) }
        }
    }

    @Test("Chores are found by day and by plant", arguments: RecordsStore.allCases)
    func choresAreFound(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let rose = try await Rose(in: records, sample)
            let away = sample.away
            let plant = rose.plant
            let water = rose.water
            let feed = rose.feed
            func found(_ query: ChoreQuery) async throws -> [Chore.ID] {
                try await records.chores(query).map(\.chore.id)
            }
            #expect(try await found(ChoreQuery(through: sample.day(-1))).isEmpty)
            #expect(try await found(ChoreQuery(through: sample.day(0))) == [water.id])
            #expect(try await found(ChoreQuery(through: sample.day(10))) == [water.id, feed.id])
            #expect(try await found(ChoreQuery(plant: plant.id)) == [water.id, feed.id])
            #expect(try await found(ChoreQuery(plant: sample.id("nobody"))).isEmpty)
            #expect(try await records.bound(to: away).chores(ChoreQuery()).isEmpty)
            var gone = plant
            gone.archive = .init(.died, on: sample.day(0))
            try await records.update(gone)
            #expect(try await found(ChoreQuery(through: sample.day(10))).isEmpty)
            #expect(try await found(ChoreQuery(plant: plant.id, includesArchived: true)).count == 2)
            let bare = try sample.bare("Bare")
            try await records.keep(bare, chores: [], correction: nil)
            #expect(try await records.plantsWithoutChores() == [bare.id])
            #expect(try await records.bound(to: away).plantsWithoutChores().isEmpty)
            try await records.update(plant)
            #expect(try await found(ChoreQuery(through: sample.day(10))).count == 2)
        }
    }

    @Test("A chore can be switched off and on", arguments: RecordsStore.allCases)
    func choresAreSwitched(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let rose = try await Rose(in: records, sample)
            let away = sample.away
            let water = rose.water
            try await records.set(water.id, to: .off)
            #expect(try await rose.chore(water.id).state == .off)
            #expect(try await rose.chore(water.id).due == nil)
            #expect(try await records.chores(ChoreQuery(through: sample.day(5))).isEmpty)
            try await records.set(water.id, to: .active)
            #expect(try await rose.chore(water.id) == water)
            await refused(.notFound) { try await records.bound(to: away).set(water.id, to: .off) }
        }
    }
}

extension ChoreRecordsTests {
    @Test("A new plan changes the chores of that plan and no others", arguments: RecordsStore.allCases)
    func plansAreFollowed(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let rose = try await Rose(in: records, sample)
            let away = sample.away
            let plant = rose.plant
            let water = rose.water
            let feed = rose.feed
            _ = try await records.log([rose.draft(0)])
            try await records.set(note: "rainwater", of: water.id)
            await refused(.notFound) { try await records.bound(to: away).set(note: "x", of: water.id) }
            await refused(.notFound) { try await records.set(note: nil, of: .init(rawValue: "none")) }
            var slower = try sample.weekly(plant, from: 50)
            slower.recurrence = try #require(Recurrence.every(days: 12))
            let prune = try sample.weekly(plant, kind: .pruning, from: 60)
            try await records.replan([plant.id: [slower, prune], try sample.id("nobody"): [prune]])
            #expect(try await rose.chore(water.id).due == sample.day(12), "from the day it was done")
            #expect(try await rose.chore(water.id).note == "rainwater", "a note stays")
            try await records.set(note: nil, of: water.id)
            #expect(try await rose.chore(water.id).note == nil)
            #expect(try await rose.chore(feed.id).state == .unneeded)
            #expect(try await rose.chore(prune.id) == prune)
            #expect(try await records.chore(slower.id) == nil)
            try await records.bound(to: away).replan([plant.id: [slower, feed]])
            #expect(try await rose.chore(feed.id).state == .unneeded)
        }
    }

    @Test("A logged chore has a later due day", arguments: RecordsStore.allCases)
    func doneMovesOn(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let rose = try await Rose(in: records, sample)
            let away = sample.away
            let water = rose.water
            let entries = try await records.log([rose.draft(2)])
            #expect(entries.map(\.due) == [sample.day(0)])
            #expect(entries.map(\.planned) == [7])
            let done = try await rose.chore(water.id)
            #expect((done.due, done.lastDone) == (sample.day(9), sample.day(2)))
            _ = try await records.log([rose.draft(8, .skipped)])
            #expect(try await rose.chore(water.id).due == sample.day(16))
            _ = try await records.log([rose.draft(16, .snoozed(until: sample.time(99)))])
            let snoozed = try await rose.chore(water.id)
            #expect((snoozed.due, snoozed.snoozedUntil) == (sample.day(16), sample.time(99)))
            await refused(.notFound) { _ = try await records.bound(to: away).log([rose.draft(9)]) }
        }
    }

    @Test("A chore that two people log for the same day is logged once", arguments: RecordsStore.allCases)
    func onlyOnce(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let rose = try await Rose(in: records, sample)
            #expect(try await records.log([rose.draft(0, expecting: 0)]).count == 1)
            #expect(try await records.log([rose.draft(0, expecting: 0)]).isEmpty)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await records.log([rose.draft(7, expecting: 7)]).count }
                }
                var logged = 0
                for try await count in group { logged += count }
                #expect(logged == 1)
            }
            #expect(try await records.log(LogQuery()).count == 2)
        }
    }

    @Test("Undoing an entry restores the chore", arguments: RecordsStore.allCases)
    func undoneIsUndone(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let rose = try await Rose(in: records, sample)
            let away = sample.away
            let water = rose.water
            let first = try await records.log([rose.draft(0)])
            let second = try await records.log([rose.draft(7)])
            try await records.undo(second.map(\.number))
            try await records.undo(second.map(\.number))
            #expect(try await rose.chore(water.id).due == sample.day(7))
            try await records.undo(first.map(\.number))
            #expect(try await rose.chore(water.id) == water)
            #expect(try await records.log(LogQuery()).map(\.entry.isUndone) == [true, true])
            await refused(.notFound) { try await records.bound(to: away).undo(first.map(\.number)) }
            await refused(.notFound) { try await records.undo([999]) }
        }
    }
}

extension ChoreRecordsTests {
    @Test("Several entries are logged together or not at all", arguments: RecordsStore.allCases)
    func batchesAreWhole(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let rose = try await Rose(in: records, sample)
            let water = rose.water
            await refused(.notFound) {
                _ = try await records.log([rose.draft(0), rose.draft(0, of: .init(rawValue: "nobody"))])
            }
            #expect(try await rose.chore(water.id) == water)
            #expect(try await records.log(LogQuery()).isEmpty)
            let entries = try await records.log([rose.draft(0)])
            await refused(.notFound) { try await records.undo(entries.map(\.number) + [999]) }
            #expect(try await rose.chore(water.id).lastDone == sample.day(0))
        }
    }

    @Test("The log is listed latest first and filtered by plant, kind and day", arguments: RecordsStore.allCases)
    func logsAreKept(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let rose = try await Rose(in: records, sample)
            let away = sample.away
            let plant = rose.plant
            let water = rose.water
            for day in [0, 7, 14] { _ = try await records.log([rose.draft(day)]) }
            let lines = try await records.log(LogQuery(limit: 2))
            #expect(lines.map(\.entry.day) == [sample.day(14), sample.day(7)])
            #expect(lines[0].kind == .watering && lines[0].plantName == "Rose" && lines[0].plant == plant.id)
            #expect(try await records.log(LogQuery(chore: water.id)).count == 3)
            #expect(try await records.log(LogQuery(plant: plant.id, since: sample.day(7))).count == 2)
            #expect(try await records.log(LogQuery(plant: sample.id("nobody"))).isEmpty)
            let middle = LogQuery(since: sample.day(1), through: sample.day(7))
            #expect(try await records.log(middle).map(\.entry.day) == [sample.day(7)])
            #expect(try await records.log(LogQuery(kind: .fertilising)).isEmpty)
            let first = try #require(try await records.log(LogQuery(limit: 9)).last?.entry.number)
            #expect(
                try await records.log(LogQuery(numbers: [first, 999])).map(\.entry.day) == [sample.day(0)])
            #expect(try await records.bound(to: away).log(LogQuery()).isEmpty)
        }
    }

    @Test("Removing a plant removes its chores, log and notes", arguments: RecordsStore.allCases)
    func removingTakesAll(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let rose = try await Rose(in: records, sample)
            let plant = rose.plant
            let water = rose.water
            // Removing a plant removes its chores, log and notes, and their numbers are not used again.
            let entries = try await records.log([rose.draft(0)])
            _ = try await records.addNote("x", at: sample.time(1), to: plant.id)
            try await records.remove(plant.id)
            #expect(try await records.chores(ChoreQuery()).isEmpty)
            #expect(try await records.chore(water.id) == nil)
            #expect(try await records.log(LogQuery()).isEmpty)
            #expect(try await records.notes(of: plant.id).isEmpty)
            let other = try sample.bare("y")
            let chore = try sample.weekly(other)
            try await records.keep(other, chores: [chore], correction: nil)
            let next = try await records.log([rose.draft(0, of: chore.id)])
            #expect(next[0].number > entries[0].number)
        }
    }
}

/// A rose that is watered from day 0 on and fertilised from day 10 on.
private struct Rose: Sendable {
    let records: any Records
    let sample: Sample
    let plant: Plant
    let water: Chore
    let feed: Chore

    init(in records: any Records, _ sample: Sample) async throws {
        (self.records, self.sample) = (records, sample)
        plant = try sample.bare("Rose", room: "Hall", taxon: Taxon(scientificName: "Rosa canina", family: "Rosaceae"))
        water = try sample.weekly(plant)
        feed = try sample.weekly(plant, kind: .fertilising, from: 10)
        try await records.keep(plant, chores: [water, feed], correction: nil)
    }

    func chore(_ id: Chore.ID) async throws -> Chore {
        try #require(try await records.chore(id))
    }

    func draft(
        _ day: Int, _ action: ChoreEntry.Action = .done, of id: Chore.ID? = nil, expecting: Int? = nil
    ) -> ChoreEntry.Draft {
        .init(
            action, of: id ?? water.id, on: sample.day(day), at: sample.time(day), expecting: expecting.map(sample.day),
            planned: 7)
    }
}
