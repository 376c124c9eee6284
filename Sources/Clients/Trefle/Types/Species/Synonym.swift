import HTTPTransport

/// Another scientific name of the same species. Details contain all members, lists only the name.
public struct Synonym: Codable, Sendable, Hashable {
    /// The service's id; nil if only a name was sent.
    public let id: Int?
    /// `Pyrus aucuparia`.
    public let name: String
    /// Its author, for example `Gand.`.
    public let author: String?
    /// The service's source.
    public let sources: [SpeciesSource]

    private enum CodingKeys: String, CodingKey { case id, name, author, sources }

    public init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            self.name = name
            id = nil
            author = nil
            sources = []
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let name = container.text(.name) else { throw DecodingError.missing("name", decoder) }
        self.name = name
        id = container.integer(.id)
        author = container.text(.author)
        sources = container.list(.sources)
    }
}
