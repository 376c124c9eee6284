import HTTPTransport

/// The result of an identification.
///
/// Everything except the results' scores and names may be missing: responses have differed between versions since 2020.
public struct Identification: Codable, Sendable, Hashable {
    /// The request as the service understood it.
    public let query: IdentificationQuery?
    /// The organs that the service recognises on each photograph; it trusts them more than the organs of the request.
    public let predictedOrgans: [PredictedOrgan]
    /// The language of the common names.
    public let language: String?
    /// The flora used for the identification (the spelling is the service's).
    public let preferedReferential: String?
    /// A flora that the service recommends instead.
    public let switchToProject: String?
    /// The first result's scientific name with author.
    public let bestMatch: String?
    /// The results, best first.
    public let results: [SpeciesMatch]
    /// How many results could not be read and are missing in ``results``.
    public private(set) var unreadableResults = 0
    /// The model's version, for example `2026-03-20 (7.5)`. A cache key must contain it.
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
