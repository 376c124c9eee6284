/// What a species, plant, genus, family or zone is asked for by: its slug, which is better, or its number.
///
/// ```swift
/// try await client.species("cocos-nucifera")
/// try await client.species(122_263)
/// ```
///
/// Numbers have changed when the service was set up anew. A plant is asked for by the number of its main species.
public struct TrefleID: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    CustomStringConvertible
{
    /// As it stands in requests.
    public let text: String

    /// A slug, as `cocos-nucifera`; of a zone also its TDWG code, as `SWE`.
    public init(_ slug: String) { text = slug }

    /// A number.
    public init(_ number: Int) { text = String(number) }

    public init(stringLiteral value: String) { self.init(value) }

    public init(integerLiteral value: Int) { self.init(value) }

    public var description: String { text }
}
