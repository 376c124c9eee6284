package import Plants
import Recognition

/// Plants that show a new household what Stillroom does, and that are removed together.
extension PlantCollection {
    /// The choice that contains the identifiers of the examples, separated by spaces.
    private static let examplesChoice = "collection.examples"

    /// Common houseplants of different needs; the first one often needs water.
    private static let examples = [
        (name: "Basil", latin: "Ocimum basilicum", room: "Kitchen"),
        (name: "Snake plant", latin: "Dracaena trifasciata", room: "Living room"),
        (name: "Moth orchid", latin: "Phalaenopsis amabilis", room: "Living room"),
    ]

    /// The examples that are in the collection.
    package func examples() async throws -> [Plant] {
        let names = try await records.choices()[Self.examplesChoice]?.split(separator: " ") ?? []
        var plants: [Plant] = []
        for id in names.compactMap({ Plant.ID(String($0)) }) {
            if let plant = try await records.plant(id) { plants.append(plant) }
        }
        return plants
    }

    /// Adds three examples. No-op if some are in the collection.
    package func addExamples() async throws {
        guard try await examples().isEmpty else { return }
        var ids: [String] = []
        for example in Self.examples {
            let plant = try await add(
                example.name, taxon: knownTaxon(named: example.latin), room: example.room)
            ids.append(plant.id.rawValue)
            // After each one, so that all that were added can be removed together.
            try await records.choose([Self.examplesChoice: ids.joined(separator: " ")])
        }
    }

    /// Removes the examples with their chores and notes. Idempotent.
    package func removeExamples() async throws {
        for plant in try await examples() { try await remove(plant.id) }
        try await records.choose([Self.examplesChoice: nil])
    }
}
