import Foundation
import GoogleVision
import HTTPTransport
import HTTPTypes
import Support
import Testing

@Suite("Errors of Google Vision", .tags(.small))
struct ErrorTests {
    private func problem(_ status: Int, _ message: String, reason: String? = nil) -> String {
        let details = reason.map { #", "details": [{"@type": "x", "reason": "\#($0)"}]"# } ?? ""
        return #"{"error": {"code": \#(status), "message": "\#(message)", "status": "SOME_STATUS"\#(details)}}"#
    }

    private func asked(_ service: Service) async -> GoogleVisionError? {
        await failure { try await service.client.document(.bytes(jpeg)) }
    }

    @Test(
        "A status of Google Vision becomes an error code, whatever the body",
        arguments: [
            (400, GoogleVisionError.Code.badRequest), (401, .keyRefused), (403, .notAllowed), (404, .notFound),
            (408, .timedOut), (413, .tooLarge), (418, .badRequest), (429, .rateLimited), (500, .serverError),
            (502, .serverError), (503, .unavailable), (504, .timedOut), (302, .invalidResponse),
            (307, .invalidResponse),
        ])
    func statuses(status: Int, code: GoogleVisionError.Code) async {
        for body in [problem(status, "Words."), #"{"error": "x"}"#, "<html>", "", "[]"] {
            let error = await asked(Service(status, body))
            #expect(error?.code == code)
            #expect(error?.status == status)
            let isStated = body.contains("SOME_STATUS")
            #expect(error?.rpcStatus == (isStated ? "SOME_STATUS" : nil))
            #expect(error?.serviceMessage == (isStated ? "Words." : nil))
        }
    }

    @Test("A bad key is reported with status 400, and is an error of the settings")
    func keys() async {
        for body in [
            problem(400, "Nope.", reason: "API_KEY_INVALID"), problem(400, "API key expired. Please renew."),
            problem(400, "x", reason: "API_KEY_SERVICE_BLOCKED"),
        ] {
            let error = await asked(Service(400, body))
            #expect(error?.code == .keyRefused && error?.isOfSettings == true)
        }
        #expect(await asked(Service(403))?.isOfSettings == true)
        #expect(await asked(Service(429))?.isOfSettings == false)
        #expect(await asked(Service(400, problem(400, "Request payload size exceeds the limit")))?.code == .tooLarge)
    }

    @Test("The pause is read from the response, if it has one")
    func retryAfter() async {
        var fields = HTTPFields()
        fields[.retryAfter] = "17"
        for status in [429, 503] {
            #expect(await asked(Service(status, "{}", fields: fields))?.retryAfter == .seconds(17))
            #expect(await asked(Service(status))?.retryAfter == nil)
        }
    }

    @Test(
        "The error of a picture in a response of 200 becomes an error code",
        arguments: [
            (3, GoogleVisionError.Code.badImage, "INVALID_ARGUMENT"), (4, .timedOut, "DEADLINE_EXCEEDED"),
            (5, .imageUnavailable, "NOT_FOUND"), (7, .imageUnavailable, "PERMISSION_DENIED"),
            (8, .rateLimited, "RESOURCE_EXHAUSTED"), (13, .imageFailed, "INTERNAL"), (14, .unavailable, "UNAVAILABLE"),
            (99, .imageFailed, nil),
        ] as [(Int, GoogleVisionError.Code, String?)])
    func inner(number: Int, code: GoogleVisionError.Code, name: String?) async {
        let error = await asked(
            Service(200, #"{"responses": [{"error": {"code": \#(number), "message": "Bad\nwords."}}]}"#))
        #expect(error?.code == code && error?.status == 200 && error?.rpcStatus == name)
        #expect(error?.serviceMessage == "Bad words.")
        #expect(error?.description.contains("words") == false)
    }

    @Test("An error of the whole call in a response of 200 keeps its meaning")
    func outer() async {
        let error = await asked(Service(200, problem(403, "off", reason: "SERVICE_DISABLED")))
        #expect(error?.code == .notAllowed && error?.reason == "SERVICE_DISABLED")
    }
}

extension ErrorTests {
    @Test(
        "An undocumented response is distinguished: not JSON, or JSON of another structure",
        arguments: [
            ("<!DOCTYPE html>", GoogleVisionError.Code.invalidResponse), ("", .invalidResponse),
            ("{", .invalidResponse),
            (#"{"responses": [{"fullText"#, .invalidResponse), ("{}", .decodingFailed), ("[]", .decodingFailed),
            ("null", .decodingFailed), (#"{"responses": {}}"#, .decodingFailed),
            (#"{"responses": [7]}"#, .decodingFailed),
            (#"{"responses": [{"fullTextAnnotation": {"pages": "x"}}]}"#, .decodingFailed),
            (#"{"responses": []}"#, .invalidResponse), (#"{"responses": [{}, {}]}"#, .invalidResponse),
        ])
    func shapes(body: String, code: GoogleVisionError.Code) async {
        let error = await asked(Service(200, body))
        #expect(error?.code == code)
        #expect(error?.status == 200)
    }

    @Test(
        "A transport failure becomes an error code of Google Vision",
        arguments: [
            (HTTPTransportError.Code.noNetwork, GoogleVisionError.Code.noNetwork),
            (.connectionFailed, .connectionFailed),
            (.timedOut, .timedOut), (.cutOff, .cutOff), (.tooLarge, .invalidResponse),
            (.invalidResponse, .invalidResponse), (.notRecorded, .transportFailed),
        ])
    func wire(code: HTTPTransportError.Code, expected: GoogleVisionError.Code) async {
        let error = await asked(Service(throwing: HTTPTransportError(code, "told")))
        #expect(error?.code == expected && error?.status == nil)
        #expect((error?.cause as? HTTPTransportError)?.code == code)
    }

    private struct Leak: Error { let address = "https://x/?key=\(Service.key)" }

    @Test("No error shows the key, even if the service repeats it")
    func secret() async {
        let key = Service.key
        let letters = "AIzaletterskey"
        let bodies = [
            problem(400, "API key \(key) not valid", reason: key), problem(403, key, reason: "A_\(key)"),
            #"{"responses": [{"error": {"code": 3, "message": "x"}}]}"#, "\(key)", #"{"responses": "\#(key)"}"#,
        ]
        var errors: [GoogleVisionError?] = [await asked(Service(throwing: Leak()))]
        for body in bodies {
            for status in [200, 400, 403, 429, 500] { errors.append(await asked(Service(status, body))) }
        }
        for error in errors {
            let error = error
            var shown = "\(String(describing: error)) \(String(reflecting: error))"
            dump(error, to: &shown)
            #expect(error != nil)
            #expect(!shown.contains(key))
        }
        // A key that consists of letters only looks like one of Google's names.
        let service = Service(403, problem(403, "x", reason: letters))
        let client = GoogleVisionClient(credential: .key(letters), transport: service.transport)
        let error = await failure { try await client.document(.bytes(jpeg)) }
        #expect(error?.code == .notAllowed && error?.reason == nil)
        #expect(error.map { "\($0)".contains(letters) } == false)
    }

    @Test("A description contains code, status and reason, and no text of the service")
    func descriptions() async {
        let error = await asked(Service(403, problem(403, "project 12 of Ada", reason: "SERVICE_DISABLED")))
        #expect(
            error?.description
                == "notAllowed (403, SERVICE_DISABLED): the service does not allow this with the key's project and "
                + "restrictions"
        )
        let rule = await failure { try await Service().client.document(.bytes([])) }
        #expect(rule?.description == "invalidRequest (imageEmpty): the picture has no bytes")
    }
}
