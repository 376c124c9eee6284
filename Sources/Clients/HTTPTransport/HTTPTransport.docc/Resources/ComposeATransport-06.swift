import Foundation
import HTTPTransport
import URLSessionTransport

/// Reads the opening hours of a garden centre.
struct OpeningHours {
    /// The service answered with another status than 200.
    struct UnexpectedStatus: Error {
        let code: Int
    }

    /// Make it once: it keeps connections for the next request.
    static func transport() -> HTTPTransport {
        URLSessionTransport().transport
            .logging { print($0) }
            .timingOut(after: .seconds(10))
            .limiting(to: RateLimit(permits: 30, per: .seconds(60)))
            .retrying(.once)
            .timingOut(after: .seconds(30))
    }

    static func read(with transport: HTTPTransport) async throws -> JSONValue {
        let request = HTTPTransport.Request(
            head: .init(method: .get, scheme: "https", authority: "garden.example", path: "/hours.json"))
        let response = try await transport.send(request)
        guard response.head.status == .ok else { throw UnexpectedStatus(code: response.head.status.code) }
        return try JSONDecoder().decode(JSONValue.self, from: Data(response.body))
    }

    /// For tests: reads from a constant and sends nothing.
    static func example() async throws -> JSONValue? {
        let json = #"{"monday": "09:00 to 18:00"}"#
        return try await read(with: .constant(.init(head: .init(status: .ok), body: [UInt8](json.utf8))))["monday"]
    }
}
