public import HTTPTransport

/// A correction or a report. It is public.
public struct Correction: Codable, Sendable, Hashable {
    /// The service's id.
    public let id: Int
    /// `Species`.
    public let recordType: String?
    /// The id of the species.
    public let recordID: Int?
    /// The id of its author.
    public let userID: Int?
    /// `report` if it is a report, nil if it is a correction.
    public let warningType: String?
    /// `pending`, `accepted` …
    public let changeStatus: String?
    /// `update` …
    public let changeType: String?
    /// The account that accepted it; a number is read as a text.
    public let acceptedBy: String?
    /// Free text.
    public let notes: String?
    /// The submitted values: an object of fields and values.
    public let correction: JSONValue?
    /// The changes: an object of fields, each with the old and the new value.
    public let changes: JSONValue?
    /// `2020-12-13T12:27:24.383Z`.
    public let createdAt: String?
    /// `2020-12-13T12:27:24.383Z`.
    public let updatedAt: String?

    private enum CodingKeys: String, CodingKey {
        case id, notes, correction, changes
        case recordType = "record_type"
        case recordID = "record_id"
        case userID = "user_id"
        case warningType = "warning_type"
        case changeStatus = "change_status"
        case changeType = "change_type"
        case acceptedBy = "accepted_by"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let id = container.integer(.id) else { throw DecodingError.missing("id", decoder) }
        self.id = id
        recordType = container.text(.recordType)
        recordID = container.integer(.recordID)
        userID = container.integer(.userID)
        warningType = container.text(.warningType)
        changeStatus = container.text(.changeStatus)
        changeType = container.text(.changeType)
        acceptedBy = container.text(.acceptedBy)
        notes = container.text(.notes)
        correction = container.value(.correction)
        changes = container.value(.changes)
        createdAt = container.text(.createdAt)
        updatedAt = container.text(.updatedAt)
    }
}
