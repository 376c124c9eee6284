extension Migrations {
    /// The channels of a household, its notices, waiting and settled, and its private calendars. A notice is claimed by
    /// rank and time: rank 0 is a dose, 1 is any other notice, 9 is a notice that pages show and no worker sends.
    enum Reminders {
        static let schema = """
            CREATE TABLE channel (
                household_id TEXT NOT NULL, id TEXT NOT NULL, number INTEGER NOT NULL,
                kind TEXT NOT NULL CHECK (kind IN ('web-push', 'ntfy', 'webhook', 'page')),
                name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
                sealed_address BLOB NOT NULL, fingerprint TEXT NOT NULL,
                is_on INTEGER NOT NULL DEFAULT 1 CHECK (is_on IN (0, 1)),
                added_at INTEGER NOT NULL, told_at INTEGER, failure TEXT,
                PRIMARY KEY (household_id, id),
                UNIQUE (household_id, fingerprint)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE notice (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                household_id TEXT NOT NULL, channel_id TEXT NOT NULL, key TEXT NOT NULL,
                sort TEXT NOT NULL CHECK (sort IN ('chores', 'dose', 'missed', 'test')),
                rank INTEGER NOT NULL CHECK (rank IN (0, 1, 9)),
                at INTEGER NOT NULL, until INTEGER NOT NULL, subjects TEXT NOT NULL,
                state TEXT NOT NULL DEFAULT 'pending'
                    CHECK (state IN ('pending', 'sent', 'dead', 'expired', 'folded')),
                next_at INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, fence INTEGER NOT NULL DEFAULT 0,
                tried_at INTEGER, is_leased INTEGER NOT NULL DEFAULT 0 CHECK (is_leased IN (0, 1)),
                failure TEXT, settled_at INTEGER,
                CHECK ((state = 'pending') = (settled_at IS NULL)),
                UNIQUE (household_id, channel_id, key),
                FOREIGN KEY (household_id, channel_id) REFERENCES channel (household_id, id) ON DELETE CASCADE
            ) STRICT;
            CREATE INDEX notice_due ON notice (household_id, rank, next_at) WHERE state = 'pending';
            CREATE INDEX notice_by_channel ON notice (household_id, channel_id, at);
            CREATE INDEX notice_by_state ON notice (household_id, state, at);
            CREATE INDEX notice_settled ON notice (household_id, settled_at) WHERE settled_at IS NOT NULL;

            CREATE TABLE spent_link (
                household_id TEXT NOT NULL, digest TEXT NOT NULL, until INTEGER NOT NULL,
                PRIMARY KEY (household_id, digest)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX spent_link_by_time ON spent_link (household_id, until);

            CREATE TABLE secret (
                household_id TEXT NOT NULL, name TEXT NOT NULL, sealed BLOB NOT NULL,
                PRIMARY KEY (household_id, name)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE feed (
                household_id TEXT NOT NULL, id TEXT NOT NULL,
                name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
                secret TEXT NOT NULL, hides_medicines INTEGER NOT NULL CHECK (hides_medicines IN (0, 1)),
                added_at INTEGER NOT NULL, fetched_at INTEGER,
                PRIMARY KEY (household_id, id),
                UNIQUE (household_id, secret)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE calendar_event (
                household_id TEXT NOT NULL, uid TEXT NOT NULL, digest TEXT NOT NULL,
                sequence INTEGER NOT NULL DEFAULT 0, modified_at INTEGER NOT NULL, seen_at INTEGER NOT NULL,
                PRIMARY KEY (household_id, uid)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX calendar_event_by_time ON calendar_event (household_id, seen_at);
            """
    }
}
