import CPostgreSQL

/// One connection to a server. Used by one thread at a time; all functions block.
package final class PostgresConnection {
    private let libpq: UnsafePointer<stillroom_libpq>
    private let connection: OpaquePointer
    private var statements: [Statement: String] = [:]

    private struct Statement: Hashable {
        let sql: String
        let types: [UInt32]
    }

    /// How many prepared statements a connection keeps. Each needs some ten kilobytes in the server.
    private static let keptStatements = 400

    /// Connects. `parameters` is a URI or a list of keywords and values, as libpq accepts them; libpq also reads its
    /// environment variables and the password file.
    package init(_ parameters: String) throws(PostgresFailure) {
        guard let libpq = stillroom_libpq_open() else {
            throw PostgresFailure(.libraryMissing, "libpq.so.5 cannot be opened")
        }
        self.libpq = libpq
        guard let connection = libpq.pointee.connectdb(parameters) else {
            throw PostgresFailure(.disconnected, "out of memory")
        }
        guard libpq.pointee.status(connection) == CONNECTION_OK else {
            let message = Self.text(libpq.pointee.errorMessage(connection))
            libpq.pointee.finish(connection)
            throw PostgresFailure(.disconnected, message)
        }
        self.connection = connection
        _ = libpq.pointee.setNoticeProcessor(connection, stillroom_libpq_ignore_notice, nil)
    }

    deinit { libpq.pointee.finish(connection) }

    /// False once the connection broke.
    package var isConnected: Bool { libpq.pointee.status(connection) == CONNECTION_OK }

    /// Whether a transaction is open, or its end is unknown.
    package var isInTransaction: Bool { libpq.pointee.transactionStatus(connection) != PQTRANS_IDLE }

    /// Whether a statement of the open transaction was refused, so that it can only be rolled back.
    package var isTransactionRefused: Bool { libpq.pointee.transactionStatus(connection) == PQTRANS_INERROR }

    /// The server's version, such as 150018.
    package var serverVersion: Int { Int(libpq.pointee.serverVersion(connection)) }

    /// The descriptor that becomes readable when the server sends something.
    package var socket: Int32 { libpq.pointee.socket(connection) }

    /// A setting that the server reports by itself, such as `server_encoding`.
    package func reported(_ name: String) -> String? {
        libpq.pointee.parameterStatus(connection, name).map { String(cString: $0) }
    }

    /// Runs one or several statements without parameters, and returns the first value of the last one's first row.
    @discardableResult
    package func run(_ sql: String) throws(PostgresFailure) -> String? {
        let result = try checked(libpq.pointee.exec(connection, sql))
        return result.rowCount == 0 || result.columnTypes.isEmpty
            ? nil : result.withValue(row: 0, column: 0) { $0.map { String(decoding: $0, as: UTF8.self) } }
    }

    /// Runs one statement with parameters `$1`, `$2` …. It is prepared once for each text and the types of its parameters.
    package func run(_ sql: String, _ parameters: [PostgresParameter]) throws(PostgresFailure) -> PostgresResult {
        let name = try prepared(Statement(sql: sql, types: parameters.map(\.type)))
        // The bytes of all parameters in one buffer, which does not move while the pointers into it are used.
        var buffer: [CChar] = []
        buffer.reserveCapacity(parameters.reduce(0) { $0 + ($1.bytes?.count ?? 0) + 1 })
        var places: [Int?] = []
        for parameter in parameters {
            places.append(parameter.bytes.map { _ in buffer.count })
            for byte in parameter.bytes ?? [] { buffer.append(CChar(bitPattern: byte)) }
            buffer.append(0)
        }
        let lengths = parameters.map { Int32($0.bytes?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: parameters.count)
        let result = buffer.withUnsafeBufferPointer { buffer in
            let values = places.map { place in place.flatMap { buffer.baseAddress?.advanced(by: $0) } }
            return libpq.pointee.execPrepared(connection, name, Int32(parameters.count), values, lengths, formats, 1)
        }
        return try checked(result)
    }

    private func prepared(_ statement: Statement) throws(PostgresFailure) -> String {
        if let name = statements[statement] { return name }
        if statements.count >= Self.keptStatements {
            try run("DEALLOCATE ALL")
            statements = [:]
        }
        let name = "s\(statements.count)"
        _ = try checked(
            libpq.pointee.prepare(connection, name, statement.sql, Int32(statement.types.count), statement.types))
        statements[statement] = name
        return name
    }

    /// Reads what the server has sent, and returns the payloads of notifications. Throws if the connection broke. Does
    /// not block after `socket` became readable.
    package func notifications() throws(PostgresFailure) -> [String] {
        guard libpq.pointee.consumeInput(connection) == 1, isConnected else {
            throw PostgresFailure(.disconnected, Self.text(libpq.pointee.errorMessage(connection)))
        }
        var payloads: [String] = []
        while let notification = libpq.pointee.notifies(connection) {
            payloads.append(Self.text(notification.pointee.extra))
            libpq.pointee.freemem(notification)
        }
        return payloads
    }

    private func checked(_ result: OpaquePointer?) throws(PostgresFailure) -> PostgresResult {
        guard let result else {
            throw PostgresFailure(.disconnected, Self.text(libpq.pointee.errorMessage(connection)))
        }
        let status = libpq.pointee.resultStatus(result)
        guard status != PGRES_COMMAND_OK, status != PGRES_TUPLES_OK else { return PostgresResult(libpq, result) }
        defer { libpq.pointee.clear(result) }
        let message = Self.text(libpq.pointee.resultErrorMessage(result))
        let state = libpq.pointee.resultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
        guard isConnected, let state else { throw PostgresFailure(.disconnected, message) }
        throw PostgresFailure(.refused(state: state), message)
    }

    private static func text(_ text: UnsafePointer<CChar>?) -> String {
        text.map { String(cString: $0) } ?? ""
    }
}
