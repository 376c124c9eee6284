/// A set of words that may grow: known words are cases, others are kept as `other`.
public protocol OpenWord: RawRepresentable<String>, Codable, Hashable, Sendable, CustomStringConvertible {
    /// The words this version knows.
    static var known: [Self] { get }

    /// A word that is not listed.
    static func other(_ text: String) -> Self

    /// A word as the service writes it; a known word becomes its case.
    init(rawValue: String)
}

extension OpenWord {
    public init(rawValue: String) {
        self = Self.known.first { $0.rawValue == rawValue } ?? .other(rawValue)
    }

    public var description: String { rawValue }
}

extension Sequence where Element: RawRepresentable<String> {
    /// As one value of a query; nil if there are none.
    var joined: String? {
        let text = map(\.rawValue).joined(separator: ",")
        return text.isEmpty ? nil : text
    }
}
