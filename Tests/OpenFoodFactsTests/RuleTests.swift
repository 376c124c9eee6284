import Foundation
import HTTPTransport
import OpenFoodFacts
import Support
import Testing

/// A parameter that the service would ignore, refuse or misunderstand must not be sent.
@Suite("Requests that Open Food Facts or Robotoff would refuse", .tags(.small))
struct RuleTests {
    let service = Service(200, "{}")

    private func expect(
        _ rule: OpenFoodFactsError.Rule, at location: SourceLocation = #_sourceLocation,
        _ call: () async throws -> some Sendable
    ) async {
        let error = await failure(call)
        #expect(error?.rule == rule, sourceLocation: location)
        #expect(error?.code == (rule == .barcode ? .barcodeInvalid : .invalidRequest), sourceLocation: location)
        #expect(error?.status == nil && error?.mayHaveArrived == false, sourceLocation: location)
        #expect(service.asked.isEmpty, sourceLocation: location)
    }

    @Test(
        "A barcode has 8, 12 or 13 digits, and the last one is correct",
        arguments: [
            ("0200000000011", "0200000000011"), ("96385074", "96385074"), ("036000291452", "0036000291452"),
            ("4006381333931", "4006381333931"), ("4 006381-333931", "4006381333931"), ("00000000", "00000000"),
            ("000000040426", "00040426"),
        ])
    func barcode(text: String, normalized: String) throws {
        let barcode = try Barcode(text)
        #expect(barcode.normalized == normalized)
        #expect(try JSONDecoder().decode([Barcode].self, from: JSONEncoder().encode([barcode])) == [barcode])
    }

    @Test(
        "Any other text is refused as a barcode",
        arguments: [
            "", "1", "0200000000018", "96385075", "036000291453", "14006381333938", "40063813339310", "400638133393",
            "400638133393a", "４００６３８１３３３９３１", "0200000000011/x", "012345678905123456789012",
        ])
    func noBarcode(text: String) async {
        await expect(.barcode) { try Barcode(text) }
        #expect(throws: (any Error).self) { try JSONDecoder().decode(Barcode.self, from: Data("\"\(text)\"".utf8)) }
    }

    @Test(
        "A text that is not one path segment is refused",
        arguments: ["", ".", "..", "a/b", "a?b", "a#b", "a%2Fb", "a b"])
    func segments(text: String) async {
        await expect(.barcode) { try await service.robotoff.basic.questions(barcode: text) }
        await expect(.barcode) { try await service.robotoff.basic.insights(barcode: text) }
        await expect(.barcode) { try await service.products.product(code: text) }
        await expect(.id) { try await service.robotoff.basic.insight(id: text) }
        await expect(.id) { try await service.robotoff.answers(by: text) }
        await expect(.id) { try await service.products.product(code: "1", api: ProductAPI(rawValue: text)) }
    }

    @Test("A custom call is GET, POST or PUT of a path")
    func calls() async {
        for (method, path) in [
            ("DELETE", "/status"), ("GET", "status"), ("GET", "/"), ("GET", "/a/../b"), ("GET", "/a?b"),
        ] {
            await expect(.id) { try await service.robotoff.basic.call(method, path) }
        }
    }

    @Test("Pages and counts below 1 and counts above a limit are refused")
    func counts() async throws {
        let client = try service.robotoff
        await expect(.count) { try await client.questions(of: code(), count: 0) }
        await expect(.count) { try await client.questions(page: 0) }
        await expect(.count) { try await client.randomQuestions(count: -1) }
        await expect(.count) { try await client.popularQuestions(page: 0) }
        await expect(.count) { try await client.unansweredQuestions(count: 0) }
        await expect(.count) { try await client.insights(where: .init(), page: 0) }
        await expect(.count) { try await client.insightDump(count: 10_001) }
        await expect(.count) { try await client.logos([]) }
        await expect(.count) { try await client.logos(Array(1...501)) }
        await expect(.count) { try await client.searchLogos(where: .init(), count: 2_001) }
        await expect(.count) { try await client.nearestLogos(count: 501) }
        await expect(.count) { try await client.annotate([LogoAnnotation]()) }
        await expect(.count) { try await service.products.search("x", pageSize: 101) }
        await expect(.count) { try await service.products.suggestions(for: "x", in: "labels", limit: 401) }
    }
}

extension RuleTests {
    @Test("Empty values, values with a comma, empty texts and fractions out of range are refused")
    func values() async throws {
        let client = try service.robotoff
        await expect(.value) { try await client.questions(where: .init(brands: ["a,b"])) }
        await expect(.value) { try await client.questions(where: .init(campaigns: [""])) }
        await expect(.value) { try await client.randomInsights(countries: [.other("a,b")]) }
        await expect(.value) { try await client.findings(on: RequestTests.picture(), models: []) }
        await expect(.value) { try await service.products.product(code(), fields: ["a,b"]) }
        await expect(.value) { try await service.products.search(tags: ["labels": ["a,b"]]) }
        await expect(.text) { try await client.predictLanguages(of: " \n") }
        await expect(.text) { try await service.products.search(" ") }
        await expect(.threshold) { try await client.predictCategories(of: code(), threshold: 1.5) }
        await expect(.threshold) { try await client.predictLanguages(of: "a", threshold: -1) }
        await expect(.threshold) { try await client.imagePredictions(where: .init(minConfidence: .nan)) }
        for box in [
            BoundingBox(yMin: 0, xMin: 0, yMax: 0, xMax: 1), .init(yMin: 0, xMin: 0, yMax: 1, xMax: 2),
            .init(yMin: .nan, xMin: 0, yMax: 1, xMax: 1), .init(yMin: 0.5, xMin: 0, yMax: 0.25, xMax: 1),
        ] {
            await expect(.box) { try await client.crop(RequestTests.picture(), to: box) }
        }
        await expect(.logo) { try await client.searchLogos(where: .init(value: "x")) }
        await expect(.logo) { try await client.searchLogos(where: .init(taxonomyValue: "x")) }
        await expect(.logo) { try await client.searchLogos(where: .init(type: .label, value: "x")) }
        await expect(.json) { try await client.predictCategories(of: .init(nutriments: ["fat": .nan])) }
    }

    @Test("An own value needs an account and data, and an answer needs an insight")
    func ownValues() async throws {
        let id = RequestTests.id
        let account = try service.robotoff(as: .account(invented))
        let anonymous = try service.robotoff
        await expect(.ownValue) { try await account.annotate(id, .own) }
        await expect(.ownValue) { try await account.annotate(id, .yes, ownValue: .category("en:a")) }
        await expect(.ownValue) {
            try await account.annotate(id, .own, ownValue: .category("en:a"), updatesProduct: false)
        }
        await expect(.ownValue) { try await anonymous.annotate(id, .own, ownValue: .category("en:a")) }
        await expect(.ownValue) { try await anonymous.annotate(id, .other(3)) }
        await expect(.id) { try await anonymous.annotate("abc", .yes) }
    }

    @Test(
        "Name and password are sent only over TLS or to this machine",
        arguments: [
            ("https://robotoff.test", true), ("http://robotoff.test", false), ("http://localhost:5500", true),
            ("http://127.0.0.1", true), ("http://[::1]:5500", true), ("http://127.0.0.1.robotoff.test", false),
        ])
    func tls(address: String, fits: Bool) async throws {
        let service = Service(200, #"{"status": "running"}"#)
        let base = try #require(URL(string: address))
        for identity in [RobotoffIdentity.account(invented), .device("device"), .anonymous] {
            let client = RobotoffClient(
                baseURL: base, userAgent: try agent(), identity: identity, transport: service.transport)
            let error = await failure { try await client.status() }
            #expect(error?.rule == (fits || identity != .account(invented) ? nil : .tls))
        }
        #expect(service.asked.count == (fits ? 3 : 2))
    }

    @Test("A request without the application's name is refused")
    func userAgents() async throws {
        #expect(try agent().text == "Test/1.0 (test@example.org)")
        for (app, version, contact) in [
            ("", "1", "a@b"), ("a b", "1", "a@b"), ("a", "", "a@b"), ("a", "1", ""), ("a", "1", " "),
            ("a", "1", "a)b"), ("a", "1", "a\r\nX: y"), ("a/b", "1", "a@b"), ("ä", "1", "a@b"),
        ] {
            await expect(.userAgent) { try UserAgent(app: app, version: version, contact: contact) }
        }
    }
}
