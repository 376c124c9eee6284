/// A version of the API that reads products.
public struct ProductAPI: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// As it is written in the path: `v3.6`.
    public let rawValue: String

    /// The version of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The one the service recommends, with nutrition in a structure of its own (since 3.5).
    public static let v3 = ProductAPI(rawValue: "v3.6")
    /// Superseded, and still answered.
    public static let v2 = ProductAPI(rawValue: "v2")
}
