import HTTPTransport

/// Where the service knows something from.
public struct SpeciesSource: Codable, Sendable, Hashable {
    /// The entry's id at the source: any text, as `urn:lsid:ipni.org:names:741641-1` or `3012167`.
    public let id: String?
    /// `POWO`, `GBIF`, `USDA` …
    public let name: String?
    /// The entry's address; may not be a well-formed one.
    public let url: String?
    /// How to cite it.
    public let citation: String?
    /// Under which licence its data is, as `CC-BY-4.0`; nil where the service has not made sure. Since 2.5.
    public let licence: String?
    /// Where that licence is. Since 2.5.
    public let licenceURL: String?
    /// When it was last looked at: `2020-06-21T20:44:49.000Z`.
    public let lastUpdate: String?

    private enum CodingKeys: String, CodingKey {
        case id, name, url, citation, licence
        case licenceURL = "licence_url"
        case lastUpdate = "last_update"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = container.text(.id)
        name = container.text(.name)
        guard id != nil || name != nil else { throw DecodingError.missing("name", decoder) }
        url = container.text(.url)
        citation = container.text(.citation)
        licence = container.text(.licence)
        licenceURL = container.text(.licenceURL)
        lastUpdate = container.text(.lastUpdate)
    }
}
