import HTTPTransport

/// A species of the service's list.
public struct ListedSpecies: Codable, Sendable, Hashable {
    /// The service's own id.
    public let id: String?
    /// The name without author, for example `Lavandula dentata`.
    public let scientificNameWithoutAuthor: String
    /// The author of the name, for example `L.`.
    public let scientificNameAuthorship: String?
    /// The id in the Global Biodiversity Information Facility; a number is read as a text.
    public let gbifId: String?
    /// The id in Kew's Plants of the World Online.
    public let powoId: String?
    /// The IUCN Red List category: `LC`, `NT`, `VU` …
    public let iucnCategory: String?
    /// Its genus, if the list contains it.
    public let genus: TaxonName?
    /// Its family, if the list contains it.
    public let family: TaxonName?
    /// Common names in the requested language.
    public let commonNames: [String]

    private enum CodingKeys: String, CodingKey {
        case id, scientificNameWithoutAuthor, scientificNameAuthorship, gbifId, powoId, iucnCategory, genus, family
        case commonNames
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let name = container.text(.scientificNameWithoutAuthor) else {
            throw DecodingError.missing("scientificNameWithoutAuthor", decoder)
        }
        scientificNameWithoutAuthor = name
        id = container.text(.id)
        scientificNameAuthorship = container.text(.scientificNameAuthorship)
        gbifId = container.text(.gbifId)
        powoId = container.text(.powoId)
        iucnCategory = container.text(.iucnCategory)
        genus = container.value(.genus)
        family = container.value(.family)
        commonNames = container.texts(.commonNames)
    }
}
