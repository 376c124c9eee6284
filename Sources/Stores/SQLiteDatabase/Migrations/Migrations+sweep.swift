extension Migrations {
    /// The time since which a photograph is known to belong to nothing, and the index that finds the plants that show
    /// it.
    enum Sweep {
        static let schema = """
            ALTER TABLE photograph ADD COLUMN unattached_since INTEGER;
            CREATE INDEX plant_photograph_by_photograph ON plant_photograph (household_id, photograph_id);
            """
    }
}
