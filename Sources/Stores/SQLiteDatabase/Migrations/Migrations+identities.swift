extension Migrations {
    /// People of the sign-in service (OpenID Connect) belong to accounts, as passkeys do, so they contain no household. A
    /// person of a service is connected with one account. A subject is at most 255 ASCII characters.
    ///
    /// Sessions until now began with a passphrase or a passkey; one that begins at the service is not confirmed.
    enum Identities {
        static let schema = """
            CREATE TABLE identity (
                issuer TEXT NOT NULL CHECK (length(issuer) BETWEEN 1 AND 2048),
                subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
                id TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL,
                name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
                created_at INTEGER NOT NULL, used_at INTEGER,
                PRIMARY KEY (issuer, subject),
                FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX identity_by_account ON identity (account_id, created_at);
            ALTER TABLE session ADD COLUMN is_confirmed INTEGER NOT NULL DEFAULT 1 CHECK (is_confirmed IN (0, 1));
            """
    }
}
