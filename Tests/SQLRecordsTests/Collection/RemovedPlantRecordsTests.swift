import Agenda
import Calendar
import Contracts
import Foundation
import Household
import Plants
import Recognition
import SQLRecords
import Support
import Testing

@Suite("Records of removed plants", .tags(.medium))
struct RemovedPlantRecordsTests {
    @Test("A restored plant has all its rows again", arguments: RecordsStore.allCases)
    func everythingReturns(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let plant = try await sample.plant(in: records, of: sample.identification(in: records, photographs: 2))
            let other = try await sample.plant(in: records, of: sample.identification(in: records))
            let later = try await sample.photograph(in: records)
            try await records.add(later.id, to: plant.id)
            _ = try await records.change(plant.id) { plant in
                plant.room = "Hall"
                plant.situation.potDiameter = 14
                plant.situation.repotted = LocalDay("2026-03-21")
                plant.overruled = [.light: "5"]
            }
            let chore = try sample.weekly(plant)
            try await records.add(chore)
            _ = try await records.log([
                ChoreEntry.Draft(.done, of: chore.id, on: sample.day(1), at: sample.time(5))
            ])
            _ = try await records.addNote("A new leaf\nand “another”", at: sample.time(6), to: plant.id)
            let before = try await state(of: plant.id, in: records)
            #expect(before.notes.count == 1 && before.log.count == 1 && before.chores.count == 1)

            let removed = try await records.remove(plant.id, at: sample.time(10), until: sample.time(20))
            #expect(removed.name == plant.name && removed.until == sample.time(20))
            #expect(try await records.plant(plant.id) == nil)
            #expect(try await records.plants(PlantQuery(isArchived: nil)).map(\.id) == [other.id])
            #expect(try await records.plantCount() == 1)
            #expect(try await records.rooms().isEmpty)
            #expect(try await records.chores(ChoreQuery(includesArchived: true)).isEmpty)
            #expect(try await records.log(LogQuery(limit: 10)).isEmpty)
            #expect(try await records.removedPlants(at: sample.time(11)) == [removed])
            #expect(try await records.bound(to: sample.away).removedPlants(at: sample.time(11)).isEmpty)

            let (restored, isRestored) = try await records.restore(plant.id, at: sample.time(12))
            #expect(isRestored && restored.identification == plant.identification)
            #expect(try await state(of: plant.id, in: records) == before)
            #expect(try await records.removedPlants(at: sample.time(12)).isEmpty)
            #expect(try await !records.restore(plant.id, at: sample.time(13)).isRestored, "idempotent")
        }
    }

    private struct PlantState: Equatable {
        let plant: Plant?
        let chores: [ChoreLine]
        let log: [LogLine]
        let notes: [PlantNote]
    }

    private func state(of id: Plant.ID, in records: any Records) async throws -> PlantState {
        PlantState(
            plant: try await records.plant(id), chores: try await records.chores(ChoreQuery(plant: id)),
            log: try await records.log(LogQuery(plant: id, limit: 10)), notes: try await records.notes(of: id))
    }

    @Test("A removal is idempotent, belongs to its household, and ends", arguments: RecordsStore.allCases)
    func ends(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let plant = try await sample.plant(in: records, of: sample.identification(in: records))
            await refused(.notFound) {
                _ = try await records.bound(to: sample.away).remove(plant.id, at: sample.time(0), until: sample.time(9))
            }
            let first = try await records.remove(plant.id, at: sample.time(1), until: sample.time(9))
            #expect(try await records.remove(plant.id, at: sample.time(2), until: sample.time(10)) == first)
            await refused(.notFound) {
                _ = try await records.bound(to: sample.away).restore(plant.id, at: sample.time(3))
            }
            await refused(.notFound) { _ = try await records.restore(plant.id, at: sample.time(9)) }
            #expect(try await records.removedPlants(at: sample.time(9)).isEmpty)
            #expect(try await records.deleteRemovedPlants(endedBy: sample.time(8)) == 0)
            #expect(try await records.deleteRemovedPlants(endedBy: sample.time(9)) == 1)
            await refused(.notFound) { _ = try await records.restore(plant.id, at: sample.time(3)) }
            await refused(.notFound) {
                _ = try await records.remove(plant.id, at: sample.time(10), until: sample.time(20))
            }
        }
    }

    @Test("The photographs of a removed plant are not swept until it is deleted", arguments: RecordsStore.allCases)
    func photographsStay(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let plant = try sample.bare("fern")
            try await records.keep(plant, chores: [], correction: nil)
            let photograph = try await sample.photograph(in: records)
            try await records.add(photograph.id, to: plant.id)
            _ = try await records.remove(plant.id, at: sample.time(0), until: sample.time(100))
            for minute in [10, 60, 90] {
                #expect(
                    try await records.sweepPhotographs(at: sample.time(minute), notedBefore: sample.time(minute)) == 0)
            }
            #expect(try await records.unattachedPhotographs() == 0)
            #expect(try await records.photograph(photograph.id) != nil)
            _ = try await records.deleteRemovedPlants(endedBy: sample.time(100))
            #expect(try await records.unattachedPhotographs() == 1)
            _ = try await records.sweepPhotographs(at: sample.time(110), notedBefore: sample.time(100))
            #expect(try await records.sweepPhotographs(at: sample.time(120), notedBefore: sample.time(115)) == 1)
        }
    }

    @Test("What was used for something else meanwhile does not stop a restore", arguments: RecordsStore.allCases)
    func usedMeanwhile(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let identification = try await sample.identification(in: records)
            let plant = try await sample.plant(in: records, of: identification)
            let other = try sample.bare("fern")
            try await records.keep(other, chores: [], correction: nil)
            let note = try await records.addNote("Mine", at: sample.time(1), to: plant.id)
            _ = try await records.remove(plant.id, at: sample.time(2), until: sample.time(100))
            let again = Plant(
                id: try sample.id("again"), name: "Again", taxon: nil, photographs: identification.photographs,
                identification: identification.id, addedAt: sample.time(3))
            try await records.keep(again, chores: [], correction: nil)
            let taken = try await records.addNote("Another", at: sample.time(4), to: other.id)
            #expect(taken.number == note.number)

            let (restored, _) = try await records.restore(plant.id, at: sample.time(5))
            #expect(restored.identification == nil && restored.photographs == plant.photographs)
            #expect(try await records.plant(again.id)?.identification == identification.id)
            #expect(try await records.notes(of: plant.id).map(\.text) == ["Mine"])
            #expect(try await records.notes(of: other.id) == [taken])
        }
    }
}
