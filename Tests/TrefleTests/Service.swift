import Foundation
import HTTPTransport
import HTTPTypes
import Support
import Synchronization
import Trefle

/// A fake service: returns its responses in order, repeats the last one, and records the requests.
final class Service: Sendable {
    static let token = "SECRETtoken-4711"

    private let requests = Mutex<[HTTPTransport.Request]>([])
    private let reply: @Sendable (Int) async throws -> HTTPTransport.Response

    init(_ status: Int = 200, _ body: String = "{}", fields: HTTPFields = [:]) {
        reply = { _ in Self.answer(status, body, fields) }
    }

    init(answers: [HTTPTransport.Response]) {
        reply = { answers[min($0, answers.count - 1)] }
    }

    init(throwing error: any Error) {
        reply = { _ in throw error }
    }

    /// A service that never responds, and throws this error when it is cancelled.
    init(silentUntilCancelled error: any Error) {
        reply = { _ in
            let (stream, end) = AsyncStream<Void>.makeStream()
            for await _ in stream {}
            end.finish()
            throw error
        }
    }

    static func answer(_ status: Int = 200, _ body: String = "{}", _ fields: HTTPFields = [:]) -> HTTPTransport.Response
    {
        .init(head: .init(status: .init(code: status), headerFields: fields), body: [UInt8](body.utf8))
    }

    var asked: [HTTPTransport.Request] { requests.withLock { $0 } }

    /// The last request's path and query.
    var path: String? { asked.last?.head.path }

    /// The last request's body.
    var body: String? {
        asked.last?.body.map { String(decoding: Array($0.segments().joined()), as: UTF8.self) }
    }

    var transport: HTTPTransport {
        HTTPTransport { request in
            let place = self.requests.withLock { requests in
                requests.append(request)
                return requests.count - 1
            }
            return try await self.reply(place)
        }
    }

    var client: TrefleClient { TrefleClient(token: Self.token, transport: transport) }
}

/// An invented response from Tests/Fixtures/Trefle.
func invented(_ name: String) throws -> String {
    String(decoding: try Fixture.bytes("Trefle/" + name), as: UTF8.self)
}

/// Header fields by their names.
func headers(_ fields: [(String, String)]) -> HTTPFields {
    fields.reduce(into: HTTPFields()) { result, field in
        if let name = HTTPField.Name(field.0) { result[name] = field.1 }
    }
}

/// The header fields of a minute's allowance.
let allowanceFields = headers([
    ("RateLimit-Limit", "60"), ("RateLimit-Remaining", "41"), ("RateLimit-Reset", "1760000040"),
])

/// The error of a call; nil if it succeeds.
func failure<Value>(_ call: () async throws -> Value) async -> TrefleError? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error as? TrefleError
    }
}

/// Collects the log lines.
final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func write(_ line: String) { lines.withLock { $0.append(line) } }
}
