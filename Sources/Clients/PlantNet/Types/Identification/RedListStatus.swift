import HTTPTransport

/// The IUCN Red List status of a species: `{"id": "64310", "category": "LC"}`.
public struct RedListStatus: Codable, Sendable, Hashable {
    /// The assessment's id.
    public let id: String?
    /// The category: `LC`, `NT`, `VU`, `EN`, `CR`, `EW`, `EX`, `DD` …
    public let category: String?

    private enum CodingKeys: String, CodingKey { case id, category }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = container.text(.id)
        category = container.text(.category)
    }
}
