import GRDB

/// The schema's history. Append only: a migration that has been released is never changed.
enum Migrations {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (name, sql) in all {
            migrator.registerMigration(name) { try $0.execute(sql: sql) }
        }
        return migrator
    }

    static let all: [(name: String, sql: String)] = [
        ("0001 photographs, identifications and plants", photographsIdentificationsPlants)
    ]

    /// Times are milliseconds since 1970. A list of names is a JSON array. Every table but `heartbeat` carries its
    /// household in its key, so that no row can point into another household.
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
}
