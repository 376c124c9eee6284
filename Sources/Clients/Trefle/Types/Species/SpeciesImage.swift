import HTTPTransport

/// A photograph of a species. An application that shows it must name its author and licence.
public struct SpeciesImage: Codable, Sendable, Hashable {
    /// The service's id.
    public let id: Int?
    /// Its address. Some hosts no longer exist, so it may not be reachable.
    public let imageURL: String
    /// Author, date and licence, in one text.
    public let copyright: String?

    private enum CodingKeys: String, CodingKey {
        case id, copyright
        case imageURL = "image_url"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let imageURL = container.text(.imageURL) else { throw DecodingError.missing("image_url", decoder) }
        self.imageURL = imageURL
        id = container.integer(.id)
        copyright = container.text(.copyright)
    }
}
