import HTTPTransport

/// A species in lists and searches, without its growth, which requires one more call per species.
public struct SpeciesSummary: Codable, Sendable, Hashable {
    /// The service's id; it also identifies the plant in requests.
    public let id: Int
    /// The slug used in requests, for example `cocos-nucifera`: more stable than the number.
    public let slug: String?
    /// `Cocos nucifera`.
    public let scientificName: String
    /// The usual name in English.
    public let commonName: String?
    /// The year of its first valid publication.
    public let year: Int?
    /// The publication.
    public let bibliography: String?
    /// Its author, for example `L.`.
    public let author: String?
    /// The status of the name: `accepted` or `unknown`.
    public let status: String?
    /// Species, variety, hybrid …
    public let rank: SpeciesRank?
    /// `Arecaceae`.
    public let family: String?
    /// `Palm family`.
    public let familyCommonName: String?
    /// `Cocos`.
    public let genus: String?
    /// The id of the genus.
    public let genusID: Int?
    /// A photograph; its host may no longer exist.
    public let imageURL: String?
    /// Other scientific names, without authors.
    public let synonyms: [String]
    /// Paths on the service: `self`, `plant`, `genus`.
    public let links: [String: String]

    private enum CodingKeys: String, CodingKey {
        case id, slug, year, bibliography, author, status, rank, family, genus, synonyms, links
        case scientificName = "scientific_name"
        case commonName = "common_name"
        case familyCommonName = "family_common_name"
        case genusID = "genus_id"
        case imageURL = "image_url"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let id = container.integer(.id), let name = container.text(.scientificName) else {
            throw DecodingError.missing("id or scientific_name", decoder)
        }
        self.id = id
        scientificName = name
        slug = container.text(.slug)
        commonName = container.text(.commonName)
        year = container.integer(.year)
        bibliography = container.text(.bibliography)
        author = container.text(.author)
        status = container.text(.status)
        rank = container.word(.rank)
        family = container.text(.family)
        familyCommonName = container.text(.familyCommonName)
        genus = container.text(.genus)
        genusID = container.integer(.genusID)
        imageURL = container.text(.imageURL)
        // In details the synonyms are objects with a name.
        synonyms = container.list(.synonyms, of: Synonym.self).map(\.name)
        links = container.table(.links, of: LenientText.self).texts
    }
}
