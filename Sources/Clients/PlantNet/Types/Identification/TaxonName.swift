import HTTPTransport

/// A genus or a family by its names.
public struct TaxonName: Codable, Sendable, Hashable {
    /// `Lavandula`.
    public let scientificNameWithoutAuthor: String?
    /// `L.`; mostly empty.
    public let scientificNameAuthorship: String?
    /// Both together.
    public let scientificName: String?

    private enum CodingKeys: String, CodingKey {
        case scientificNameWithoutAuthor, scientificNameAuthorship, scientificName
    }

    public init(from decoder: any Decoder) throws {
        // Some lists write only the name.
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
