public import HTTPTransport

/// In which form an answer is wanted.
///
/// No service guarantees the format: check the answer.
public enum AnswerFormat: Sendable, Hashable {
    /// As it comes; the field `response_format` is not sent.
    case text
    /// One JSON object.
    case jsonObject
    /// One JSON object of this shape.
    case jsonSchema(AnswerSchema)
}

/// The shape that an answer is to have.
public struct AnswerSchema: Sendable, Hashable {
    /// Up to 64 letters of ASCII, digits, `_` and `-`.
    public var name: String
    /// A JSON Schema. Strict services want every property required and `additionalProperties` false.
    public var schema: JSONValue
    /// Whether the service must enforce the schema, if it can.
    public var isStrict: Bool

    /// A shape.
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
