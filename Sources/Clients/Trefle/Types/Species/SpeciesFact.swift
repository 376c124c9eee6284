import HTTPTransport

/// The value of one trait of a species according to one source.
///
/// Sources may differ; the species has the value of the most reliable one. Most species have no
/// facts yet. No recorded response was available: this type follows the service's documentation of 2026, and
/// everything except the trait's name may be missing.
public struct SpeciesFact: Codable, Sendable, Hashable {
    /// The service's id.
    public let id: Int?
    /// The trait's name in the database: `ground_humidity`.
    public let attributeName: String
    /// The source.
    public let source: String?
    /// The value: a number is read as a text, a list as `mar|apr|may`.
    public let value: String?
    /// The unit of the value.
    public let unit: String?
    /// `reported`, `measured`, `derived` or `inferred`.
    public let evidenceType: String?
    /// `active`, `superseded` or `rejected`.
    public let status: String?
    /// Free text.
    public let notes: String?
    /// The entry's id at the source.
    public let sourceRecordID: String?
    /// The entry's address at the source.
    public let sourceURL: String?
    /// The number of observations behind it.
    public let observationCount: Int?
    /// When it was observed.
    public let observedAt: String?
    /// When the entry was last changed.
    public let updatedAt: String?

    private enum CodingKeys: String, CodingKey {
        case id, source, value, unit, status, notes
        case attributeName = "attribute_name"
        case evidenceType = "evidence_type"
        case sourceRecordID = "source_record_id"
        case sourceURL = "source_url"
        case observationCount = "n_observations"
        case observedAt = "observed_at"
        case updatedAt = "updated_at"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let name = container.text(.attributeName) else { throw DecodingError.missing("attribute_name", decoder) }
        attributeName = name
        id = container.integer(.id)
        source = container.text(.source)
        value = container.text(.value)
        unit = container.text(.unit)
        evidenceType = container.text(.evidenceType)
        status = container.text(.status)
        notes = container.text(.notes)
        sourceRecordID = container.text(.sourceRecordID)
        sourceURL = container.text(.sourceURL)
        observationCount = container.integer(.observationCount)
        observedAt = container.text(.observedAt)
        updatedAt = container.text(.updatedAt)
    }
}
