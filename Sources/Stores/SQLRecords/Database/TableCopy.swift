import Household
import Messages

/// A table as the database describes it.
package struct SQLTable: Sendable, Hashable {
    package let name: String
    /// All columns, by name.
    package let columns: [String]
    /// Those of `columns` that hold booleans; empty in a database without booleans.
    package let booleans: Set<String>
    /// The columns of the primary key, in its order; empty if the table has none.
    package let key: [String]
    /// The other tables to which its rows refer.
    package let references: Set<String>
    /// The last number that the database gave to a row; nil if it gives none.
    package let lastNumber: Int64?

    package init(
        name: String, columns: [String], booleans: Set<String>, key: [String], references: Set<String>,
        lastNumber: Int64?
    ) {
        self.name = name
        self.columns = columns
        self.booleans = booleans
        self.key = key
        self.references = references
        self.lastNumber = lastNumber
    }
}

/// Copies all rows of one database into another one, and compares them.
///
/// Both transactions are open meanwhile, so the copy is of one state, and the other database has all of it or nothing.
package enum TableCopy {
    /// Replaces the rows of `target` by those of `source`. Returns the number of rows of each table.
    ///
    /// Throws `storageFailed` if the two have different tables, or if a row is not the same afterwards.
    package static func copy(
        from source: any SQLTransaction, to target: any SQLTransaction
    ) throws -> [String: Int] {
        let (from, to) = (try source.tables(), try target.tables())
        let targets = Dictionary(to.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        guard Set(from.map(\.name)) == Set(targets.keys),
            from.allSatisfy({ Set($0.columns) == Set(targets[$0.name]?.columns ?? []) })
        else {
            throw HouseholdError(
                .storageFailed, localized("The two databases have different tables."),
                hint: localized("Start the same release of Stillroom with each of them first."))
        }
        let ordered = try ordered(from)
        for table in ordered.reversed() { try target.execute("DELETE FROM \(quoted(table.name))", []) }
        var counts: [String: Int] = [:]
        for table in ordered {
            guard let other = targets[table.name] else { continue }
            counts[table.name] = try copy(table, from: source, to: other, in: target)
        }
        return counts
    }

    /// Whether no table has a row.
    package static func isEmpty(_ transaction: any SQLTransaction) throws -> Bool {
        for table in try transaction.tables() {
            if try transaction.first("SELECT 1 AS one FROM \(quoted(table.name)) LIMIT 1") != nil { return false }
        }
        return true
    }

    private static func copy(
        _ table: SQLTable, from source: any SQLTransaction, to other: SQLTable, in target: any SQLTransaction
    ) throws -> Int {
        let names = table.columns.map(quoted).joined(separator: ", ")
        let marks = Array(repeating: "?", count: table.columns.count).joined(separator: ", ")
        let insert = "INSERT INTO \(quoted(table.name)) (\(names)) VALUES (\(marks))"
        let isBoolean = table.columns.map(other.booleans.contains)
        var count = 0
        var pages = Pages(of: table)
        while let rows = try pages.next(in: source) {
            for row in rows {
                let values = zip(row, isBoolean).map { value, isBoolean in
                    if isBoolean, case .integer(let number) = value { SQLValue.boolean(number != 0) } else { value }
                }
                do { try target.execute(insert, SQLArguments(values)) } catch let error as SQLError
                    where error.kind != .unreachable
                {
                    throw HouseholdError(
                        .storageFailed,
                        localized("A row of the table \(table.name, "table") cannot be copied. Nothing was changed."),
                        cause: error.cause)
                }
            }
            count += rows.count
        }
        if let number = table.lastNumber { try target.setLastNumber(number, of: table.name) }
        // Every row is read back.
        var (originals, copies) = (Pages(of: table), Pages(of: table))
        while true {
            let (original, copy) = (try originals.next(in: source), try copies.next(in: target))
            guard original == copy else {
                throw HouseholdError(
                    .storageFailed,
                    localized(
                        "After the copy, the table \(table.name, "table") has other rows. Nothing was changed."))
            }
            if original == nil { return count }
        }
    }

    /// The tables, each after those to which its rows refer.
    private static func ordered(_ tables: [SQLTable]) throws -> [SQLTable] {
        var (rest, done, ordered) = (tables.sorted { $0.name < $1.name }, Set<String>(), [SQLTable]())
        while !rest.isEmpty {
            let ready = rest.filter { $0.references.subtracting([$0.name]).isSubset(of: done) }
            guard !ready.isEmpty else { throw HouseholdError(.internalFault, localized("Tables refer to each other.")) }
            ordered += ready
            done.formUnion(ready.map(\.name))
            rest.removeAll { done.contains($0.name) }
        }
        return ordered
    }

    /// The rows of a table in an order that is the same in all databases, some at a time, booleans as 0 and 1.
    private struct Pages {
        private static let size = 500
        private let table: SQLTable
        private var last: [SQLValue] = []
        private var isOver = false

        init(of table: SQLTable) { self.table = table }

        /// Returns nil after the last page.
        mutating func next(in transaction: any SQLTransaction) throws -> [[SQLValue]]? {
            guard !isOver else { return nil }
            let names = table.columns.map(quoted).joined(separator: ", ")
            let rows: [SQLRow]
            if table.key.isEmpty {
                let order = table.columns.map { "\(quoted($0)) NULLS FIRST" }.joined(separator: ", ")
                rows = try transaction.query("SELECT \(names) FROM \(quoted(table.name)) ORDER BY \(order)")
                isOver = true
            } else {
                let key = table.key.map(quoted).joined(separator: ", ")
                let marks = Array(repeating: "?", count: table.key.count).joined(separator: ", ")
                rows = try transaction.query(
                    """
                    SELECT \(names) FROM \(quoted(table.name)) \(last.isEmpty ? "" : "WHERE (\(key)) > (\(marks))")
                    ORDER BY \(key) LIMIT \(Self.size)
                    """, SQLArguments(last))
                isOver = rows.count < Self.size
                if let row = rows.last {
                    let values = row.columns
                    last = table.key.map { column in values.first { $0.name == column }?.value ?? .null }
                }
            }
            return rows.map { row in
                row.columns.map { _, value in
                    if case .boolean(let bool) = value { SQLValue.integer(bool ? 1 : 0) } else { value }
                }
            }
        }
    }

    private static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
}
