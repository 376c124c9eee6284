import Foundation
import HTTPTransport

/// Reads the opening hours of a garden centre.
struct OpeningHours {
    /// The service answered with another status than 200.
    struct UnexpectedStatus: Error {
        let code: Int
    }

    static func read(with transport: HTTPTransport) async throws -> JSONValue {
        let request = HTTPTransport.Request(
            head: .init(method: .get, scheme: "https", authority: "garden.example", path: "/hours.json"))
        let response = try await transport.send(request)
        guard response.head.status == .ok else { throw UnexpectedStatus(code: response.head.status.code) }
        return try JSONDecoder().decode(JSONValue.self, from: Data(response.body))
    }
}
