/// A colour of a flower, a leaf or a fruit; a response may contain others.
public struct PlantColor: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value as the service writes it: `white`, `red`, `brown`, `orange`, `yellow`, `lime`, `green`, `cyan`,
    /// `blue`, `purple`, `magenta`, `grey`, `black`.
    public let rawValue: String

    /// A colour with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }
}
