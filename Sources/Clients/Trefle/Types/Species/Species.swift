import HTTPTransport

/// A species with everything that the service knows. Only the number and the name are always present.
public struct Species: Codable, Sendable, Hashable {
    /// The service's id.
    public let id: Int
    /// The slug used in requests, for example `eruca-vesicaria`. It differs from the requested one if species have been
    /// merged.
    public let slug: String?
    /// `Eruca vesicaria`.
    public let scientificName: String
    /// The usual name in English.
    public let commonName: String?
    /// The year of its first valid publication.
    public let year: Int?
    /// The publication.
    public let bibliography: String?
    /// Its author.
    public let author: String?
    /// The status of the name: `accepted` or `unknown`.
    public let status: String?
    /// Species, variety, hybrid …
    public let rank: SpeciesRank?
    /// `Brassicaceae`.
    public let family: String?
    /// `Mustard family`.
    public let familyCommonName: String?
    /// `Eruca`.
    public let genus: String?
    /// The id of the genus.
    public let genusID: Int?
    /// Its distribution, as free text.
    public let observations: String?
    /// Whether it is grown as a vegetable.
    public let vegetable: Bool?
    /// Whether a part of it is edible. No guarantee that it is safe.
    public let edible: Bool?
    /// The edible parts; nil if unknown.
    public let ediblePart: [EdiblePart]?
    /// Its life span; nil if unknown.
    public let duration: [LifeSpan]?
    /// A photograph; its host may no longer exist.
    public let imageURL: String?
    /// Photographs by plant part; see ``unsortedImages`` for those without a part.
    public let images: [PlantPart: [SpeciesImage]]
    /// Names by language. The service mixes codes of two and of three letters: `fr` and `fra`.
    public let commonNames: [String: [String]]
    /// Names of zones by establishment; the service recommends ``distributions`` instead.
    public let distribution: [Establishment: [String]]
    /// Zones by establishment.
    public let distributions: [Establishment: [Zone]]
    /// The flowers' appearance.
    public let flower: Flower?
    /// The leaves' appearance.
    public let foliage: Foliage?
    /// The fruits' or seeds' appearance.
    public let fruitOrSeed: FruitOrSeed?
    /// The main traits.
    public let specifications: Specifications?
    /// Its growing conditions; usually present, but often without values.
    public let growth: Growth?
    /// Other scientific names.
    public let synonyms: [Synonym]
    /// The service's sources.
    public let sources: [SpeciesSource]
    /// The fraction of fields that have a value, as sent; some versions of the service send a percentage. Since 2.5.
    public let completionRatio: Double?
    /// Whether the service considers the record complete. Since 2.5.
    public let completeData: Bool?
    /// Paths on the service: `self`, `plant`, `genus`.
    public let links: [String: String]

    /// Photographs without a plant part, under both possible keys.
    public var unsortedImages: [SpeciesImage] { (images[.unknown] ?? []) + (images[.unsorted] ?? []) }

    private enum CodingKeys: String, CodingKey {
        case id, slug, year, bibliography, author, status, rank, family, genus, observations, vegetable, edible
        case duration, images, distribution, distributions, flower, foliage, specifications, growth, synonyms, sources
        case links
        case scientificName = "scientific_name"
        case commonName = "common_name"
        case familyCommonName = "family_common_name"
        case genusID = "genus_id"
        case ediblePart = "edible_part"
        case imageURL = "image_url"
        case commonNames = "common_names"
        case fruitOrSeed = "fruit_or_seed"
        case completionRatio = "completion_ratio"
        case completeData = "complete_data"
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
        observations = container.text(.observations)
        vegetable = container.flag(.vegetable)
        edible = container.flag(.edible)
        ediblePart = container.words(.ediblePart)
        duration = container.words(.duration)
        imageURL = container.text(.imageURL)
        images = container.groups(.images)
        commonNames = container.table(.commonNames, of: LossyList<LenientText>.self).texts
        distribution = container.groups(.distribution, of: LenientText.self).mapValues { $0.map(\.text) }
        distributions = container.groups(.distributions)
        flower = container.value(.flower)
        foliage = container.value(.foliage)
        fruitOrSeed = container.value(.fruitOrSeed)
        specifications = container.value(.specifications)
        growth = container.value(.growth)
        synonyms = container.list(.synonyms)
        sources = container.list(.sources)
        completionRatio = container.number(.completionRatio)
        completeData = container.flag(.completeData)
        links = container.table(.links, of: LenientText.self).texts
    }
}
