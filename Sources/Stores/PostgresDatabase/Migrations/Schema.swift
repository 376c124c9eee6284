extension Migrations {
    /// The schema, with the same tables, columns and keys as SQLite's after its migration of that number. Times are
    /// milliseconds since 1970.
    enum Schema {
        /// Texts are compared by their bytes, as in SQLite.
        static let all = [accounts, photographs, services, plants, reminders, larder, medicines]
            .joined(separator: "\n").replacing(" TEXT", with: " TEXT COLLATE \"C\"")

        static let notesAndTimes = """
            ALTER TABLE chore ADD COLUMN note TEXT COLLATE "C" CHECK (length(note) BETWEEN 1 AND 300);
            ALTER TABLE plant ADD COLUMN preferred_minute BIGINT CHECK (preferred_minute BETWEEN 0 AND 1439);
            """

        static let nodes = """
            CREATE TABLE used_ticket (
                household_id TEXT COLLATE "C" NOT NULL, digest TEXT COLLATE "C" NOT NULL,
                kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('challenge', 'ticket')), ends_at BIGINT NOT NULL,
                PRIMARY KEY (household_id, digest)
            );
            CREATE INDEX used_ticket_by_end ON used_ticket (household_id, ends_at);

            CREATE TABLE running_question (
                household_id TEXT COLLATE "C" NOT NULL, key TEXT COLLATE "C" NOT NULL, holder TEXT COLLATE "C" NOT NULL,
                lease_until BIGINT NOT NULL,
                PRIMARY KEY (household_id, key)
            );
            """

        static let version = """
            CREATE TABLE household_version (
                household_id TEXT COLLATE "C" NOT NULL PRIMARY KEY, version BIGINT NOT NULL
            );
            """

        static let habits = """
            ALTER TABLE account ADD COLUMN clock TEXT CHECK (clock IN ('12', '24'));
            ALTER TABLE account ADD COLUMN week_start TEXT CHECK (week_start IN ('monday', 'saturday', 'sunday'));
            ALTER TABLE account ADD COLUMN measures TEXT CHECK (measures IN ('metric', 'imperial'));
            """

        static let accounts = """
            CREATE TABLE account (
                id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 512),
                name_key TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, created_at BIGINT NOT NULL,
                language TEXT CHECK (language IN ('en', 'de', 'fr', 'en-XA'))
            );

            CREATE TABLE recovery_code (
                account_id TEXT NOT NULL, digest TEXT NOT NULL,
                PRIMARY KEY (account_id, digest),
                FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE
            );

            CREATE TABLE passkey (
                credential TEXT NOT NULL PRIMARY KEY CHECK (length(credential) BETWEEN 1 AND 1364),
                id TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL,
                name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 512),
                host TEXT NOT NULL CHECK (length(host) BETWEEN 1 AND 253), public_key TEXT NOT NULL,
                counter BIGINT NOT NULL CHECK (counter BETWEEN 0 AND 4294967295), transports TEXT NOT NULL,
                is_backed_up BOOLEAN NOT NULL, created_at BIGINT NOT NULL, used_at BIGINT,
                FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE
            );
            CREATE INDEX passkey_by_account ON passkey (account_id, created_at);
            CREATE INDEX passkey_by_host ON passkey (host);

            CREATE TABLE identity (
                issuer TEXT NOT NULL CHECK (length(issuer) BETWEEN 1 AND 2048),
                subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 255), id TEXT NOT NULL UNIQUE,
                account_id TEXT NOT NULL, name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
                created_at BIGINT NOT NULL, used_at BIGINT,
                PRIMARY KEY (issuer, subject),
                FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE
            );
            CREATE INDEX identity_by_account ON identity (account_id, created_at);

            CREATE TABLE membership (
                household_id TEXT NOT NULL, account_id TEXT NOT NULL, number BIGINT NOT NULL,
                role TEXT NOT NULL CHECK (role IN ('owner', 'member', 'guest')),
                PRIMARY KEY (household_id, account_id),
                FOREIGN KEY (account_id) REFERENCES account (id)
            );
            CREATE INDEX membership_by_account ON membership (account_id);

            CREATE TABLE session (
                household_id TEXT NOT NULL, digest TEXT NOT NULL, id TEXT NOT NULL, account_id TEXT NOT NULL,
                user_agent TEXT NOT NULL, address TEXT NOT NULL, created_at BIGINT NOT NULL,
                used_at BIGINT NOT NULL, is_confirmed BOOLEAN NOT NULL DEFAULT TRUE,
                PRIMARY KEY (household_id, digest),
                UNIQUE (household_id, id),
                FOREIGN KEY (household_id, account_id)
                    REFERENCES membership (household_id, account_id) ON DELETE CASCADE
            );
            CREATE INDEX session_by_account ON session (household_id, account_id, used_at);

            CREATE TABLE account_link (
                household_id TEXT NOT NULL, digest TEXT NOT NULL, id TEXT NOT NULL,
                kind TEXT NOT NULL CHECK (kind IN ('setup', 'invitation', 'reset')),
                role TEXT CHECK (role IN ('owner', 'member', 'guest')), account_id TEXT, made_by TEXT,
                made_at BIGINT NOT NULL, expires_at BIGINT NOT NULL,
                PRIMARY KEY (household_id, digest),
                UNIQUE (household_id, id),
                CHECK ((kind = 'invitation') = (role IS NOT NULL)),
                CHECK ((kind = 'invitation') = (made_by IS NOT NULL)),
                CHECK ((kind = 'reset') = (account_id IS NOT NULL)),
                FOREIGN KEY (household_id, account_id)
                    REFERENCES membership (household_id, account_id) ON DELETE CASCADE,
                FOREIGN KEY (household_id, made_by)
                    REFERENCES membership (household_id, account_id) ON DELETE CASCADE
            );

            CREATE TABLE access_token (
                household_id TEXT NOT NULL, digest TEXT NOT NULL, id TEXT NOT NULL, account_id TEXT NOT NULL,
                name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 512),
                scopes TEXT NOT NULL CHECK (scopes <> ''), created_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL CHECK (expires_at > created_at), used_at BIGINT,
                PRIMARY KEY (household_id, digest),
                UNIQUE (household_id, id),
                FOREIGN KEY (household_id, account_id)
                    REFERENCES membership (household_id, account_id) ON DELETE CASCADE
            );
            CREATE INDEX access_token_by_account ON access_token (household_id, account_id, created_at);

            CREATE TABLE guest_link (
                household_id TEXT NOT NULL, digest TEXT NOT NULL, id TEXT NOT NULL, account_id TEXT NOT NULL,
                name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 512), rooms TEXT, made_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL, used_at BIGINT,
                PRIMARY KEY (household_id, digest),
                UNIQUE (household_id, id),
                FOREIGN KEY (household_id, account_id)
                    REFERENCES membership (household_id, account_id) ON DELETE CASCADE
            );
            CREATE INDEX guest_link_by_account ON guest_link (household_id, account_id);

            CREATE TABLE account_event (
                household_id TEXT NOT NULL, number BIGINT NOT NULL, at BIGINT NOT NULL, kind TEXT NOT NULL,
                name TEXT, made_by TEXT, role TEXT, address TEXT, count BIGINT NOT NULL DEFAULT 1 CHECK (count > 0),
                subject TEXT,
                PRIMARY KEY (household_id, number)
            );

            CREATE TABLE attempt (
                household_id TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('sign-in', 'token')),
                name TEXT NOT NULL, address TEXT NOT NULL, count BIGINT NOT NULL CHECK (count > 0),
                times TEXT NOT NULL,
                PRIMARY KEY (household_id, kind, name, address)
            );
            """

        static let photographs = """
            CREATE TABLE photograph (
                household_id TEXT NOT NULL, id TEXT NOT NULL, digest TEXT NOT NULL CHECK (length(digest) = 64),
                format TEXT NOT NULL CHECK (format IN ('jpeg', 'png', 'webp', 'tiff', 'heic', 'avif')),
                width BIGINT NOT NULL CHECK (width > 0), height BIGINT NOT NULL CHECK (height > 0),
                byte_count BIGINT NOT NULL CHECK (byte_count > 0), captured_at BIGINT NOT NULL,
                unattached_since BIGINT,
                PRIMARY KEY (household_id, id)
            );
            CREATE INDEX photograph_by_digest ON photograph (digest);

            CREATE TABLE photograph_intake (
                household_id TEXT NOT NULL, photograph_id TEXT NOT NULL,
                digest TEXT NOT NULL CHECK (length(digest) = 64), until BIGINT NOT NULL,
                PRIMARY KEY (household_id, photograph_id)
            );
            CREATE INDEX photograph_intake_by_digest ON photograph_intake (digest);

            CREATE TABLE picture_to_remove (
                household_id TEXT NOT NULL, digest TEXT NOT NULL CHECK (length(digest) = 64),
                due_at BIGINT NOT NULL,
                PRIMARY KEY (household_id, digest)
            );

            CREATE TABLE photograph_vector (
                household_id TEXT NOT NULL, photograph_id TEXT NOT NULL, model TEXT NOT NULL, vector BYTEA NOT NULL,
                PRIMARY KEY (household_id, photograph_id, model),
                FOREIGN KEY (household_id, photograph_id) REFERENCES photograph (household_id, id) ON DELETE CASCADE
            );

            CREATE TABLE identification (
                household_id TEXT NOT NULL, id TEXT NOT NULL, verdict TEXT NOT NULL, reason TEXT NOT NULL,
                source TEXT NOT NULL, model TEXT NOT NULL, decode_ms DOUBLE PRECISION NOT NULL,
                inference_ms DOUBLE PRECISION NOT NULL, total_ms DOUBLE PRECISION NOT NULL,
                answered_at BIGINT NOT NULL, asked_service TEXT,
                asked_reason TEXT NOT NULL DEFAULT 'on-device-only', asked_wanted TEXT,
                asked_price BIGINT NOT NULL DEFAULT 0 CHECK (asked_price >= 0), asked_remaining BIGINT,
                asked_threshold DOUBLE PRECISION NOT NULL DEFAULT 0.7, failure_code TEXT, failure_message TEXT,
                failure_passes BOOLEAN NOT NULL DEFAULT FALSE, has_device BOOLEAN NOT NULL DEFAULT TRUE,
                device_opinion TEXT, service_opinion TEXT,
                PRIMARY KEY (household_id, id)
            );
            CREATE INDEX identification_by_time ON identification (household_id, answered_at DESC);

            CREATE TABLE identification_photograph (
                household_id TEXT NOT NULL, identification_id TEXT NOT NULL, position BIGINT NOT NULL,
                photograph_id TEXT NOT NULL, embedding BYTEA, organ TEXT NOT NULL DEFAULT 'auto',
                PRIMARY KEY (household_id, identification_id, position),
                FOREIGN KEY (household_id, identification_id)
                    REFERENCES identification (household_id, id) ON DELETE CASCADE,
                FOREIGN KEY (household_id, photograph_id) REFERENCES photograph (household_id, id)
            );
            CREATE INDEX identification_photograph_by_photograph
                ON identification_photograph (household_id, photograph_id);

            CREATE TABLE candidate (
                household_id TEXT NOT NULL, identification_id TEXT NOT NULL, rank BIGINT NOT NULL CHECK (rank > 0),
                scientific_name TEXT NOT NULL, taxon_rank TEXT NOT NULL, family TEXT, common_names TEXT NOT NULL,
                confidence DOUBLE PRECISION NOT NULL CHECK (confidence BETWEEN 0 AND 1), powo TEXT, gbif TEXT,
                device_confidence DOUBLE PRECISION CHECK (device_confidence BETWEEN 0 AND 1),
                service_confidence DOUBLE PRECISION CHECK (service_confidence BETWEEN 0 AND 1),
                PRIMARY KEY (household_id, identification_id, rank),
                FOREIGN KEY (household_id, identification_id)
                    REFERENCES identification (household_id, id) ON DELETE CASCADE
            );

            CREATE TABLE roll_up (
                household_id TEXT NOT NULL, identification_id TEXT NOT NULL, position BIGINT NOT NULL,
                name TEXT NOT NULL, taxon_rank TEXT NOT NULL,
                confidence DOUBLE PRECISION NOT NULL CHECK (confidence BETWEEN 0 AND 1),
                PRIMARY KEY (household_id, identification_id, position),
                FOREIGN KEY (household_id, identification_id)
                    REFERENCES identification (household_id, id) ON DELETE CASCADE
            );

            CREATE TABLE correction (
                household_id TEXT NOT NULL, number BIGINT NOT NULL, identification_id TEXT NOT NULL, proposed TEXT,
                chosen TEXT, made_at BIGINT NOT NULL,
                PRIMARY KEY (household_id, number),
                FOREIGN KEY (household_id, identification_id) REFERENCES identification (household_id, id)
            );

            CREATE TABLE waiting (
                household_id TEXT NOT NULL, identification_id TEXT NOT NULL, because TEXT NOT NULL,
                obstacle TEXT NOT NULL, since BIGINT NOT NULL, not_before BIGINT NOT NULL,
                attempts BIGINT NOT NULL DEFAULT 0, fence BIGINT NOT NULL DEFAULT 0, lease_until BIGINT,
                PRIMARY KEY (household_id, identification_id),
                FOREIGN KEY (household_id, identification_id)
                    REFERENCES identification (household_id, id) ON DELETE CASCADE
            );
            CREATE INDEX waiting_by_time ON waiting (household_id, since);
            """

        static let services = """
            CREATE TABLE quota (
                account TEXT NOT NULL, day BIGINT NOT NULL, used BIGINT NOT NULL DEFAULT 0 CHECK (used >= 0),
                reserved BIGINT NOT NULL DEFAULT 0 CHECK (reserved >= 0), ceiling BIGINT, blocked_until BIGINT,
                PRIMARY KEY (account, day)
            );

            CREATE TABLE reservation (
                id TEXT NOT NULL PRIMARY KEY, account TEXT NOT NULL, day BIGINT NOT NULL,
                units BIGINT NOT NULL CHECK (units > 0), deadline BIGINT NOT NULL,
                FOREIGN KEY (account, day) REFERENCES quota (account, day)
            );
            CREATE INDEX reservation_by_deadline ON reservation (deadline);
            CREATE INDEX reservation_by_account ON reservation (account, day);

            CREATE TABLE remembered_answer (
                number BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, household_id TEXT NOT NULL,
                key TEXT NOT NULL, scope TEXT NOT NULL, lookalike BIGINT, version TEXT, answer TEXT NOT NULL,
                answered_at BIGINT NOT NULL, used_at BIGINT NOT NULL,
                UNIQUE (household_id, key)
            );
            CREATE INDEX remembered_answer_by_use ON remembered_answer (household_id, used_at);
            CREATE INDEX remembered_answer_by_scope
                ON remembered_answer (household_id, scope) WHERE lookalike IS NOT NULL;

            CREATE TABLE look_up (
                household_id TEXT NOT NULL PRIMARY KEY, hits BIGINT NOT NULL DEFAULT 0,
                misses BIGINT NOT NULL DEFAULT 0
            );

            CREATE TABLE remembered_facts (
                service TEXT NOT NULL, key TEXT NOT NULL, facts TEXT, validator TEXT, fetched_at BIGINT,
                not_before BIGINT NOT NULL, attempts BIGINT NOT NULL DEFAULT 0,
                PRIMARY KEY (service, key)
            );

            CREATE TABLE service_read (
                service TEXT NOT NULL, at BIGINT NOT NULL
            );
            CREATE INDEX service_read_by_time ON service_read (service, at);

            CREATE TABLE service_pause (
                service TEXT NOT NULL PRIMARY KEY, until BIGINT NOT NULL
            );

            CREATE TABLE choice (
                household_id TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
                PRIMARY KEY (household_id, name)
            );

            CREATE TABLE secret (
                household_id TEXT NOT NULL, name TEXT NOT NULL, sealed BYTEA NOT NULL,
                PRIMARY KEY (household_id, name)
            );

            CREATE TABLE request (
                household_id TEXT NOT NULL, account TEXT NOT NULL, route TEXT NOT NULL,
                key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255), attempt TEXT NOT NULL,
                begun_at BIGINT NOT NULL, lease_until BIGINT NOT NULL, is_performed BOOLEAN NOT NULL DEFAULT FALSE,
                fingerprint TEXT, status BIGINT, location TEXT, type TEXT, body BYTEA,
                PRIMARY KEY (household_id, account, route, key)
            );
            CREATE INDEX request_by_time ON request (household_id, begun_at);

            CREATE TABLE heartbeat (
                id BIGINT PRIMARY KEY CHECK (id = 1), beats BIGINT NOT NULL
            );
            """
    }
}
