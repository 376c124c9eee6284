/// A version of the API that reads products.
public struct ProductAPI: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// As it is written in the path: `v3.6`.
    public let rawValue: String

    /// The version with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The version that the service recommends, with a separate structure for nutrition (since 3.5).
    public static let v3 = ProductAPI(rawValue: "v3.6")
    /// A superseded version that still works.
    public static let v2 = ProductAPI(rawValue: "v2")
}
