extension Migrations.Schema {
    static let plants = """
        CREATE TABLE plant (
            household_id TEXT NOT NULL, id TEXT NOT NULL,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120), scientific_name TEXT, taxon_rank TEXT,
            family TEXT, common_names TEXT NOT NULL, powo TEXT, gbif TEXT, taxon_key TEXT,
            identification_id TEXT, added_at BIGINT NOT NULL, name_key TEXT NOT NULL, search_text TEXT NOT NULL,
            room TEXT CHECK (length(room) BETWEEN 1 AND 120),
            place TEXT NOT NULL DEFAULT 'indoor'
                CHECK (place IN ('indoor', 'outdoor', 'balcony', 'greenhouse')),
            pot_diameter DOUBLE PRECISION CHECK (pot_diameter BETWEEN 1 AND 200),
            pot_material TEXT CHECK (pot_material IN ('plastic', 'clay', 'glazed', 'metal', 'wood', 'fabric')),
            in_ground BOOLEAN NOT NULL DEFAULT FALSE,
            spot TEXT NOT NULL DEFAULT 'usual' CHECK (spot IN ('shaded', 'usual', 'bright')),
            grow_lamp BOOLEAN NOT NULL DEFAULT FALSE, repotted_day BIGINT,
            follows_season BOOLEAN NOT NULL DEFAULT TRUE, overruled TEXT NOT NULL DEFAULT '{}',
            learning_since BIGINT,
            archive_reason TEXT CHECK (archive_reason IN ('died', 'sold', 'other', 'given-away')),
            archived_day BIGINT,
            CHECK ((archive_reason IS NULL) = (archived_day IS NULL)),
            PRIMARY KEY (household_id, id),
            UNIQUE (household_id, identification_id),
            FOREIGN KEY (household_id, identification_id) REFERENCES identification (household_id, id)
        );
        CREATE INDEX plant_by_time ON plant (household_id, added_at DESC);
        CREATE INDEX plant_by_name ON plant (household_id, name_key);
        CREATE INDEX plant_by_room ON plant (household_id, room) WHERE room IS NOT NULL;
        CREATE INDEX plant_by_taxon ON plant (household_id, taxon_key) WHERE taxon_key IS NOT NULL;

        CREATE TABLE plant_photograph (
            household_id TEXT NOT NULL, plant_id TEXT NOT NULL, position BIGINT NOT NULL,
            photograph_id TEXT NOT NULL, guest_link TEXT,
            guest_name TEXT CHECK ((guest_name IS NULL) = (guest_link IS NULL)), identification_id TEXT,
            PRIMARY KEY (household_id, plant_id, position),
            UNIQUE (household_id, plant_id, photograph_id),
            FOREIGN KEY (household_id, plant_id) REFERENCES plant (household_id, id) ON DELETE CASCADE,
            FOREIGN KEY (household_id, photograph_id) REFERENCES photograph (household_id, id)
        );
        CREATE INDEX plant_photograph_by_photograph ON plant_photograph (household_id, photograph_id);
        CREATE INDEX plant_photograph_by_guest
            ON plant_photograph (household_id, guest_link) WHERE guest_link IS NOT NULL;
        CREATE INDEX plant_photograph_by_identification
            ON plant_photograph (household_id, identification_id) WHERE identification_id IS NOT NULL;

        CREATE TABLE plant_note (
            household_id TEXT NOT NULL, number BIGINT NOT NULL, plant_id TEXT NOT NULL,
            text TEXT NOT NULL CHECK (length(text) > 0), at BIGINT NOT NULL,
            PRIMARY KEY (household_id, number),
            FOREIGN KEY (household_id, plant_id) REFERENCES plant (household_id, id) ON DELETE CASCADE
        );
        CREATE INDEX plant_note_by_plant ON plant_note (household_id, plant_id, number DESC);

        CREATE TABLE removed_plant (
            household_id TEXT NOT NULL, id TEXT NOT NULL,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120), removed_at BIGINT NOT NULL,
            until BIGINT NOT NULL CHECK (until > removed_at), contents TEXT NOT NULL,
            PRIMARY KEY (household_id, id)
        );
        CREATE INDEX removed_plant_by_end ON removed_plant (household_id, until);

        CREATE TABLE removed_plant_photograph (
            household_id TEXT NOT NULL, plant_id TEXT NOT NULL, photograph_id TEXT NOT NULL,
            PRIMARY KEY (household_id, plant_id, photograph_id),
            FOREIGN KEY (household_id, plant_id) REFERENCES removed_plant (household_id, id) ON DELETE CASCADE,
            FOREIGN KEY (household_id, photograph_id) REFERENCES photograph (household_id, id)
        );
        CREATE INDEX removed_plant_photograph_by_photograph
            ON removed_plant_photograph (household_id, photograph_id);

        CREATE TABLE chore (
            household_id TEXT NOT NULL, id TEXT NOT NULL, plant_id TEXT,
            kind TEXT NOT NULL
                CHECK (kind IN ('watering', 'fertilising', 'pruning', 'repotting', 'rotation', 'misting',
                    'pest-control', 'own')),
            title TEXT CHECK (length(title) BETWEEN 1 AND 120),
            origin TEXT NOT NULL CHECK (origin IN ('plan', 'person')), recurrence TEXT NOT NULL,
            start_day BIGINT NOT NULL,
            standing TEXT NOT NULL DEFAULT 'active' CHECK (standing IN ('active', 'off', 'unneeded')),
            not_before BIGINT, due_day BIGINT, last_done BIGINT, snoozed_until BIGINT,
            CHECK (standing = 'active' OR due_day IS NULL),
            CHECK (kind <> 'own' OR title IS NOT NULL),
            PRIMARY KEY (household_id, id),
            FOREIGN KEY (household_id, plant_id) REFERENCES plant (household_id, id) ON DELETE CASCADE
        );
        CREATE UNIQUE INDEX chore_of_plan ON chore (household_id, plant_id, kind) WHERE origin = 'plan';
        CREATE INDEX chore_by_plant ON chore (household_id, plant_id);
        CREATE INDEX chore_by_due ON chore (household_id, due_day) WHERE due_day IS NOT NULL;

        CREATE TABLE chore_log (
            household_id TEXT NOT NULL, number BIGINT NOT NULL, chore_id TEXT NOT NULL,
            action TEXT NOT NULL CHECK (action IN ('done', 'skipped', 'snoozed')), until BIGINT,
            day BIGINT NOT NULL, at BIGINT NOT NULL, due_day BIGINT, planned BIGINT CHECK (planned > 0),
            undone BOOLEAN NOT NULL DEFAULT FALSE, guest_link TEXT,
            guest_name TEXT CHECK ((guest_name IS NULL) = (guest_link IS NULL)),
            CHECK ((action = 'snoozed') = (until IS NOT NULL)),
            PRIMARY KEY (household_id, number),
            FOREIGN KEY (household_id, chore_id) REFERENCES chore (household_id, id) ON DELETE CASCADE
        );
        CREATE INDEX chore_log_by_chore ON chore_log (household_id, chore_id, number DESC);
        CREATE INDEX chore_log_by_guest ON chore_log (household_id, guest_link, at) WHERE guest_link IS NOT NULL;

        CREATE TABLE chore_count (
            household_id TEXT NOT NULL PRIMARY KEY, last_entry BIGINT NOT NULL
        );
        """

    static let reminders = """
        CREATE TABLE channel (
            household_id TEXT NOT NULL, id TEXT NOT NULL, number BIGINT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('web-push', 'ntfy', 'webhook', 'page')),
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80), sealed_address BYTEA NOT NULL,
            fingerprint TEXT NOT NULL, is_on BOOLEAN NOT NULL DEFAULT TRUE, added_at BIGINT NOT NULL,
            told_at BIGINT, failure TEXT, account_id TEXT REFERENCES account (id),
            PRIMARY KEY (household_id, id),
            UNIQUE (household_id, fingerprint)
        );
        CREATE INDEX channel_by_account ON channel (account_id) WHERE account_id IS NOT NULL;

        CREATE TABLE notice (
            number BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, household_id TEXT NOT NULL,
            channel_id TEXT NOT NULL, key TEXT NOT NULL,
            sort TEXT NOT NULL CHECK (sort IN ('chores', 'food', 'dose', 'missed', 'test')),
            rank BIGINT NOT NULL CHECK (rank IN (0, 1, 9)), at BIGINT NOT NULL, until BIGINT NOT NULL,
            subjects TEXT NOT NULL,
            state TEXT NOT NULL DEFAULT 'pending'
                CHECK (state IN ('pending', 'sent', 'dead', 'expired', 'folded')),
            next_at BIGINT NOT NULL, attempts BIGINT NOT NULL DEFAULT 0, fence BIGINT NOT NULL DEFAULT 0,
            tried_at BIGINT, is_leased BOOLEAN NOT NULL DEFAULT FALSE, failure TEXT, settled_at BIGINT,
            CHECK ((state = 'pending') = (settled_at IS NULL)),
            UNIQUE (household_id, channel_id, key),
            FOREIGN KEY (household_id, channel_id) REFERENCES channel (household_id, id) ON DELETE CASCADE
        );
        CREATE INDEX notice_due ON notice (household_id, rank, next_at) WHERE state = 'pending';
        CREATE INDEX notice_by_channel ON notice (household_id, channel_id, at);
        CREATE INDEX notice_by_state ON notice (household_id, state, at);
        CREATE INDEX notice_settled ON notice (household_id, settled_at) WHERE settled_at IS NOT NULL;

        CREATE TABLE spent_link (
            household_id TEXT NOT NULL, digest TEXT NOT NULL, until BIGINT NOT NULL,
            PRIMARY KEY (household_id, digest)
        );
        CREATE INDEX spent_link_by_time ON spent_link (household_id, until);

        CREATE TABLE feed (
            household_id TEXT NOT NULL, id TEXT NOT NULL,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80), secret TEXT NOT NULL,
            hides_medicines BOOLEAN NOT NULL, added_at BIGINT NOT NULL, fetched_at BIGINT,
            account_id TEXT REFERENCES account (id),
            PRIMARY KEY (household_id, id),
            UNIQUE (household_id, secret)
        );
        CREATE INDEX feed_by_account ON feed (account_id) WHERE account_id IS NOT NULL;

        CREATE TABLE calendar_event (
            household_id TEXT NOT NULL, uid TEXT NOT NULL, digest TEXT NOT NULL,
            sequence BIGINT NOT NULL DEFAULT 0, modified_at BIGINT NOT NULL, seen_at BIGINT NOT NULL,
            PRIMARY KEY (household_id, uid)
        );
        CREATE INDEX calendar_event_by_time ON calendar_event (household_id, seen_at);
        """

    static let larder = """
        CREATE TABLE product (
            household_id TEXT NOT NULL, code TEXT NOT NULL CHECK (length(code) BETWEEN 1 AND 64),
            language TEXT NOT NULL, document TEXT, raw BYTEA NOT NULL, fetched_at BIGINT NOT NULL,
            PRIMARY KEY (household_id, code, language)
        );

        CREATE TABLE larder_item (
            household_id TEXT NOT NULL, code TEXT NOT NULL CHECK (length(code) BETWEEN 1 AND 64),
            first_at BIGINT NOT NULL, last_at BIGINT NOT NULL, expiry TEXT, lot TEXT, elements TEXT,
            PRIMARY KEY (household_id, code)
        );
        CREATE INDEX larder_item_by_time ON larder_item (household_id, last_at DESC);

        CREATE TABLE questions_asked (
            household_id TEXT NOT NULL, code TEXT NOT NULL, language TEXT NOT NULL, at BIGINT NOT NULL,
            PRIMARY KEY (household_id, code, language)
        );

        CREATE TABLE food_question (
            household_id TEXT NOT NULL, insight_id TEXT NOT NULL, language TEXT NOT NULL, code TEXT NOT NULL,
            position BIGINT NOT NULL, document TEXT NOT NULL, fetched_at BIGINT NOT NULL,
            PRIMARY KEY (household_id, insight_id, language)
        );
        CREATE INDEX food_question_by_product ON food_question (household_id, code, language, position);
        CREATE INDEX food_question_by_time ON food_question (household_id, fetched_at);

        CREATE TABLE vote (
            number BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, household_id TEXT NOT NULL,
            insight_id TEXT NOT NULL, voter TEXT NOT NULL, code TEXT NOT NULL, kind TEXT NOT NULL,
            question TEXT NOT NULL, product_name TEXT,
            choice TEXT NOT NULL CHECK (choice IN ('yes', 'no', 'skip')),
            state TEXT NOT NULL DEFAULT 'waiting'
                CHECK (state IN ('waiting', 'sending', 'counted', 'closed', 'unknown', 'lost')),
            asked_at BIGINT NOT NULL, not_before BIGINT NOT NULL, attempts BIGINT NOT NULL DEFAULT 0,
            sent_at BIGINT, settled_at BIGINT, remark TEXT, fence BIGINT NOT NULL DEFAULT 0,
            CHECK ((settled_at IS NOT NULL) = (state IN ('counted', 'closed', 'lost'))),
            CHECK ((sent_at IS NULL) = (state = 'waiting'))
        );
        CREATE UNIQUE INDEX vote_once ON vote (household_id, insight_id, voter) WHERE state <> 'lost';
        CREATE INDEX vote_due
            ON vote (household_id, state, not_before) WHERE state IN ('waiting', 'sending', 'unknown');
        CREATE INDEX vote_by_product ON vote (household_id, code);

        CREATE TABLE stock_item (
            household_id TEXT NOT NULL, id TEXT NOT NULL, code TEXT CHECK (length(code) BETWEEN 1 AND 64),
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 480),
            amount DOUBLE PRECISION CHECK (amount > 0), unit TEXT, place TEXT,
            date_kind TEXT CHECK (date_kind IN ('best-before', 'use-by')), date_day BIGINT, opened_day BIGINT,
            lot TEXT, added_at BIGINT NOT NULL, used_up_at BIGINT,
            CHECK ((amount IS NULL) = (unit IS NULL)),
            CHECK ((date_kind IS NULL) = (date_day IS NULL)),
            PRIMARY KEY (household_id, id)
        );
        CREATE INDEX stock_item_by_date ON stock_item (household_id, date_day) WHERE used_up_at IS NULL;

        CREATE TABLE shopping_item (
            household_id TEXT NOT NULL, id TEXT NOT NULL,
            text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 480),
            code TEXT CHECK (length(code) BETWEEN 1 AND 64), added_at BIGINT NOT NULL,
            is_ticked BOOLEAN NOT NULL DEFAULT FALSE,
            PRIMARY KEY (household_id, id)
        );
        """

    static let medicines = """
        CREATE TABLE medicine_label (
            household_id TEXT NOT NULL, id TEXT NOT NULL, photograph_id TEXT, added_at BIGINT NOT NULL,
            own TEXT NOT NULL, second TEXT, corrections TEXT NOT NULL DEFAULT '{}',
            confirmed TEXT NOT NULL DEFAULT '{}', account_id TEXT REFERENCES account (id),
            PRIMARY KEY (household_id, id),
            FOREIGN KEY (household_id, photograph_id) REFERENCES photograph (household_id, id)
        );
        CREATE INDEX medicine_label_by_time ON medicine_label (household_id, added_at DESC);
        CREATE INDEX medicine_label_by_photograph ON medicine_label (household_id, photograph_id);
        CREATE INDEX medicine_label_by_account ON medicine_label (account_id) WHERE account_id IS NOT NULL;

        CREATE TABLE medicine (
            household_id TEXT NOT NULL, id TEXT NOT NULL, label_id TEXT, added_at BIGINT NOT NULL,
            is_over BOOLEAN NOT NULL DEFAULT FALSE, document TEXT NOT NULL,
            account_id TEXT REFERENCES account (id), given_by TEXT,
            PRIMARY KEY (household_id, id)
        );
        CREATE INDEX medicine_by_account ON medicine (account_id) WHERE account_id IS NOT NULL;

        CREATE TABLE dose_event (
            number BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, household_id TEXT NOT NULL,
            medicine_id TEXT NOT NULL, at BIGINT NOT NULL, subject TEXT NOT NULL, action TEXT NOT NULL,
            account_id TEXT REFERENCES account (id) ON DELETE SET NULL,
            FOREIGN KEY (household_id, medicine_id) REFERENCES medicine (household_id, id) ON DELETE CASCADE
        );
        CREATE INDEX dose_event_by_medicine ON dose_event (household_id, medicine_id, number);
        CREATE INDEX dose_event_by_account ON dose_event (account_id) WHERE account_id IS NOT NULL;

        CREATE TABLE medicine_share (
            household_id TEXT NOT NULL, account_id TEXT NOT NULL, carer_id TEXT NOT NULL,
            reminds BOOLEAN NOT NULL, shared_at BIGINT NOT NULL,
            PRIMARY KEY (household_id, account_id, carer_id),
            CHECK (account_id <> carer_id),
            FOREIGN KEY (household_id, account_id)
                REFERENCES membership (household_id, account_id) ON DELETE CASCADE,
            FOREIGN KEY (household_id, carer_id)
                REFERENCES membership (household_id, account_id) ON DELETE CASCADE
        );
        CREATE INDEX medicine_share_by_carer ON medicine_share (household_id, carer_id);
        """
}
