import Contracts
import Foundation
import Household
import Plants
import Recognition
import Support
import Testing

@Suite("Records of identifications and plants", .tags(.medium))
struct IdentificationRecordsTests {
    @Test("A photograph is read as it was written", arguments: RecordsStore.allCases)
    func photographsComeBack(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let photograph = try await sample.photograph(in: records)
            #expect(try await records.photograph(photograph.id) == photograph)
            #expect(try await records.photograph(sample.id("nobody")) == nil)
        }
    }

    @Test("An identification is read as it was written", arguments: RecordsStore.allCases)
    func identificationsComeBack(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let identification = try await sample.identification(in: records, photographs: 3)
            #expect(try await records.identification(identification.id) == identification)
            #expect(try await records.identification(sample.id("nobody")) == nil)
        }
    }

    @Test("Identifications are listed latest first", arguments: RecordsStore.allCases)
    func latestFirst(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            for minute in [2, 3, 1] { _ = try await sample.identification(in: records, minute: minute) }
            let latest = try await records.identifications(latest: 2)
            #expect(latest.map(\.answer.answeredAt) == [sample.time(3), sample.time(2)])
        }
    }

    @Test("Adding an identification of a photograph that does not exist is refused", arguments: RecordsStore.allCases)
    func foreignPhotographsAreRefused(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let foreign = Identification(
                id: try sample.id("i"), photographs: [try sample.id("nobody")], answer: sample.answer())
            await refused(.notFound) { try await records.add(foreign) }
            #expect(try await records.identification(foreign.id) == nil)
        }
    }

    @Test("An identification is kept as a plant at most once", arguments: RecordsStore.allCases)
    func keepingIsOnce(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let identification = try await sample.identification(in: records)
            let plant = try await sample.plant(in: records, of: identification)
            #expect(try await records.plant(plant.id) == plant)
            #expect(try await records.identification(identification.id)?.outcome == .kept(plant.id))
            let again = Plant(
                id: try sample.id("again"), name: "Again", taxon: nil, photographs: [],
                identification: identification.id,
                addedAt: sample.time(9))
            await refused(.alreadyKept) { try await records.keep(again, chores: [], correction: nil) }
            #expect(try await records.plantCount() == 1)
        }
    }
}

extension IdentificationRecordsTests {
    @Test(
        "Keeping a plant of an identification that does not exist stores neither the plant nor its correction",
        arguments: RecordsStore.allCases)
    func keepingWithoutIdentificationIsRefused(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let plant = Plant(
                id: try sample.id("p"), name: "Lost", taxon: nil, photographs: [],
                identification: try sample.id("nobody"),
                addedAt: sample.time(1))
            let correction = Correction(
                identification: try sample.id("nobody"), proposed: nil, chosen: nil, madeAt: sample.time(1))
            await refused(.notFound) {
                try await records.keep(plant, chores: [], correction: correction)
            }
            #expect(try await records.plant(plant.id) == nil)
            #expect(try await records.corrections().isEmpty)
        }
    }

    @Test("Corrections are listed in the order in which they were made", arguments: RecordsStore.allCases)
    func correctionsAreKept(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            for name in ["Rosa canina", nil] {
                let identification = try await sample.identification(in: records)
                let correction = Correction(
                    identification: identification.id, proposed: "Viola odorata", chosen: name, madeAt: sample.time(4))
                _ = try await sample.plant(in: records, of: identification, correction: correction)
            }
            #expect(try await records.corrections().map(\.chosen) == ["Rosa canina", nil])
        }
    }

    @Test(
        "Plants are found by parts of their names, ignoring case and accents", arguments: RecordsStore.allCases
    )
    func plantsAreFound(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let plants = try await sample.collection(in: records)
            func names(_ text: String) async throws -> [String] {
                try await records.plants(PlantQuery(text: text, order: .name)).map(\.name)
            }
            #expect(try await names("").count == plants.count)
            #expect(try await names("STROM") == ["Ström"])
            #expect(try await names(" rosa  canina ") == ["Alice"])
            #expect(try await names("rosaceae").count == plants.count)
            #expect(try await names("100%") == [])
            #expect(try await names("_") == [])
        }
    }

    @Test("Plants are sorted by time or by name", arguments: RecordsStore.allCases)
    func plantsAreSorted(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            _ = try await sample.collection(in: records)
            #expect(
                try await records.plants(PlantQuery(order: .newest)).map(\.name) == [
                    "Ström", "zinnia", "Alice",
                ])
            #expect(
                try await records.plants(PlantQuery(order: .name)).map(\.name) == [
                    "Alice", "Ström", "zinnia",
                ])
        }
    }

    @Test("A renamed plant is found by its new name", arguments: RecordsStore.allCases)
    func renaming(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let plant = try await sample.plant(in: records, of: sample.identification(in: records))
            var renamed = plant
            renamed.name = "Ärger"
            try await records.update(renamed)
            #expect(try await records.plant(plant.id) == renamed)
            #expect(try await records.plants(PlantQuery(text: "arger")).count == 1)
            let nobody = Plant(
                id: try sample.id("nobody"), name: "x", taxon: nil, photographs: [], identification: nil,
                addedAt: sample.time(1))
            await refused(.notFound) { try await records.update(nobody) }
        }
    }
}

extension IdentificationRecordsTests {
    @Test("Removing a plant makes its identification available again", arguments: RecordsStore.allCases)
    func removing(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let identification = try await sample.identification(in: records)
            let plant = try await sample.plant(in: records, of: identification)
            try await records.remove(plant.id)
            #expect(try await records.plant(plant.id) == nil)
            #expect(try await records.identification(identification.id)?.outcome == .open)
            await refused(.notFound) { try await records.remove(plant.id) }
            _ = try await sample.plant(in: records, of: identification)
        }
    }

    @Test("A household never reads or changes another household's plants", arguments: RecordsStore.allCases)
    func householdsDoNotMeet(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let identification = try await sample.identification(in: records)
            let plant = try await sample.plant(in: records, of: identification)
            let away = sample.away
            #expect(try await records.bound(to: away).photograph(identification.photographs[0]) == nil)
            #expect(try await records.bound(to: away).identification(identification.id) == nil)
            #expect(try await records.bound(to: away).identifications(latest: 10).isEmpty)
            #expect(try await records.bound(to: away).plant(plant.id) == nil)
            #expect(try await records.bound(to: away).plants(PlantQuery()).isEmpty)
            #expect(try await records.bound(to: away).plantCount() == 0)
            await refused(.notFound) { try await records.bound(to: away).update(plant) }
            await refused(.notFound) { try await records.bound(to: away).remove(plant.id) }
            let stolen = Identification(
                id: try sample.id("s"), photographs: identification.photographs, answer: sample.answer())
            await refused(.notFound) { try await records.bound(to: away).add(stolen) }
            #expect(try await records.plant(plant.id) == plant)
        }
    }

    @Test("The digest of a stored photograph is reported as used", arguments: RecordsStore.allCases)
    func digestsAreKnown(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let photograph = try await sample.photograph(in: records)
            #expect(try await records.uses(photograph.digest))
            #expect(try await !records.uses(sample.digest("f")))
        }
    }

    @Test("Forty plants that are kept at the same time are all stored", arguments: RecordsStore.allCases)
    func manyAtOnce(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        let identification = try await sample.identification(in: records)
                        _ = try await sample.plant(in: records, of: identification)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await records.plantCount() == 40)
            try await records.check()
        }
    }
}
