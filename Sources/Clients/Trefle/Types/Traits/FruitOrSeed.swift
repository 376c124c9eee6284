import HTTPTransport

/// The fruits' or seeds' appearance.
public struct FruitOrSeed: Codable, Sendable, Hashable {
    /// Whether they are conspicuous.
    public let conspicuous: Bool?
    /// Nil if no value is known.
    public let color: [PlantColor]?
    /// Free text.
    public let shape: String?
    /// Whether fruits or seeds stay on the plant.
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
