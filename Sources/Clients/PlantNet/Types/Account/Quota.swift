import HTTPTransport

/// How many requests of each kind the account may make in a day: `{"quota": {"identify": 500}}`.
public struct Quota: Codable, Sendable, Hashable {
    /// By the kind of request.
    public let quota: [String: Int]

    /// How many identifications.
    public var identify: Int? { quota["identify"] }

    private enum CodingKeys: String, CodingKey { case quota }

    public init(from decoder: any Decoder) throws {
        let kinds = try decoder.container(keyedBy: CodingKeys.self)
            .nestedContainer(keyedBy: KindOfRequest.self, forKey: .quota)
        quota = kinds.allKeys.reduce(into: [:]) { $0[$1.stringValue] = kinds.integer($1) }
    }
}

/// Kinds of requests are the service's to name.
struct KindOfRequest: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
