extension Migrations {
    /// Products as services report them, the products of a household, and its votes. A vote is stored before it is
    /// sent; while it is being sent, `not_before` is the end of its sender's lease.
    enum Larder {
        static let schema = """
            CREATE TABLE product (
                household_id TEXT NOT NULL, code TEXT NOT NULL CHECK (length(code) BETWEEN 1 AND 64),
                language TEXT NOT NULL, document TEXT, raw BLOB NOT NULL, fetched_at INTEGER NOT NULL,
                PRIMARY KEY (household_id, code, language)
            ) STRICT;

            CREATE TABLE larder_item (
                household_id TEXT NOT NULL, code TEXT NOT NULL CHECK (length(code) BETWEEN 1 AND 64),
                first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, expiry TEXT, lot TEXT,
                PRIMARY KEY (household_id, code)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX larder_item_by_time ON larder_item (household_id, last_at DESC);

            CREATE TABLE service_read (service TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
            CREATE INDEX service_read_by_time ON service_read (service, at);

            CREATE TABLE service_pause (
                service TEXT NOT NULL PRIMARY KEY, until INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE questions_asked (
                household_id TEXT NOT NULL, code TEXT NOT NULL, language TEXT NOT NULL, at INTEGER NOT NULL,
                PRIMARY KEY (household_id, code, language)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE food_question (
                household_id TEXT NOT NULL, insight_id TEXT NOT NULL, language TEXT NOT NULL, code TEXT NOT NULL,
                position INTEGER NOT NULL, document TEXT NOT NULL, fetched_at INTEGER NOT NULL,
                PRIMARY KEY (household_id, insight_id, language)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX food_question_by_product ON food_question (household_id, code, language, position);
            CREATE INDEX food_question_by_time ON food_question (household_id, fetched_at);

            CREATE TABLE vote (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                household_id TEXT NOT NULL, insight_id TEXT NOT NULL, voter TEXT NOT NULL,
                code TEXT NOT NULL, kind TEXT NOT NULL, question TEXT NOT NULL, product_name TEXT,
                choice TEXT NOT NULL CHECK (choice IN ('yes', 'no', 'skip')),
                state TEXT NOT NULL DEFAULT 'waiting'
                    CHECK (state IN ('waiting', 'sending', 'counted', 'closed', 'unknown', 'lost')),
                asked_at INTEGER NOT NULL, not_before INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
                sent_at INTEGER, settled_at INTEGER, remark TEXT, fence INTEGER NOT NULL DEFAULT 0,
                CHECK ((settled_at IS NOT NULL) = (state IN ('counted', 'closed', 'lost'))),
                CHECK ((sent_at IS NULL) = (state = 'waiting'))
            ) STRICT;
            CREATE UNIQUE INDEX vote_once ON vote (household_id, insight_id, voter) WHERE state <> 'lost';
            CREATE INDEX vote_due ON vote (household_id, state, not_before)
                WHERE state IN ('waiting', 'sending', 'unknown');
            CREATE INDEX vote_by_product ON vote (household_id, code);
            """
    }
}
