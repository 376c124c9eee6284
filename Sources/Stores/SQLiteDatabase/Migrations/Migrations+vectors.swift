extension Migrations {
    /// One row for each photograph and model. `vector` has the greatest magnitude as a 32-bit float and then one signed
    /// byte for each number; it is empty if the photograph has none.
    ///
    /// `plant_photograph.identification_id` is the identification whose photographs a person added to the plant, because
    /// it showed that plant.
    enum Vectors {
        static let schema = """
            CREATE TABLE photograph_vector (
                household_id TEXT NOT NULL, photograph_id TEXT NOT NULL, model TEXT NOT NULL, vector BLOB NOT NULL,
                PRIMARY KEY (household_id, photograph_id, model),
                FOREIGN KEY (household_id, photograph_id) REFERENCES photograph (household_id, id) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            ALTER TABLE plant_photograph ADD COLUMN identification_id TEXT;
            CREATE INDEX plant_photograph_by_identification ON plant_photograph (household_id, identification_id)
                WHERE identification_id IS NOT NULL;
            """
    }
}
