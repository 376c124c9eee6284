import Contracts
import Foundation
import Household
import SQLRecords
import SQLiteDatabase
import Support
import Testing

@Suite("Transactions of records", .tags(.medium))
struct TransactionTests {
    @Test("A write is completed even if its task is cancelled", arguments: RecordsStore.allCases)
    func cancelled(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let writing = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await records.choose(["a": "1"])
            }
            try await writing.value
            #expect(try await records.choices() == ["a": "1"])
        }
    }

    /// A database whose writes fail after a number of statements, as on a full disk.
    private struct FailingDatabase: SQLDatabase {
        let below: SQLiteDatabase
        let statements: Int

        func read<Value: Sendable>(
            _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
        ) async throws -> Value { try await below.read(body) }

        func write<Value: Sendable>(
            _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
        ) async throws -> Value {
            let statements = statements
            return try await below.write { try body(FailingTransaction(below: $0, left: statements)) }
        }

        func write<Value: Sendable>(
            for household: Household.ID, _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
        ) async throws -> Value { try await write(body) }

        func followOtherProcesses(_ report: @Sendable () -> Void) async {}
        func purgeDeleted() async throws {}
        func damage() async throws -> [String] { [] }
    }

    private final class FailingTransaction: SQLTransaction {
        private struct Full: Error {}
        private let below: any SQLTransaction
        private var left: Int

        init(below: any SQLTransaction, left: Int) { (self.below, self.left) = (below, left) }

        var dialect: Dialect { below.dialect }
        var totalChanges: Int { below.totalChanges }

        private func count() throws {
            guard left > 0 else { throw SQLError(.diskFull, cause: Full()) }
            left -= 1
        }

        func lock(_ name: String) throws { try below.lock(name) }
        func tables() throws -> [SQLTable] { try below.tables() }
        func setLastNumber(_ number: Int64, of table: String) throws { try below.setLastNumber(number, of: table) }

        func query(_ sql: String, _ arguments: SQLArguments, limit: Int, _ body: (SQLRow) throws -> Void) throws {
            try count()
            try below.query(sql, arguments, limit: limit, body)
        }

        func execute(_ sql: String, _ arguments: SQLArguments) throws -> Int {
            try count()
            return try below.execute(sql, arguments)
        }
    }

    @Test("A method that fails at any of its statements changes no row and posts no signal")
    func failing() async throws {
        let sample = Sample()
        let below = try SQLiteDatabase.inMemory()
        let empty = try await SQLRecords(below).contents
        let plant = try sample.bare("Rose")
        let arrival = Arrival(
            plant: plant, chores: [try sample.weekly(plant)], notes: [("A note", sample.time(0))], drafts: [])
        // Three of the plant, and the count of versions.
        for statements in 0..<4 {
            let signals = ChangeSignals()
            let listener = signals.listener()
            let records = SQLRecords(FailingDatabase(below: below, statements: statements), signals: signals)
            await refused(.storageFull) { try await records.admit([arrival]) }
            #expect(try await SQLRecords(below).contents == empty)
            #expect(listener.take().isEmpty)
        }
        try await SQLRecords(FailingDatabase(below: below, statements: 4)).admit([arrival])
        #expect(try await SQLRecords(below).plantCount() == 1)
    }
}
