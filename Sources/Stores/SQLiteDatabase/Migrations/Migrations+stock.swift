extension Migrations {
    /// Food in the house and the shopping list; the GS1 data of a product's code; and notices about food. A day is counted
    /// from 1970. SQLite cannot change a CHECK, so the table of notices is created again, with its numbers.
    enum Stock {
        static let schema = """
            CREATE TABLE stock_item (
                household_id TEXT NOT NULL, id TEXT NOT NULL,
                code TEXT CHECK (length(code) BETWEEN 1 AND 64),
                name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 480),
                amount REAL CHECK (amount > 0), unit TEXT, place TEXT,
                date_kind TEXT CHECK (date_kind IN ('best-before', 'use-by')), date_day INTEGER,
                opened_day INTEGER, lot TEXT, added_at INTEGER NOT NULL, used_up_at INTEGER,
                CHECK ((amount IS NULL) = (unit IS NULL)),
                CHECK ((date_kind IS NULL) = (date_day IS NULL)),
                PRIMARY KEY (household_id, id)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX stock_item_by_date ON stock_item (household_id, date_day) WHERE used_up_at IS NULL;

            CREATE TABLE shopping_item (
                household_id TEXT NOT NULL, id TEXT NOT NULL,
                text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 480),
                code TEXT CHECK (length(code) BETWEEN 1 AND 64), added_at INTEGER NOT NULL,
                is_ticked INTEGER NOT NULL DEFAULT 0 CHECK (is_ticked IN (0, 1)),
                PRIMARY KEY (household_id, id)
            ) STRICT, WITHOUT ROWID;

            ALTER TABLE larder_item ADD COLUMN elements TEXT;

            CREATE TABLE notice_next (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                household_id TEXT NOT NULL, channel_id TEXT NOT NULL, key TEXT NOT NULL,
                sort TEXT NOT NULL CHECK (sort IN ('chores', 'food', 'dose', 'missed', 'test')),
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
            INSERT INTO notice_next (
                number, household_id, channel_id, key, sort, rank, at, until, subjects, state, next_at, attempts, fence,
                tried_at, is_leased, failure, settled_at)
            SELECT number, household_id, channel_id, key, sort, rank, at, until, subjects, state, next_at, attempts, fence,
                tried_at, is_leased, failure, settled_at
            FROM notice;
            -- The number of a removed notice is not used again, because a link may contain it.
            DELETE FROM sqlite_sequence WHERE name = 'notice_next';
            INSERT INTO sqlite_sequence (name, seq) SELECT 'notice_next', seq FROM sqlite_sequence WHERE name = 'notice';
            DROP TABLE notice;
            ALTER TABLE notice_next RENAME TO notice;
            CREATE INDEX notice_due ON notice (household_id, rank, next_at) WHERE state = 'pending';
            CREATE INDEX notice_by_channel ON notice (household_id, channel_id, at);
            CREATE INDEX notice_by_state ON notice (household_id, state, at);
            CREATE INDEX notice_settled ON notice (household_id, settled_at) WHERE settled_at IS NOT NULL;
            """
    }
}
