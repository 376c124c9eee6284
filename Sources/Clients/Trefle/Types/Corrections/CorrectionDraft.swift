public import HTTPTransport

/// A correction to submit. It becomes public.
public struct CorrectionDraft: Sendable, Hashable, Encodable {
    /// The source of a value.
    public struct Origin: RawRepresentable, Hashable, Sendable {
        /// The value as the service writes it.
        public let rawValue: String

        /// An origin with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// From a publication; ``CorrectionDraft/sourceReference`` must name it.
        public static let external = Origin(rawValue: "external")
        /// The sender's own observation.
        public static let observation = Origin(rawValue: "observation")
        /// A person's statement.
        public static let report = Origin(rawValue: "report")
    }

    /// The species' scientific name, which the service requires.
    public var scientificName: String
    /// The values by field, for example `maximum_height_value` 6800, `maximum_height_unit` `cm`. The service's OpenAPI
    /// description lists the fields as `request_body_correction`.
    public var fields: [String: JSONValue]
    /// Free text.
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
