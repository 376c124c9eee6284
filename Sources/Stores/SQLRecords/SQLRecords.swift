package import Household
import Messages

/// The rows of one household in a SQL database. Each verb is written here once, for every database.
package struct SQLRecords: Records {
    package let database: any SQLDatabase
    package let household: Household.ID
    /// Computes the expected notices; if nil, notices stay as they are.
    var planner: NoticePlanner?
    /// Who looks at medicines, labels, channels, notices and calendars. The verbs of background work ignore it.
    var viewer = MedicineViewer.machine
    /// Receives a `records` signal after each commit that changed a row.
    let signals: ChangeSignals

    package init(_ database: any SQLDatabase, of household: Household.ID, signals: ChangeSignals = ChangeSignals()) {
        self.database = database
        self.household = household
        self.signals = signals
    }

    package func bound(to household: Household.ID) -> any Records {
        var records = SQLRecords(database, of: household, signals: signals)
        records.planner = planner
        records.viewer = viewer
        return records
    }

    package func followOtherProcesses() async {
        await database.followOtherProcesses { signals.post(.records) }
    }

    /// Does not use `write`: no row differs afterwards, so no signal is posted.
    package func check() async throws {
        try await translatingErrors {
            try await database.write { transaction in
                // Rolled back alone, so that the commit still has to reach the disk.
                try transaction.execute("SAVEPOINT heartbeat", [])
                try transaction.execute(
                    """
                    INSERT INTO heartbeat (id, beats) VALUES (1, 1)
                    ON CONFLICT (id) DO UPDATE SET beats = heartbeat.beats + 1
                    """, [])
                guard try transaction.value(Int.self, "SELECT beats FROM heartbeat WHERE id = 1") != nil else {
                    throw HouseholdError(
                        .storageFailed, localized("The database does not return what was written to it."))
                }
                try transaction.execute("ROLLBACK TO SAVEPOINT heartbeat", [])
                try transaction.execute("RELEASE SAVEPOINT heartbeat", [])
            }
        }
    }

    /// Returns the damage that the database finds in its file; empty if there is none.
    package func damage() async throws -> [String] {
        try await translatingErrors { try await database.damage() }
    }

    // MARK: - Transactions

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        try await translatingErrors { try await database.read(body) }
    }

    /// Writes rows that all households share: quotas, data of services.
    @discardableResult
    func writeShared<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        try await signalling { try await database.write(Self.noticing(body)) }
    }

    /// Writes rows of the household. One such transaction runs at a time for each household. It counts as a version of
    /// the data if it changed a row.
    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        // Read here and not in the body, which runs on a thread of the database.
        let expected = ExpectedVersion.current
        return try await signalling {
            let (value, isChanged) = try await database.write(for: household) { [household] transaction in
                try expected?.compare(with: Self.version(of: household, in: transaction))
                let (value, isChanged) = try Self.noticing(body)(transaction)
                if isChanged { try Self.countVersion(of: household, in: transaction) }
                return (value, isChanged)
            }
            if isChanged { expected?.noteChange() }
            return (value, isChanged)
        }
    }

    /// Writes rows of the household that no worker and no open page reads, so no signal is posted.
    @discardableResult
    func writeUnnoticed<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        try await translatingErrors { try await database.write(for: household, body) }
    }

    /// Writes rows that reminders depend on, and updates the notices in the same transaction. `scope` names what the body
    /// changes, so that the work is proportional to it. `fresh` returns a channel that is new or was turned on again.
    @discardableResult
    func plan<Value: Sendable>(
        changing scope: PlanScope = .everything, fresh: @escaping @Sendable (Value) -> Channel.ID? = { _ in nil },
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        try await write { [planner] transaction in
            guard let planner else { return try body(transaction) }
            if let value = try Self.plan(scope, of: household, by: planner, in: transaction, body) { return value }
            try Self.addPages(of: household, by: planner, in: transaction)
            let before = try Self.expected(of: household, by: planner, in: transaction)
            let value = try body(transaction)
            try Self.reconcile(household, by: planner, before: before, fresh: fresh(value), in: transaction)
            return value
        }
    }

    /// Returns `body` with the information if it changed a row.
    private static func noticing<Value>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) -> @Sendable (any SQLTransaction) throws -> (value: Value, isChanged: Bool) {
        { transaction in
            let before = transaction.totalChanges
            let value = try body(transaction)
            return (value, transaction.totalChanges != before)
        }
    }

    /// Posts a signal only if a row changed: otherwise a worker that finds nothing to do would wake itself again.
    private func signalling<Value>(
        _ write: () async throws -> (value: Value, isChanged: Bool)
    ) async throws -> Value {
        try await translatingErrors {
            let (value, isChanged) = try await write()
            if isChanged { signals.post(.records) }
            return value
        }
    }

    private func translatingErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let error as CancellationError { throw error } catch let error
            as ExpectedVersion.Outdated
        { throw error } catch {
            throw HouseholdError(storing: error)
        }
    }
}

extension HouseholdError {
    /// The one place where an error of the database becomes one of the household's.
    package init(storing error: any Error) {
        switch error {
        case let error as HouseholdError: self = error
        case let error as SQLError: self.init(error)
        default: self.init(.storageFailed, localized("The database could not do it."), cause: error)
        }
    }

    private init(_ error: SQLError) {
        switch error.kind {
        case .diskFull:
            self.init(
                .storageFull, localized("The disk is full, so nothing was kept."),
                hint: localized("Make room and try again."),
                cause: error.cause)
        case .missingReference:
            self.init(.notFound, localized("Something this refers to does not exist."), cause: error.cause)
        case .diskFailed:
            self.init(
                .storageFailed, localized("The disk did not take or give what the database needs; it may be full."),
                hint: localized("See that there is room, then stillroom doctor looks closer."), cause: error.cause)
        case .busy:
            self.init(
                .storageFailed, localized("Another program holds the database, so nothing was kept."),
                hint: localized("Try again in a moment."), cause: error.cause)
        case .notText:
            self.init(
                .valueRefused, localized("A text has a character that cannot be stored (U+0000)."), cause: error.cause)
        case .unreachable:
            self.init(
                .storageFailed, localized("The database server does not answer, so nothing was kept."),
                hint: localized("Try again in a moment."), cause: error.cause)
        case .outcomeUnknown:
            self.init(
                .storageFailed,
                localized("The connection to the database broke while it was saving. It may have been saved, or not."),
                hint: localized("Look whether it is there before you do it again."), cause: error.cause)
        case .libraryMissing:
            self.init(
                .storageFailed, localized("PostgreSQL's client library is missing on this machine."),
                hint: localized("On Debian: apt install libpq5"), cause: error.cause)
        case .notUnique:
            self.init(
                .storageFailed, localized("The database has such an entry already."),
                hint: localized("stillroom doctor looks closer."),
                cause: error.cause)
        case .other(let code):
            self.init(
                .storageFailed, localized("The database could not do it (\(code, "code"))."),
                hint: localized("stillroom doctor looks closer."),
                cause: error.cause)
        }
    }
}
