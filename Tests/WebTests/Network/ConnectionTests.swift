import Accounts
import HTTPTypes
import Support
import Testing

@testable import Web

@Suite("How a request reached the server", .tags(.small))
struct ConnectionTests {
    private static let proxies = AddressRanges("127.0.0.1, 10.0.0.0/8, fd00::/8") ?? .none

    private func connection(
        _ fields: [(String, String)], from peer: String? = "127.0.0.1", isSecure: Bool = false,
        proxies: AddressRanges = proxies
    ) throws -> Connection {
        var headers = HTTPFields()
        for (name, value) in fields { headers.append(HTTPField(name: try #require(.init(name)), value: value)) }
        return Connection(
            peer: peer, isSecure: isSecure,
            request: HTTPRequest(
                method: .get, scheme: "http", authority: "house.example:8180", path: "/", headerFields: headers),
            proxies: proxies)
    }

    private static let all = [
        ("Forwarded", "for=203.0.113.9;proto=https;host=evil.example"), ("X-Forwarded-For", "203.0.113.9"),
        ("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "evil.example"),
    ]

    @Test(
        "Statements of a client that is not a trusted proxy are ignored",
        arguments: ["192.168.1.7", "203.0.113.5", "2001:db8::1", nil, "", "not an address"] as [String?])
    func untrusted(peer: String?) throws {
        let own = Connection(
            clientAddress: peer, isSecure: false, authority: "house.example:8180", written: "house.example:8180")
        #expect(try connection(Self.all, from: peer) == own)
    }

    @Test("Without trusted proxies, forwarded header fields are ignored, even from this machine")
    func noProxies() throws {
        let read = try connection(Self.all, proxies: .none)
        let own = Connection(
            clientAddress: "127.0.0.1", isSecure: false, authority: "house.example:8180", written: "house.example:8180")
        #expect(read == own)
    }

    @Test(
        "The client is the last address that is not a trusted proxy",
        arguments: [
            ("192.168.1.7", "192.168.1.7"), ("203.0.113.9, 192.168.1.7", "192.168.1.7"),
            ("192.168.1.7, 10.1.2.3", "192.168.1.7"), ("203.0.113.9, 192.168.1.7, 10.1.2.3, 127.0.0.1", "192.168.1.7"),
            ("10.1.2.3", "10.1.2.3"), ("10.9.9.9, 10.1.2.3", "10.9.9.9"), ("192.168.1.7:4711", "192.168.1.7"),
            ("2001:db8::7", "2001:db8::7"), ("[2001:db8::7]:4711", "2001:db8::7"), ("[2001:db8::7]", "2001:db8::7"),
            ("::ffff:192.168.1.7", "::ffff:192.168.1.7"), (" 192.168.1.7 ", "192.168.1.7"),
            ("192.168.1.7, fd00::1", "192.168.1.7"),
            // What cannot be read hides everything before it.
            ("192.168.1.7, unknown", "127.0.0.1"), ("192.168.1.7, unknown, 10.1.2.3", "10.1.2.3"), ("", "127.0.0.1"),
            ("192.168.1.7,", "127.0.0.1"), ("192.168.1.7:port", "127.0.0.1"), ("[2001:db8::7", "127.0.0.1"),
            ("[2001:db8::7]x", "127.0.0.1"), ("192.168.1.7:70000", "127.0.0.1"), ("1.2.3.4.5", "127.0.0.1"),
        ])
    func client(list: String, expected: String) throws {
        #expect(try connection([("X-Forwarded-For", list)]).clientAddress == expected)
    }
}

extension ConnectionTests {
    @Test(
        "The standard field is read as RFC 7239 says",
        arguments: [
            ("for=192.168.1.7", "192.168.1.7", false, "house.example:8180"),
            ("For=\"[2001:db8::7]:4711\"", "2001:db8::7", false, "house.example:8180"),
            ("for=192.168.1.7;proto=https;by=10.0.0.1", "192.168.1.7", true, "house.example:8180"),
            ("for=192.168.1.7 ; host=home.example ; proto=HTTPS", "192.168.1.7", true, "home.example"),
            ("for=\"192.168.1.7:80\";host=\"home.example:8443\"", "192.168.1.7", false, "home.example:8443"),
            ("for=203.0.113.9;proto=http, for=192.168.1.7;proto=https", "192.168.1.7", true, "house.example:8180"),
            (
                "for=192.168.1.7;proto=https;host=home.example, for=10.1.2.3;proto=http;host=inner", "192.168.1.7",
                true,
                "home.example"
            ),
            ("for=_hidden;proto=https", "127.0.0.1", true, "house.example:8180"),
            ("for=unknown", "127.0.0.1", false, "house.example:8180"),
            ("for=\"203.0.113.9, for=192.168.1.7\"", "127.0.0.1", false, "house.example:8180"),
            ("for=192.168.1.7;proto=gopher;host=\"a b\"", "192.168.1.7", false, "house.example:8180"),
            ("for=192.168.1.7;host=\"evil.example/path\"", "192.168.1.7", false, "house.example:8180"),
            ("for=192.168.1.7;host=\"user@evil.example\"", "192.168.1.7", false, "house.example:8180"),
            (";;,=,for", "127.0.0.1", false, "house.example:8180"),
            ("for=\"\\1\\9\\2.168.1.7\"", "192.168.1.7", false, "house.example:8180"),
            ("for=\"192.168.1.7", "127.0.0.1", false, "house.example:8180"),
        ] as [(String, String, Bool, String)])
    func standard(text: String, address: String, isSecure: Bool, authority: String) throws {
        let read = try connection([("Forwarded", text)])
        #expect(
            read
                == Connection(
                    clientAddress: address, isSecure: isSecure, authority: authority, isForwarded: true,
                    written: "house.example:8180"))
    }

    @Test(
        "Scheme and host are those of the proxy that saw the client",
        arguments: [
            ([("X-Forwarded-For", "192.168.1.7"), ("X-Forwarded-Proto", "https")], true, "house.example:8180"),
            ([("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "home.example")], true, "home.example"),
            (
                [("X-Forwarded-For", "203.0.113.9, 192.168.1.7"), ("X-Forwarded-Proto", "https, http")], false,
                "house.example:8180"
            ),
            (
                [("X-Forwarded-For", "192.168.1.7, 10.1.2.3"), ("X-Forwarded-Proto", "https, http")], true,
                "house.example:8180"
            ),
            (
                [("X-Forwarded-For", "192.168.1.7, 10.1.2.3"), ("X-Forwarded-Host", "home.example")], false,
                "home.example"
            ),
            (
                [("X-Forwarded-For", "192.168.1.7"), ("X-Forwarded-Host", "evil.example, home.example")], false,
                "home.example"
            ),
            ([("X-Forwarded-For", "192.168.1.7"), ("X-Forwarded-For", "192.168.1.8")], false, "house.example:8180"),
        ] as [([(String, String)], Bool, String)])
    func lists(fields: [(String, String)], isSecure: Bool, authority: String) throws {
        let read = try connection(fields)
        #expect(read.isSecure == isSecure && read.authority == authority && read.isForwarded)
    }

    @Test(
        "Two kinds of statements must agree on client, scheme and host",
        arguments: [
            ("for=192.168.1.7", false), ("for=192.0.2.9;proto=https;host=home.example", true),
            ("for=192.168.1.7;proto=http;host=home.example", true),
            ("for=192.168.1.7;proto=https;host=localhost", true),
            ("for=192.168.1.7;proto=https;host=home.example", false),
        ])
    func contradiction(standard: String, isContradictory: Bool) throws {
        let isShort = standard == "for=192.168.1.7"
        let common =
            [("X-Forwarded-For", "192.168.1.7")]
            + (isShort ? [] : [("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "home.example")])
        let read = try connection([("Forwarded", standard)] + common)
        #expect(read.isContradictory == isContradictory && read.isForwarded)
        #expect(read.clientAddress == (isContradictory ? "127.0.0.1" : "192.168.1.7"))
        #expect(read.isSecure == (!isContradictory && !isShort))
    }

    @Test("A very long list is read from its end")
    func long() throws {
        let list = Array(repeating: "203.0.113.9", count: 5_000) + ["192.168.1.7"]
        #expect(
            try connection([("X-Forwarded-For", list.joined(separator: ","))]).clientAddress == "192.168.1.7")
    }
}

extension ConnectionTests {
    @Test(
        "The origin has no default port, and a host no port",
        arguments: [
            ("House.example", true, "https://house.example", "house.example"),
            ("house.example:443", true, "https://house.example", "house.example"),
            ("house.example:443", false, "http://house.example:443", "house.example"),
            ("house.example:80", false, "http://house.example", "house.example"),
            ("192.168.1.5:8443", true, "https://192.168.1.5:8443", "192.168.1.5"),
            ("[fd00::1]:8443", true, "https://[fd00::1]:8443", "[fd00::1]"),
            ("[fd00::1", true, "https://[fd00::1", "[fd00::1"),
        ] as [(String, Bool, String, String)])
    func origins(authority: String, isSecure: Bool, origin: String, host: String) {
        let connection = Connection(isSecure: isSecure, authority: authority)
        #expect(connection.origin == origin && connection.host == host)
    }

    @Test(
        "A port that the client wrote counts as the server's own only if its request arrived there",
        arguments: [
            ("localhost:8180", 8180, false, true), ("localhost:9999", 8180, false, false),
            ("house.local", 443, true, true), ("house.local", 8443, true, false), ("[::1]:8180", 8180, false, true),
            ("[::1]", 8180, false, false), ("localhost:", 8180, false, false), ("localhost:9999", nil, false, true),
        ])
    func ownPort(authority: String, port: Int?, isSecure: Bool, isOwn: Bool) {
        var connection = Connection(clientAddress: nil, isSecure: isSecure, authority: authority)
        connection.localPort = port
        #expect(connection.hasOwnPort == isOwn)
    }

    @Test(
        "Through a proxy the port is that of the public address, and under other names the standard port",
        arguments: [
            ("home.example", true, nil, true), ("home.example:443", true, nil, true),
            ("home.example:9999", true, nil, false), ("home.example:8443", true, "home.example:8443", true),
            ("HOME.example:8443", true, "Home.Example:8443", true), ("home.example", true, "home.example:8443", false),
            ("home.example:9999", true, "home.example:8443", false), ("home.example:9999", true, "home.example", false),
            ("home.example", true, "home.example", true), ("other.example", true, "home.example:8443", true),
            ("other.example:8443", true, "home.example:8443", false), ("home.example", false, nil, true),
            ("home.example:443", false, nil, false), ("home.example:x", true, nil, false),
        ] as [(String, Bool, String?, Bool)])
    func forwardedPort(authority: String, isSecure: Bool, known: String?, isOwn: Bool) {
        var connection = Connection(clientAddress: "192.0.2.1", isSecure: isSecure, authority: authority)
        (connection.isForwarded, connection.localPort, connection.publicAuthority) = (true, 8180, known)
        #expect(connection.hasOwnPort == isOwn)
    }
}
