/// Names and values in order: the query of an address, or the body of a form.
package struct QueryItems: Sendable {
    private var items: [(name: String, value: String)] = []

    package init() {}

    /// Adds an item; does nothing if the value is nil.
    package mutating func add(_ name: String, _ value: String?) {
        if let value { items.append((name, value)) }
    }

    package mutating func add(_ name: String, _ value: Int?) { add(name, value.map(String.init)) }
    package mutating func add(_ name: String, _ value: Bool?) { add(name, value.map { $0 ? "true" : "false" }) }
    /// Adds a number, without `.0` if it is whole.
    package mutating func add(_ name: String, _ value: Double?) {
        add(name, value.map { Int(exactly: $0).map(String.init) ?? String($0) })
    }

    /// The query with its question mark; empty if there are no items.
    ///
    /// - Parameter literals: the characters that are not encoded in values, besides the unreserved ones.
    /// - Returns: `?name=value&…`, percent-encoded.
    package func text(keeping literals: String = "") -> String {
        items.isEmpty ? "" : "?" + joined(keeping: literals)
    }

    /// The items as `application/x-www-form-urlencoded`.
    package var form: [UInt8] { [UInt8](joined(keeping: "").utf8) }

    private func joined(keeping literals: String) -> String {
        items.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value, keeping: literals))" }.joined(separator: "&")
    }

    /// Percent-encodes all characters except the unreserved ones of RFC 3986 §2.3 and `literals`.
    package static func encoded(_ text: String, keeping literals: String = "") -> String {
        text.utf8.reduce(into: "") { result, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(UnicodeScalar(byte))
            case _ where literals.utf8.contains(byte): result.unicodeScalars.append(UnicodeScalar(byte))
            default: result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// Encodes a text as one segment of a path.
    ///
    /// A slash, a dot segment or a percent sign could lead to another address, even encoded, because some servers
    /// decode first.
    ///
    /// - Parameters:
    ///   - text: the segment, not encoded.
    ///   - limit: its maximum length in bytes.
    /// - Returns: the segment, percent-encoded; nil if it is empty, too long, `.` or `..`, or contains a space, a
    ///   control character or one of `/\?#%`.
    package static func pathSegment(_ text: String, limit: Int) -> String? {
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"/\\?#%".utf8.contains($0) }
        guard isPlain, !text.isEmpty, text.utf8.count <= limit, ![".", ".."].contains(text) else { return nil }
        return encoded(text)
    }
}
