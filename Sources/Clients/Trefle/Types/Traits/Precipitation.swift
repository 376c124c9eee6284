import HTTPTransport

/// Rain outdoors per year: `{"mm": 711}`.
public struct Precipitation: Codable, Sendable, Hashable {
    /// Millimetres, which are litres per square metre.
    public let mm: Double?

    private enum CodingKeys: String, CodingKey { case mm }

    public init(from decoder: any Decoder) throws {
        mm = try decoder.container(keyedBy: CodingKeys.self).number(.mm)
    }
}
