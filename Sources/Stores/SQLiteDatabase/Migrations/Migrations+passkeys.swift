extension Migrations {
    /// Passkeys belong to accounts, as passphrases do, so they contain no household. A credential identifier is unique
    /// over all accounts. Identifiers and keys are base 64 for URLs; 1,023 bytes are 1,364 characters. From now on an empty
    /// hash of an account means that the person signs in only with a passkey.
    enum Passkeys {
        static let schema = """
            CREATE TABLE passkey (
                credential TEXT NOT NULL PRIMARY KEY CHECK (length(credential) BETWEEN 1 AND 1364),
                id TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL,
                name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 512),
                host TEXT NOT NULL CHECK (length(host) BETWEEN 1 AND 253), public_key TEXT NOT NULL,
                counter INTEGER NOT NULL CHECK (counter BETWEEN 0 AND 4294967295), transports TEXT NOT NULL,
                is_backed_up INTEGER NOT NULL CHECK (is_backed_up IN (0, 1)),
                created_at INTEGER NOT NULL, used_at INTEGER,
                FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX passkey_by_account ON passkey (account_id, created_at);
            CREATE INDEX passkey_by_host ON passkey (host);
            """
    }
}
