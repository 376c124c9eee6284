import HTTPTransport

/// The service's names for a species that was requested by name.
public struct AlignedName: Codable, Sendable, Hashable {
    /// The requested name.
    public let searchedName: String?
    /// The service's matching name.
    public let matchingName: String?
    /// The accepted name.
    public let acceptedName: String?
    /// Whether the matching name is only a synonym of the accepted one.
    public let isSynonym: Bool?
    /// The flora that contains the name.
    public let project: String?
    /// Its family.
    public let family: TaxonName?
    /// Its genus.
    public let genus: TaxonName?
    /// Its entry in the Global Biodiversity Information Facility.
    public let gbif: ExternalID?

    private enum CodingKeys: String, CodingKey {
        case searchedName, matchingName, acceptedName, isSynonym, project, family, genus, gbif
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        searchedName = container.text(.searchedName)
        matchingName = container.text(.matchingName)
        acceptedName = container.text(.acceptedName)
        guard searchedName != nil || matchingName != nil || acceptedName != nil else {
            throw DecodingError.missing("name", decoder)
        }
        isSynonym = container.flag(.isSynonym)
        project = container.text(.project)
        family = container.value(.family)
        genus = container.value(.genus)
        gbif = container.value(.gbif)
    }
}
