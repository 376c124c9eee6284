extension Migrations {
    /// Photographs whose files are being written. `until` is when the intake ends if the photograph is not added.
    enum Intake {
        static let schema = """
            CREATE TABLE photograph_intake (
                household_id TEXT NOT NULL, photograph_id TEXT NOT NULL,
                digest TEXT NOT NULL CHECK (length(digest) = 64), until INTEGER NOT NULL,
                PRIMARY KEY (household_id, photograph_id)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX photograph_intake_by_digest ON photograph_intake (digest);
            """
    }
}
