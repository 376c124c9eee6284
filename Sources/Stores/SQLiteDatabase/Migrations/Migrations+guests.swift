extension Migrations {
    /// The links of guests, and who of them did what. Rooms are a JSON array, NULL for all. An entry of the log and a
    /// photograph name the guest as it was called then, because links are removed.
    enum Guests {
        static let schema = """
            CREATE TABLE guest_link (
                household_id TEXT NOT NULL, digest TEXT NOT NULL, id TEXT NOT NULL, account_id TEXT NOT NULL,
                name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 512), rooms TEXT,
                made_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, used_at INTEGER,
                PRIMARY KEY (household_id, digest),
                UNIQUE (household_id, id),
                FOREIGN KEY (household_id, account_id)
                    REFERENCES membership (household_id, account_id) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX guest_link_by_account ON guest_link (household_id, account_id);

            ALTER TABLE chore_log ADD COLUMN guest_link TEXT;
            ALTER TABLE chore_log ADD COLUMN guest_name TEXT CHECK ((guest_name IS NULL) = (guest_link IS NULL));
            ALTER TABLE plant_photograph ADD COLUMN guest_link TEXT;
            ALTER TABLE plant_photograph ADD COLUMN guest_name TEXT CHECK ((guest_name IS NULL) = (guest_link IS NULL));
            CREATE INDEX chore_log_by_guest ON chore_log (household_id, guest_link, at) WHERE guest_link IS NOT NULL;
            CREATE INDEX plant_photograph_by_guest ON plant_photograph (household_id, guest_link)
                WHERE guest_link IS NOT NULL;
            """
    }
}
