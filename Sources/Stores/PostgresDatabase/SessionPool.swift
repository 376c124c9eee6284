import Concurrency
import Dispatch
import Messages
import PostgreSQL
import SQLRecords
import Synchronization

/// A limited number of connections. A connection is made when all others are in use, and kept for the next user.
final class SessionPool: Sendable {
    /// Begins a transaction that sees one state and writes nothing.
    static let reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

    private let address: PostgresAddress
    private let permits: AsyncSemaphore
    /// Statements block, so each connection has a thread of its own: a serial queue gets one even if all threads that
    /// Swift's tasks share are busy.
    private final class Lane: Sendable {
        let queue = DispatchQueue(label: "stillroom.postgresql")
        let session = Mutex<PostgresSession?>(nil)
    }
    private let idle = Mutex<[Lane]>([])

    /// How long a server that does not answer is tried again, while it fails over to another.
    private static let patience = Duration.seconds(20)

    init(_ address: PostgresAddress, size: Int) {
        self.address = address
        permits = AsyncSemaphore(size)
    }

    /// Runs `body` on a connection, in a transaction that `begin` opens.
    ///
    /// It runs again if the transaction was certainly rolled back for a reason that passes: a deadlock, or a connection
    /// that broke before the commit was sent. If it broke afterwards, `SQLError.outcomeUnknown` is thrown.
    func transaction<Value: Sendable>(
        _ begin: String, _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Value {
        try await permits.withPermit {
            let lane = idle.withLock { $0.popLast() } ?? Lane()
            defer { idle.withLock { $0.append(lane) } }
            let clock = ContinuousClock()
            let deadline = clock.now.advanced(by: Self.patience)
            var pause = Duration.milliseconds(5)
            while true {
                switch await Self.run(on: lane.queue, { self.attempt(begin, on: lane, body) }) {
                case .value(let value): return value
                case .failed(let error): throw error
                case .passing(let error, let isDisconnected):
                    if isDisconnected { forget() }
                    guard clock.now.advanced(by: pause) < deadline else { throw error }
                }
                try await Task.sleep(for: pause * Double.random(in: 0.5...1))
                pause = min(pause * 2, .seconds(1))
            }
        }
    }

    private enum Outcome<Value: Sendable>: Sendable {
        case value(Value)
        case failed(any Error)
        /// The transaction was rolled back, and may run again.
        case passing(any Error, isDisconnected: Bool)
    }

    private func attempt<Value>(
        _ begin: String, on lane: Lane, _ body: (PostgresTransaction) throws -> Value
    ) -> Outcome<Value> {
        let isReading = begin == Self.reading
        let session: PostgresSession
        do { session = try connected(lane) } catch { return Self.outcome(of: error) }
        let value: Value
        do {
            _ = try session.translating { try session.connection.run(begin) }
            value = try body(PostgresTransaction(session: session))
            // PostgreSQL would answer a COMMIT after a refused statement with success, and roll back.
            guard !session.connection.isTransactionRefused else {
                throw PostgresFailure(.refused(state: "25P02"), "a statement of the transaction was refused")
            }
        } catch {
            session.rollBack()
            return Self.outcome(of: error, isReading: isReading)
        }
        do {
            _ = try session.connection.run("COMMIT")
            return .value(value)
        } catch {
            let error = error as PostgresFailure
            session.rollBack()
            // What was read is known.
            if isReading { return .value(value) }
            switch error.consequence() {
            // Deferred checks may fail here; the server then says that it rolled back.
            case .retry: return .passing(SQLError(error), isDisconnected: false)
            case .reconnect: return .failed(SQLError(.outcomeUnknown, cause: error))
            case .final: return .failed(SQLError(error))
            }
        }
    }

    private static func outcome<Value>(of error: any Error, isReading: Bool = false) -> Outcome<Value> {
        let failure = error as? PostgresFailure ?? (error as? SQLError)?.cause as? PostgresFailure
        let shared = (error as? PostgresFailure).map { SQLError($0) as any Error } ?? error
        return switch failure?.consequence(forReading: isReading) {
        case .retry?: .passing(shared, isDisconnected: false)
        case .reconnect?: .passing(shared, isDisconnected: true)
        case .final?, nil: .failed(shared)
        }
    }

    /// Returns the connection of the lane; makes one if it has none that can be used.
    private func connected(_ lane: Lane) throws -> PostgresSession {
        if let session = lane.session.withLock(\.self), session.isUsable { return session }
        lane.session.withLock { $0 = nil }
        let session = try PostgresSession(address)
        lane.session.withLock { $0 = session }
        return session
    }

    /// Closes the connections that are not in use: after a failover all of them are to the old server.
    private func forget() {
        for lane in idle.withLock(\.self) { lane.session.withLock { $0 = nil } }
    }

    /// Runs blocking work on a queue. Its texts have the language of the task.
    private static func run<Value: Sendable>(
        on queue: DispatchQueue, _ work: @escaping @Sendable () -> Value
    ) async -> Value {
        let localization = Localization.current
        return await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Localization.$current.withValue(localization) { work() }) }
        }
    }

    /// Makes a connection that is not part of the pool, and runs statements on it.
    func separate(_ statements: String = "SELECT 1") async throws -> PostgresSession {
        try await Self.run(on: DispatchQueue(label: "stillroom.postgresql.separate")) {
            Result {
                do {
                    let session = try PostgresSession(self.address)
                    try session.connection.run(statements)
                    return session
                } catch let failure as PostgresFailure {
                    throw SQLError(failure)
                }
            }
        }.get()
    }
}
