import GRDB
import Recognition
import SQLRecords

extension Migrations {
    /// The situation of plants, their chores, and the facts about their care. A day is counted from 1970 in the
    /// person's calendar.
    enum Care {
        /// Fills the column by which plants are found by taxon; only this program can fold a name.
        static func nameTaxa(in database: Database) throws {
            let transaction = SQLiteTransaction(database)
            for row in try transaction.query("SELECT * FROM plant WHERE scientific_name IS NOT NULL") {
                try transaction.execute(
                    "UPDATE plant SET taxon_key = ? WHERE household_id = ? AND id = ?",
                    [try row.taxon().foldingKey, row["household_id"] as String?, row["id"] as String?])
            }
        }

        static let notesAndTimes = """
            ALTER TABLE chore ADD COLUMN note TEXT CHECK (length(note) BETWEEN 1 AND 300);
            ALTER TABLE plant ADD COLUMN preferred_minute INTEGER CHECK (preferred_minute BETWEEN 0 AND 1439);
            """

        /// SQLite cannot remove NOT NULL from a column, so the table of plants is created again: a plant may now have
        /// no identification.
        static let schema = """
            CREATE TABLE plant_next (
                household_id TEXT NOT NULL, id TEXT NOT NULL,
                name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
                scientific_name TEXT, taxon_rank TEXT, family TEXT, common_names TEXT NOT NULL, powo TEXT, gbif TEXT,
                taxon_key TEXT, identification_id TEXT, added_at INTEGER NOT NULL,
                name_key TEXT NOT NULL, search_text TEXT NOT NULL,
                room TEXT CHECK (length(room) BETWEEN 1 AND 120),
                place TEXT NOT NULL DEFAULT 'indoor' CHECK (place IN ('indoor', 'outdoor', 'balcony', 'greenhouse')),
                pot_diameter REAL CHECK (pot_diameter BETWEEN 1 AND 200),
                pot_material TEXT
                    CHECK (pot_material IN ('plastic', 'clay', 'glazed', 'metal', 'wood', 'fabric')),
                in_ground INTEGER NOT NULL DEFAULT 0 CHECK (in_ground IN (0, 1)),
                spot TEXT NOT NULL DEFAULT 'usual' CHECK (spot IN ('shaded', 'usual', 'bright')),
                grow_lamp INTEGER NOT NULL DEFAULT 0 CHECK (grow_lamp IN (0, 1)),
                repotted_day INTEGER,
                follows_season INTEGER NOT NULL DEFAULT 1 CHECK (follows_season IN (0, 1)),
                overruled TEXT NOT NULL DEFAULT '{}', learning_since INTEGER,
                archive_reason TEXT CHECK (archive_reason IN ('died', 'sold', 'other', 'given-away')),
                archived_day INTEGER,
                CHECK ((archive_reason IS NULL) = (archived_day IS NULL)),
                PRIMARY KEY (household_id, id),
                UNIQUE (household_id, identification_id),
                FOREIGN KEY (household_id, identification_id) REFERENCES identification (household_id, id)
            ) STRICT, WITHOUT ROWID;
            INSERT INTO plant_next
                (household_id, id, name, scientific_name, taxon_rank, family, common_names, powo, gbif,
                 identification_id, added_at, name_key, search_text)
            SELECT household_id, id, name, scientific_name, taxon_rank, family, common_names, powo, gbif,
                   identification_id, added_at, name_key, search_text
            FROM plant;
            DROP TABLE plant;
            ALTER TABLE plant_next RENAME TO plant;
            CREATE INDEX plant_by_time ON plant (household_id, added_at DESC);
            CREATE INDEX plant_by_name ON plant (household_id, name_key);
            CREATE INDEX plant_by_room ON plant (household_id, room) WHERE room IS NOT NULL;
            CREATE INDEX plant_by_taxon ON plant (household_id, taxon_key) WHERE taxon_key IS NOT NULL;

            CREATE TABLE plant_photograph (
                household_id TEXT NOT NULL, plant_id TEXT NOT NULL, position INTEGER NOT NULL,
                photograph_id TEXT NOT NULL,
                PRIMARY KEY (household_id, plant_id, position),
                UNIQUE (household_id, plant_id, photograph_id),
                FOREIGN KEY (household_id, plant_id) REFERENCES plant (household_id, id) ON DELETE CASCADE,
                FOREIGN KEY (household_id, photograph_id) REFERENCES photograph (household_id, id)
            ) STRICT, WITHOUT ROWID;
            INSERT OR IGNORE INTO plant_photograph (household_id, plant_id, position, photograph_id)
            SELECT plant.household_id, plant.id, shown.position, shown.photograph_id
            FROM plant JOIN identification_photograph AS shown
                ON shown.household_id = plant.household_id AND shown.identification_id = plant.identification_id;

            CREATE TABLE plant_note (
                household_id TEXT NOT NULL, number INTEGER NOT NULL, plant_id TEXT NOT NULL,
                text TEXT NOT NULL CHECK (length(text) > 0), at INTEGER NOT NULL,
                PRIMARY KEY (household_id, number),
                FOREIGN KEY (household_id, plant_id) REFERENCES plant (household_id, id) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX plant_note_by_plant ON plant_note (household_id, plant_id, number DESC);

            CREATE TABLE chore (
                household_id TEXT NOT NULL, id TEXT NOT NULL, plant_id TEXT,
                kind TEXT NOT NULL CHECK (kind IN ('watering', 'fertilising', 'pruning', 'repotting', 'rotation',
                    'misting', 'pest-control', 'own')),
                title TEXT CHECK (length(title) BETWEEN 1 AND 120),
                origin TEXT NOT NULL CHECK (origin IN ('plan', 'person')),
                recurrence TEXT NOT NULL, start_day INTEGER NOT NULL,
                standing TEXT NOT NULL DEFAULT 'active' CHECK (standing IN ('active', 'off', 'unneeded')),
                not_before INTEGER, due_day INTEGER, last_done INTEGER, snoozed_until INTEGER,
                CHECK (standing = 'active' OR due_day IS NULL),
                CHECK (kind <> 'own' OR title IS NOT NULL),
                PRIMARY KEY (household_id, id),
                FOREIGN KEY (household_id, plant_id) REFERENCES plant (household_id, id) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            CREATE UNIQUE INDEX chore_of_plan ON chore (household_id, plant_id, kind) WHERE origin = 'plan';
            CREATE INDEX chore_by_plant ON chore (household_id, plant_id);
            CREATE INDEX chore_by_due ON chore (household_id, due_day) WHERE due_day IS NOT NULL;

            CREATE TABLE chore_log (
                household_id TEXT NOT NULL, number INTEGER NOT NULL, chore_id TEXT NOT NULL,
                action TEXT NOT NULL CHECK (action IN ('done', 'skipped', 'snoozed')),
                until INTEGER, day INTEGER NOT NULL, at INTEGER NOT NULL, due_day INTEGER,
                planned INTEGER CHECK (planned > 0), undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1)),
                CHECK ((action = 'snoozed') = (until IS NOT NULL)),
                PRIMARY KEY (household_id, number),
                FOREIGN KEY (household_id, chore_id) REFERENCES chore (household_id, id) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX chore_log_by_chore ON chore_log (household_id, chore_id, number DESC);

            CREATE TABLE chore_count (
                household_id TEXT NOT NULL PRIMARY KEY, last_entry INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE remembered_facts (
                service TEXT NOT NULL, key TEXT NOT NULL, facts TEXT, validator TEXT, fetched_at INTEGER,
                not_before INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY (service, key)
            ) STRICT, WITHOUT ROWID;
            """
    }
}
