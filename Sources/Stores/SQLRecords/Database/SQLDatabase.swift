package import Household
import Messages

/// A database that runs the verbs of `SQLRecords`. Everything that differs between databases is behind this protocol and
/// in `Dialect`.
///
/// Bodies are synchronous and run on the database's own threads, never on those that Swift's tasks share. A body that
/// throws rolls its transaction back. A write happens also if its task is cancelled, because it may record what was done
/// already, such as a notice that was sent. Errors of the database are `SQLError`; errors that a body throws pass unchanged.
package protocol SQLDatabase: Sendable {
    /// Reads a consistent state. The body must not write.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value

    /// Writes data that belong to no single household: services, quotas, files.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value

    /// Writes data of a household. Two such transactions of one household never run at the same time: SQLite has one
    /// writer, a database with several locks the household first.
    func write<Value: Sendable>(
        for household: Household.ID, _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value

    /// Calls `report` after each commit of another process since this database was opened, until the task is cancelled.
    /// Several commits may be reported as one.
    func followOtherProcesses(_ report: @Sendable () -> Void) async

    /// Removes copies of deleted rows that the database still holds outside its tables. Does nothing if a reader prevents
    /// it at the moment; a later call, or the database itself, removes them then.
    func purgeDeleted() async throws

    /// Returns the faults that the database finds in itself; empty if there are none.
    func damage() async throws -> [String]
}

/// One transaction, valid only inside the body that received it and on that body's thread.
///
/// SQL has parameters as `?` with an array of values, or as `:name` with a dictionary. Values are never part of the
/// text: statements are prepared once for each text and cached.
package protocol SQLTransaction {
    var dialect: Dialect { get }

    /// The number of rows changed on this connection since it was opened, including those of statements that were
    /// rolled back.
    var totalChanges: Int { get }

    /// Excludes other transactions that lock the same name, until this transaction ends. Only needed where rows of
    /// several households depend on each other: a household has one writer in any case.
    func lock(_ name: String) throws

    /// The tables of the schema, without those of the migrations.
    func tables() throws -> [SQLTable]

    /// Sets the last number that a table gave to a row, so that later rows get greater ones.
    func setLastNumber(_ number: Int64, of table: String) throws

    /// Runs one statement and calls `body` for each row, at most `limit` times. `body` must not use the transaction.
    func query(_ sql: String, _ arguments: SQLArguments, limit: Int, _ body: (SQLRow) throws -> Void) throws

    /// Runs one statement that returns no rows. Returns the number of rows that it changed.
    @discardableResult
    func execute(_ sql: String, _ arguments: SQLArguments) throws -> Int
}

extension SQLTransaction {
    /// Returns all rows.
    package func query(_ sql: String, _ arguments: SQLArguments = []) throws -> [SQLRow] {
        var rows: [SQLRow] = []
        try query(sql, arguments, limit: .max) { rows.append($0) }
        return rows
    }

    /// Returns the first row; nil if there is none.
    package func first(_ sql: String, _ arguments: SQLArguments = []) throws -> SQLRow? {
        var first: SQLRow?
        try query(sql, arguments, limit: 1) { first = $0 }
        return first
    }

    /// Returns the first column of the first row; nil if there is no row, or if the column is NULL.
    package func value<Value: SQLConvertible>(
        _: Value.Type = Value.self, _ sql: String, _ arguments: SQLArguments = []
    ) throws -> Value? {
        try first(sql, arguments)?.first()
    }

    /// Returns the first column of each row. Throws if a value is NULL, because the file is then damaged.
    package func values<Value: SQLConvertible>(
        _: Value.Type = Value.self, _ sql: String, _ arguments: SQLArguments = []
    ) throws -> [Value] {
        var values: [Value] = []
        try query(sql, arguments, limit: .max) { row in
            guard let value: Value = row.first() else { throw SQLRow.damaged(localized("the first column")) }
            values.append(value)
        }
        return values
    }
}

/// The SQL fragments that differ between databases. A fragment has the same meaning in each.
package struct Dialect: Sendable {
    /// The function `f(text, part)` that returns the position of `part` in `text`; 0 if it is not in it.
    package let position: String
    /// The functions that return the smallest and the largest of several values, none of which may be NULL.
    package let least: String
    package let greatest: String
    /// Returns an expression for the number of bytes of a text.
    package let byteCount: @Sendable (_ expression: String) -> String
    /// Returns the index hint that follows a table's name; empty if the database has no such hint.
    package let indexed: @Sendable (_ index: String) -> String

    package init(
        position: String, least: String, greatest: String,
        byteCount: @escaping @Sendable (_ expression: String) -> String,
        indexed: @escaping @Sendable (_ index: String) -> String
    ) {
        self.position = position
        self.least = least
        self.greatest = greatest
        self.byteCount = byteCount
        self.indexed = indexed
    }
}

/// An error of a database, in categories that all databases share.
package struct SQLError: Error {
    package enum Kind: Sendable, Hashable {
        /// A unique index or a primary key already has these values.
        case notUnique
        /// A foreign key refers to a row that does not exist.
        case missingReference
        /// A text has a character that the database does not store (U+0000).
        case notText
        case diskFull
        /// The disk failed to read or write.
        case diskFailed
        /// Another connection held the database for too long.
        case busy
        /// The server of the database does not answer.
        case unreachable
        /// The connection broke while a transaction was being committed: it may have been, or not.
        case outcomeUnknown
        /// The C library of the database is not installed.
        case libraryMissing
        /// Any other error, with the database's own code.
        case other(code: String)
    }

    package let kind: Kind
    package let cause: any Error

    package init(_ kind: Kind, cause: any Error) {
        self.kind = kind
        self.cause = cause
    }
}
