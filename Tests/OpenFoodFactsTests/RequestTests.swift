import Foundation
import HTTPTransport
import HTTPTypes
import OpenFoodFacts
import Support
import Testing

/// Tests the exact requests.
@Suite("Requests", .tags(.small))
struct RequestTests {
    /// A call in its typed and its basic form, and the request line that both must send.
    struct Line: Sendable, CustomStringConvertible {
        let line: String
        let typed: @Sendable (RobotoffClient) async throws -> Void
        let basic: @Sendable (RobotoffClient.Basic) async throws -> Void
        var description: String { line }

        init(
            _ line: String, _ typed: @escaping @Sendable (RobotoffClient) async throws -> Void,
            _ basic: @escaping @Sendable (RobotoffClient.Basic) async throws -> Void
        ) {
            (self.line, self.typed, self.basic) = (line, typed, basic)
        }
    }

    static let id = "0b0e1a52-0000-4000-8000-00000000000a"
    static let filter = QuestionFilter(
        types: [.label, .other("new_type")], valueTag: "en:organic", brands: ["a", "b"],
        countries: [.unitedKingdom, .france], reservedBarcode: true, campaigns: ["x", "y"], predictor: .neural,
        withImage: false, serverType: .petFood)
    static let collection =
        "insight_types=label,new_type&value_tag=en:organic&brands=a,b&countries=uk,fr&reserved_barcode=true"
        + "&campaigns=x,y&predictor=neural&with_image=false&server_type=opff&device_id=dev%26ice"

    static let lines: [Line] = [
        Line(
            "GET /api/v1/questions/0200000000011?count=7&lang=pt&server_type=obf&insight_types=brand&device_id=dev%26ice",
            {
                _ = try await $0.questions(
                    of: code(), count: 7, language: .portuguese, types: [.brand], serverType: .beauty)
            },
            {
                _ = try await $0.questions(
                    barcode: "0200000000011", count: 7, lang: "pt", insightTypes: "brand", serverType: "obf")
            }),
        Line(
            "GET /api/v1/questions?order_by=random&page=2&count=3&lang=nl&\(collection)",
            { _ = try await $0.questions(where: filter, order: .random, page: 2, count: 3, language: .dutch) },
            {
                _ = try await $0.questions(
                    orderBy: "random", page: 2, count: 3, lang: "nl", insightTypes: "label,new_type",
                    valueTag: "en:organic", brands: "a,b", countries: "uk,fr", reservedBarcode: true, campaigns: "x,y",
                    predictor: "neural", withImage: false, serverType: "opff")
            }),
        Line(
            "GET /api/v1/questions/random?count=3&lang=nl&\(collection)",
            { _ = try await $0.randomQuestions(where: filter, count: 3, language: .dutch) },
            {
                _ = try await $0.randomQuestions(
                    count: 3, lang: "nl", insightTypes: "label,new_type", valueTag: "en:organic", brands: "a,b",
                    countries: "uk,fr", reservedBarcode: true, campaigns: "x,y", predictor: "neural", withImage: false,
                    serverType: "opff")
            }),
        Line(
            "GET /api/v1/questions/popular?page=4&count=3&lang=nl&\(collection)",
            { _ = try await $0.popularQuestions(where: filter, page: 4, count: 3, language: .dutch) },
            {
                _ = try await $0.popularQuestions(
                    page: 4, count: 3, lang: "nl", insightTypes: "label,new_type", valueTag: "en:organic",
                    brands: "a,b", countries: "uk,fr", reservedBarcode: true, campaigns: "x,y", predictor: "neural",
                    withImage: false, serverType: "opff")
            }),
        Line(
            "GET /api/v1/questions/unanswered?type=store&countries=world&page=1&count=2&reserved_barcode=false&campaigns=c"
                + "&predictor=regex&server_type=opf",
            {
                _ = try await $0.unansweredQuestions(
                    type: .store, countries: [.world], page: 1, count: 2, reservedBarcode: false, campaigns: ["c"],
                    predictor: .regex, serverType: .products)
            },
            {
                _ = try await $0.unansweredQuestions(
                    type: "store", countries: "world", page: 1, count: 2, reservedBarcode: false, campaigns: "c",
                    predictor: "regex", serverType: "opf")
            }),
        Line(
            "GET /api/v1/insights?insight_types=packaging&barcode=0200000000011&annotated=true&annotation=-1&value_tag=t"
                + "&brands=b&countries=de&predictor=grammar&order_by=popularity&count=9&page=3&campaigns=c&lc=fr,de"
                + "&server_type=off&device_id=dev%26ice",
            {
                _ = try await $0.insights(
                    where: .init(
                        types: [.packaging], barcode: code(), isAnnotated: true, annotation: .skip, valueTag: "t",
                        brands: ["b"], countries: [.germany], predictor: .grammar, campaigns: ["c"],
                        languages: [.french, .german], serverType: .food),
                    order: .popularity, page: 3, count: 9)
            },
            {
                _ = try await $0.insights(
                    insightTypes: "packaging", barcode: "0200000000011", annotated: true, annotation: -1, valueTag: "t",
                    brands: "b", countries: "de", predictor: "grammar", orderBy: "popularity", count: 9, page: 3,
                    campaigns: "c", lc: "fr,de", serverType: "off")
            }),
        Line(
            "GET /api/v1/insights/random?type=trace&value_tag=t&count=2&predictor=flashtext&countries=us&server_type=off_pro",
            {
                _ = try await $0.randomInsights(
                    type: .trace, valueTag: "t", countries: [.unitedStates], predictor: .flashtext, count: 2,
                    serverType: .pro)
            },
            {
                _ = try await $0.randomInsights(
                    type: "trace", valueTag: "t", count: 2, predictor: "flashtext", countries: "us",
                    serverType: "off_pro")
            }),
        Line(
            "GET /api/v1/insights/0200000000011?server_type=obf",
            { _ = try await $0.insights(of: code(), serverType: .beauty) },
            { _ = try await $0.insights(barcode: "0200000000011", serverType: "obf") }),
        Line(
            "GET /api/v1/insights/detail/\(id)", { _ = try await $0.insight(id) }, { _ = try await $0.insight(id: id) }),
        Line(
            "GET /api/v1/insights/dump?insight_types=brand,label&barcode=0200000000011&annotated=false&value_tag=v&count=10000"
                + "&server_type=off",
            {
                _ = try await $0.insightDump(
                    types: [.brand, .label], barcode: code(), annotated: false, valueTag: "v", count: 10_000,
                    serverType: .food)
            },
            {
                _ = try await $0.insightDump(
                    insightTypes: "brand,label", barcode: "0200000000011", annotated: false, valueTag: "v",
                    count: 10_000, serverType: "off")
            }),
    ]

    @Test("A call is one line, with types and without", arguments: lines + moreLines)
    func line(_ expected: Line) async throws {
        for isTyped in [true, false] {
            let service = Service(200, "{}")
            let client = try service.robotoff(as: .device("dev&ice"))
            // The response is irrelevant; only the request is tested.
            do {
                if isTyped { try await expected.typed(client) } else { try await expected.basic(client.basic) }
            } catch let error as OpenFoodFactsError {
                #expect(error.rule == nil)
            }
            #expect(service.asked.count == 1)
            #expect(service.line == expected.line)
            #expect(service.asked.first?.body == nil)
            #expect(service.asked.first?.isRepeatable == true)
            let head = try #require(service.asked.first?.head)
            #expect(head.scheme == "https" && head.authority == "robotoff.openfoodfacts.org")
            #expect(head.headerFields[.userAgent] == "Test/1.0 (test@example.org)")
            #expect(head.headerFields[.authorization] == nil)
        }
    }

    @Test("Another base keeps its port and path")
    func base() async throws {
        let service = Service(200, #"{"status": "running"}"#)
        let base = try #require(URL(string: "http://127.0.0.1:5500/off/"))
        let client = RobotoffClient(
            baseURL: base, userAgent: try agent(), identity: .account(invented), transport: service.transport)
        #expect(try await client.status().value == "running")
        let head = try #require(service.asked.first?.head)
        #expect(head.scheme == "http" && head.authority == "127.0.0.1:5500" && head.path == "/off/api/v1/status")
        #expect(RobotoffClient.staging.absoluteString == "https://robotoff.openfoodfacts.net")
    }

    /// Paths of the service's own document that are for operators and that this library does not support.
    static let forOperators: Set<String> = [
        "POST /batch/import", "POST /products/dataset", "POST /image_predictions/import", "POST /images/logos/update",
    ]

    @Test(
        "Every address of the service's own document is asked, but those for operators",
        .needsShared)
    func document() throws {
        let document = try json(String(decoding: RecordedRobotoff.bytes("openapi.json"), as: UTF8.self))
        guard case .object(let paths)? = document["paths"] else { return #expect(Bool(false)) }
        var wanted = Set<String>()
        for (path, methods) in paths {
            guard case .object(let methods) = methods else { continue }
            for method in methods.keys where ["get", "post", "put"].contains(method) {
                wanted.insert("\(method.uppercased()) \(path)")
            }
        }
        let written = WriteTests.lines + Self.lines.map(\.line) + Self.moreLines.map(\.line)
        let asked = Set(
            written.map { line in
                String(line.prefix { $0 != "?" }).replacing("/api/v1", with: "").replacing(
                    "0200000000011", with: "{barcode}"
                )
                .replacing(Self.id, with: "{insight_id}").replacing("/alice", with: "/{username}")
                .replacing("/4711", with: "/{logo_id}")
            })
        #expect(wanted.subtracting(asked).subtracting(Self.forOperators).isEmpty)
        let gone: Set<String> = [
            "GET /questions/random", "GET /questions/popular", "GET /insights/random", "GET /insights/{barcode}",
        ]
        #expect(asked.subtracting(wanted) == gone, "these answer, and are documented no more")
    }
}
