extension Migrations {
    /// Accounts, and who belongs to which household with which role; sessions, links and the log of sensitive acts of a
    /// household. An account is the only row that several households can share. Digests are SHA-256 of secrets that are
    /// not stored. An event names people as they were called then, because accounts can be removed.
    enum Accounts {
        static let schema = """
            CREATE TABLE account (
                id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 512),
                name_key TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, created_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE recovery_code (
                account_id TEXT NOT NULL, digest TEXT NOT NULL,
                PRIMARY KEY (account_id, digest),
                FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE membership (
                household_id TEXT NOT NULL, account_id TEXT NOT NULL, number INTEGER NOT NULL,
                role TEXT NOT NULL CHECK (role IN ('owner', 'member', 'guest')),
                PRIMARY KEY (household_id, account_id),
                FOREIGN KEY (account_id) REFERENCES account (id)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX membership_by_account ON membership (account_id);

            CREATE TABLE session (
                household_id TEXT NOT NULL, digest TEXT NOT NULL, id TEXT NOT NULL, account_id TEXT NOT NULL,
                user_agent TEXT NOT NULL, address TEXT NOT NULL,
                created_at INTEGER NOT NULL, used_at INTEGER NOT NULL,
                PRIMARY KEY (household_id, digest),
                UNIQUE (household_id, id),
                FOREIGN KEY (household_id, account_id)
                    REFERENCES membership (household_id, account_id) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX session_by_account ON session (household_id, account_id, used_at);

            CREATE TABLE account_link (
                household_id TEXT NOT NULL, digest TEXT NOT NULL, id TEXT NOT NULL,
                kind TEXT NOT NULL CHECK (kind IN ('setup', 'invitation', 'reset')),
                role TEXT CHECK (role IN ('owner', 'member', 'guest')), account_id TEXT, made_by TEXT,
                made_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
                PRIMARY KEY (household_id, digest),
                UNIQUE (household_id, id),
                CHECK ((kind = 'invitation') = (role IS NOT NULL)),
                CHECK ((kind = 'invitation') = (made_by IS NOT NULL)),
                CHECK ((kind = 'reset') = (account_id IS NOT NULL)),
                FOREIGN KEY (household_id, account_id)
                    REFERENCES membership (household_id, account_id) ON DELETE CASCADE,
                FOREIGN KEY (household_id, made_by)
                    REFERENCES membership (household_id, account_id) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE account_event (
                household_id TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL,
                name TEXT, made_by TEXT, role TEXT, address TEXT, count INTEGER NOT NULL DEFAULT 1 CHECK (count > 0),
                PRIMARY KEY (household_id, number)
            ) STRICT, WITHOUT ROWID;
            """

        /// Nil stands for the language of the household.
        static let language = """
            ALTER TABLE account ADD COLUMN language TEXT CHECK (language IN ('en', 'de', 'fr', 'en-XA'));
            """

        /// Nil stands for what is usual in the household.
        static let habits = """
            ALTER TABLE account ADD COLUMN clock TEXT CHECK (clock IN ('12', '24'));
            ALTER TABLE account ADD COLUMN week_start TEXT CHECK (week_start IN ('monday', 'saturday', 'sunday'));
            ALTER TABLE account ADD COLUMN measures TEXT CHECK (measures IN ('metric', 'imperial'));
            """

        /// The access of programs in the name of people. The scopes are words with single spaces between them.
        static let tokens = """
            CREATE TABLE access_token (
                household_id TEXT NOT NULL, digest TEXT NOT NULL, id TEXT NOT NULL, account_id TEXT NOT NULL,
                name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 512), scopes TEXT NOT NULL CHECK (scopes <> ''),
                created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
                used_at INTEGER,
                PRIMARY KEY (household_id, digest),
                UNIQUE (household_id, id),
                FOREIGN KEY (household_id, account_id)
                    REFERENCES membership (household_id, account_id) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX access_token_by_account ON access_token (household_id, account_id, created_at);
            """
    }
}
