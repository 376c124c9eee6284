import Contracts
import PostgresDatabase
import SQLRecords
import SQLiteDatabase
import Support
import Testing

@Suite("The schema of PostgreSQL", .tags(.large), .enabled(if: PostgresCluster.isInstalled, "needs postgresql-15"))
struct PostgresSchemaTests {
    /// The tables with their columns, whether each may be NULL, and the columns of their keys.
    private struct Shape: Equatable {
        var columns: [String: [String]] = [:]
        var keys: [String: Set<[String]>] = [:]
        var references: Set<String> = []
    }

    @Test("The schema has the tables, columns, keys and references of SQLite's")
    func schema() async throws {
        let sqlite = try await SQLiteDatabase.inMemory().read { transaction in
            var shape = Shape()
            let tables = try transaction.values(
                String.self, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
            for table in tables where table != "grdb_migrations" {
                let columns = try transaction.query("SELECT * FROM pragma_table_info(?) ORDER BY name", [table])
                shape.columns[table] = columns.map { row in
                    let isKey = (row["pk"] as Int? ?? 0) > 0
                    return "\(row["name"] ?? "") \((row["notnull"] as Bool?) == true || isKey)"
                }
                var keys: Set<[String]> = []
                for index in try transaction.query("SELECT * FROM pragma_index_list(?)", [table])
                where row(index, "unique") == true {
                    keys.insert(
                        try transaction.values(
                            String.self, "SELECT name FROM pragma_index_info(?) ORDER BY seqno",
                            [index["name"] ?? ""]))
                }
                let own = columns.filter { ($0["pk"] as Int? ?? 0) > 0 }
                    .sorted { ($0["pk"] as Int? ?? 0) < ($1["pk"] as Int? ?? 0) }.map { $0["name"] ?? "" }
                if !own.isEmpty { keys.insert(own) }
                shape.keys[table] = keys
                for reference in try transaction.query("SELECT * FROM pragma_foreign_key_list(?)", [table]) {
                    shape.references.insert(
                        "\(table).\(reference["from"] ?? "") \(reference["table"] ?? "").\(reference["to"] ?? "") "
                            + "\(reference["on_delete"] ?? "")")
                }
            }
            return shape
        }
        let postgres = try await PostgresCluster.withDatabase { address in
            try await PostgresDatabase(address).read { transaction in
                var shape = Shape()
                for row in try transaction.query(
                    """
                    SELECT c.table_name::text AS table, c.column_name::text AS name, c.is_nullable = 'NO' AS is_set
                    FROM information_schema.columns AS c
                    WHERE c.table_schema = 'public' AND c.table_name <> 'migration' ORDER BY c.column_name COLLATE "C"
                    """)
                {
                    shape.columns[row["table"] ?? "", default: []].append(
                        "\(row["name"] ?? "") \((row["is_set"] as Bool?) == true)")
                }
                for row in try transaction.query(
                    """
                    SELECT i.indrelid::regclass::text AS table, string_agg(a.attname::text, ' ' ORDER BY k.place) AS names
                    FROM pg_index AS i, unnest(i.indkey::smallint[]) WITH ORDINALITY AS k (number, place), pg_attribute AS a,
                        pg_class AS t
                    WHERE i.indisunique AND a.attrelid = i.indrelid AND a.attnum = k.number AND t.oid = i.indrelid
                        AND t.relnamespace = 'public'::regnamespace
                    GROUP BY i.indexrelid, i.indrelid
                    """)
                {
                    let table: String = row["table"] ?? ""
                    guard table != "migration" else { continue }
                    shape.keys[table, default: []].insert(
                        (row["names"] as String? ?? "").split(separator: " ").map(String.init))
                }
                for row in try transaction.query(
                    """
                    SELECT c.conrelid::regclass::text AS table, c.confrelid::regclass::text AS other, a.attname::text AS name,
                        b.attname::text AS other_name,
                        CASE c.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' ELSE 'NO ACTION' END AS deleted
                    FROM pg_constraint AS c, unnest(c.conkey, c.confkey) AS k (own, other), pg_attribute AS a,
                        pg_attribute AS b
                    WHERE c.contype = 'f' AND a.attrelid = c.conrelid AND a.attnum = k.own AND b.attrelid = c.confrelid
                        AND b.attnum = k.other
                    """)
                {
                    shape.references.insert(
                        "\(row["table"] ?? "").\(row["name"] ?? "") \(row["other"] ?? "").\(row["other_name"] ?? "") "
                            + "\(row["deleted"] ?? "")")
                }
                return shape
            }
        }
        #expect(sqlite.columns.count > 50)
        for (table, columns) in sqlite.columns { #expect(postgres.columns[table] == columns, "\(table)") }
        #expect(Set(postgres.columns.keys) == Set(sqlite.columns.keys))
        for (table, keys) in sqlite.keys { #expect(postgres.keys[table, default: []] == keys, "\(table)") }
        #expect(postgres.references == sqlite.references)
    }

    private func row(_ row: SQLRow, _ name: String) -> Bool? { row[name] }
}
