import Foundation
import HTTPTransport
import HTTPTypes
import Support
import Testing
import Trefle

@Suite("Errors of Trefle", .tags(.small))
struct ErrorTests {
    private func failed(_ status: Int, _ body: String, _ fields: HTTPFields = [:]) async -> TrefleError? {
        await failure { try await Service(status, body, fields: fields).client.species("planta-ficta") }
    }

    @Test(
        "A status of Trefle becomes an error code, whichever key contains the text",
        arguments: [
            (400, "Unknown filter key: x.", TrefleError.Code.badRequest),
            (400, "page must be 2500 or less", .pageTooDeep),
            (401, "Invalid access token", .tokenRefused),
            (401, "Token expired", .tokenExpired), (401, "Signature has expired", .tokenExpired),
            (402, "pay", .badRequest), (403, "no", .notAllowed), (404, "can't find record: 'x'", .notFound),
            (404, "expected :page in 1..1; got 999", .endOfPages), (408, "slow", .timedOut),
            (422, "param is missing", .notAccepted), (429, "Too many requests.", .rateLimited),
            (500, "An unexpected error", .serverError), (503, "later", .serverError), (301, "moved", .unreadable),
            (418, "tea", .badRequest),
        ])
    func statuses(status: Int, words: String, code: TrefleError.Code) async {
        for body in [
            #"{"error": true, "messages": "\#(words)"}"#, #"{"error": true, "message": "\#(words)"}"#,
            #"{"error": true, "code": "x", "message": "\#(words)", "messages": "\#(words)", "details": null}"#,
            #"{"error": "\#(words)"}"#,
        ] {
            let error = await failed(status, body)
            #expect(error?.code == code)
            #expect(error?.status == status)
            #expect(error?.serviceMessage == words)
            #expect(error?.allowance == nil && error?.retryAfter == nil && error?.cause == nil)
        }
    }

    @Test(
        "Without a text the status alone decides",
        arguments: [
            (401, TrefleError.Code.tokenRefused), (404, .notFound), (422, .notAccepted), (429, .rateLimited),
            (500, .serverError), (502, .serverError),
        ])
    func wordless(status: Int, code: TrefleError.Code) async throws {
        for body in ["", "{", "null", #"{"error": true}"#, #"{"message": null}"#, try invented("error-500.html")] {
            let error = await failed(status, body)
            #expect(error?.code == code)
            #expect(error?.serviceMessage == nil)
        }
    }

    @Test(
        "An error text may be an object or a list, and becomes one line",
        arguments: [
            (
                #"{"error": true, "message": {"year": ["is not a number", "is odd"], "author": ["is too long"]}}"#,
                "author: is too long; year: is not a number, is odd"
            ),
            (
                #"{"error": true, "message": ["No correction has been submitted", 1]}"#,
                "No correction has been submitted"
            ),
            (#"{"error": true, "message": {"base": {}}, "messages": "b"}"#, "b"),
        ])
    func objects(body: String, words: String) async {
        let error = await failed(422, body)
        #expect(error?.code == .notAccepted)
        #expect(error?.serviceMessage == words)
    }

    @Test("A rate limit contains the time of the next request, if the response has it")
    func rateLimit() async {
        var fields = headers([
            ("RateLimit-Limit", "60"), ("RateLimit-Remaining", "0"), ("RateLimit-Reset", "1760000040"),
        ])
        fields[.retryAfter] = "17"
        let error = await failed(429, #"{"error": true, "message": "Too many"}"#, fields)
        #expect(error?.retryAfter == .seconds(17))
        let reset = Date(timeIntervalSince1970: 1_760_000_040)
        #expect(error?.allowance == MinuteAllowance(remaining: 0, limit: 60, resetsAt: reset))
        let odd = headers([("RateLimit-Limit", "-1"), ("RateLimit-Remaining", "many"), ("RateLimit-Reset", "")])
        #expect(await failed(429, "{}", odd)?.allowance == nil)
        #expect(await failed(500, "{}", allowanceFields)?.allowance?.remaining == 41)
    }

    @Test(
        "A transport failure becomes an error code of Trefle",
        arguments: [
            (HTTPTransportError.Code.noNetwork, TrefleError.Code.noNetwork), (.connectionFailed, .connectionFailed),
            (.timedOut, .timedOut), (.cutOff, .cutOff), (.tooLarge, .unreadable), (.invalidResponse, .unreadable),
            (.notRecorded, .transportFailed),
        ])
    func wire(code: HTTPTransportError.Code, expected: TrefleError.Code) async {
        let client = Service(throwing: HTTPTransportError(code, "told")).client
        let error = await failure { try await client.plants() }
        #expect(error?.code == expected)
        #expect((error?.cause as? HTTPTransportError)?.code == code)
        #expect(error?.status == nil)
    }
}

extension ErrorTests {
    @Test(
        "An undocumented response of Trefle is unreadable",
        arguments: [
            "<!DOCTYPE html><p>hello", "", "{", "[]", "null", "\"ok\"", "{}", #"{"data": null}"#, #"{"data": 1}"#,
            #"{"data": {}}"#, #"{"data": [{}]}"#, #"{"data": [1, null]}"#, #"{"error": true, "message": "x"}"#,
        ])
    func unreadable(body: String) async {
        let client = Service(200, body, fields: allowanceFields).client
        let errors = [
            await failure { try await client.species("a") }, await failure { try await client.plant("a") },
            await failure { try await client.plants() }, await failure { try await client.searchSpecies("a") },
            await failure { try await client.taxon(.genus, "a") }, await failure { try await client.taxa(.family) },
            await failure { try await client.zone("a") }, await failure { try await client.zones() },
            await failure { try await client.correction(1) }, await failure { try await client.corrections() },
            await failure { try await client.facts(ofSpecies: "a") },
            await failure { try await client.report(species: "a", notes: nil) },
            await failure { try await client.species("a", ifChangedSince: .init(etag: "x")) },
            await failure { try await client.me() },
        ]
        for error in errors {
            #expect(error?.code == .unreadable)
            #expect(error?.status == 200)
            #expect(error?.allowance?.remaining == 41)
            #expect(error?.cause is DecodingError)
            #expect(error?.description == "unreadable (200): the answer is not what Trefle documents")
        }
    }

    @Test("The token is in no text that could be logged")
    func secrets() async throws {
        struct Talkative: Error { let request = "Authorization: Bearer \(Service.token)" }
        let nested = HTTPTransportError(.cutOff, "told", cause: Talkative())
        let long = String(repeating: "x", count: 300)
        let echo = #"{"error": true, "messages": "bad token \#(Service.token)\nnext line \#(long)"}"#
            .replacing("\n", with: "\\n")
        for service in [
            Service(throwing: Talkative()), Service(throwing: nested), Service(401, echo), Service(200, echo),
        ] {
            let client = service.client
            let origin = try #require(URL(string: "https://garden.test"))
            let errors = [
                await failure { try await client.species("a") },
                await failure { try await client.claim(origin: origin) },
            ]
            var written = "\(client)\(String(reflecting: client))"
            for error in errors {
                #expect(error != nil)
                written += String(describing: error) + (error?.serviceMessage ?? "")
                dump(error, to: &written)
            }
            dump(client, to: &written)
            dump(service.asked, to: &written)
            for request in service.asked {
                written += "\(request)\(request.head.path ?? "")"
                #expect(
                    request.head.headerFields[.authorization] == "Bearer \(Service.token)", "it is where it must be")
            }
            #expect(!written.contains("SECRET"))
        }
        let error = await failure { try await Service(401, echo).client.plants() }
        #expect(error?.serviceMessage?.hasPrefix("bad token •••• next line xxx") == true)
        #expect(error?.serviceMessage?.count == 200)
        #expect(error?.description == "tokenRefused (401): Trefle does not know the token")
    }

    @Test("A transport log shows neither the token nor the search text")
    func log() async throws {
        let lines = Lines()
        let service = Service(200, try invented("search-none.json"))
        let client = TrefleClient(token: Service.token, transport: service.transport.logging(lines.write))
        _ = try await client.searchPlants("private garden")
        #expect(lines.all.count == 1)
        #expect(lines.all[0].hasPrefix("GET https://trefle.io/api/v1/plants/search?q=•••• → 200"))
    }
}
