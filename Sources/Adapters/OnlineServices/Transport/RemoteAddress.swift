import Foundation

/// An http or https address, parsed once and rebuilt only from these parts, so that the checked host is the host of the
/// connection.
struct RemoteAddress: Sendable, Hashable {
    let scheme: String
    /// The host in lower case; an IPv6 address in brackets.
    let host: String
    /// The port; nil for the scheme's default.
    let port: Int?
    /// Path and query, percent-encoded as given; without a fragment.
    let path: String

    private static let lengthLimit = 2048

    /// Returns nil if the text is not such an address, contains user information, or has a host that can be interpreted
    /// in two ways.
    init?(_ text: String) {
        guard text.utf8.count <= Self.lengthLimit,
            let parts = URLComponents(string: text, encodingInvalidCharacters: false),
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            parts.user == nil, parts.password == nil, let host = parts.encodedHost?.lowercased(), Self.isPlain(host)
        else { return nil }
        if let port = parts.port, !(1...65_535).contains(port) { return nil }
        self.scheme = scheme
        self.host = host
        port = parts.port == (scheme == "https" ? 443 : 80) ? nil : parts.port
        path =
            (parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath)
            + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
    }

    private init(scheme: String, host: String, port: Int?, path: String) {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = path
    }

    /// The same origin with another path.
    func with(path: String) -> Self { Self(scheme: scheme, host: host, port: port, path: path) }

    var authority: String { port.map { "\(host):\($0)" } ?? host }

    /// The origin as in RFC 6454: "https://push.example.net".
    var origin: String { "\(scheme)://\(authority)" }

    private static func isPlain(_ host: String) -> Bool {
        if host.hasPrefix("["), host.hasSuffix("]") {
            return host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        return !host.isEmpty
            && host.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || Array("-._".utf8).contains(byte)
            }
    }
}

/// Addresses to which notices must not be sent, whatever their source.
package enum NoticeAddress {
    /// Whether notices can be sent to an address: it has only one interpretation, and is not a metadata address of a
    /// cloud provider.
    package static func isUsable(_ text: String) -> Bool { RemoteAddress(text).map { !$0.isForbidden } ?? false }
}

extension RemoteAddress {
    var isForbidden: Bool {
        // A host name with a final dot has the same meaning.
        let host = host.hasSuffix(".") ? String(host.dropLast()) : host
        if host.isEmpty || host.hasSuffix(".") { return true }
        if ["metadata", "metadata.google.internal", "instance-data"].contains(host) { return true }
        if host.hasPrefix("[") {
            guard let groups = Self.groups(host.dropFirst().dropLast()) else { return true }
            // Link-local, IPv4-mapped, and Amazon's metadata address.
            return groups[0] & 0xFFC0 == 0xFE80 || groups.starts(with: [0, 0, 0, 0, 0, 0xFFFF])
                || groups == [0xFD00, 0xEC2, 0, 0, 0, 0, 0, 0x254]
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        // A host whose last part begins with a digit is an address, and valid only as four plain numbers.
        guard let last = parts.last, last.first?.isNumber == true else { return false }
        let numbers = parts.map { $0.count > 1 && $0.hasPrefix("0") ? nil : UInt8($0) }
        return numbers.count != 4 || numbers.contains(nil) || (numbers[0] == 169 && numbers[1] == 254)
    }

    /// The eight groups of an IPv6 address in any notation; nil if it ends with IPv4 notation or is invalid.
    private static func groups(_ text: Substring) -> [UInt16]? {
        let halves = text.split(separator: "::", omittingEmptySubsequences: false).map { half in
            half.isEmpty
                ? []
                : half.split(separator: ":", omittingEmptySubsequences: false).map {
                    $0.count <= 4 ? UInt16($0, radix: 16) : nil
                }
        }
        let given = halves.flatMap(\.self).compactMap(\.self)
        let isShort = halves.count == 2 && given.count < 8
        guard given.count == halves.joined().count, isShort || (halves.count == 1 && given.count == 8) else {
            return nil
        }
        return Array(given.prefix(halves[0].count)) + Array(repeating: 0, count: 8 - given.count)
            + given.dropFirst(halves[0].count)
    }
}
