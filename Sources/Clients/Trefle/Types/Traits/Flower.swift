import HTTPTransport

/// The flowers' appearance.
public struct Flower: Codable, Sendable, Hashable {
    /// Nil if no value is known.
    public let color: [PlantColor]?
    /// Whether they are conspicuous.
    public let conspicuous: Bool?

    private enum CodingKeys: String, CodingKey { case color, conspicuous }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        color = container.words(.color)
        conspicuous = container.flag(.conspicuous)
    }
}
