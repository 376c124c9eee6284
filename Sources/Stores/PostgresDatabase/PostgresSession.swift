import Household
import Messages
import PostgreSQL
import SQLRecords

/// One connection of the pool. Used by one thread at a time; the pool sees to that.
final class PostgresSession: @unchecked Sendable {
    let connection: PostgresConnection
    /// The number of rows changed since the connection was made.
    var totalChanges = 0
    /// Whether a prepared statement does not fit the schema any more, because another node has migrated it.
    private var isOutdated = false

    /// Connects, and sets the limits of every statement.
    init(_ address: PostgresAddress) throws {
        connection = try PostgresConnection(address.parameters)
        guard connection.serverVersion >= 150_000 else {
            throw HouseholdError(.storageFailed, localized("The database server is older than PostgreSQL 15."))
        }
        guard connection.reported("server_encoding") == "UTF8" else {
            throw HouseholdError(
                .storageFailed, localized("The encoding of the database is not UTF8."),
                hint: localized("Make one: createdb --encoding=UTF8 --template=template0 …"))
        }
        try connection.run(
            """
            SET client_encoding = 'UTF8'; SET standard_conforming_strings = on; SET lock_timeout = '5s';
            SET statement_timeout = '60s'; SET idle_in_transaction_session_timeout = '30s'; SET timezone = 'UTC';
            SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
            SET tcp_user_timeout = '15s'
            """)
        // A commit is acknowledged only once it is on the disk, whatever the server's default is.
        let commit = try connection.run("SHOW synchronous_commit")
        if commit == "off" || commit == "local" { try connection.run("SET synchronous_commit = on") }
    }

    /// Runs `work` and returns its errors of PostgreSQL as errors that all databases share.
    func translating<Value>(_ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let failure as PostgresFailure {
            if failure.isOfOutdatedStatement { isOutdated = true }
            throw SQLError(failure)
        }
    }

    /// Ends the open transaction without its changes; if that fails, the connection is not used again.
    func rollBack() {
        if connection.isConnected, connection.isInTransaction { _ = try? connection.run("ROLLBACK") }
    }

    var isUsable: Bool { connection.isConnected && !connection.isInTransaction && !isOutdated }
}

extension SQLError {
    init(_ failure: PostgresFailure) {
        let kind: Kind =
            switch failure.kind {
            case .libraryMissing: .libraryMissing
            case .disconnected: .unreachable
            case .refused("23505"): .notUnique
            case .refused("23503"): .missingReference
            case .refused("22021"): .notText
            case .refused("53100"): .diskFull
            case .refused("58030"): .diskFailed
            case .refused("55P03"), .refused("57014"): .busy
            case .refused(let state): .other(code: state)
            }
        self.init(kind, cause: failure)
    }
}

extension PostgresFailure {
    /// What the failure says about the transaction in which it happened.
    enum Consequence {
        /// It was rolled back; the same body may run again on the same connection.
        case retry
        /// It was rolled back, and the server does not serve; the same body may run again on another connection.
        case reconnect
        /// Running it again would fail again.
        case final
    }

    /// Whether a prepared statement is unknown, or returns other columns than when it was prepared.
    var isOfOutdatedStatement: Bool { kind == .refused(state: "0A000") || kind == .refused(state: "26000") }

    /// The consequence of a failure before the commit was sent. A transaction that only reads is refused every write, by
    /// any server.
    func consequence(forReading isReading: Bool = false) -> Consequence {
        switch kind {
        case .disconnected: .reconnect
        case .libraryMissing: .final
        case .refused("40001"), .refused("40P01"), .refused("0A000"), .refused("26000"): .retry
        // The server shuts down or starts, or is a standby now.
        case .refused("57P01"), .refused("57P02"), .refused("57P03"): .reconnect
        case .refused("25006"): isReading ? .final : .reconnect
        case .refused(let state): state.hasPrefix("08") && state != "08P01" ? .reconnect : .final
        }
    }
}
