extension Migrations {
    /// Labels as they were read, medicines as a person confirmed them, and doses that were taken. Documents are JSON in
    /// the form of the domain's values.
    enum Medicines {
        static let schema = """
            CREATE TABLE medicine_label (
                household_id TEXT NOT NULL, id TEXT NOT NULL, photograph_id TEXT, added_at INTEGER NOT NULL,
                own TEXT NOT NULL, second TEXT, corrections TEXT NOT NULL DEFAULT '{}',
                confirmed TEXT NOT NULL DEFAULT '{}',
                PRIMARY KEY (household_id, id),
                FOREIGN KEY (household_id, photograph_id) REFERENCES photograph (household_id, id)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX medicine_label_by_time ON medicine_label (household_id, added_at DESC);
            CREATE INDEX medicine_label_by_photograph ON medicine_label (household_id, photograph_id);

            CREATE TABLE medicine (
                household_id TEXT NOT NULL, id TEXT NOT NULL, label_id TEXT, added_at INTEGER NOT NULL,
                is_over INTEGER NOT NULL DEFAULT 0 CHECK (is_over IN (0, 1)), document TEXT NOT NULL,
                PRIMARY KEY (household_id, id)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE picture_to_remove (
                household_id TEXT NOT NULL, digest TEXT NOT NULL CHECK (length(digest) = 64),
                due_at INTEGER NOT NULL,
                PRIMARY KEY (household_id, digest)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE dose_event (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                household_id TEXT NOT NULL, medicine_id TEXT NOT NULL, at INTEGER NOT NULL,
                subject TEXT NOT NULL, action TEXT NOT NULL,
                FOREIGN KEY (household_id, medicine_id) REFERENCES medicine (household_id, id) ON DELETE CASCADE
            ) STRICT;
            CREATE INDEX dose_event_by_medicine ON dose_event (household_id, medicine_id, number);
            """
    }
}
