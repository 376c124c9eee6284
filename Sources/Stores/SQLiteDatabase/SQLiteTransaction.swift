import FoundationEssentials
import GRDB
package import SQLRecords

/// A transaction of GRDB. Each statement is prepared once per connection.
struct SQLiteTransaction: SQLTransaction {
    private let database: Database
    private let isReadOnly: Bool

    /// With `isReadOnly` every statement that may write is refused with SQLite's own error, also on a connection that could
    /// write.
    init(_ database: Database, isReadOnly: Bool = false) {
        self.database = database
        self.isReadOnly = isReadOnly
    }

    private func prepared(_ sql: String) throws -> Statement {
        let statement = try database.cachedStatement(sql: sql)
        guard statement.isReadonly || !isReadOnly else {
            throw DatabaseError(resultCode: .SQLITE_READONLY, message: "attempt to write a readonly database", sql: sql)
        }
        return statement
    }

    var dialect: Dialect { .sqlite }
    var totalChanges: Int { database.totalChangesCount }

    /// Nothing to do: SQLite has one writer.
    func lock(_: String) {}

    func query(_ sql: String, _ arguments: SQLArguments, limit: Int, _ body: (SQLRow) throws -> Void) throws {
        do {
            let statement = try prepared(sql)
            let names = statement.columnNames
            let rows = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
            var count = 0
            while count < limit, let row = try rows.next() {
                count += 1
                try body(SQLRow(names: names, values: names.indices.map { SQLValue(row[$0]) }))
            }
        } catch {
            throw SQLiteDatabase.translated(error)
        }
    }

    @discardableResult
    func execute(_ sql: String, _ arguments: SQLArguments) throws -> Int {
        do {
            try prepared(sql).execute(arguments: StatementArguments(arguments))
            return database.changesCount
        } catch {
            throw SQLiteDatabase.translated(error)
        }
    }
}

extension Dialect {
    package static let sqlite = Dialect(
        position: "instr", least: "min", greatest: "max",
        byteCount: { "length(CAST(\($0) AS BLOB))" }, indexed: { "INDEXED BY \($0)" })
}

extension StatementArguments {
    fileprivate init(_ arguments: SQLArguments) {
        self.init(arguments.positional.map(\.databaseValue))
        if !arguments.named.isEmpty { self += StatementArguments(arguments.named.mapValues(\.databaseValue)) }
    }
}

extension SQLValue {
    fileprivate init(_ value: DatabaseValue) {
        switch value.storage {
        case .null: self = .null
        case .int64(let number): self = .integer(number)
        case .double(let number): self = .real(number)
        case .string(let text): self = .text(text)
        case .blob(let data): self = .blob([UInt8](data))
        }
    }

    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .blob(let bytes): Data(bytes).databaseValue
        case .boolean(let bool): bool.databaseValue
        }
    }
}
