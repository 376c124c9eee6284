package import Plants

extension Household {
    package func plants(_ query: PlantQuery = PlantQuery()) async throws -> [Plant] {
        try await records.plants(query, of: id)
    }

    package func plantCount() async throws -> Int { try await records.plantCount(of: id) }

    package func plant(_ id: Plant.ID) async throws -> Plant {
        guard let plant = try await records.plant(id, of: self.id) else {
            throw HouseholdError(.notFound, "There is no such plant in the collection.")
        }
        return plant
    }

    package func rename(_ id: Plant.ID, to name: String) async throws {
        guard let name = Plant.tidy(name) else { throw HouseholdError(.nameMissing, "A plant needs a name.") }
        try await records.rename(id, to: name, for: self.id)
    }

    /// Takes the plant out of the collection; its photographs and identification stay.
    package func remove(_ id: Plant.ID) async throws {
        try await records.remove(id, for: self.id)
    }

    /// Whether everything that must be kept can be kept, and the model can be asked. Throws what is wrong.
    package func checkReadiness() async throws {
        try await records.check()
        try await archive.check()
        _ = try recogniser.about().get()
    }
}
