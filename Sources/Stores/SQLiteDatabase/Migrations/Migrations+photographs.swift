extension Migrations {
    /// SQLite cannot change a CHECK, so the table of photographs is created again.
    enum Photographs {
        static let schema = """
            CREATE TABLE photograph_next (
                household_id TEXT NOT NULL, id TEXT NOT NULL,
                digest TEXT NOT NULL CHECK (length(digest) = 64),
                format TEXT NOT NULL CHECK (format IN ('jpeg', 'png', 'webp', 'tiff', 'heic', 'avif')),
                width INTEGER NOT NULL CHECK (width > 0), height INTEGER NOT NULL CHECK (height > 0),
                byte_count INTEGER NOT NULL CHECK (byte_count > 0), captured_at INTEGER NOT NULL,
                PRIMARY KEY (household_id, id)
            ) STRICT, WITHOUT ROWID;
            INSERT INTO photograph_next SELECT household_id, id, digest, format, width, height, byte_count, captured_at
            FROM photograph;
            DROP TABLE photograph;
            ALTER TABLE photograph_next RENAME TO photograph;
            CREATE INDEX photograph_by_digest ON photograph (digest);
            """
    }
}
