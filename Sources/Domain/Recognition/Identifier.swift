/// The identifier of a `Subject`: 1–64 letters, digits, hyphens or underscores, safe in a URL and a file name.
public struct Identifier<Subject>: Hashable, Sendable, CustomStringConvertible {
    /// The identifier as text.
    public let rawValue: String

    /// Returns nil if `rawValue` does not have that form.
    public init?(_ rawValue: String) {
        guard !rawValue.isEmpty, rawValue.utf8.count <= 64,
            rawValue.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            })
        else { return nil }
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}

extension Identifier: Codable {
    /// Reads a string; throws a `DecodingError` for another value, or if it is not 1–64 of the allowed characters.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let identifier = Self(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is no identifier.")
        }
        self = identifier
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
