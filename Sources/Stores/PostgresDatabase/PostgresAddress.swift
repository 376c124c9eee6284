import FoundationEssentials

/// Where a database is: the URI that libpq accepts, such as `postgresql://stillroom@db.example/stillroom?sslmode=verify-full`.
package struct PostgresAddress: Sendable {
    /// The URI with the project's defaults.
    package let parameters: String
    /// Whether the text contains a password.
    package let hasPassword: Bool

    /// Returns nil if the text is no such URI. A `password` that is kept elsewhere becomes a part of it.
    package init?(_ text: String, password: String? = nil) {
        guard let scheme = ["postgresql://", "postgres://"].first(where: { text.hasPrefix($0) }) else { return nil }
        let rest = text.dropFirst(scheme.count)
        guard !rest.isEmpty, !rest.contains(where: { $0.isWhitespace || $0 == "\0" }) else { return nil }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let given = parts.count > 1 ? parts[1].split(separator: "&").map(String.init) : []
        let authority = parts[0].prefix { $0 != "/" }
        // Whatever stands between the user and the last "@" is a password, also one with a slash.
        let isInUser = rest.lastIndex(of: "@").map { rest[..<$0].contains(":") } ?? false
        hasPassword = isInUser || given.contains { Self.decoded($0.prefix { $0 != "=" }).hasSuffix("password") }
        // A dead server is noticed in seconds, not after the kernel's quarter of an hour.
        let defaults = [
            "connect_timeout=5", "tcp_user_timeout=15000", "keepalives_idle=10", "keepalives_interval=5",
            "keepalives_count=3", "application_name=stillroom",
        ]
        // Of several servers, the one that accepts writes.
        let hosts = [String(authority)] + given.filter { $0.hasPrefix("host=") }
        let several = hosts.contains { $0.contains(",") } ? ["target_session_attrs=read-write"] : []
        // Over a network nothing is sent unencrypted unless the address says so.
        let places = hosts.flatMap { $0.replacing("host=", with: "").split(separator: ",") }
        let transport = places.allSatisfy { Self.isLocal(Self.host($0)) } ? [] : ["sslmode=require"]
        let names = Set(given.compactMap { $0.split(separator: "=").first })
        let added = (defaults + several + transport).filter { !names.contains($0.prefix { $0 != "=" }) }
        let secret = password.map { ["password=" + Self.escaped($0)] } ?? []
        parameters = "\(scheme)\(parts[0])?" + (given + added + secret).joined(separator: "&")
    }

    /// The host of "user@host:port", "[::1]:5432" or "%2Frun%2Fpostgresql".
    private static func host(_ place: Substring) -> String {
        let host = place.split(separator: "@", omittingEmptySubsequences: false).last ?? place
        guard host.hasPrefix("[") else { return decoded(host.prefix { $0 != ":" }) }
        return String(host.dropFirst().prefix { $0 != "]" })
    }

    /// Whether it is this machine: a socket, or the loopback.
    private static func isLocal(_ host: String) -> Bool {
        host.isEmpty || host.hasPrefix("/") || host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    /// The text for an error message: nothing before the last "@" and no parameter.
    package static func withoutPassword(_ text: String) -> String {
        let place = text.split(separator: "@").last.map { $0.prefix { $0 != "?" } } ?? ""
        return text.contains("@") ? "…@\(place)" : String(place)
    }

    /// The text with its escaped characters.
    private static func decoded(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self).lowercased()
    }

    /// The text with all but letters and digits escaped.
    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
        }.joined()
    }
}
