import HTTPTransport

/// A photograph of a species by somebody. Where it is shown its author and licence must be named.
public struct SpeciesImage: Codable, Sendable, Hashable {
    /// The service's own number.
    public let id: Int?
    /// Where it is. Some of the hosts are gone, so it may lead nowhere.
    public let imageURL: String
    /// Who took it, when, and under which licence, in one text.
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
