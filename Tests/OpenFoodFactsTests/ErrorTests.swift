import Foundation
import HTTPTransport
import HTTPTypes
import OpenFoodFacts
import Support
import Testing

@Suite("Errors of Open Food Facts and Robotoff", .tags(.small))
struct ErrorTests {
    static let id = RequestTests.id

    private func refused(_ status: Int, _ body: String, _ fields: HTTPFields = [:]) async -> OpenFoodFactsError? {
        await failure { try await Service(status, body, fields: fields).robotoff.questions() }
    }

    @Test(
        "A refusal names the parameter, wherever its text is",
        arguments: [
            (
                #"{"title": "Missing parameter", "description": "The \"ocr_url\" parameter is required."}"#,
                OpenFoodFactsError.Code.missingParameter, "ocr_url" as String?
            ),
            (
                #"{"title": "Invalid parameter", "description": "The \"count\" parameter is invalid. At least 1"}"#,
                .invalidParameter, "count"
            ),
            (
                #"{"title": "400 Bad Request", "description": "invalid `countries` value: ['gb']"}"#, .invalidParameter,
                "countries"
            ),
            (
                #"{"title": "400 Bad Request", "description": "invalid 'x' value for `order_by` parameter"}"#,
                .invalidParameter, "order_by"
            ),
            (#"{"title": "invalid `server_type`: off-pro"}"#, .invalidParameter, "server_type"),
            (#"{"title": "Domain not allowed!"}"#, .invalidParameter, "image_url"),
            (#"{"title": "invalid OCR URL: https://x"}"#, .invalidParameter, "ocr_url"),
            (#"{"title": "invalid_model", "description": "unknown model x"}"#, .invalidParameter, "models"),
            (#"{"title": "Request data failed validation", "description": "x"}"#, .bodyRefused, nil),
            (#"{"title": "Invalid JSON", "description": "x"}"#, .bodyRefused, nil),
            (
                #"{"title": "400 Bad Request", "description": "`data` cannot be provided when the user is not authenticated"}"#,
                .authenticationRequired, "data"
            ),
            (#"{"title": "400 Bad Request", "description": "a value of some type"}"#, .unanalysed, nil),
            (#"{"title": "400 Bad Request", "description": "`zzz` is odd"}"#, .unanalysed, nil),
            ("", .unanalysed, nil), ("<html>", .unanalysed, nil), ("[1]", .unanalysed, nil),
        ])
    func badRequest(body: String, code: OpenFoodFactsError.Code, field: String?) async {
        let error = await refused(400, body)
        #expect(error?.code == code)
        #expect(error?.field == field)
        #expect(error?.status == 400 && error?.mayHaveArrived == false)
    }

    @Test(
        "Otherwise the status decides, with a text and without",
        arguments: [
            (401, OpenFoodFactsError.Code.authenticationRequired), (403, .notAllowed), (404, .notFound),
            (405, .methodNotAllowed), (408, .timedOut), (413, .unanalysed), (429, .rateLimited), (500, .serverError),
            (502, .serverError), (503, .unavailable), (504, .serverError),
        ])
    func statuses(status: Int, code: OpenFoodFactsError.Code) async {
        for body in ["", #"{"title": "\#(status) Some Words"}"#, "<html><body>nginx</body></html>"] {
            let error = await refused(status, body)
            #expect(error?.code == code)
            #expect(error?.status == status)
            #expect(error?.retryAfter == nil)
            #expect((error?.serviceMessage == nil) == !body.hasPrefix("{"))
        }
    }

    @Test("The code of a 404 depends on the call")
    func absences() async {
        let empty = Service(404, "")
        #expect(await failure { try await empty.robotoff.insight(Self.id) }?.code == .insightUnknown)
        #expect(await failure { try await empty.robotoff.annotate(Self.id, .skip) }?.code == .insightUnknown)
        #expect(await failure { try await empty.robotoff.logo(1) }?.code == .logoUnknown)
        #expect(await failure { try await empty.robotoff.nearestLogos(to: 1) }?.code == .logoUnknown)
        #expect(await failure { try await empty.robotoff.resetLogo(1).value }?.code == .logoUnknown)
        let product = Service(404, #"{"title": "404 Not Found", "description": "product 1 not found"}"#)
        #expect(await failure { try await product.robotoff.predictCategories(of: code()) }?.code == .productUnknown)
        let words = Service(
            403, #"{"title": "403 Forbidden", "description": "authentication is required to annotate logos"}"#)
        #expect(await failure { try await words.robotoff.logo(1) }?.code == .authenticationRequired)
    }
}

extension ErrorTests {
    @Test("A 429 and a 503 contain the time of the next request, if the response has it")
    func retryAfter() async {
        for status in [429, 503] {
            let error = await refused(status, "", headers([("Retry-After", "37")]))
            #expect(error?.retryAfter == .seconds(37) && error?.mayHaveArrived == false)
            let products = await failure {
                try await Service(status, "<html>", fields: headers([("Retry-After", "60")])).products.product(code())
            }
            #expect(products?.retryAfter == .seconds(60))
        }
    }

    @Test("A refused login is reported only if the call writes to the product")
    func login() async throws {
        let service = Service(500, #"{"title": "500 Internal Server Error"}"#)
        let account = try service.robotoff(as: .account(invented))
        #expect(await failure { try await account.annotate(Self.id, .yes) }?.code == .loginMaybeRefused)
        #expect(
            await failure { try await account.annotate(Self.id, .own, ownValue: .category("en:a")) }?.code
                == .loginMaybeRefused)
        #expect(await failure { try await account.annotate(Self.id, .no) }?.code == .serverError)
        #expect(
            await failure { try await account.annotate(Self.id, .yes, updatesProduct: false) }?.code == .serverError)
        #expect(await failure { try await service.robotoff.annotate(Self.id, .yes) }?.code == .serverError)
    }

    @Test("An error with status 200 is an error")
    func errorsIn200() async throws {
        let download = #"{"error": "download_error", "error_description": "no picture"}"#
        let error = await failure {
            try await Service(200, download).robotoff.predict(ocr: RequestTests.picture("json"))
        }
        #expect(error?.code == .imageUnavailable && error?.serviceCode == "download_error" && error?.status == 200)
        #expect(error?.serviceMessage == "no picture")
        let other = #"{"error": "something new", "description": "told"}"#
        let unknown = await failure { try await Service(200, other).robotoff.questions() }
        #expect(unknown?.code == .unanalysed && unknown?.serviceCode == nil && unknown?.serviceMessage == "told")
        let crop = await failure {
            try await Service(200, download).robotoff.crop(
                RequestTests.picture(), to: .init(yMin: 0, xMin: 0, yMax: 1, xMax: 1))
        }
        #expect(crop?.code == .imageUnavailable)
    }

    @Test(
        "An unreadable response states what is wrong with it",
        arguments: [
            ("", OpenFoodFactsError.Code.noBody, nil as String?), (" \n", .noBody, nil), ("{", .dataCorrupted, nil),
            (#"{"id": "a""#, .dataCorrupted, nil), ("[]", .typeMismatch, "an object"),
            ("3", .typeMismatch, "an object"), ("{}", .keyNotFound, "id"), (#"{"id": null}"#, .valueNotFound, "id"),
            (#"{"id": {}}"#, .typeMismatch, "id"), (#"{"id": "a", "barcode": "1"}"#, .keyNotFound, "type"),
        ])
    func unreadable(body: String, code: OpenFoodFactsError.Code, field: String?) async {
        let error = await failure { try await Service(200, body).robotoff.insight(Self.id) }
        #expect(error?.code == code)
        #expect(error?.field == field)
        #expect(error?.status == 200)
        #expect(error?.mayHaveArrived == true)
    }

    @Test("An unexpected status, an HTML page and an empty response are errors")
    func unsupported() async {
        for status in [201, 206, 301, 302, 304] {
            #expect(await refused(status, "{}")?.code == .unsupportedSuccessResponse)
        }
        let page = headers([("Content-Type", "text/html; charset=utf-8")])
        #expect(await refused(200, "<html>", page)?.code == .unsupportedSuccessResponse)
        #expect(await refused(204, "")?.code == .noBody)
        let picture = Service(200, "no picture")
        #expect(
            await failure {
                try await picture.robotoff.crop(
                    RequestTests.picture(), to: .init(yMin: 0, xMin: 0, yMax: 1, xMax: 1))
            }?.code == .dataCorrupted)
    }
}

extension ErrorTests {
    @Test(
        "A transport failure becomes an error code and states whether a vote may have arrived",
        arguments: [
            (HTTPTransportError.Code.noNetwork, OpenFoodFactsError.Code.noNetwork, false),
            (.connectionFailed, .connectionFailure, false), (.timedOut, .timedOut, true), (.cutOff, .cutOff, true),
            (.tooLarge, .dataCorrupted, true), (.invalidResponse, .dataCorrupted, true),
            (.notRecorded, .transportFailed, true),
        ])
    func wire(code: HTTPTransportError.Code, expected: OpenFoodFactsError.Code, mayHaveArrived: Bool) async {
        let service = Service(throwing: HTTPTransportError(code, "told"))
        for error in [
            await failure { try await service.robotoff.annotate(Self.id, .yes) },
            await failure { try await service.products.product(OpenFoodFactsTests.code()) },
        ] {
            #expect(error?.code == expected && error?.status == nil)
            #expect(error?.mayHaveArrived == mayHaveArrived)
            #expect((error?.cause as? HTTPTransportError)?.code == code)
        }
        #expect(service.asked.count == 2)
    }

    @Test("A cancelled call throws CancellationError")
    func cancelled() async {
        let service = Service(throwing: CancellationError())
        await #expect(throws: CancellationError.self) { try await service.robotoff.status() }
    }

    @Test("Name and password are in no text that could be logged")
    func secrets() async throws {
        struct Talkative: Error { let request = "Authorization: Basic U0VDUkVUbmFtZTpTRUNSRVR3b3Jk" }
        let echo = #"{"title": "bad SECRETname SECRETword\nU0VDUkVUbmFtZTpTRUNSRVR3b3Jk next line"}"#
        var written = "\(invented)\(String(reflecting: invented))\(RobotoffIdentity.account(invented))"
        for service in [Service(throwing: Talkative()), Service(400, echo), Service(500, echo), Service(200, "{")] {
            let client = try service.robotoff(as: .account(invented))
            for error in [
                await failure { try await client.annotate(Self.id, .yes) }, await failure { try await client.status() },
            ] {
                let error = try #require(error)
                written += String(describing: error) + (error.serviceMessage ?? "")
                dump(error, to: &written)
            }
            written += "\(client)\(String(reflecting: client))"
            dump(client, to: &written)
            dump(service.asked, to: &written)
        }
        #expect(!written.contains("SECRET") && !written.contains("U0VDUkVU"))
        let client = try Service(400, echo).robotoff(as: .account(invented))
        let error = await failure { try await client.status() }
        #expect(error?.serviceMessage == "bad •••• •••• •••• next line")
        #expect(error?.description == "unanalysed (400): the service refused the request")
    }
}
