import HTTPTransport

/// The leaves' appearance.
public struct Foliage: Codable, Sendable, Hashable {
    /// `fine`, `medium`, `coarse`.
    public let texture: String?
    /// Nil if no value is known.
    public let color: [PlantColor]?
    /// Whether the leaves stay all year.
    public let leafRetention: Bool?

    private enum CodingKeys: String, CodingKey {
        case texture, color
        case leafRetention = "leaf_retention"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        texture = container.text(.texture)
        color = container.words(.color)
        leafRetention = container.flag(.leafRetention)
    }
}
