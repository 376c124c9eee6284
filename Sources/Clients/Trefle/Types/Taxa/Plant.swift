import HTTPTransport

/// A plant: a main species with its subspecies, varieties, forms and hybrids.
///
/// A plant has a number of its own, but requests use the number of its main species (``mainSpeciesID``).
public struct Plant: Codable, Sendable, Hashable {
    /// The plant's id. Do not use it in requests.
    public let id: Int
    /// The slug used in requests, for example `senecio-gamolepis`.
    public let slug: String?
    /// `Senecio gamolepis`.
    public let scientificName: String
    /// The usual name in English.
    public let commonName: String?
    /// The id of its main species.
    public let mainSpeciesID: Int?
    /// The year of its first valid publication.
    public let year: Int?
    /// The publication.
    public let bibliography: String?
    /// Its author.
    public let author: String?
    /// `Aster family`.
    public let familyCommonName: String?
    /// The id of the genus.
    public let genusID: Int?
    /// Its distribution, as free text.
    public let observations: String?
    /// Whether it is grown as a vegetable.
    public let vegetable: Bool?
    /// A photograph; its host may no longer exist.
    public let imageURL: String?
    /// The main species, with its growth.
    public let mainSpecies: Species?
    /// Its genus.
    public let genus: Taxon?
    /// Its family.
    public let family: Taxon?
    /// Its species, including the main one.
    public let species: [SpeciesSummary]
    /// Its subspecies.
    public let subspecies: [SpeciesSummary]
    /// Its varieties.
    public let varieties: [SpeciesSummary]
    /// Its hybrids; before 2.1 (September 2026) the service exchanged these and ``subvarieties``.
    public let hybrids: [SpeciesSummary]
    /// Its forms.
    public let forms: [SpeciesSummary]
    /// Its subvarieties.
    public let subvarieties: [SpeciesSummary]
    /// The service's sources.
    public let sources: [SpeciesSource]
    /// Paths on the service: `self`, `species`, `genus`.
    public let links: [String: String]

    private enum CodingKeys: String, CodingKey {
        case id, slug, year, bibliography, author, observations, vegetable, genus, family, species, subspecies
        case varieties, hybrids, forms, subvarieties, sources, links
        case scientificName = "scientific_name"
        case commonName = "common_name"
        case mainSpeciesID = "main_species_id"
        case familyCommonName = "family_common_name"
        case genusID = "genus_id"
        case imageURL = "image_url"
        case mainSpecies = "main_species"
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
        mainSpeciesID = container.integer(.mainSpeciesID)
        year = container.integer(.year)
        bibliography = container.text(.bibliography)
        author = container.text(.author)
        familyCommonName = container.text(.familyCommonName)
        genusID = container.integer(.genusID)
        observations = container.text(.observations)
        vegetable = container.flag(.vegetable)
        imageURL = container.text(.imageURL)
        mainSpecies = container.value(.mainSpecies)
        genus = container.value(.genus)
        family = container.value(.family)
        species = container.list(.species)
        subspecies = container.list(.subspecies)
        varieties = container.list(.varieties)
        hybrids = container.list(.hybrids)
        forms = container.list(.forms)
        subvarieties = container.list(.subvarieties)
        sources = container.list(.sources)
        links = container.table(.links, of: LenientText.self).texts
    }
}
