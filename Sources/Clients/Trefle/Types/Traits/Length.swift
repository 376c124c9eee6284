import HTTPTransport

/// A length: `{"cm": 40}`.
public struct Length: Codable, Sendable, Hashable {
    /// The value is in centimetres.
    public let cm: Double?

    private enum CodingKeys: String, CodingKey { case cm }

    public init(from decoder: any Decoder) throws {
        cm = try decoder.container(keyedBy: CodingKeys.self).number(.cm)
    }
}
