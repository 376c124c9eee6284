extension Migrations {
    /// Requests with an `Idempotency-Key`, with their first answers. `attempt` is the attempt that has the key. A row
    /// without a status has no answer yet; a row that is performed has had its effect.
    enum Requests {
        static let schema = """
            CREATE TABLE request (
                household_id TEXT NOT NULL, account TEXT NOT NULL, route TEXT NOT NULL,
                key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
                attempt TEXT NOT NULL, begun_at INTEGER NOT NULL, lease_until INTEGER NOT NULL,
                is_performed INTEGER NOT NULL DEFAULT 0 CHECK (is_performed IN (0, 1)),
                fingerprint TEXT, status INTEGER, location TEXT, type TEXT, body BLOB,
                PRIMARY KEY (household_id, account, route, key)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX request_by_time ON request (household_id, begun_at);
            """

        /// The number of transactions that have changed data of the household.
        static let version = """
            CREATE TABLE household_version (
                household_id TEXT NOT NULL, version INTEGER NOT NULL,
                PRIMARY KEY (household_id)
            ) STRICT, WITHOUT ROWID;
            """
    }
}
