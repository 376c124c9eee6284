/// Fields by name, percent-encoded: the part of an address after `?`, or the body of a form.
struct Query: Sendable {
    private(set) var items: [(name: String, value: String)] = []

    /// Adds a field; nothing where there is no value.
    mutating func add(_ name: String, _ value: String?) {
        if let value { items.append((name, value)) }
    }

    mutating func add(_ name: String, _ value: Int?) { add(name, value.map(String.init)) }
    mutating func add(_ name: String, _ value: Bool?) { add(name, value.map { $0 ? "true" : "false" }) }
    mutating func add(_ name: String, _ value: Double?) { add(name, value.map(Self.plain)) }

    /// With the question mark; empty where there are no fields. Commas, colons and slashes stay as they are, as the
    /// service's own pages send them: a list is one value with commas.
    var text: String {
        let fields = items.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value, keeping: ",:/"))" }
        return fields.isEmpty ? "" : "?" + fields.joined(separator: "&")
    }

    /// `application/x-www-form-urlencoded`.
    var form: [UInt8] {
        [UInt8](items.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&").utf8)
    }

    /// Everything but the unreserved characters of RFC 3986 §2.3, and those that are kept.
    static func encoded(_ text: String, keeping kept: String = "") -> String {
        text.utf8.reduce(into: "") { result, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(UnicodeScalar(byte))
            case _ where kept.utf8.contains(byte): result.unicodeScalars.append(UnicodeScalar(byte))
            default: result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// A whole number without `.0`.
    private static func plain(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? String(number) }
}
