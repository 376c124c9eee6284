import Household
import Messages
package import Plants
package import Recognition

extension SQLRecords {
    package func attach(_ identification: Identification.ID, to plant: Plant.ID) async throws {
        try await write { transaction in
            let key: SQLArguments = ["household": household.rawValue, "identification": identification.rawValue]
            if let known = try Self.plant(of: identification, household, in: transaction), known != plant {
                throw HouseholdError(.alreadyKept, localized("This plant is already in your collection."))
            }
            let photographs = try transaction.query(
                """
                SELECT photograph_id AS id FROM identification_photograph
                WHERE household_id = :household AND identification_id = :identification ORDER BY position
                """, key
            ).map { row -> Photograph.ID in try row.identifier("id") }
            guard !photographs.isEmpty else {
                throw HouseholdError(.notFound, localized("There is no such identification."))
            }
            for photograph in photographs { try Self.add(photograph, to: plant, for: household, in: transaction) }
            try transaction.execute(
                """
                UPDATE plant_photograph SET identification_id = :identification
                WHERE household_id = :household AND plant_id = :plant AND photograph_id = :photograph
                """, key + ["plant": plant.rawValue, "photograph": photographs[0].rawValue])
            try transaction.execute(
                "DELETE FROM waiting WHERE household_id = :household AND identification_id = :identification", key)
        }
    }

    package func photographsWithoutVector(of model: String, limit: Int) async throws -> [Photograph.ID] {
        try await read { transaction in
            try transaction.query(
                """
                SELECT DISTINCT shown.photograph_id AS id FROM plant_photograph AS shown
                JOIN plant ON plant.household_id = shown.household_id AND plant.id = shown.plant_id
                WHERE shown.household_id = :household AND plant.archived_day IS NULL AND NOT EXISTS (
                    SELECT 1 FROM photograph_vector AS known
                    WHERE known.household_id = shown.household_id AND known.photograph_id = shown.photograph_id
                        AND known.model = :model)
                ORDER BY id LIMIT :limit
                """,
                ["household": household.rawValue, "model": model, "limit": limit]
            ).map { try $0.identifier("id") }
        }
    }

    package func keep(_ vector: [Float], of photograph: Photograph.ID, model: String) async throws {
        // No page shows a vector, and no worker waits for one.
        try await writeUnnoticed { transaction in
            try transaction.execute(
                """
                INSERT INTO photograph_vector (household_id, photograph_id, model, vector)
                SELECT household_id, id, :model, :vector FROM photograph
                WHERE household_id = :household AND id = :photograph
                ON CONFLICT (household_id, photograph_id, model) DO UPDATE SET vector = excluded.vector
                """,
                [
                    "household": household.rawValue, "photograph": photograph.rawValue, "model": model,
                    "vector": Columns.roundedBlob(vector),
                ])
        }
    }

    package func plantVectors(of model: String) async throws -> [PlantGallery.Entry] {
        try await read { transaction in
            try transaction.query(
                """
                SELECT shown.plant_id, shown.photograph_id, known.vector FROM plant_photograph AS shown
                JOIN plant ON plant.household_id = shown.household_id AND plant.id = shown.plant_id
                JOIN photograph_vector AS known ON known.household_id = shown.household_id
                    AND known.photograph_id = shown.photograph_id AND known.model = ?
                WHERE shown.household_id = ? AND plant.archived_day IS NULL AND length(known.vector) > 0
                """,
                [model, household.rawValue]
            ).map { row in
                PlantGallery.Entry(
                    plant: try row.identifier("plant_id"), photograph: try row.identifier("photograph_id"),
                    vector: Columns.roundedVector(row["vector"]))
            }
        }
    }
}
