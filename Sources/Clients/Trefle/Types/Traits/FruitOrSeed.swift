import HTTPTransport

/// The fruits' or seeds' appearance.
public struct FruitOrSeed: Codable, Sendable, Hashable {
    /// Whether they are seen at all.
    public let conspicuous: Bool?
    /// Nil if nothing is known.
    public let color: [PlantColor]?
    /// In words.
    public let shape: String?
    /// Whether they stay on the plant.
    public let seedPersistence: Bool?

    private enum CodingKeys: String, CodingKey {
        case conspicuous, color, shape
        case seedPersistence = "seed_persistence"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        conspicuous = container.flag(.conspicuous)
        color = container.words(.color)
        shape = container.text(.shape)
        seedPersistence = container.flag(.seedPersistence)
    }
}
