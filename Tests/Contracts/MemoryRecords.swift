import Foundation
package import Household
package import Plants
package import Recognition
import Synchronization

/// Records that forget at the end of the process; as strict as the real ones.
package final class MemoryRecords: Records {
    private struct House {
        var photographs: [Photograph.ID: Photograph] = [:]
        var identifications: [Identification] = []
        var plants: [Plant] = []
        var corrections: [Correction] = []
    }

    private let houses = Mutex<[Household.ID: House]>([:])

    package init() {}

    private func with<Value>(_ household: Household.ID, _ body: (inout House) throws -> sending Value) rethrows -> Value
    {
        try houses.withLock { houses in try body(&houses[household, default: House()]) }
    }

    package func add(_ photograph: Photograph, for household: Household.ID) async throws {
        with(household) { $0.photographs[photograph.id] = photograph }
    }

    package func photograph(_ id: Photograph.ID, of household: Household.ID) async throws -> Photograph? {
        with(household) { $0.photographs[id] }
    }

    package func add(_ identification: Identification, for household: Household.ID) async throws {
        try with(household) { house in
            guard identification.photographs.allSatisfy({ house.photographs[$0] != nil }) else { throw Self.notFound }
            house.identifications.append(identification)
        }
    }

    package func identification(_ id: Identification.ID, of household: Household.ID) async throws -> Identification? {
        with(household) { house in
            house.identifications.first { $0.id == id }.map { Self.current($0, in: house) }
        }
    }

    package func identifications(latest count: Int, of household: Household.ID) async throws -> [Identification] {
        with(household) { house in
            house.identifications
                .sorted { ($0.answer.answeredAt, $0.id.rawValue) > ($1.answer.answeredAt, $1.id.rawValue) }
                .prefix(count).map { Self.current($0, in: house) }
        }
    }

    package func keep(_ plant: Plant, correction: Correction?, for household: Household.ID) async throws {
        try with(household) { house in
            guard house.identifications.contains(where: { $0.id == plant.identification }) else { throw Self.notFound }
            guard !house.plants.contains(where: { $0.identification == plant.identification }) else {
                throw HouseholdError(.alreadyKept, "This one is in the collection already.")
            }
            house.plants.append(plant)
            if let correction { house.corrections.append(correction) }
        }
    }

    package func corrections(of household: Household.ID) async throws -> [Correction] {
        with(household) { $0.corrections }
    }

    package func plant(_ id: Plant.ID, of household: Household.ID) async throws -> Plant? {
        with(household) { $0.plants.first { $0.id == id } }
    }

    package func plants(_ query: PlantQuery, of household: Household.ID) async throws -> [Plant] {
        with(household) { house in
            house.plants.filter { query.foldedText.isEmpty || $0.searchText.contains(query.foldedText) }
                .sorted { left, right in
                    query.order == .newest && left.addedAt != right.addedAt
                        ? left.addedAt > right.addedAt
                        : query.order == .name && left.nameKey != right.nameKey
                            ? left.nameKey < right.nameKey : left.id.rawValue < right.id.rawValue
                }
        }
    }

    package func plantCount(of household: Household.ID) async throws -> Int {
        with(household) { $0.plants.count }
    }

    package func rename(_ id: Plant.ID, to name: String, for household: Household.ID) async throws {
        try with(household) { house in
            guard let place = house.plants.firstIndex(where: { $0.id == id }) else { throw Self.notFound }
            house.plants[place] = house.plants[place].renamed(to: name)
        }
    }

    package func remove(_ id: Plant.ID, for household: Household.ID) async throws {
        try with(household) { house in
            guard let place = house.plants.firstIndex(where: { $0.id == id }) else { throw Self.notFound }
            house.plants.remove(at: place)
        }
    }

    package func uses(_ digest: Digest) async throws -> Bool {
        houses.withLock { $0.values.contains { $0.photographs.values.contains { $0.digest == digest } } }
    }

    package func check() async throws {}

    private static func current(_ identification: Identification, in house: House) -> Identification {
        let plant = house.plants.first { $0.identification == identification.id }
        return Identification(
            id: identification.id, photographs: identification.photographs, answer: identification.answer,
            outcome: plant.map { .kept($0.id) } ?? .open)
    }

    private static var notFound: HouseholdError { HouseholdError(.notFound, "There is nothing of that name.") }
}
