import Agenda
import Concurrency
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
        try await examplesTurn.withPermit {
            guard try await examples().isEmpty else { return }
            var ids: [String] = []
            for example in Self.examples {
                let plant = try await add(
                    example.name, taxon: knownTaxon(named: example.latin), room: example.room,
                    situation: Situation())
                ids.append(plant.id.rawValue)
                // After each one, so that all that were added can be removed together.
                try await records.choose([Self.examplesChoice: ids.joined(separator: " ")])
            }
        }
    }

    /// Removes the examples with their planned chores. An example that a person changed, or to which a person added
    /// something, stays as an ordinary plant. Idempotent.
    package func removeExamples() async throws {
        try await examplesTurn.withPermit {
            for plant in try await examples() where try await isUntouched(plant) { try await remove(plant.id) }
            try await records.choose([Self.examplesChoice: nil])
        }
    }

    /// Returns true if the plant is as it was added: without photographs, notes, entries of the log and own chores.
    private func isUntouched(_ plant: Plant) async throws -> Bool {
        guard plant.photographs.isEmpty, plant.archive == nil, plant.overruled.isEmpty, plant.situation == Situation(),
            Self.examples.contains(where: { example in
                example.name == plant.name && example.room == plant.room
                    && knownTaxon(named: example.latin)?.scientificName == plant.taxon?.scientificName
            })
        else { return false }
        guard try await records.notes(of: plant.id).isEmpty,
            try await records.log(LogQuery(plant: plant.id, limit: 1)).isEmpty
        else { return false }
        return try await records.chores(ChoreQuery(plant: plant.id)).allSatisfy {
            $0.chore.origin == .plan && $0.chore.state != .off
        }
    }
}
