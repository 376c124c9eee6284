import HTTPTransport

/// What the service makes of photographs of a sick plant.
///
/// No recorded answer was at hand when this was written: it follows the documentation, and everything but the results'
/// scores and codes may be missing.
public struct DiseaseIdentification: Codable, Sendable, Hashable {
    /// What was asked, as the service understood it.
    public let query: IdentificationQuery?
    /// What the service itself sees on each photograph.
    public let predictedOrgans: [PredictedOrgan]
    /// Of labels and descriptions.
    public let language: String?
    /// Best first.
    public let results: [DiseaseMatch]
    /// How many results could not be read and are missing above.
    public private(set) var unreadableResults = 0
    /// Of the model.
    public let version: String?
    /// How many identifications remain today; see ``PlantNetReply/allowance`` for the better number.
    public let remainingIdentificationRequests: Int?

    private enum CodingKeys: String, CodingKey {
        case query, predictedOrgans, language, results, version, remainingIdentificationRequests
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        query = container.value(.query)
        let list = try container.readableList(.results, of: DiseaseMatch.self)
        guard query != nil || list != nil else { throw DecodingError.missing("results", decoder) }
        results = list?.elements ?? []
        unreadableResults = list?.skipped ?? 0
        predictedOrgans = container.list(.predictedOrgans)
        language = container.text(.language)
        version = container.text(.version)
        remainingIdentificationRequests = container.integer(.remainingIdentificationRequests)
    }
}
