import HTTPTransport

/// The names of a genus or a family.
public struct TaxonName: Codable, Sendable, Hashable {
    /// The name without author, for example `Lavandula`.
    public let scientificNameWithoutAuthor: String?
    /// The author of the name, for example `L.`; mostly empty.
    public let scientificNameAuthorship: String?
    /// Name and author.
    public let scientificName: String?

    private enum CodingKeys: String, CodingKey {
        case scientificNameWithoutAuthor, scientificNameAuthorship, scientificName
    }

    public init(from decoder: any Decoder) throws {
        // Some lists contain only the name.
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            scientificNameWithoutAuthor = name
            scientificNameAuthorship = nil
            scientificName = nil
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        scientificNameWithoutAuthor = container.text(.scientificNameWithoutAuthor)
        scientificNameAuthorship = container.text(.scientificNameAuthorship)
        scientificName = container.text(.scientificName)
    }
}
