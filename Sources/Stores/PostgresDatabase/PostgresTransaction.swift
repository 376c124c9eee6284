import PostgreSQL
package import SQLRecords

/// A transaction on one connection.
struct PostgresTransaction: SQLTransaction {
    let session: PostgresSession

    var dialect: Dialect { .postgres }
    var totalChanges: Int { session.totalChanges }

    func lock(_ name: String) throws {
        try session.translating {
            _ = try session.connection.run(
                "SELECT pg_advisory_xact_lock($1)", [.integer(AdvisoryLock.named(name).key)])
        }
    }

    func query(_ sql: String, _ arguments: SQLArguments, limit: Int, _ body: (SQLRow) throws -> Void) throws {
        let result = try run(sql, arguments)
        let (names, types) = (result.columnNames, result.columnTypes)
        for row in 0..<min(limit, result.rowCount) {
            try body(
                SQLRow(
                    names: names,
                    values: types.indices.map { column in
                        unsafe result.withValue(row: row, column: column) { unsafe SQLValue($0, type: types[column]) }
                    }))
        }
    }

    @discardableResult
    func execute(_ sql: String, _ arguments: SQLArguments) throws -> Int {
        try run(sql, arguments).changedRows
    }

    private func run(_ sql: String, _ arguments: SQLArguments) throws -> PostgresResult {
        let numbered = NumberedSQL.of(sql)
        return try session.translating {
            let result = try session.connection.run(numbered.text, numbered.parameters(arguments))
            // A SELECT reports the rows that it found.
            if !numbered.isQuery { session.totalChanges += result.changedRows }
            return result
        }
    }
}

extension Dialect {
    package static let postgres = Dialect(
        position: "strpos", least: "least", greatest: "greatest",
        byteCount: { "octet_length(\($0))" }, indexed: { _ in "" })
}

/// The key of a lock that the server holds for a transaction. Two names with the same key only wait for each other.
struct AdvisoryLock {
    let key: Int64

    /// The 64-bit FNV-1a hash of the text.
    private init(_ text: String) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        key = Int64(bitPattern: hash)
    }

    /// Held by the one transaction of a household that writes.
    static func household(_ id: String) -> AdvisoryLock { AdvisoryLock("stillroom household \(id)") }
    /// Held by the one transaction that writes rows of no household.
    static let common = AdvisoryLock("stillroom common")
    static let migration = AdvisoryLock("stillroom migration")
    static func named(_ name: String) -> AdvisoryLock { AdvisoryLock("stillroom name \(name)") }
}
