import Accounts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization

@testable import Web

extension AccountHouse {
    /// Makes a token of the person and returns its secret.
    func token(_ scopes: Set<TokenScope>, days: Int = 90, by person: SignedIn) async throws -> NewToken {
        try await household.accounts.makeToken(
            named: "Program", scopes: scopes, days: days, by: person, on: Self.phone)
    }
}

extension AccountVisit {
    /// Sends a request of a program that reads.
    func ask(
        _ uri: String, token: String?, cookie: String? = nil, accept: String = "*/*", also: [(String, String)] = []
    ) async throws -> TestResponse {
        try await ask(.get, uri, token: token, cookie: cookie, accept: accept, also: also)
    }

    /// Sends a request of a program.
    func ask(
        _ method: HTTPRequest.Method, _ uri: String, token: String?, cookie: String? = nil,
        accept: String = "*/*", also: [(String, String)] = [], body: String = ""
    ) async throws -> TestResponse {
        var headers: HTTPFields = [.accept: accept]
        headers[.authorization] = token.map { "Bearer \($0)" }
        headers[.cookie] = cookie
        for (name, value) in also { if let name = HTTPField.Name(name) { headers[name] = value } }
        return try await client.execute(uri: uri, method: method, headers: headers, body: ByteBuffer(string: body))
    }
}

/// Keeps every line of the log as text.
final class RecordedLog: Sendable {
    private let lines = Mutex<[String]>([])

    var text: String { lines.withLock { $0.joined(separator: "\n") } }

    fileprivate func keep(_ line: String) { lines.withLock { $0.append(line) } }

    struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            log.keep("\(event.level) \(event.message) \(metadata) \(event.metadata ?? [:])")
        }
    }
}
