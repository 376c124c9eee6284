import HTTPTransport

/// Reads the opening hours of a garden centre.
struct OpeningHours {
    static func read(with transport: HTTPTransport) async throws -> [UInt8] {
        let request = HTTPTransport.Request(
            head: .init(method: .get, scheme: "https", authority: "garden.example", path: "/hours.json"))
        let response = try await transport.send(request)
        return response.body
    }
}
