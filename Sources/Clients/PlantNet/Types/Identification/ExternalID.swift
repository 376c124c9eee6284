import HTTPTransport

/// The entry for the same species in another database: `{"id": "76652-1"}`.
public struct ExternalID: Codable, Sendable, Hashable {
    /// The entry's id; a number is read as a text.
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
