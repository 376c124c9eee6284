import HTTPTransport

/// What the service makes of the photographs.
///
/// Everything but the results' scores and names may be missing: answers differ between versions, and did since 2020.
public struct Identification: Codable, Sendable, Hashable {
    /// What was asked, as the service understood it.
    public let query: IdentificationQuery?
    /// What the service itself sees on each photograph; it believes that more than the organs it was told.
    public let predictedOrgans: [PredictedOrgan]
    /// Of the common names.
    public let language: String?
    /// The flora that was identified in (the service spells it so).
    public let preferedReferential: String?
    /// A flora the service thinks better, where it names one.
    public let switchToProject: String?
    /// The first result's scientific name with author.
    public let bestMatch: String?
    /// Best first.
    public let results: [SpeciesMatch]
    /// How many results could not be read and are missing above.
    public private(set) var unreadableResults = 0
    /// Of the model, as `2026-03-20 (7.5)`. Belongs into the key of every cache.
    public let version: String?
    /// How many identifications remain today; see ``PlantNetReply/allowance`` for the better number.
    public let remainingIdentificationRequests: Int?

    private enum CodingKeys: String, CodingKey {
        case query, predictedOrgans, language, preferedReferential, switchToProject, bestMatch, results, version
        case remainingIdentificationRequests
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        query = container.value(.query)
        let list = try container.readableList(.results, of: SpeciesMatch.self)
        guard query != nil || list != nil else { throw DecodingError.missing("results", decoder) }
        results = list?.elements ?? []
        unreadableResults = list?.skipped ?? 0
        predictedOrgans = container.list(.predictedOrgans)
        language = container.text(.language)
        preferedReferential = container.text(.preferedReferential)
        switchToProject = container.text(.switchToProject)
        bestMatch = container.text(.bestMatch)
        version = container.text(.version)
        remainingIdentificationRequests = container.integer(.remainingIdentificationRequests)
    }
}
