/// How a species came to a zone; an answer may bring others.
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
    /// Nobody is sure.
    public static let doubtful = Establishment(rawValue: "doubtful")
    /// It is said not to be there.
    public static let absent = Establishment(rawValue: "absent")
    /// It was there.
    public static let extinct = Establishment(rawValue: "extinct")
}
