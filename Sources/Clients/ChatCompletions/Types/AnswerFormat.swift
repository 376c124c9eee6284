public import HTTPTransport

/// The requested form of an answer.
///
/// No service guarantees the format: check the answer.
public enum AnswerFormat: Sendable, Hashable {
    /// Plain text; the field `response_format` is not sent.
    case text
    /// One JSON object.
    case jsonObject
    /// One JSON object with this structure.
    case jsonSchema(AnswerSchema)
}

/// The requested structure of an answer.
public struct AnswerSchema: Sendable, Hashable {
    /// The name: up to 64 ASCII letters, digits, `_` and `-`.
    public var name: String
    /// A JSON Schema. Strict services require every property to be required and `additionalProperties` to be false.
    public var schema: JSONValue
    /// Whether the service must enforce the schema, if it can.
    public var isStrict: Bool

    /// A structure.
    public init(name: String, schema: JSONValue, isStrict: Bool = true) {
        self.name = name
        self.schema = schema
        self.isStrict = isStrict
    }
}

/// The means by which a format was requested: the strictest one that the service supports.
public enum FormatRung: Int, Sendable, Hashable, Comparable {
    /// `response_format` with the schema in it.
    case jsonSchema
    /// `response_format` of `json_object`; the schema is in the first system message.
    case jsonObject
    /// No field: the schema is in the first system message.
    case promptOnly

    public static func < (left: FormatRung, right: FormatRung) -> Bool { left.rawValue < right.rawValue }
}
