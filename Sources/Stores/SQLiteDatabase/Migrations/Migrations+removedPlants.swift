extension Migrations {
    /// Plants that were removed and can be restored until a time. `contents` has the rows of the plant as JSON, by table.
    /// The photographs are rows, so that they are not deleted meanwhile.
    enum RemovedPlants {
        static let schema = """
            CREATE TABLE removed_plant (
                household_id TEXT NOT NULL, id TEXT NOT NULL,
                name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
                removed_at INTEGER NOT NULL, until INTEGER NOT NULL CHECK (until > removed_at),
                contents TEXT NOT NULL,
                PRIMARY KEY (household_id, id)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX removed_plant_by_end ON removed_plant (household_id, until);

            CREATE TABLE removed_plant_photograph (
                household_id TEXT NOT NULL, plant_id TEXT NOT NULL, photograph_id TEXT NOT NULL,
                PRIMARY KEY (household_id, plant_id, photograph_id),
                FOREIGN KEY (household_id, plant_id) REFERENCES removed_plant (household_id, id) ON DELETE CASCADE,
                FOREIGN KEY (household_id, photograph_id) REFERENCES photograph (household_id, id)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX removed_plant_photograph_by_photograph
                ON removed_plant_photograph (household_id, photograph_id);
            """
    }
}
