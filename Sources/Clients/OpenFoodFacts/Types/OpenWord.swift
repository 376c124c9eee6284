/// A set of words that may grow: those this version knows are cases, any other one survives as `other`.
public protocol OpenWord: RawRepresentable<String>, Codable, Hashable, Sendable, CustomStringConvertible {
    /// The words this version knows.
    static var known: [Self] { get }

    /// A word that is not listed.
    static func other(_ text: String) -> Self

    /// As the service writes it; a listed word comes back as its case.
    init(rawValue: String)
}

extension OpenWord {
    public init(rawValue: String) {
        self = Self.known.first { $0.rawValue == rawValue } ?? .other(rawValue)
    }

    public var description: String { rawValue }
}

extension Sequence where Element: RawRepresentable<String> {
    /// As one value of a query; nil where there are none.
    var joined: String? {
        let text = map(\.rawValue).joined(separator: ",")
        return text.isEmpty ? nil : text
    }
}
