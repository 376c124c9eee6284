import Contracts
import Foundation
import HTTPTransport
import HTTPTypes
import Household
import OnlineServices
import Support
import Synchronization
import Testing

@Suite("The sign-in service over HTTP", .tags(.small))
struct OpenIDProviderTests {
    private static let issuer = "https://auth.example"

    /// A service that answers each path as a test says, and a log.
    private final class Service: Sendable {
        struct Seen: Sendable {
            let url: String
            let head: HTTPRequest
            let body: String
        }

        private struct State {
            var answers: [String: (Int, String)] = [:]
            var error: HTTPTransportError?
            var seen: [Seen] = []
            var lines: [String] = []
        }

        private let state = Mutex(State())

        init(_ document: [String: Any] = [:], issuer: String = OpenIDProviderTests.issuer) throws {
            var whole: [String: Any] = [
                "issuer": issuer, "authorization_endpoint": "https://login.example/authorize?theme=dark",
                "token_endpoint": "https://auth.example/token", "jwks_uri": "https://auth.example/keys",
            ]
            for (name, value) in document { whole[name] = value }
            let text = String(decoding: try JSONSerialization.data(withJSONObject: whole), as: UTF8.self)
            for path in ["/.well-known/openid-configuration", "/o/stillroom/.well-known/openid-configuration"] {
                answer(path, 200, text)
            }
            answer("/keys", 200, #"{"keys":["first"]}"#)
            answer("/token", 200, #"{"id_token":"first ben","access_token":"at"}"#)
        }

        func answer(_ path: String, _ status: Int, _ text: String) {
            state.withLock { $0.answers[path] = (status, text) }
        }
        func fail(_ error: HTTPTransportError?) { state.withLock { $0.error = error } }
        func log(_ line: String) { state.withLock { $0.lines.append(line) } }
        var seen: [Seen] { state.withLock { $0.seen } }
        var lines: [String] { state.withLock { $0.lines } }
        func count(_ path: String) -> Int { seen.count { $0.head.path == path } }

        var transport: HTTPTransport {
            HTTPTransport { [self] request in
                var body: [UInt8] = []
                if let sent = request.body { for part in sent.segments() { body += part } }
                let head = request.head
                return try state.withLock { state in
                    state.seen.append(
                        Seen(
                            url: "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "")", head: head,
                            body: String(decoding: body, as: UTF8.self)))
                    if let error = state.error { throw error }
                    let (status, text) = state.answers[head.path ?? ""] ?? (404, "")
                    return .init(head: HTTPResponse(status: .init(code: status)), body: Array(text.utf8))
                }
            }
        }
    }

    /// Accepts a token whose first word is in the keys; the second is the subject, the third the name.
    private static let check = OpenIDStatementCheck(
        check: { token, keys, _, _, _ throws(OpenIDStatementFault) in
            let words = token.split(separator: " ").map(String.init)
            guard words.count > 1 else { throw .malformed }
            guard String(decoding: keys, as: UTF8.self).contains(words[0]) else { throw .unknownKey }
            return OpenIDStatement(subject: words[1], name: words.count > 2 ? words[2] : nil)
        },
        keyCount: { $0.isEmpty || String(decoding: $0, as: UTF8.self).contains("none") ? 0 : 1 })

    private let clock: SetClock

    init() throws { clock = try SetClock("2026-11-23T10:00:00Z") }

    private func provider(
        _ service: Service, issuer: String = issuer, secret: String? = "geheimnis"
    ) -> OpenIDProvider {
        let clock = clock
        return OpenIDProvider(
            .init(
                name: "Authelia", issuer: issuer, client: "still room",
                secret: KeyFile(service: "openid", given: secret ?? "", path: "/nowhere", isOwn: true)),
            transport: service.transport, check: Self.check, now: { clock.now }
        ) { service.log($0) }
    }

    private static let request = OpenIDRequest(
        redirect: "https://home.example/sign-in/openid/callback", state: "s&t", nonce: "n", challenge: "c",
        asksAgain: false)
    private static let code = OpenIDCode(
        code: "co/de", verifier: "v", redirect: "https://home.example/sign-in/openid/callback")

    private func redeem(_ provider: OpenIDProvider) async throws(OpenIDFault) -> OpenIDPerson {
        try await provider.services.redeem(
            Self.code, OpenIDExpectation(nonce: "n", now: clock.now, since: nil, needsTime: false))
    }

    private func fault(_ provider: OpenIDProvider) async -> OpenIDFault? {
        do throws(OpenIDFault) {
            _ = try await redeem(provider)
            return nil
        } catch { return error }
    }

    // MARK: To the service

    @Test("The address of the service has the code flow, PKCE and encoded values, and asks again only if wanted")
    func address() async throws {
        let service = try Service()
        let services = provider(service).services
        let address = try await services.address(Self.request)
        #expect(
            address == "https://login.example/authorize?theme=dark&response_type=code&client_id=still%20room"
                + "&redirect_uri=https%3A%2F%2Fhome.example%2Fsign-in%2Fopenid%2Fcallback&scope=openid%20profile"
                + "&state=s%26t&nonce=n&code_challenge=c&code_challenge_method=S256")
        let again = OpenIDRequest(redirect: "r", state: "s", nonce: "n", challenge: "c", asksAgain: true)
        #expect(try await services.address(again).hasSuffix("&prompt=login&max_age=0"))
        #expect(service.seen.map(\.url) == ["https://auth.example/.well-known/openid-configuration"])
    }
}

extension OpenIDProviderTests {
    @Test("An issuer that ends with a slash, as Authentik's, is compared whole and asked without a second slash")
    func slash() async throws {
        let issuer = "https://auth.example/o/stillroom/"
        let service = try Service(issuer: issuer)
        _ = try await provider(service, issuer: issuer).services.address(Self.request)
        #expect(service.seen.first?.url == "https://auth.example/o/stillroom/.well-known/openid-configuration")
        #expect(await fault(provider(service, issuer: String(issuer.dropLast()))) == .unavailable(wasSent: false))
    }

    @Test(
        "A configuration with another issuer, without PKCE, or with an address that must not be asked is refused",
        arguments: [
            ("issuer", "https://auth.example/"), ("issuer", "https://evil.example"),
            ("token_endpoint", "http://auth.example/token"), ("token_endpoint", "https://169.254.169.254/token"),
            ("token_endpoint", "https://metadata.google.internal/t"), ("token_endpoint", "https://[fe80::1]/t"),
            ("token_endpoint", "https://u:p@auth.example/token"), ("token_endpoint", "file:///etc/passwd"),
            ("jwks_uri", "http://auth.example/keys"), ("jwks_uri", "https://0x7f000001/"), ("jwks_uri", ""),
            ("authorization_endpoint", "javascript:alert(1)"), ("authorization_endpoint", "http://login.example/"),
            ("code_challenge_methods_supported", "plain"),
        ])
    func configuration(name: String, value: String) async throws {
        let list = name.hasSuffix("supported")
        let service = try Service([name: list ? [value] : value])
        #expect(await fault(provider(service)) == .unavailable(wasSent: false))
        #expect(service.seen.count == 1, "no other address is asked")
    }

    @Test("http is accepted only if issuer and addresses are on this machine")
    func loopback() async throws {
        let issuer = "http://127.0.0.1:9000"
        let own = [
            "authorization_endpoint": "http://localhost:9000/authorize", "token_endpoint": issuer + "/token",
            "jwks_uri": issuer + "/keys",
        ]
        _ = try await redeem(provider(try Service(own, issuer: issuer), issuer: issuer))
        var foreign = own
        foreign["token_endpoint"] = "http://192.168.1.5/token"
        #expect(
            await fault(provider(try Service(foreign, issuer: issuer), issuer: issuer))
                == .unavailable(wasSent: false))
        for (text, isIssuer) in [
            ("https://auth.example", true), ("https://192.168.1.5:9443/realms/home", true),
            ("http://localhost:8080", true), ("http://[::1]:1", true), ("http://192.168.1.5", false),
            ("http://auth.example", false), ("https://auth.example?x=1", false), ("https://auth.example#x", false),
            ("https://u@auth.example", false), ("auth.example", false), ("", false), ("https://169.254.169.254", false),
        ] {
            #expect(OpenIDProvider.isIssuer(text) == isIssuer, "\(text)")
        }
    }

    // MARK: Codes

    @Test("A code is sent with verifier, redirect address and the secret as the service wants it")
    func exchange() async throws {
        let form =
            "grant_type=authorization_code&code=co%2Fde&redirect_uri=https%3A%2F%2Fhome.example%2Fsign-in%2Fopenid"
            + "%2Fcallback&code_verifier=v"
        for (methods, secret, header, rest) in [
            (nil, "geheimnis", "still%20room:geheimnis", ""),
            (["client_secret_post", "client_secret_basic"], "geheimnis", "still%20room:geheimnis", ""),
            (["client_secret_post"], "geheimnis", nil, "&client_id=still%20room&client_secret=geheimnis"),
            (["client_secret_basic"], nil, nil, "&client_id=still%20room"),
        ] as [([String]?, String?, String?, String)] {
            let service = try Service(methods.map { ["token_endpoint_auth_methods_supported": $0] } ?? [:])
            let person = try await redeem(provider(service, secret: secret))
            #expect(person == OpenIDPerson(issuer: Self.issuer, subject: "ben", name: "ben"))
            let sent = try #require(service.seen.last)
            #expect(sent.url == "https://auth.example/token" && sent.head.method == .post)
            #expect(sent.body == form + rest)
            #expect(
                sent.head.headerFields[.authorization]
                    == header.map { "Basic " + Data($0.utf8).base64EncodedString() })
            #expect(service.lines.isEmpty)
        }
    }
}

extension OpenIDProviderTests {
    @Test(
        "An answer of the token address counts as a refused code, as a fault of the client, or as trouble",
        arguments: [
            (400, #"{"error":"invalid_grant"}"#, .codeRefused), (400, "", .codeRefused), (403, "no", .codeRefused),
            (404, "", .codeRefused), (400, #"{"error":"invalid_request"}"#, .codeRefused), (418, "", .codeRefused),
            (400, #"{"error":"invalid_client"}"#, .clientRefused), (401, "", .clientRefused),
            (400, #"{"error":"unauthorized_client"}"#, .clientRefused),
            (408, "", .unavailable(wasSent: true)), (429, "", .unavailable(wasSent: true)),
            (500, "", .unavailable(wasSent: true)), (302, "", .unavailable(wasSent: true)),
            (200, "no JSON", .unavailable(wasSent: true)), (200, #"{"access_token":"a"}"#, .unavailable(wasSent: true)),
            (200, #"{"id_token":"x"}"#, .statementRefused(.malformed)),
        ] as [(Int, String, OpenIDFault)])
    func answers(status: Int, text: String, expected: OpenIDFault) async throws {
        let service = try Service()
        service.answer("/token", status, text)
        let provider = provider(service)
        #expect(await fault(provider) == expected)
        _ = await fault(provider)
        let isTrouble =
            switch expected {
            case .unavailable, .clientRefused: true
            case .codeRefused, .statementRefused: false
            }
        #expect(service.lines.count == (isTrouble ? 1 : 0))
        #expect(!service.lines.joined().contains("geheimnis") && !service.lines.joined().contains("co/de"))
    }

    @Test("A request that did not leave this machine is not one that was sent")
    func wasSent() async throws {
        for (code, wasSent) in [
            (.connectionFailed, false), (.noNetwork, false), (.timedOut, true), (.cutOff, true), (.tooLarge, true),
        ] as [(HTTPTransportError.Code, Bool)] {
            let service = try Service()
            let provider = provider(service)
            _ = try await redeem(provider)
            service.fail(HTTPTransportError(code, "x"))
            #expect(await fault(provider) == .unavailable(wasSent: wasSent))
        }
    }

    @Test("The name is asked for if the token has none, and must be about the same person")
    func name() async throws {
        let service = try Service(["userinfo_endpoint": "https://auth.example/me"])
        service.answer("/me", 200, #"{"sub":"ben","preferred_username":"Ben\u202e M"}"#)
        let provider = provider(service)
        #expect(try await redeem(provider).name == "Ben M")
        #expect(service.seen.last?.head.headerFields[.authorization] == "Bearer at")
        service.answer("/me", 200, #"{"sub":"ada","preferred_username":"Ada"}"#)
        #expect(try await redeem(provider).name == "ben")
        service.answer("/token", 200, #"{"id_token":"first ben Benno","access_token":"at"}"#)
        #expect(try await redeem(provider).name == "Benno")
        #expect(service.count("/me") == 2)
        let hidden = try Service(["userinfo_endpoint": "http://auth.example/me"])
        #expect(try await redeem(self.provider(hidden)).name == "ben")
        #expect(hidden.count("/me") == 0)
    }

    // MARK: Cache

    @Test("Addresses and keys are read once an hour; new keys for an unknown key at most once a minute")
    func cache() async throws {
        let service = try Service()
        let provider = provider(service)
        for _ in 0..<5 { _ = try await redeem(provider) }
        #expect(service.count("/keys") == 1 && service.count("/.well-known/openid-configuration") == 1)
        service.answer("/keys", 200, #"{"keys":["second"]}"#)
        service.answer("/token", 200, #"{"id_token":"second ben"}"#)
        #expect(await fault(provider) == .statementRefused(.unknownKey), "the keys were read just now")
        clock.pass(61)
        for _ in 0..<5 { _ = try await redeem(provider) }
        #expect(service.count("/keys") == 2)
        service.answer("/token", 200, #"{"id_token":"third ben"}"#)
        for _ in 0..<5 { #expect(await fault(provider) == .statementRefused(.unknownKey)) }
        #expect(service.count("/keys") == 2)
        service.answer("/token", 200, #"{"id_token":"second ben"}"#)
        clock.pass(3601)
        _ = try await redeem(provider)
        #expect(service.count("/keys") == 3 && service.count("/.well-known/openid-configuration") == 2)
    }
}

extension OpenIDProviderTests {
    @Test("A service that does not answer is asked again after ten seconds, and the log has one line until it answers")
    func dead() async throws {
        let service = try Service()
        let provider = provider(service)
        service.fail(HTTPTransportError(.connectionFailed, "x"))
        for _ in 0..<20 { #expect(await fault(provider) == .unavailable(wasSent: false)) }
        #expect(service.seen.count == 1 && service.lines.count == 1)
        for _ in 0..<5 {
            clock.pass(11)
            #expect(await fault(provider) == .unavailable(wasSent: false))
        }
        #expect(service.seen.count == 6 && service.lines.count == 1)
        service.fail(nil)
        clock.pass(11)
        _ = try await redeem(provider)
        service.fail(HTTPTransportError(.connectionFailed, "x"))
        clock.pass(3601)
        // The cached addresses and keys stay in use.
        #expect(await fault(provider) == .unavailable(wasSent: false))
        #expect(service.lines.count == 2)
        service.fail(nil)
        _ = try await redeem(provider)
    }

    @Test("Callers at the same time share one request")
    func shared() async throws {
        let service = try Service()
        let provider = provider(service)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<16 { group.addTask { _ = try? await provider.services.address(Self.request) } }
        }
        #expect(service.seen.count == 1)
    }

    @Test("The doctor's question says what is wrong, in words without secrets")
    func trouble() async throws {
        #expect(await provider(try Service()).trouble() == nil)
        let dead = try Service()
        dead.fail(HTTPTransportError(.noNetwork, "x"))
        #expect(await provider(dead).trouble() == "it does not answer")
        let other = try Service(["issuer": "https://evil.example"])
        #expect(await provider(other).trouble()?.contains("another issuer") == true)
        let bare = try Service()
        bare.answer("/keys", 200, "none")
        #expect(await provider(bare).trouble()?.contains("no key of a known kind") == true)
    }
}
