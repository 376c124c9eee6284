/// An open set of values: known values are cases, others are kept as `other`.
public protocol OpenWord: RawRepresentable<String>, Codable, Hashable, Sendable, CustomStringConvertible {
    /// The values that this version knows.
    static var known: [Self] { get }

    /// A value that is not listed.
    static func other(_ text: String) -> Self

    /// Reads a value as the service writes it; a known value becomes its case.
    init(rawValue: String)
}

extension OpenWord {
    public init(rawValue: String) {
        self = Self.known.first { $0.rawValue == rawValue } ?? .other(rawValue)
    }

    public var description: String { rawValue }
}

extension Sequence where Element: RawRepresentable<String> {
    /// The elements as one value of a query; nil if there are none.
    var joined: String? {
        let text = map(\.rawValue).joined(separator: ",")
        return text.isEmpty ? nil : text
    }
}
