/// The part of an address after `?`, percent-encoded.
struct Query: Sendable {
    private var items: [(name: String, value: String)] = []

    /// Adds a field; nothing where there is no value.
    mutating func add(_ name: String, _ value: String?) {
        if let value { items.append((name, value)) }
    }

    mutating func add(_ name: String, _ value: Int?) { add(name, value.map(String.init)) }

    /// With the question mark; empty where there are no fields.
    var text: String {
        let fields = items.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }
        return fields.isEmpty ? "" : "?" + fields.joined(separator: "&")
    }

    /// Everything but the unreserved characters of RFC 3986 §2.3.
    static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(UnicodeScalar(byte))
            default:
                result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}
