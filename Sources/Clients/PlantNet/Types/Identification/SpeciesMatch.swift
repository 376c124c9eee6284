import HTTPTransport

/// A species that the photographs may show.
public struct SpeciesMatch: Codable, Sendable, Hashable {
    /// The similarity as sent: 0–1; responses of 2020 had 0–100. It is not a probability: the scores do not sum to 1.
    public let score: Double
    /// The species.
    public let species: SpeciesName
    /// Similar photographs, if the request asked for them.
    public let images: [RelatedImage]
    /// Its entry in the Global Biodiversity Information Facility. Missing more often than ``powo``.
    public let gbif: ExternalID?
    /// Its entry in Kew's Plants of the World Online, the best key for joining with other sources.
    public let powo: ExternalID?
    /// Its entry in the Red List of threatened species.
    public let iucn: RedListStatus?

    private enum CodingKeys: String, CodingKey { case score, species, images, gbif, powo, iucn }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let score = container.number(.score) else { throw DecodingError.missing("score", decoder) }
        self.score = score
        species = try container.decode(SpeciesName.self, forKey: .species)
        images = container.list(.images)
        gbif = container.value(.gbif)
        powo = container.value(.powo)
        iucn = container.value(.iucn)
    }
}
