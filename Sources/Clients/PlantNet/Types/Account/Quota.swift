import HTTPTransport

/// The daily quota of each kind of request: `{"quota": {"identify": 500}}`.
public struct Quota: Codable, Sendable, Hashable {
    /// The quota by kind of request.
    public let quota: [String: Int]

    /// The quota of identifications.
    public var identify: Int? { quota["identify"] }

    private enum CodingKeys: String, CodingKey { case quota }

    public init(from decoder: any Decoder) throws {
        let kinds = try decoder.container(keyedBy: CodingKeys.self)
            .nestedContainer(keyedBy: KindOfRequest.self, forKey: .quota)
        quota = kinds.allKeys.reduce(into: [:]) { $0[$1.stringValue] = kinds.integer($1) }
    }
}

/// The service defines the kinds of requests.
struct KindOfRequest: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
