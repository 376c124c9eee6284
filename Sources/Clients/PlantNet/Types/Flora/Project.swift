import HTTPTransport

/// A flora: the set of species that an identification chooses from.
public struct Project: Codable, Sendable, Hashable {
    /// The id used in requests, for example `k-middle-europe`.
    public let id: String
    /// Its name in the requested language.
    public let title: String?
    /// Its description; some floras have none.
    public let description: String?
    /// The number of its species.
    public let speciesCount: Int?

    private enum CodingKeys: String, CodingKey { case id, title, description, speciesCount }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let id = container.text(.id) else { throw DecodingError.missing("id", decoder) }
        self.id = id
        title = container.text(.title)
        description = container.text(.description)
        speciesCount = container.integer(.speciesCount)
    }
}
