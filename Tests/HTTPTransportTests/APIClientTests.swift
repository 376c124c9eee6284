import Foundation
import HTTPTransport
import HTTPTypes
import Support
import Synchronization
import Testing

@Suite("APIClient", .tags(.small))
struct APIClientTests {
    private struct Failure: APIResponseError {
        enum Kind: Equatable {
            case transport(TransportFailure.Kind)
            case status(Int)
            case unreadable(Int)
        }

        let kind: Kind
        var hasCause = false

        init(_ failure: TransportFailure) {
            kind = .transport(failure.kind)
            hasCause = failure.cause != nil
        }

        init(_ response: HTTPTransport.Response, hiding secrets: SecretScrubber) {
            kind = .status(response.head.status.code)
        }

        init(unreadable response: HTTPTransport.Response, cause: any Error, hiding secrets: SecretScrubber) {
            kind = .unreadable(response.head.status.code)
        }
    }

    private struct WordyError: Error { let text: String }

    private let base = URL(constant: "https://host.example:8443/below/")

    /// Returns the request of one call as it is sent.
    private func sent(
        _ call: APICall, credential: APICredential = .none, literals: String = "", to other: URL? = nil
    ) async throws -> HTTPTransport.Request {
        let seen = Mutex<HTTPTransport.Request?>(nil)
        let transport = HTTPTransport { request in
            seen.withLock { $0 = request }
            return .init(head: HTTPResponse(status: .ok))
        }
        let client = APIClient<Failure>(
            baseURL: base, transport: transport, credential: credential, fields: [.userAgent: "test/1"],
            literals: literals)
        _ = try await client.send(call, to: other)
        return try #require(seen.withLock { $0 })
    }

    @Test("A request has the base URL's path, the call's path and the query, in this order")
    func target() async throws {
        var call = APICall(path: "/v1/things")
        call.query.add("name", "a b/ä")
        call.query.add("none", nil as String?)
        call.query.add("count", 3)
        call.query.add("flag", true)
        call.query.add("share", 0.5)
        call.query.add("whole", 2.0)
        let head = try await sent(call).head
        #expect(head.scheme == "https")
        #expect(head.authority == "host.example:8443")
        #expect(head.path == "/below/v1/things?name=a%20b%2F%C3%A4&count=3&flag=true&share=0.5&whole=2")
        #expect(head.headerFields[.accept] == "application/json")
        #expect(head.headerFields[.userAgent] == "test/1")
        #expect(try await sent(call, literals: "/").head.path?.contains("name=a%20b/%C3%A4") == true)
    }

    @Test("A credential is sent in the query or in the header, and not at all if the call needs none")
    func credentials() async throws {
        let inQuery = APICredential.query(name: "key", value: "secret+1")
        #expect(try await sent(APICall(path: "/a"), credential: inQuery).head.path == "/below/a?key=secret%2B1")
        let head = try await sent(APICall(path: "/a"), credential: .bearer("secret")).head
        #expect(head.headerFields[.authorization] == "Bearer secret")
        let open = try await sent(APICall(path: "/a", needsCredential: false), credential: inQuery).head
        #expect(open.path == "/below/a")
        #expect("\(inQuery)\(String(reflecting: inQuery))".contains("secret") == false)
    }

    @Test("A credential is not sent to another address")
    func otherAddress() async throws {
        let other = try #require(URL(string: "https://other.example/x/?a=b#c"))
        let head = try await sent(APICall(path: "/a"), credential: .bearer("secret"), to: other).head
        #expect(head.authority == "other.example")
        #expect(head.path == "/x/?a=b")
        #expect(head.headerFields[.authorization] == nil)
    }

    private func failure(_ transport: HTTPTransport, secrets: [String] = []) async -> Failure? {
        let client = APIClient<Failure>(baseURL: base, transport: transport, secrets: secrets)
        do {
            let _: [String] = try client.value(of: try await client.success(APICall(path: "/a"), or: [304]))
            return nil
        } catch {
            return error as? Failure
        }
    }

    @Test("A failed status, a body of another type and a failed transport are three different errors")
    func failures() async {
        #expect(await failure(.constant(.init(head: HTTPResponse(status: .notFound))))?.kind == .status(404))
        #expect(await failure(.constant(.init(head: HTTPResponse(status: .ok))))?.kind == .unreadable(200))
        #expect(await failure(.constant(.init(head: HTTPResponse(status: .notModified))))?.kind == .unreadable(304))
        #expect(await failure(.constant(.init(head: HTTPResponse(status: .ok), body: Array("[\"a\"]".utf8)))) == nil)
        #expect(
            await failure(HTTPTransport { _ in throw HTTPTransportError(.cutOff, "") })?.kind == .transport(.cutOff))
        #expect(await failure(HTTPTransport { _ in throw WordyError(text: "") })?.kind == .transport(.transportFailed))
    }
}

extension APIClientTests {
    @Test("A cause that contains a secret, in plain form or percent-encoded, is dropped")
    func causes() async {
        let wordy = HTTPTransport { _ in throw WordyError(text: "GET https://host.example/a?key=se%2Fcret") }
        #expect(await failure(wordy, secrets: ["se/cret"])?.hasCause == false)
        #expect(await failure(wordy, secrets: ["another"])?.hasCause == true)
        #expect(await failure(wordy, secrets: [""])?.hasCause == true)
    }

    @Test("The service's text becomes one short line without secrets")
    func lines() {
        let scrubber = SecretScrubber(["se/cret"])
        #expect(scrubber.line("bad key se/cret\nor se%2Fcret", limit: 200) == "bad key •••• or ••••")
        #expect(scrubber.line("aaaa", limit: 3) == "aaa")
        #expect("\(scrubber)\(String(reflecting: scrubber))".contains("se/cret") == false)
    }

    @Test("A path segment that could lead to another address is refused")
    func segments() {
        #expect(QueryItems.pathSegment("en:ä", limit: 200) == "en%3A%C3%A4")
        for text in [
            "", ".", "..", "a/b", "a\\b", "a?b", "a#b", "a%2Fb", "a b", "a\n", String(repeating: "a", count: 201),
        ] {
            #expect(QueryItems.pathSegment(text, limit: 200) == nil)
        }
    }

    @Test(
        "A secret is sent only over TLS or to this machine",
        arguments: [
            ("https://a.example", true), ("http://localhost:8080", true), ("http://127.0.0.1", true),
            ("http://[::1]/", true),
            ("http://a.example", false), ("http://localhost.a.example", false),
        ])
    func confidential(address: String, expected: Bool) throws {
        #expect(try #require(URL(string: address)).isConfidential == expected)
    }

    @Test("Lenient readers accept numbers and flags that are written as texts")
    func leniency() throws {
        struct Value: Decodable {
            let number: Double?
            let comma: Double?
            let whole: Int?
            let flag: Bool?
            let digit: Bool?
            let text: String?
            let texts: [String]

            enum CodingKeys: String, CodingKey { case number, comma, whole, flag, digit, text, texts }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                number = container.number(.number)
                comma = container.number(.comma)
                whole = container.integer(.whole)
                flag = container.flag(.flag)
                digit = container.flag(.digit)
                text = container.text(.text)
                texts = container.texts(.texts)
            }
        }
        let json = #"{"number":"1.5","comma":"1,5","whole":"7","flag":"TRUE","digit":"1","text":5,"texts":["a",{},2]}"#
        let body = HTTPTransport.Response(head: HTTPResponse(status: .ok), body: Array(json.utf8))
        let value = try body.json(as: Value.self)
        #expect(value.number == 1.5)
        #expect(value.comma == nil)
        #expect(value.whole == 7)
        #expect(value.flag == true)
        #expect(value.digit == nil)
        #expect(value.text == "5")
        #expect(value.texts == ["a", "2"])
        let raw = try body.json(as: JSONValue.self)
        #expect(raw.number("comma") == 1.5)
        #expect(raw.flag("digit") == true)
        #expect(raw.text("text") == "5")
    }
}

extension APIClientTests {
    @Test("RFC 9651 types in unknown parameters do not make a rate limit unreadable")
    func newerTypes() {
        let field = RateLimitField(#""daily";r=5;until=@1659578233;note=%"caf%c3%a9""#)
        #expect(field?.items.first?.remaining == 5)
        #expect(RateLimitField(#""daily";r=@5"#) == nil)
    }
}
