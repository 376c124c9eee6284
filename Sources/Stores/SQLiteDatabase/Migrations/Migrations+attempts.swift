extension Migrations {
    /// Failed attempts, so that a restart does not forget them: of a name at an address, of a name, of an address. Names
    /// are HMAC-SHA-256 with a key of the household. The times are milliseconds since 1970 with spaces between them. The
    /// subject of an event is what was changed: a service, a setting.
    enum Attempts {
        static let schema = """
            CREATE TABLE attempt (
                household_id TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('sign-in', 'token')),
                name TEXT NOT NULL, address TEXT NOT NULL, count INTEGER NOT NULL CHECK (count > 0),
                times TEXT NOT NULL,
                PRIMARY KEY (household_id, kind, name, address)
            ) STRICT, WITHOUT ROWID;

            ALTER TABLE account_event ADD COLUMN subject TEXT;
            """

        /// The digests of challenges and tickets that were used, until they end; and who asks a paid question at the
        /// moment, until when.
        static let nodes = """
            CREATE TABLE used_ticket (
                household_id TEXT NOT NULL, digest TEXT NOT NULL,
                kind TEXT NOT NULL CHECK (kind IN ('challenge', 'ticket')), ends_at INTEGER NOT NULL,
                PRIMARY KEY (household_id, digest)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX used_ticket_by_end ON used_ticket (household_id, ends_at);

            CREATE TABLE running_question (
                household_id TEXT NOT NULL, key TEXT NOT NULL, holder TEXT NOT NULL, lease_until INTEGER NOT NULL,
                PRIMARY KEY (household_id, key)
            ) STRICT, WITHOUT ROWID;
            """
    }
}
