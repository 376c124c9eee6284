import HTTPTypes

/// A request's target, split so that the values of its query can be masked.
struct RequestTarget: Sendable {
    struct QueryItem: Sendable {
        /// The name as sent, percent-encoded.
        var name: String
        var value: String?

        /// The name for comparisons: decoded, in lower case.
        var plainName: String { RequestTarget.decoded(name).lowercased() }
        var text: String { value.map { "\(name)=\($0)" } ?? name }
    }

    let method: String
    let scheme: String
    let host: String
    let path: String
    let query: [QueryItem]

    init(_ head: HTTPRequest) {
        method = head.method.rawValue
        scheme = head.scheme ?? "https"
        // User information before the host is dropped.
        host = String((head.authority ?? "").split(separator: "@", omittingEmptySubsequences: false).last ?? "")
        let parts = (head.path ?? "/").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts.first ?? "/")
        query = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { item in
            let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return QueryItem(name: String(sides.first ?? ""), value: sides.count > 1 ? String(sides[1]) : nil)
        }
    }

    /// The log line `GET https://host/path?name=••••`; the values of the named fields are not masked.
    func redacted(showing names: Set<String>) -> String {
        let items = query.map { item in
            item.value == nil || names.contains(item.plainName) ? item.text : "\(item.name)=\(SecretScrubber.mask)"
        }
        let line = "\(method) \(scheme)://\(host)\(path)" + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
        // Control characters from outside must not begin a new line of the log.
        return String(String.UnicodeScalarView(line.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }

    static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
