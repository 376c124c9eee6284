import HTTPTransport

/// Metadata of a record. The service maintains its counts separately, so they may differ from the record.
public struct RecordMeta: Codable, Sendable, Hashable {
    /// When it was last changed: `2021-03-04T17:46:31.970Z`.
    public let lastModified: String?
    /// The number of its photographs.
    public let imagesCount: Int?
    /// The number of its sources.
    public let sourcesCount: Int?
    /// The number of its synonyms.
    public let synonymsCount: Int?

    private enum CodingKeys: String, CodingKey {
        case lastModified = "last_modified"
        case imagesCount = "images_count"
        case sourcesCount = "sources_count"
        case synonymsCount = "synonyms_count"
    }

    init() {
        lastModified = nil
        imagesCount = nil
        sourcesCount = nil
        synonymsCount = nil
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        lastModified = container.text(.lastModified)
        imagesCount = container.integer(.imagesCount)
        sourcesCount = container.integer(.sourcesCount)
        synonymsCount = container.integer(.synonymsCount)
    }
}

/// A response with one record: `{"data": {…}, "meta": {…}}`.
struct Record<Value: Decodable & Sendable>: Decodable, Sendable {
    let value: Value
    let meta: RecordMeta

    private enum CodingKeys: String, CodingKey { case data, meta }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        value = try container.decode(Value.self, forKey: .data)
        meta = container.value(.meta) ?? RecordMeta()
    }
}
