import HTTPTransport

/// A disease or pest that the photographs may show.
public struct DiseaseMatch: Codable, Sendable, Hashable {
    /// The similarity as sent: 0–1.
    public let score: Double
    /// Its EPPO code, for example `1COCCF`.
    public let name: String
    /// Its name.
    public let label: String?
    /// A description in the requested language.
    public let description: String?
    /// Similar photographs, if the request asked for them.
    public let images: [RelatedImage]

    private enum CodingKeys: String, CodingKey { case score, name, label, description, images }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let score = container.number(.score), let name = container.text(.name) else {
            throw DecodingError.missing("score or name", decoder)
        }
        self.score = score
        self.name = name
        label = container.text(.label)
        description = container.text(.description)
        images = container.list(.images)
    }
}
