import Foundation
import HTTPTransport
import HTTPTypes
import OpenFoodFacts
import Support
import Synchronization

/// A fake of either service: returns its responses in order, repeats the last one, and records the requests.
final class Service: Sendable {
    private let requests = Mutex<[HTTPTransport.Request]>([])
    private let reply: @Sendable (Int) async throws -> HTTPTransport.Response

    init(_ status: Int = 200, _ body: String = "{}", fields: HTTPFields = [:]) {
        reply = { _ in Self.answer(status, body, fields) }
    }

    init(_ status: Int = 200, bytes: [UInt8]) {
        reply = { _ in .init(head: .init(status: .init(code: status)), body: bytes) }
    }

    init(answers: [HTTPTransport.Response]) {
        reply = { answers[min($0, answers.count - 1)] }
    }

    init(throwing error: any Error) {
        reply = { _ in throw error }
    }

    static func answer(_ status: Int = 200, _ body: String = "{}", _ fields: HTTPFields = [:]) -> HTTPTransport.Response
    {
        .init(head: .init(status: .init(code: status), headerFields: fields), body: [UInt8](body.utf8))
    }

    var asked: [HTTPTransport.Request] { requests.withLock { $0 } }

    /// The last request's method, path and query.
    var line: String? { asked.last.map { "\($0.head.method) \($0.head.path ?? "")" } }

    /// The last request's body.
    var body: String? { asked.last?.text }

    var transport: HTTPTransport {
        HTTPTransport { request in
            let place = self.requests.withLock { requests in
                requests.append(request)
                return requests.count - 1
            }
            return try await self.reply(place)
        }
    }

    var products: OpenFoodFactsClient {
        get throws { OpenFoodFactsClient(userAgent: try agent(), transport: transport) }
    }

    var robotoff: RobotoffClient { get throws { try robotoff(as: .anonymous) } }

    func robotoff(as identity: RobotoffIdentity) throws -> RobotoffClient {
        RobotoffClient(userAgent: try agent(), identity: identity, transport: transport)
    }
}

extension HTTPTransport.Request {
    var text: String? { body.map { String(decoding: Array($0.segments().joined()), as: UTF8.self) } }
}

func agent() throws -> UserAgent { try UserAgent(app: "Test", version: "1.0", contact: "test@example.org") }

/// An invented account.
let invented = Account(name: "SECRETname", password: "SECRETword")

/// The error of a call; nil if it succeeds.
func failure<Value>(_ call: () async throws -> Value) async -> OpenFoodFactsError? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error as? OpenFoodFactsError
    }
}

/// Header fields by their names.
func headers(_ fields: [(String, String)]) -> HTTPFields {
    fields.reduce(into: HTTPFields()) { result, field in
        if let name = HTTPField.Name(field.0) { result[name] = field.1 }
    }
}

func json(_ text: String) throws -> JSONValue { try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) }

/// Invented codes: digits with the prefix for tests (020…) and a correct check digit.
func code(_ digits: String = "0200000000011") throws -> Barcode { try Barcode(digits) }
