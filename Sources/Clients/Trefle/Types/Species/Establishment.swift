/// The way in which a species came to a zone; a response may contain others.
public struct Establishment: RawRepresentable, Hashable, Sendable, Codable, CodingKeyRepresentable,
    CustomStringConvertible
{
    /// The value as the service writes it.
    public let rawValue: String

    /// A value with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The species is native there.
    public static let native = Establishment(rawValue: "native")
    /// The species was introduced there.
    public static let introduced = Establishment(rawValue: "introduced")
    /// Uncertain.
    public static let doubtful = Establishment(rawValue: "doubtful")
    /// Reported as absent.
    public static let absent = Establishment(rawValue: "absent")
    /// The species no longer exists there.
    public static let extinct = Establishment(rawValue: "extinct")
}
