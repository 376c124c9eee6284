import Foundation
import HTTPTransport
import HTTPTypes
import PlantNet
import Support
import Testing

@Suite("Errors of Pl@ntNet", .tags(.small))
struct ErrorTests {
    private func problem(_ status: Int, _ message: String) -> String {
        #"{"statusCode": \#(status), "error": "x", "message": "\#(message)"}"#
    }

    @Test(
        "A status of Pl@ntNet becomes an error code",
        arguments: [
            (400, "bad organs", PlantNetError.Code.badRequest), (400, "Unsupported FILE TYPE", .unsupportedFormat),
            (401, "", .keyRefused), (402, "", .badRequest), (403, "", .notAllowed),
            (404, "Species not found", .nothingFound), (404, "Unknown project: k-x", .unknownProject),
            (404, "Not Found", .notFound), (408, "", .timedOut), (413, "", .tooLarge), (414, "", .addressTooLong),
            (415, "", .unsupportedFormat), (429, "", .quotaExhausted), (500, "", .serverError), (503, "", .serverError),
            (301, "", .unreadable), (418, "", .badRequest),
        ])
    func statuses(status: Int, message: String, code: PlantNetError.Code) async {
        for body in [problem(status, message), #"{"message": null}"#, "<html>", ""] {
            let error = await failure { try await Service(status, body).client.identify([leaf()]) }
            let isStated = body.contains("statusCode")
            let fallback: PlantNetError.Code = status == 404 ? .notFound : status == 400 ? .badRequest : code
            #expect(error?.code == (isStated ? code : fallback))
            #expect(error?.status == status)
            #expect(error?.limit == (code == .tooLarge ? 52_428_800 : nil))
            #expect(error?.allowance == nil)
            #expect(error?.serviceMessage == (isStated ? message : nil))
        }
    }

    @Test("An exhausted quota has its reset time, if the response contains one")
    func quota() async {
        var fields = rateLimitFields
        fields[.retryAfter] = "Mon, 02 Mar 2026 00:00:00 GMT"
        let error = await failure { try await Service(429, "{}", fields: fields).client.identify([leaf()]) }
        #expect(error?.resetsAfter == .seconds(3600))
        #expect(error?.retryAfter == .date(Date(timeIntervalSince1970: 1_772_409_600)))
        #expect(error?.allowance == Allowance(remaining: 41, limit: 500, resetsIn: .seconds(3600)))
        let silent = await failure { try await Service(429).client.identify([leaf()]) }
        #expect(silent?.resetsAfter == nil && silent?.retryAfter == nil)
        let other = await failure { try await Service(500, fields: rateLimitFields).client.identify([leaf()]) }
        #expect(other?.allowance?.remaining == 41)
        #expect(other?.resetsAfter == nil)
    }

    @Test(
        "A transport failure becomes an error code of Pl@ntNet",
        arguments: [
            (HTTPTransportError.Code.noNetwork, PlantNetError.Code.noNetwork, PlantNetError.Code.noNetwork),
            (.connectionFailed, .connectionFailed, .connectionFailed), (.timedOut, .timedOut, .timedOut),
            (.cutOff, .uploadFailed, .cutOff), (.tooLarge, .unreadable, .unreadable),
            (.invalidResponse, .unreadable, .unreadable), (.notRecorded, .transportFailed, .transportFailed),
        ])
    func wire(code: HTTPTransportError.Code, upload: PlantNetError.Code, download: PlantNetError.Code) async {
        let client = Service(throwing: HTTPTransportError(code, "told")).client
        let first = await failure { try await client.identify([leaf()]) }
        let second = await failure { try await client.quota() }
        #expect(first?.code == upload)
        #expect(second?.code == download)
        #expect((first?.cause as? HTTPTransportError)?.code == code)
        #expect(first?.status == nil)
    }

    @Test(
        "A response other than the documented one is unreadable",
        arguments: [
            "<!DOCTYPE html><p>hello", "", "{", "[]", "null", "\"ok\"", "{}", #"{"statusCode": 500, "message": "x"}"#,
            #"{"results": [{"score": 1}]}"#, String(invented.prefix(700)), #"{"results": {"a": 1}}"#,
        ])
    func unreadable(body: String) async {
        let error = await failure { try await Service(200, body, fields: rateLimitFields).client.identify([leaf()]) }
        #expect(error?.code == .unreadable)
        #expect(error?.status == 200)
        #expect(error?.allowance?.remaining == 41)
        #expect(error?.cause is DecodingError)
        #expect(error?.description == "unreadable (200): the answer is not what Pl@ntNet documents")
    }

    @Test("Every other response of a wrong structure is unreadable", arguments: ["{}", "[{}]", "[1, 2]", "7", "<p>"])
    func wrongShapes(body: String) async {
        let client = Service(200, body).client
        #expect(await failure { try await client.projects() }?.code == .unreadable)
        #expect(await failure { try await client.species() }?.code == .unreadable)
        #expect(await failure { try await client.diseases() }?.code == .unreadable)
        #expect(await failure { try await client.quotaHistory() }?.code == .unreadable)
        #expect(await failure { try await client.quota() }?.code == .unreadable)
        #expect(await failure { try await client.quotaOfDay() }?.code == .unreadable)
        #expect(await failure { try await client.align(name: "a") }?.code == .unreadable)
        #expect(await failure { try await client.status() }?.code == .unreadable)
        #expect(await failure { try await client.subscription() }?.code == .unreadable)
        #expect(await failure { try await client.identifyDisease([leaf()]) }?.code == .unreadable)
    }

    @Test("The Pl@ntNet key is in no text that could be logged")
    func secrets() async {
        struct Talkative: Error { let address = "https://x/?api-key=\(Service.key)" }
        let nested = HTTPTransportError(.cutOff, "told", cause: Talkative())
        let echo = problem(401, "bad key \(Service.key)\\nnext line \(String(repeating: "x", count: 300))")
        let services = [
            Service(throwing: Talkative()), Service(throwing: nested), Service(401, echo), Service(200, echo),
        ]
        for service in services {
            let client = service.client
            let error = await failure { try await client.identify([leaf()]) }
            var written = "\(client)\(String(reflecting: client))\(String(describing: error))"
            written += error?.serviceMessage ?? ""
            dump(client, to: &written)
            dump(error, to: &written)
            dump(service.asked, to: &written)
            #expect(error != nil)
            #expect(!written.contains("SECRET"))
            #expect(service.asked.first?.head.path?.contains(Service.key) == true, "it is where it must be")
        }
        let error = await failure { try await Service(401, echo).client.quota() }
        #expect(error?.serviceMessage?.hasPrefix("bad key •••• next line xxx") == true)
        #expect(error?.serviceMessage?.count == 200)
        #expect(error?.description == "keyRefused (401): Pl@ntNet does not know the key")
    }
}
