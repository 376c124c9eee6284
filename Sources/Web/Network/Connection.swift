import Accounts
import HTTPTypes

/// How a request reached the server: what the origin check, the cookie and the limits of attempts depend on.
struct Connection: Sendable, Hashable {
    /// The address of the client; nil if it is unknown.
    var clientAddress: String?
    /// Whether the client speaks TLS with this server, or with a trusted proxy before it.
    var isSecure = false
    /// Host and port as the client wrote them: "home.example", "192.168.1.5:8443".
    var authority: String?
    /// The port at which the request arrived; nil if it is unknown.
    var localPort: Int?
    /// Whether a trusted proxy forwarded the request.
    var isForwarded = false
    /// The authority under which clients outside reach this server, from its settings.
    var publicAuthority: String?
    /// The authority of the request itself, whatever a proxy says: a script can add headers to its requests, but a
    /// browser writes the host.
    var written: String?
    /// `Forwarded` and `X-Forwarded-…` contradict each other. A proxy adds one kind and can pass the other on as the
    /// client wrote it, so nothing of them is believed, and the request must be refused.
    var isContradictory = false

    /// The origin of pages of this connection, in lower case and without a default port: "https://home.example".
    var origin: String {
        var authority = (authority ?? "").lowercased()
        let port = isSecure ? ":443" : ":80"
        if authority.hasSuffix(port) { authority.removeLast(port.count) }
        return (isSecure ? "https://" : "http://") + authority
    }

    /// The host of `authority` in lower case, without the port. An address of version 6 keeps its brackets.
    var host: String { Self.host(of: authority ?? "").lowercased() }

    /// Whether the client wrote a port of this server. Another port is that of another program under the same name. Through
    /// a trusted proxy these are the port of the public address, and under other names the standard port: a proxy can pass
    /// on a header in which the client has written the port.
    var hasOwnPort: Bool {
        let port = Self.port(of: authority ?? "") ?? standardPort
        if isForwarded {
            guard let known = publicAuthority?.lowercased(), Self.host(of: known) == host else {
                return port == standardPort
            }
            return port == Self.port(of: known) ?? standardPort
        }
        return localPort.map { $0 == port } ?? true
    }

    private var standardPort: Int { isSecure ? 443 : 80 }

    /// The port of "host:port"; nil without one, and 0 if it is no number.
    private static func port(of authority: String) -> Int? {
        let rest = authority.dropFirst(host(of: authority).count)
        return rest.isEmpty ? nil : Int(rest.dropFirst()) ?? 0
    }

    static func host(of authority: String) -> String {
        guard authority.hasPrefix("[") else { return String(authority.prefix { $0 != ":" }) }
        return authority.contains("]") ? String(authority.prefix { $0 != "]" }) + "]" : authority
    }
}

extension Connection {
    /// Reads what trusted proxies say about a request: `Forwarded` (RFC 7239) and `X-Forwarded-For`, `-Proto` and
    /// `-Host`. `peer` is the other end of the connection.
    ///
    /// Each proxy adds an element at the end, about the end of its own connection. So the elements are read from the
    /// right, as long as they name trusted proxies. The first other address is the client; the elements left of it can
    /// be invented.
    init(peer: String?, isSecure: Bool, request head: HTTPRequest, proxies: AddressRanges) {
        self.init(clientAddress: peer, isSecure: isSecure, authority: head.authority, written: head.authority)
        guard !proxies.isEmpty, let peer, Self.isTrusted(peer, proxies) else { return }
        let standard = Self.standardHops(head.headerFields)
        let common = Self.commonHops(head.headerFields)
        switch (standard, common) {
        case (nil, nil): return
        case (let hops?, nil), (nil, let hops?): apply(hops, proxies)
        case (let one?, let other?):
            var (first, second) = (self, self)
            first.apply(one, proxies)
            second.apply(other, proxies)
            isForwarded = true
            if first == second { self = first } else { isContradictory = true }
        }
    }

    private static func isTrusted(_ address: String, _ proxies: AddressRanges) -> Bool {
        NetworkAddress(address).map(proxies.contains) ?? false
    }

    /// What one proxy says.
    private struct Hop {
        /// The address of its client; nil if it is hidden or unreadable.
        var address: String?
        var isSecure: Bool?
        var authority: String?
    }

    private mutating func apply(_ hops: [Hop], _ proxies: AddressRanges) {
        isForwarded = true
        for hop in hops.reversed() {
            if let isSecure = hop.isSecure { self.isSecure = isSecure }
            if let authority = hop.authority { self.authority = authority }
            guard let address = hop.address else { return }
            clientAddress = address
            guard Self.isTrusted(address, proxies) else { return }
        }
    }

    // MARK: - X-Forwarded-…

    private static func commonHops(_ fields: HTTPFields) -> [Hop]? {
        let addresses = list(fields, "X-Forwarded-For")
        let schemes = list(fields, "X-Forwarded-Proto")
        let authorities = list(fields, "X-Forwarded-Host")
        let count = max(addresses.count, min(1, max(schemes.count, authorities.count)))
        guard count > 0 else { return nil }
        // The lists can differ in length: many proxies replace the scheme and the host instead of adding to them.
        return (0..<count).map { index in
            let fromRight = count - 1 - index
            func value(_ list: [String]) -> String? {
                list.isEmpty ? nil : list[max(0, list.count - 1 - fromRight)]
            }
            return Hop(
                address: addresses.isEmpty ? nil : address(addresses[index]),
                isSecure: value(schemes).flatMap(isSecure),
                authority: value(authorities).flatMap(authority))
        }
    }

    private static func list(_ fields: HTTPFields, _ name: String) -> [String] {
        guard let name = HTTPField.Name(name), let text = fields[name] else { return [] }
        return text.split(separator: ",", omittingEmptySubsequences: false).suffix(most).map(trimmed)
    }

    /// The number of elements that are read, from the right.
    private static let most = 16

    // MARK: - Forwarded

    private static func standardHops(_ fields: HTTPFields) -> [Hop]? {
        guard let name = HTTPField.Name("Forwarded"), let text = fields[name] else { return nil }
        return split(text, at: ",").suffix(most).map { element in
            var hop = Hop()
            for pair in split(element, at: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { continue }
                let value = unquoted(trimmed(parts[1]))
                switch trimmed(parts[0]).lowercased() {
                case "for": hop.address = address(value)
                case "proto": hop.isSecure = isSecure(value)
                case "host": hop.authority = authority(value)
                default: break
                }
            }
            return hop
        }
    }

    /// Splits a text, but not within quotes.
    private static func split(_ text: String, at separator: Character) -> [String] {
        var parts = [""]
        var (isQuoted, isEscaped) = (false, false)
        for character in text {
            if !isQuoted, character == separator {
                parts.append("")
                continue
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && character == "\\" && !isEscaped
            parts[parts.count - 1].append(character)
        }
        return parts
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        var result = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                result.append(character)
                isEscaped = false
            }
        }
        return result
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        String(String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed()))
    }

    // MARK: - Values

    /// The address of "192.0.2.1", "192.0.2.1:4711", "[2001:db8::1]", "[2001:db8::1]:4711" or "2001:db8::1"; nil for
    /// anything else, such as "unknown" or "_hidden".
    private static func address(_ text: String) -> String? {
        var host = text
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]"), isPort(text[text.index(after: end)...]) else { return nil }
            host = String(text[text.index(after: text.startIndex)..<end])
        } else if text.filter({ $0 == ":" }).count == 1, let colon = text.firstIndex(of: ":") {
            guard isPort(text[colon...]) else { return nil }
            host = String(text[..<colon])
        }
        return NetworkAddress(host) == nil ? nil : host
    }

    /// Whether a text is empty or a colon and a number.
    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || (text.first == ":" && UInt16(text.dropFirst()) != nil)
    }

    private static func isSecure(_ scheme: String) -> Bool? {
        switch scheme.lowercased() {
        case "https", "wss": true
        case "http", "ws": false
        default: nil
        }
    }

    /// The text if it can be a host with or without a port.
    private static func authority(_ text: String) -> String? {
        let host = host(of: text)
        let isName =
            !host.isEmpty && host.utf8.count <= 255
            && host.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"):
                    true
                default: false
                }
            }
        return isName && isPort(text.dropFirst(host.count)) ? text : nil
    }
}
