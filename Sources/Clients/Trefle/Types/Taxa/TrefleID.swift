/// The id of a species, plant, genus, family or zone in a request: its slug, which is stable, or its number.
///
/// ```swift
/// try await client.species("cocos-nucifera")
/// try await client.species(122_263)
/// ```
///
/// Numbers have changed when the service was reinstalled. A plant is requested by the number of its main species.
public struct TrefleID: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    CustomStringConvertible
{
    /// As it is written in requests.
    public let text: String

    /// A slug, for example `cocos-nucifera`; of a zone also its TDWG code, for example `SWE`.
    public init(_ slug: String) { text = slug }

    /// A number.
    public init(_ number: Int) { text = String(number) }

    public init(stringLiteral value: String) { self.init(value) }

    public init(integerLiteral value: Int) { self.init(value) }

    public var description: String { text }
}
