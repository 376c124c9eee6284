import Foundation
import HTTPTransport
import HTTPTypes
import PlantNet
import Support
import Testing

/// A request that the service would refuse costs a credit, so it must not be sent.
@Suite("Requests that Pl@ntNet would refuse", .tags(.small))
struct RuleTests {
    let service = Service(200, invented)

    private func expect(
        _ rule: PlantNetError.Rule?, at location: SourceLocation = #_sourceLocation,
        _ call: () async throws -> some Sendable
    ) async {
        let error = await failure(call)
        #expect(error?.rule == rule, sourceLocation: location)
        #expect(error?.code == (rule.map { $0 == .size ? .tooLarge : .invalidRequest }), sourceLocation: location)
        #expect(service.asked.isEmpty == (rule != nil), sourceLocation: location)
    }

    @Test("Requests without one to five images are refused", arguments: [(0, false), (1, true), (5, true), (6, false)])
    func count(count: Int, fits: Bool) async throws {
        await expect(fits ? nil : .imageCount) {
            try await service.client.identify(Array(repeating: leaf(), count: count))
        }
    }

    @Test(
        "Images whose bytes do not match their stated type are refused",
        arguments: [
            (jpeg, PlantNetImage.MediaType.jpeg, true), (png, .png, true), (jpeg, .png, false), (png, .jpeg, false),
            ([], .jpeg, false), ([0xFF, 0xD8], .jpeg, false), ([UInt8]("RIFF....WEBP".utf8), .jpeg, false),
            ([0, 0, 0, 24] + [UInt8]("ftypheic".utf8), .jpeg, false), ([UInt8]("<svg/>".utf8), .png, false),
        ])
    func magic(bytes: [UInt8], type: PlantNetImage.MediaType, fits: Bool) async {
        await expect(fits ? nil : .imageFormat) {
            try await service.client.identify([PlantNetImage(bytes: bytes, type: type)])
        }
    }

    @Test(
        "Organs are given for all images or none, are known, and habit and other have company",
        arguments: [
            ([nil, nil], true), ([.leaf, .leaf], true), ([.auto, .habit], true), ([.bark, .other], true),
            ([.leaf, nil], false), ([.habit], false), ([.habit, .other], false), ([Organ(rawValue: "root")], false),
        ] as [([Organ?], Bool)])
    func organs(organs: [Organ?], fits: Bool) async {
        await expect(fits ? nil : .organs) { try await service.client.identify(organs.map { leaf($0) }) }
    }

    @Test(
        "Requests above 52,428,800 bytes including the form are refused, to the byte",
        arguments: [(0, true), (1, false)])
    func size(more: Int, fits: Bool) async throws {
        let probe = Service(200, invented)
        _ = try await probe.client.identify([leaf()])
        let form = try #require(probe.asked.first?.body).contentLength - jpeg.count
        let padding = [UInt8](repeating: 0, count: PlantNetError.sizeLimit - form - jpeg.count + more)
        await expect(fits ? nil : .size) {
            try await service.client.identify([PlantNetImage(bytes: jpeg + padding, type: .jpeg)])
        }
        if fits { #expect(service.asked.first?.body?.contentLength == 52_428_800) }
    }

    @Test("A result count below one is refused", arguments: [(1, true), (0, false), (-1, false)])
    func results(count: Int, fits: Bool) async {
        await expect(fits ? nil : .resultCount) {
            try await service.client.identify([leaf()], options: .init(resultCount: count))
        }
    }
}

extension RuleTests {
    @Test(
        "A project id with other characters than a–z, 0–9 and hyphens is refused",
        arguments: [
            ("all", true), ("k-world-flora", true), ("weurope2", true), ("", false), ("K-world", false),
            ("../quota", false), ("a?b", false), ("a b", false), ("ä", false), ("a\r\nb", false),
        ])
    func project(id: String, fits: Bool) async {
        await expect(fits ? nil : .project) { try await service.client.identify([leaf()], in: id) }
    }

    @Test(
        "A language that is not two or three letters, optionally with a region, is refused",
        arguments: [
            ("en", true), ("pt-BR", true), ("pt_br", true), ("ast", true), ("zh-hant", true), ("", false), ("e", false),
            ("engl", false), ("e1", false), ("en-", false), ("en-x", false), ("en-us-x", false), ("-en", false),
        ])
    func language(code: String, fits: Bool) async {
        await expect(fits ? nil : .language) {
            try await service.client.identify([leaf()], options: .init(language: code))
        }
    }

    @Test(
        "A linked image that is not on the web is refused",
        arguments: [
            ("https://images.test/a", true), ("HTTP://images.test", true), ("file:///etc/passwd", false),
            ("data:image/png;base64,AA", false), ("/a.jpg", false), ("https:///a", false),
        ])
    func links(address: String, fits: Bool) async throws {
        let link = PlantNetImageLink(try #require(URL(string: address)))
        await expect(fits ? nil : .imageAddress) { try await service.client.identify(at: [link]) }
        await #expect(throws: PlantNetError.self) { try await service.client.identify(at: []) }
        await #expect(throws: PlantNetError.self) { try await service.client.identify(at: [link], in: "A") }
    }

    @Test(
        "A place that is not on the earth is refused",
        arguments: [
            (90, 180, true), (-90, -180, true), (90.1, 0, false), (0, 180.1, false), (.nan, 0, false),
            (0, .infinity, false),
        ] as [(Double, Double, Bool)])
    func places(latitude: Double, longitude: Double, fits: Bool) async {
        let service = Service(200, "[]")
        let error = await failure {
            try await service.client.projects(near: .init(latitude: latitude, longitude: longitude))
        }
        #expect(error?.rule == (fits ? nil : .place))
        #expect(service.asked.isEmpty == !fits)
    }

    @Test("Pages below 1, empty names and days that do not exist are refused")
    func lists() async {
        let client = service.client
        await expect(.page) { try await client.species(page: PlantNetPage(0)) }
        await expect(.page) { try await client.species(page: PlantNetPage(1, size: 0)) }
        await expect(.project) { try await client.species(in: "a/b") }
        await expect(.name) { try await client.species(prefix: "") }
        await expect(.language) { try await client.species(language: "x") }
        await expect(.language) { try await client.projects(language: "x") }
        await expect(.language) { try await client.diseases(language: "x") }
        await expect(.name) { try await client.align(name: "  ") }
        await expect(.name) { try await client.align(name: String(repeating: "a", count: 501)) }
        for day in ["2026-02-29", "2026-2-01", "20260201", "2026-13-01", "2026-01-00", "", "2026-01-01T", "2026-01-+1"]
        {
            await expect(.day) { try await client.quotaOfDay(day) }
        }
        await expect(.day) { try await client.quotaHistory(year: 26) }
    }
}

extension RuleTests {
    @Test("Without a key only the request for the service's status is sent")
    func key() async throws {
        let service = Service(200, #"{"status": "ok"}"#)
        for key in ["", " \n"] {
            let client = PlantNetClient(apiKey: key, transport: service.transport)
            let error = await failure { try await client.identify([leaf()]) }
            #expect(error?.code == .keyMissing)
        }
        #expect(service.asked.isEmpty)
        #expect(try await PlantNetClient(apiKey: "", transport: service.transport).status().value.isOK)
        #expect(try await service.client.status().value.isOK)
        #expect(service.asked.map(\.head.path) == ["/v2/_status", "/v2/_status"])
    }
}
