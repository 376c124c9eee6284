import GRDB

/// The history of the schema. Append only: a released migration is never changed.
enum Migrations {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (name, sql) in all {
            migrator.registerMigration(name) { database in
                try database.execute(sql: sql)
                if name == care.name { try Care.nameTaxa(in: database) }
            }
        }
        return migrator
    }

    private static let care = (name: "0003 care: how plants are kept, and what is to be done", sql: Care.schema)

    static let all: [(name: String, sql: String)] = [
        ("0001 photographs, identifications and plants", photographsIdentificationsPlants),
        ("0002 the service: its answers, its quota, and what waits for it", service),
        care,
        ("0004 reminders: channels, notices and calendars", Reminders.schema),
        ("0005 the larder: products, questions and votes", Larder.schema),
        ("0006 medicines: labels, medicines and doses", Medicines.schema),
        ("0007 photographs may be AVIF", Photographs.schema),
        ("0008 photographs that belong to nothing", Sweep.schema),
        ("0009 photographs that are being taken in", Intake.schema),
        ("0010 accounts: people, sessions and links", Accounts.schema),
        ("0011 tokens: access for programs", Accounts.tokens),
        ("0012 medicines of people, and who else sees them", People.schema),
        ("0013 guests: links for sitters, and what they did", Guests.schema),
        ("0014 passkeys: keys of devices instead of passphrases", Passkeys.schema),
        ("0015 attempts: limits that survive a restart, and more events", Attempts.schema),
        ("0016 identities: people of the sign-in service who are connected with accounts", Identities.schema),
        ("0017 the dose log says who made an entry", People.authors),
        ("0020 requests: keys of requests that may be repeated", Requests.schema),
        ("0021 stock: food in the house, the shopping list, and notices about food", Stock.schema),
        ("0023 removed plants: they can be restored for some days", RemovedPlants.schema),
        ("0024 the language of a person", Accounts.language),
        ("0025 vectors of photographs, to recognise the plants of the household", Vectors.schema),
        ("0026 notes of tasks, and the preferred time of a plant", Care.notesAndTimes),
        ("0027 what the nodes of a household share: used tickets, running questions", Attempts.nodes),
        ("0028 the version of a household's data, for changes that depend on it", Requests.version),
        ("0029 how times, weeks and units are written for a person", Accounts.habits),
    ]

    /// Times are milliseconds since 1970. A list of names is a JSON array. Every table of a
    /// household's data has the household in its key, so that no row can refer to another household.
    private static let photographsIdentificationsPlants = """
        CREATE TABLE heartbeat (id INTEGER PRIMARY KEY CHECK (id = 1), beats INTEGER NOT NULL) STRICT;

        CREATE TABLE photograph (
            household_id TEXT NOT NULL, id TEXT NOT NULL,
            digest TEXT NOT NULL CHECK (length(digest) = 64),
            format TEXT NOT NULL CHECK (format IN ('jpeg', 'png', 'webp', 'tiff', 'heic')),
            width INTEGER NOT NULL CHECK (width > 0), height INTEGER NOT NULL CHECK (height > 0),
            byte_count INTEGER NOT NULL CHECK (byte_count > 0), captured_at INTEGER NOT NULL,
            PRIMARY KEY (household_id, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX photograph_by_digest ON photograph (digest);

        CREATE TABLE identification (
            household_id TEXT NOT NULL, id TEXT NOT NULL,
            verdict TEXT NOT NULL, reason TEXT NOT NULL, source TEXT NOT NULL, model TEXT NOT NULL,
            decode_ms REAL NOT NULL, inference_ms REAL NOT NULL, total_ms REAL NOT NULL,
            answered_at INTEGER NOT NULL,
            PRIMARY KEY (household_id, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX identification_by_time ON identification (household_id, answered_at DESC);

        CREATE TABLE identification_photograph (
            household_id TEXT NOT NULL, identification_id TEXT NOT NULL, position INTEGER NOT NULL,
            photograph_id TEXT NOT NULL, embedding BLOB,
            PRIMARY KEY (household_id, identification_id, position),
            FOREIGN KEY (household_id, identification_id) REFERENCES identification (household_id, id) ON DELETE CASCADE,
            FOREIGN KEY (household_id, photograph_id) REFERENCES photograph (household_id, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX identification_photograph_by_photograph ON identification_photograph (household_id, photograph_id);

        CREATE TABLE candidate (
            household_id TEXT NOT NULL, identification_id TEXT NOT NULL, rank INTEGER NOT NULL CHECK (rank > 0),
            scientific_name TEXT NOT NULL, taxon_rank TEXT NOT NULL, family TEXT, common_names TEXT NOT NULL,
            confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
            PRIMARY KEY (household_id, identification_id, rank),
            FOREIGN KEY (household_id, identification_id) REFERENCES identification (household_id, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE roll_up (
            household_id TEXT NOT NULL, identification_id TEXT NOT NULL, position INTEGER NOT NULL,
            name TEXT NOT NULL, taxon_rank TEXT NOT NULL, confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
            PRIMARY KEY (household_id, identification_id, position),
            FOREIGN KEY (household_id, identification_id) REFERENCES identification (household_id, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE plant (
            household_id TEXT NOT NULL, id TEXT NOT NULL,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
            scientific_name TEXT, taxon_rank TEXT, family TEXT, common_names TEXT NOT NULL,
            identification_id TEXT NOT NULL, added_at INTEGER NOT NULL,
            name_key TEXT NOT NULL, search_text TEXT NOT NULL,
            PRIMARY KEY (household_id, id),
            UNIQUE (household_id, identification_id),
            FOREIGN KEY (household_id, identification_id) REFERENCES identification (household_id, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX plant_by_time ON plant (household_id, added_at DESC);

        CREATE TABLE correction (
            household_id TEXT NOT NULL, number INTEGER NOT NULL, identification_id TEXT NOT NULL,
            proposed TEXT, chosen TEXT, made_at INTEGER NOT NULL,
            PRIMARY KEY (household_id, number),
            FOREIGN KEY (household_id, identification_id) REFERENCES identification (household_id, id)
        ) STRICT, WITHOUT ROWID;
        """

    /// An opinion is one source's whole answer as JSON; if an identification has none, only the device answered, and
    /// its answer is that of the identification. A day is counted from 1970 in UTC.
    private static let service = """
        ALTER TABLE identification ADD COLUMN asked_service TEXT;
        ALTER TABLE identification ADD COLUMN asked_reason TEXT NOT NULL DEFAULT 'on-device-only';
        ALTER TABLE identification ADD COLUMN asked_wanted TEXT;
        ALTER TABLE identification ADD COLUMN asked_price INTEGER NOT NULL DEFAULT 0 CHECK (asked_price >= 0);
        ALTER TABLE identification ADD COLUMN asked_remaining INTEGER;
        ALTER TABLE identification ADD COLUMN asked_threshold REAL NOT NULL DEFAULT 0.7;
        ALTER TABLE identification ADD COLUMN failure_code TEXT;
        ALTER TABLE identification ADD COLUMN failure_message TEXT;
        ALTER TABLE identification ADD COLUMN failure_passes INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE identification ADD COLUMN has_device INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE identification ADD COLUMN device_opinion TEXT;
        ALTER TABLE identification ADD COLUMN service_opinion TEXT;
        ALTER TABLE identification_photograph ADD COLUMN organ TEXT NOT NULL DEFAULT 'auto';
        ALTER TABLE candidate ADD COLUMN powo TEXT;
        ALTER TABLE candidate ADD COLUMN gbif TEXT;
        ALTER TABLE candidate ADD COLUMN device_confidence REAL CHECK (device_confidence BETWEEN 0 AND 1);
        ALTER TABLE candidate ADD COLUMN service_confidence REAL CHECK (service_confidence BETWEEN 0 AND 1);
        ALTER TABLE plant ADD COLUMN powo TEXT;
        ALTER TABLE plant ADD COLUMN gbif TEXT;

        CREATE TABLE waiting (
            household_id TEXT NOT NULL, identification_id TEXT NOT NULL,
            because TEXT NOT NULL, obstacle TEXT NOT NULL, since INTEGER NOT NULL, not_before INTEGER NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0, fence INTEGER NOT NULL DEFAULT 0, lease_until INTEGER,
            PRIMARY KEY (household_id, identification_id),
            FOREIGN KEY (household_id, identification_id) REFERENCES identification (household_id, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX waiting_by_time ON waiting (household_id, since);

        CREATE TABLE quota (
            account TEXT NOT NULL, day INTEGER NOT NULL,
            used INTEGER NOT NULL DEFAULT 0 CHECK (used >= 0), reserved INTEGER NOT NULL DEFAULT 0 CHECK (reserved >= 0),
            ceiling INTEGER, blocked_until INTEGER,
            PRIMARY KEY (account, day)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE reservation (
            id TEXT NOT NULL PRIMARY KEY, account TEXT NOT NULL, day INTEGER NOT NULL,
            units INTEGER NOT NULL CHECK (units > 0), deadline INTEGER NOT NULL,
            FOREIGN KEY (account, day) REFERENCES quota (account, day)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX reservation_by_deadline ON reservation (deadline);
        CREATE INDEX reservation_by_account ON reservation (account, day);

        CREATE TABLE remembered_answer (
            number INTEGER PRIMARY KEY, household_id TEXT NOT NULL, key TEXT NOT NULL, scope TEXT NOT NULL,
            lookalike INTEGER, version TEXT, answer TEXT NOT NULL, answered_at INTEGER NOT NULL,
            used_at INTEGER NOT NULL,
            UNIQUE (household_id, key)
        ) STRICT;
        CREATE INDEX remembered_answer_by_use ON remembered_answer (household_id, used_at);
        CREATE INDEX remembered_answer_by_scope ON remembered_answer (household_id, scope)
            WHERE lookalike IS NOT NULL;

        CREATE TABLE look_up (
            household_id TEXT NOT NULL PRIMARY KEY, hits INTEGER NOT NULL DEFAULT 0, misses INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE choice (
            household_id TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
            PRIMARY KEY (household_id, name)
        ) STRICT, WITHOUT ROWID;
        """
}
