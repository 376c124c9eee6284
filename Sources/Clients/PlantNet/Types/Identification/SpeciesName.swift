import HTTPTransport

/// The names of a species.
public struct SpeciesName: Codable, Sendable, Hashable {
    /// The name without author, for example `Lavandula dentata`; may be a section (`Taraxacum sect. Taraxacum`) or a
    /// hybrid with ×.
    public let scientificNameWithoutAuthor: String
    /// The author of the name, for example `L.`; may be empty.
    public let scientificNameAuthorship: String?
    /// Name and author; missing in responses of 2020.
    public let scientificName: String?
    /// Its genus.
    public let genus: TaxonName?
    /// Its family.
    public let family: TaxonName?
    /// The common names in the requested language, sometimes in another one; may be empty.
    public let commonNames: [String]

    private enum CodingKeys: String, CodingKey {
        case scientificNameWithoutAuthor, scientificNameAuthorship, scientificName, genus, family, commonNames
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let name = container.text(.scientificNameWithoutAuthor) else {
            throw DecodingError.missing("scientificNameWithoutAuthor", decoder)
        }
        scientificNameWithoutAuthor = name
        scientificNameAuthorship = container.text(.scientificNameAuthorship)
        scientificName = container.text(.scientificName)
        genus = container.value(.genus)
        family = container.value(.family)
        commonNames = container.texts(.commonNames)
    }
}
