import HTTPTransport

/// Which entry of another database is the same species: `{"id": "76652-1"}`.
public struct ExternalID: Codable, Sendable, Hashable {
    /// The entry's id; a number is written as a text.
    public let id: String?

    private enum CodingKeys: String, CodingKey { case id }

    public init(from decoder: any Decoder) throws {
        if let text = try? LenientText(from: decoder) {
            id = text.text
        } else {
            id = try decoder.container(keyedBy: CodingKeys.self).text(.id)
        }
    }
}
