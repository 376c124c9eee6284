import SQLRecords

extension PostgresTransaction {
    func tables() throws -> [SQLTable] {
        let columns = try query(
            """
            SELECT c.table_name::text AS "table", c.column_name::text AS name, c.data_type = 'boolean' AS is_boolean,
                c.is_identity = 'YES' AS is_numbered
            FROM information_schema.columns AS c JOIN pg_class AS t
                ON t.relname = c.table_name AND t.relnamespace = current_schema()::regnamespace
            WHERE c.table_schema = current_schema() AND c.table_name <> 'migration' AND t.relkind = 'r'
                AND NOT EXISTS (SELECT 1 FROM pg_depend AS d WHERE d.objid = t.oid AND d.deptype = 'e')
            ORDER BY c.table_name COLLATE "C", c.column_name COLLATE "C"
            """)
        var keys: [String: [String]] = [:]
        for row in try query(
            """
            SELECT t.relname::text AS "table", a.attname::text AS name
            FROM pg_index AS i JOIN pg_class AS t ON t.oid = i.indrelid
                CROSS JOIN unnest(i.indkey::smallint[]) WITH ORDINALITY AS k (number, place)
                JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = k.number
            WHERE i.indisprimary AND t.relnamespace = current_schema()::regnamespace ORDER BY t.relname, k.place
            """)
        {
            if let table: String = row["table"], let name: String = row["name"] {
                keys[table, default: []].append(name)
            }
        }
        var references: [String: Set<String>] = [:]
        for row in try query(
            """
            SELECT t.relname::text AS "table", o.relname::text AS other
            FROM pg_constraint AS c JOIN pg_class AS t ON t.oid = c.conrelid JOIN pg_class AS o ON o.oid = c.confrelid
            WHERE c.contype = 'f' AND t.relnamespace = current_schema()::regnamespace
            """)
        {
            if let table: String = row["table"], let other: String = row["other"] {
                references[table, default: []].insert(other)
            }
        }

        var tables: [SQLTable] = []
        for (name, columns) in Dictionary(grouping: columns, by: { $0["table"] ?? "" }).sorted(by: { $0.key < $1.key })
        {
            let booleans = columns.filter { $0["is_boolean"] == true }.compactMap { $0["name"] as String? }
            let numbered: String? = columns.first { $0["is_numbered"] == true }?["name"]
            let last = try numbered.flatMap { _ in
                try value(
                    Int64.self, "SELECT pg_sequence_last_value(pg_get_serial_sequence(?, 'number')::regclass)", [name])
            }
            tables.append(
                SQLTable(
                    name: name, columns: columns.compactMap { $0["name"] }, booleans: Set(booleans),
                    key: keys[name] ?? [], references: references[name] ?? [], lastNumber: last))
        }
        return tables
    }

    func setLastNumber(_ number: Int64, of table: String) throws {
        guard number > 0 else { return }
        try query(
            """
            SELECT setval(pg_get_serial_sequence(:table, 'number'), greatest(:number, coalesce(
                pg_sequence_last_value(pg_get_serial_sequence(:table, 'number')::regclass), 0)))
            """, ["table": table, "number": number], limit: 1
        ) { _ in }
    }
}
