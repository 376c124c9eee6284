public import HTTPTransport

/// The result for one picture. An empty object (`{}`) means that there is no text.
///
/// Unknown members are kept in ``others``, so that encoding and decoding lose nothing.
public struct AnnotateImageResponse: Codable, Sendable, Hashable {
    /// First the whole text with its language, then one element per word.
    public var textAnnotations: [EntityAnnotation]
    /// The text with its structure.
    public var fullTextAnnotation: FullText?
    /// The error of this picture; the service sends it **in a response of 200**.
    public var error: RPCStatus?
    /// Unknown members by name, such as labels and logos.
    public var others: [String: JSONValue]

    /// The error as a Swift error; nil if there is none.
    public var failure: GoogleVisionError? { error.map { GoogleVisionError(inner: $0) } }

    private enum CodingKeys: String, CodingKey, CaseIterable { case textAnnotations, fullTextAnnotation, error }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        textAnnotations = try container.elements(.textAnnotations)
        fullTextAnnotation = try container.decodeIfPresent(FullText.self, forKey: .fullTextAnnotation)
        error = try container.decodeIfPresent(RPCStatus.self, forKey: .error)
        let all = try decoder.container(keyedBy: AnyCodingKey.self)
        let known = Set(CodingKeys.allCases.map(\.rawValue))
        others = [:]
        for key in all.allKeys where !known.contains(key.stringValue) {
            others[key.stringValue] = try all.decode(JSONValue.self, forKey: key)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if !textAnnotations.isEmpty { try container.encode(textAnnotations, forKey: .textAnnotations) }
        try container.encodeIfPresent(fullTextAnnotation, forKey: .fullTextAnnotation)
        try container.encodeIfPresent(error, forKey: .error)
        var more = encoder.container(keyedBy: AnyCodingKey.self)
        for (name, value) in others { try more.encode(value, forKey: AnyCodingKey(name)) }
    }
}

/// A text and its position.
public struct EntityAnnotation: Codable, Sendable, Hashable {
    /// The whole text, or one of its words.
    public var description: String
    /// The language; only of the whole text.
    public var locale: String?
    /// Its position.
    public var boundingPoly: BoundingPoly?
    /// The confidence, 0–1.
    public var score: Double?
    /// The confidence, 0–1; deprecated by the service.
    public var confidence: Double?

    private enum CodingKeys: String, CodingKey { case description, locale, boundingPoly, score, confidence }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        description = try container.decodeIfPresent(String.self, forKey: .description) ?? ""
        locale = try container.decodeIfPresent(String.self, forKey: .locale)
        boundingPoly = try container.decodeIfPresent(BoundingPoly.self, forKey: .boundingPoly)
        score = try container.decodeIfPresent(Double.self, forKey: .score)
        confidence = try container.decodeIfPresent(Double.self, forKey: .confidence)
    }
}

/// An error as Google writes it (`google.rpc.Status`).
public struct RPCStatus: Codable, Sendable, Hashable {
    /// The value of `google.rpc.Code`: 3 is a bad image, 7 an image that may not be fetched, 8 an exceeded quota, 14 an
    /// unavailable service.
    public var code: Int
    /// For people; do not base decisions on it. It may repeat an address.
    public var message: String?
    /// Details, each with its `@type`.
    public var details: [JSONValue]

    private enum CodingKeys: String, CodingKey { case code, message, details }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.integerOrZero(.code)
        message = try container.decodeIfPresent(String.self, forKey: .message)
        details = try container.elements(.details)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encodeIfPresent(message, forKey: .message)
        if !details.isEmpty { try container.encode(details, forKey: .details) }
    }
}
