import HTTPTransport

/// A disease or pest that the service can identify.
public struct Disease: Codable, Sendable, Hashable {
    /// Its EPPO code, for example `1COCCF`.
    public let name: String
    /// Its name.
    public let label: String?
    /// Its categories.
    public let categories: [String]

    private enum CodingKeys: String, CodingKey { case name, label, categories }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let name = container.text(.name) else { throw DecodingError.missing("name", decoder) }
        self.name = name
        label = container.text(.label)
        categories = container.texts(.categories)
    }
}
