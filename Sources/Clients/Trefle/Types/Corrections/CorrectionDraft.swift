public import HTTPTransport

/// A correction to be sent in. Everybody will be able to read it.
public struct CorrectionDraft: Sendable, Hashable, Encodable {
    /// The source of a value.
    public struct Origin: RawRepresentable, Hashable, Sendable {
        /// As the service writes it.
        public let rawValue: String

        /// An origin of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// From a publication; ``CorrectionDraft/sourceReference`` must name it.
        public static let external = Origin(rawValue: "external")
        /// Seen by oneself.
        public static let observation = Origin(rawValue: "observation")
        /// A person's statement.
        public static let report = Origin(rawValue: "report")
    }

    /// The species' scientific name, without which the service takes no correction.
    public var scientificName: String
    /// The values by their fields, in the service's words: `maximum_height_value` 6800, `maximum_height_unit` `cm`.
    /// They are listed as `request_body_correction` in the service's OpenAPI description.
    public var fields: [String: JSONValue]
    /// In words.
    public var notes: String?
    /// The source of the values.
    public var origin: Origin?
    /// The address or the name of a publication.
    public var sourceReference: String?

    /// A correction.
    public init(
        scientificName: String, fields: [String: JSONValue], notes: String? = nil, origin: Origin? = nil,
        sourceReference: String? = nil
    ) {
        self.scientificName = scientificName
        self.fields = fields
        self.notes = notes
        self.origin = origin
        self.sourceReference = sourceReference
    }

    private enum CodingKeys: String, CodingKey {
        case notes, correction
        case sourceType = "source_type"
        case sourceReference = "source_reference"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(notes, forKey: .notes)
        try container.encodeIfPresent(origin?.rawValue, forKey: .sourceType)
        try container.encodeIfPresent(sourceReference, forKey: .sourceReference)
        let named = fields.merging(["scientific_name": .text(scientificName)]) { _, name in name }
        try container.encode(named, forKey: .correction)
    }
}
