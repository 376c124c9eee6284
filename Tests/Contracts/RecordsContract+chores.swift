import Agenda
import Foundation
import Household
import Plants
import Recognition
import Testing

extension RecordsContract {
    func checkChores(_ records: any Records, _ sample: Sample) async throws {
        let (home, away) = (sample.home, sample.away)
        let plant = try sample.bare("Rose", room: "Hall", taxon: Taxon(scientificName: "Rosa canina"))
        let water = try sample.weekly(plant)
        let feed = try sample.weekly(plant, kind: .fertilising, from: 10)
        try await records.keep(plant, chores: [water, feed], correction: nil, for: home)
        func chore(_ id: Chore.ID) async throws -> Chore { try #require(try await records.chore(id, of: home)) }
        func draft(_ day: Int, _ action: ChoreEntry.Action = .done, expecting: Int? = nil) -> ChoreEntry.Draft {
            .init(
                action, of: water.id, on: sample.day(day), at: sample.time(day), expecting: expecting.map(sample.day),
                planned: 7)
        }
        switch self {
        case .choresComeBack:
            #expect(try await chore(water.id) == water)
            #expect(try await records.chore(water.id, of: away) == nil)
            let own = Chore(
                id: .init(rawValue: "own"), plant: nil, kind: .own, title: "Wash the pots", origin: .person,
                recurrence: .months(every: 2, on: 31), start: sample.day(3), state: .off)
            try await records.add(own, for: home)
            #expect(try await chore(own.id) == own)
            let lines = try await records.chores(ChoreQuery(), of: home)
            #expect(lines.first { $0.chore.id == own.id }?.plant == nil)
            #expect(
                lines.first { $0.chore.id == water.id }?.plant
                    == .init(
                        id: plant.id, name: "Rose", scientificName: "Rosa canina", room: "Hall", photograph: nil))
            let stray = Chore(
                id: .init(rawValue: "stray"), plant: "nobody", kind: .watering, origin: .person, recurrence: .once,
                start: sample.day(0))
            await refused(.notFound) { try await records.add(stray, for: home) }

        case .choresAreFound:
            func found(_ query: ChoreQuery) async throws -> [Chore.ID] {
                try await records.chores(query, of: home).map(\.chore.id)
            }
            #expect(try await found(ChoreQuery(through: sample.day(-1))).isEmpty)
            #expect(try await found(ChoreQuery(through: sample.day(0))) == [water.id])
            #expect(try await found(ChoreQuery(through: sample.day(10))) == [water.id, feed.id])
            #expect(try await found(ChoreQuery(plant: plant.id)) == [water.id, feed.id])
            #expect(try await found(ChoreQuery(plant: sample.id("nobody"))).isEmpty)
            #expect(try await records.chores(ChoreQuery(), of: away).isEmpty)
            var gone = plant
            gone.archive = .init(.died, on: sample.day(0))
            try await records.update(gone, for: home)
            #expect(try await found(ChoreQuery(through: sample.day(10))).isEmpty)
            #expect(try await found(ChoreQuery(plant: plant.id, includesArchived: true)).count == 2)
            let bare = try sample.bare("Bare")
            try await records.keep(bare, chores: [], correction: nil, for: home)
            #expect(try await records.plantsWithoutChores(of: home) == [bare.id])
            #expect(try await records.plantsWithoutChores(of: away).isEmpty)
            try await records.update(plant, for: home)
            #expect(try await found(ChoreQuery(through: sample.day(10))).count == 2)

        case .choresAreSwitched:
            try await records.set(water.id, to: .off, for: home)
            #expect(try await chore(water.id).state == .off)
            #expect(try await chore(water.id).due == nil)
            #expect(try await records.chores(ChoreQuery(through: sample.day(5)), of: home).isEmpty)
            try await records.set(water.id, to: .active, for: home)
            #expect(try await chore(water.id) == water)
            await refused(.notFound) { try await records.set(water.id, to: .off, for: away) }

        case .plansAreFollowed:
            _ = try await records.log([draft(0)], for: home)
            var slower = try sample.weekly(plant, from: 50)
            slower.recurrence = try #require(Recurrence.every(days: 12))
            let prune = try sample.weekly(plant, kind: .pruning, from: 60)
            try await records.replan([plant.id: [slower, prune], try sample.id("nobody"): [prune]], for: home)
            #expect(try await chore(water.id).due == sample.day(12), "from the day it was done")
            #expect(try await chore(feed.id).state == .unneeded)
            #expect(try await chore(prune.id) == prune)
            #expect(try await records.chore(slower.id, of: home) == nil)
            try await records.replan([plant.id: [slower, feed]], for: away)
            #expect(try await chore(feed.id).state == .unneeded)

        case .doneMovesOn:
            let entries = try await records.log([draft(2)], for: home)
            #expect(entries.map(\.due) == [sample.day(0)])
            #expect(entries.map(\.planned) == [7])
            let done = try await chore(water.id)
            #expect((done.due, done.lastDone) == (sample.day(9), sample.day(2)))
            _ = try await records.log([draft(8, .skipped)], for: home)
            #expect(try await chore(water.id).due == sample.day(16))
            _ = try await records.log([draft(16, .snoozed(until: sample.time(99)))], for: home)
            let snoozed = try await chore(water.id)
            #expect((snoozed.due, snoozed.snoozedUntil) == (sample.day(16), sample.time(99)))
            await refused(.notFound) { _ = try await records.log([draft(9)], for: away) }

        case .onlyOnce:
            #expect(try await records.log([draft(0, expecting: 0)], for: home).count == 1)
            #expect(try await records.log([draft(0, expecting: 0)], for: home).isEmpty)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await records.log([draft(7, expecting: 7)], for: home).count }
                }
                var told = 0
                for try await count in group { told += count }
                #expect(told == 1)
            }
            #expect(try await records.log(LogQuery(), of: home).count == 2)

        default: try await checkLog(records, sample, plant, water)
        }
    }

    private func checkLog(_ records: any Records, _ sample: Sample, _ plant: Plant, _ water: Chore) async throws {
        let (home, away) = (sample.home, sample.away)
        func chore(_ id: Chore.ID) async throws -> Chore { try #require(try await records.chore(id, of: home)) }
        func draft(_ day: Int, of id: Chore.ID? = nil) -> ChoreEntry.Draft {
            .init(.done, of: id ?? water.id, on: sample.day(day), at: sample.time(day))
        }
        switch self {
        case .undoneIsUndone:
            let first = try await records.log([draft(0)], for: home)
            let second = try await records.log([draft(7)], for: home)
            try await records.undo(second.map(\.number), for: home)
            try await records.undo(second.map(\.number), for: home)
            #expect(try await chore(water.id).due == sample.day(7))
            try await records.undo(first.map(\.number), for: home)
            #expect(try await chore(water.id) == water)
            #expect(try await records.log(LogQuery(), of: home).map(\.entry.isUndone) == [true, true])
            await refused(.notFound) { try await records.undo(first.map(\.number), for: away) }
            await refused(.notFound) { try await records.undo([999], for: home) }

        case .batchesAreWhole:
            await refused(.notFound) {
                _ = try await records.log([draft(0), draft(0, of: .init(rawValue: "nobody"))], for: home)
            }
            #expect(try await chore(water.id) == water)
            #expect(try await records.log(LogQuery(), of: home).isEmpty)
            let told = try await records.log([draft(0)], for: home)
            await refused(.notFound) { try await records.undo(told.map(\.number) + [999], for: home) }
            #expect(try await chore(water.id).lastDone == sample.day(0))

        case .logsAreKept:
            for day in [0, 7, 14] { _ = try await records.log([draft(day)], for: home) }
            let lines = try await records.log(LogQuery(limit: 2), of: home)
            #expect(lines.map(\.entry.day) == [sample.day(14), sample.day(7)])
            #expect(lines[0].kind == .watering && lines[0].plantName == "Rose" && lines[0].plant == plant.id)
            #expect(try await records.log(LogQuery(chore: water.id), of: home).count == 3)
            #expect(try await records.log(LogQuery(plant: plant.id, since: sample.day(7)), of: home).count == 2)
            #expect(try await records.log(LogQuery(plant: sample.id("nobody")), of: home).isEmpty)
            let middle = LogQuery(since: sample.day(1), through: sample.day(7))
            #expect(try await records.log(middle, of: home).map(\.entry.day) == [sample.day(7)])
            #expect(try await records.log(LogQuery(kind: .fertilising), of: home).isEmpty)
            let first = try #require(try await records.log(LogQuery(limit: 9), of: home).last?.entry.number)
            #expect(
                try await records.log(LogQuery(numbers: [first, 999]), of: home).map(\.entry.day) == [sample.day(0)])
            #expect(try await records.log(LogQuery(), of: away).isEmpty)

        default:
            // Removing a plant takes its chores, its log and its notes, and their numbers are not given again.
            let told = try await records.log([draft(0)], for: home)
            _ = try await records.addNote("x", at: sample.time(1), to: plant.id, for: home)
            try await records.remove(plant.id, for: home)
            #expect(try await records.chores(ChoreQuery(), of: home).isEmpty)
            #expect(try await records.chore(water.id, of: home) == nil)
            #expect(try await records.log(LogQuery(), of: home).isEmpty)
            #expect(try await records.notes(of: plant.id, household: home).isEmpty)
            let other = try sample.bare("y")
            let chore = try sample.weekly(other)
            try await records.keep(other, chores: [chore], correction: nil, for: home)
            let next = try await records.log([draft(0, of: chore.id)], for: home)
            #expect(next[0].number > told[0].number)
        }
    }
}
