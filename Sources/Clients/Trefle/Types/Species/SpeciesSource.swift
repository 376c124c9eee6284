import HTTPTransport

/// A source of the service.
public struct SpeciesSource: Codable, Sendable, Hashable {
    /// The entry's id at the source: any text, for example `urn:lsid:ipni.org:names:741641-1` or `3012167`.
    public let id: String?
    /// `POWO`, `GBIF`, `USDA` …
    public let name: String?
    /// The entry's address; it may be malformed.
    public let url: String?
    /// The citation.
    public let citation: String?
    /// The licence of its data, for example `CC-BY-4.0`; nil if the service has not verified it. Since 2.5.
    public let licence: String?
    /// The address of that licence. Since 2.5.
    public let licenceURL: String?
    /// When it was last read: `2020-06-21T20:44:49.000Z`.
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
