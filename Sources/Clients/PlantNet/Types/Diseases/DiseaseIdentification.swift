import HTTPTransport

/// The result of a disease identification.
///
/// This type follows the documentation; no recorded response was available. Everything except the results' scores and
/// codes may be missing.
public struct DiseaseIdentification: Codable, Sendable, Hashable {
    /// The request as the service understood it.
    public let query: IdentificationQuery?
    /// The organs that the service recognises on each photograph.
    public let predictedOrgans: [PredictedOrgan]
    /// The language of labels and descriptions.
    public let language: String?
    /// The results, best first.
    public let results: [DiseaseMatch]
    /// How many results could not be read and are missing in ``results``.
    public private(set) var unreadableResults = 0
    /// The model's version.
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
