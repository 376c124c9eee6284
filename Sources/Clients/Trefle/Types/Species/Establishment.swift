/// How a species came to a zone; a response may contain others.
public struct Establishment: RawRepresentable, Hashable, Sendable, Codable, CodingKeyRepresentable,
    CustomStringConvertible
{
    /// As the service writes it.
    public let rawValue: String

    /// A way of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// It is at home there.
    public static let native = Establishment(rawValue: "native")
    /// It was brought there.
    public static let introduced = Establishment(rawValue: "introduced")
    /// Uncertain.
    public static let doubtful = Establishment(rawValue: "doubtful")
    /// Reported as absent.
    public static let absent = Establishment(rawValue: "absent")
    /// It was there.
    public static let extinct = Establishment(rawValue: "extinct")
}
