import SQLRecords

extension SQLiteTransaction {
    func tables() throws -> [SQLTable] {
        let names = try values(
            String.self,
            """
            SELECT name FROM sqlite_schema
            WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'grdb_migrations' ORDER BY name
            """)
        return try names.map { name in
            let columns = try query("SELECT name, pk FROM pragma_table_info(?) ORDER BY name", [name])
            let key = columns.compactMap { row -> (place: Int, name: String)? in
                guard let place: Int = row["pk"], place > 0, let name: String = row["name"] else { return nil }
                return (place, name)
            }
            let references = try values(
                String.self, "SELECT DISTINCT \"table\" FROM pragma_foreign_key_list(?)", [name])
            let keyed = key.sorted { $0.place < $1.place }.map(\.name)
            // Without AUTOINCREMENT SQLite takes the next number from the greatest row.
            let number =
                try value(Int64.self, "SELECT seq FROM sqlite_sequence WHERE name = ?", [name])
                ?? (keyed == ["number"] ? value(Int64.self, "SELECT max(number) FROM \"\(name)\"") : nil)
            return SQLTable(
                name: name, columns: columns.compactMap { $0["name"] }, booleans: [],
                key: keyed, references: Set(references), lastNumber: number)
        }
    }

    func setLastNumber(_ number: Int64, of table: String) throws {
        let changed = try execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", [number, table])
        guard changed == 0 else { return }
        // A table whose numbers SQLite takes from its greatest row has no entry, and needs none.
        let isCounted = try value(
            Bool.self, "SELECT sql LIKE '%AUTOINCREMENT%' FROM sqlite_schema WHERE type = 'table' AND name = ?", [table]
        )
        guard isCounted == true else { return }
        try execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [table, number])
    }
}
