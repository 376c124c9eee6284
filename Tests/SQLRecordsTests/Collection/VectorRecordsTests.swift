import Calendar
import Contracts
import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

@Suite("Records of vectors of photographs", .tags(.medium))
struct VectorRecordsTests {
    @Test("Photographs of plants lack a vector until one is stored, for each model", arguments: RecordsStore.allCases)
    func missing(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let identification = try await sample.identification(in: records, photographs: 2)
            #expect(try await records.photographsWithoutVector(of: "m 1", limit: 9).isEmpty, "it is no plant yet")
            let plant = try await sample.plant(in: records, of: identification)
            let shown = plant.photographs.sorted { $0.rawValue < $1.rawValue }
            #expect(try await records.photographsWithoutVector(of: "m 1", limit: 9) == shown)
            #expect(try await records.photographsWithoutVector(of: "m 1", limit: 1) == [shown[0]])
            try await records.keep([0.25, -1, 0.5], of: shown[0], model: "m 1")
            try await records.keep([], of: shown[1], model: "m 1")
            #expect(try await records.photographsWithoutVector(of: "m 1", limit: 9).isEmpty)
            #expect(try await records.photographsWithoutVector(of: "m 2", limit: 9) == shown)
            let entries = try await records.plantVectors(of: "m 1")
            #expect(entries.map(\.photograph) == [shown[0]], "an empty vector is none")
            #expect(entries.map(\.plant) == [plant.id])
            let vector = try #require(entries.first?.vector)
            #expect(zip(vector, [0.25, -1, 0.5] as [Float]).allSatisfy { abs($0 - $1) <= 1 / 254 })
            #expect(try await records.plantVectors(of: "m 2").isEmpty)
            #expect(try await records.bound(to: sample.away).plantVectors(of: "m 1").isEmpty)
            try await records.keep([1, 0, 0], of: shown[0], model: "m 1")
            #expect(try await records.plantVectors(of: "m 1").map(\.vector) == [[1, 0, 0]])
        }
    }

    @Test(
        "Archived plants have no vectors, and an unknown photograph is not stored", arguments: RecordsStore.allCases)
    func archived(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let plant = try await sample.plant(in: records, of: sample.identification(in: records))
            try await records.keep([1], of: plant.photographs[0], model: "m")
            try await records.keep([1], of: sample.id("nobody"), model: "m")
            #expect(try await records.plantVectors(of: "m").count == 1)
            _ = try await records.change(plant.id) { $0.archive = .init(.sold, on: LocalDay(number: 20_000)) }
            #expect(try await records.plantVectors(of: "m").isEmpty)
            #expect(try await records.photographsWithoutVector(of: "other", limit: 9).isEmpty)
        }
    }

    @Test(
        "The photographs of an identification are added to one plant, in their order", arguments: RecordsStore.allCases)
    func belongs(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let plant = try await sample.plant(in: records, of: sample.identification(in: records))
            let other = try await sample.plant(in: records, of: sample.identification(in: records, minute: 5))
            let later = try await sample.identification(in: records, photographs: 2, minute: 9)
            await refused(.notFound) { try await records.attach(later.id, to: sample.id("nobody")) }
            await refused(.notFound) {
                try await records.attach(sample.id("nobody"), to: plant.id)
            }
            await refused(.notFound) { try await records.bound(to: sample.away).attach(later.id, to: plant.id) }
            #expect(try await records.identification(later.id)?.outcome == .open)
            try await records.attach(later.id, to: plant.id)
            try await records.attach(later.id, to: plant.id)
            #expect(try await records.identification(later.id)?.outcome == .kept(plant.id))
            #expect(try await records.plant(plant.id)?.photographs == plant.photographs + later.photographs)
            await refused(.alreadyKept) { try await records.attach(later.id, to: other.id) }
            #expect(try await records.plant(other.id)?.photographs == other.photographs)

            // It goes with the plant, and returns with it.
            _ = try await records.remove(plant.id, at: sample.time(10), until: sample.time(99))
            #expect(try await records.identification(later.id)?.outcome == .open)
            _ = try await records.restore(plant.id, at: sample.time(11))
            #expect(try await records.identification(later.id)?.outcome == .kept(plant.id))
            try await records.remove(later.photographs[0], from: plant.id)
            #expect(try await records.identification(later.id)?.outcome == .open)
        }
    }

    @Test("A photograph that is in a timeline already does not make an identification that plant's")
    func shown() async throws {
        try await RecordsStore.memory.opened { records, sample in
            let first = try await sample.identification(in: records)
            _ = try await sample.plant(in: records, of: first)
            let again = Identification(
                id: try sample.fresh(), photographs: first.photographs, answer: sample.answer(minute: 3))
            try await records.add(again)
            #expect(try await records.identification(again.id)?.outcome == .open)
        }
    }
}
