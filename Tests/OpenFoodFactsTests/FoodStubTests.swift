import Foundation
import FoundationNetworking
import HTTPTransport
import HTTPTypes
import OpenFoodFacts
import Support
import Testing

/// The stub for journeys counts as the real service does, tested with the real clients.
@Suite("The stub of Robotoff", .tags(.medium))
struct FoodStubTests {
    let stub = FoodStub(now: { Date(timeIntervalSince1970: 1_800_000_000) })
    let server: StubServer
    static let spread = "3560070169443"
    static let biscuits = "5010477348678"
    static let label = FoodStubTests.id(4)
    static let category = FoodStubTests.id(5)

    init() throws {
        server = try StubServer(records: false) { [stub] request in
            FoodStub.isControl(request) ? stub.control(request) : stub.reply(to: request)
        }
    }

    static func id(_ number: Int) -> String {
        "f00d0000-0000-4000-8000-" + String(repeating: "0", count: number < 10 ? 11 : 10) + String(number)
    }

    func robotoff(_ identity: RobotoffIdentity = .device("phone")) throws -> RobotoffClient {
        RobotoffClient(
            baseURL: try #require(URL(string: server.url)), userAgent: try agent(), identity: identity,
            transport: .loopback)
    }

    private var anna: RobotoffIdentity { .account(Account(name: "anna", password: "right")) }
    private var impostor: RobotoffIdentity { .account(Account(name: "anna", password: "guessed")) }

    private func say(
        _ annotation: Annotation, to insight: String = label, as identity: RobotoffIdentity = .device("phone")
    ) async throws -> Int {
        try await robotoff(identity).annotate(insight, annotation).value.code
    }

    private func insight(_ id: String = label) async throws -> Insight { try await robotoff().insight(id).value }

    // MARK: - Counting

    @Test("Three equal votes decide, and the same device may cast all of them")
    func votes() async throws {
        #expect(try await say(.yes) == 9)
        #expect(try await say(.yes) == 9, "the same device twice is two votes")
        #expect(try await insight().votes == 2)
        #expect(try await insight().isOpen)
        #expect(try await say(.yes, as: .device("tablet")) == 2)
        let closed = try await insight()
        #expect(closed.annotation == .yes && closed.annotatedResult == 2 && closed.username == nil)
        #expect(try await say(.no, as: .device("third")) == 5)
        #expect(stub.entries.map(\.isCounted) == [true, true, true, false])
        #expect(stub.entries.map(\.code) == [9, 9, 2, 5])
        #expect(stub.entries.map(\.who)[1...2] == [.device("phone"), .device("tablet")])
        let labels = try await products().product(Barcode(Self.spread)).value.product?.labels
        #expect(labels?.contains("en:organic") == true, "it is written to the product")
    }

    @Test("Three no votes close the insight as wrong")
    func refused() async throws {
        stub.vote([0, 1, 0], on: Self.label)
        #expect(try await say(.no) == 1)
        #expect(try await insight().annotation == .no)
        #expect(stub.entries.count == 1, "the ledger holds what was received")
    }

    @Test("Two yes votes and two no votes close the insight without a decision")
    func conflict() async throws {
        for (vote, code) in [(Annotation.yes, 9), (.no, 9), (.yes, 9), (.no, 1)] {
            #expect(try await say(vote, as: .device("\(vote)")) == code)
        }
        let closed = try await insight()
        #expect(closed.annotation == .skip && closed.votes == 4 && closed.annotatedResult == 1)
    }

    @Test("A skip applies to one identity: it is not a vote, and the question is not asked again")
    func skip() async throws {
        let code = try Barcode(Self.spread)
        #expect(try await robotoff().questions(of: code).value.items.count == 5)
        for _ in 1...4 { #expect(try await say(.skip) == 9) }
        #expect(try await insight().votes == 0)
        #expect(try await insight().isOpen)
        #expect(try await robotoff().questions(of: code).value.items.count == 4)
        #expect(try await robotoff(.device("tablet")).questions(of: code).value.items.count == 5)
        #expect(try await robotoff(.anonymous).questions(of: code).value.items.count == 5)
        #expect(try await say(.skip, to: Self.category, as: anna) == 9)
        #expect(try await robotoff(anna).questions(of: code).value.items.count == 4)
        #expect(try await robotoff().questions(of: code).value.items.count == 4)
        #expect(stub.votes(on: Self.label) == (0, 0, 4))
    }
}

extension FoodStubTests {
    @Test("An account decides at once, and its password is checked only when something is written")
    func account() async throws {
        #expect(try await say(.no, as: impostor) == 1, "a refusal is stored, whatever the password")
        #expect(try await insight().username == "anna")
        let error = await failure { try await say(.yes, to: Self.category, as: impostor) }
        #expect(error?.code == .loginMaybeRefused && error?.status == 500)
        #expect(try await insight(Self.category).isOpen)
        #expect(try await say(.yes, to: Self.category, as: anna) == 2)
        #expect(try await robotoff().answers(by: "anna").value == 2)
        let stored = try await robotoff(anna).annotate(Self.id(2), .yes, updatesProduct: false)
        #expect(stored.value.next == .saved && stored.value.code == 1)
        #expect(stub.entries.map(\.isCounted) == [true, false, true, true])
        #expect(stub.entries[1].who == .account("anna", passwordIsRight: false))
        let nobody = RobotoffIdentity.account(Account(name: "null", password: "null"))
        #expect(try await say(.yes, to: Self.id(3), as: nobody) == 9, "null is nobody")
    }

    @Test("An own value is validated, and stored only with an account")
    func own() async throws {
        let client = try robotoff(anna)
        let odd = OwnValue(.object(["value_tag": .text("en:spreads"), "x": .number(1)]))
        #expect(try await client.annotate(Self.category, .own, ownValue: odd).value.next == .correct)
        let own = OwnValue.category("en:nut-spreads")
        #expect(try await client.annotate(Self.category, .own, ownValue: own).value.code == 12)
        let closed = try await insight(Self.category)
        #expect(closed.annotation == .own && closed.valueTag == "en:nut-spreads")
        let stranger = await failure {
            try await robotoff().basic.annotate(insightID: Self.label, annotation: 2, data: #"{"value_tag": "x"}"#)
        }
        #expect(stranger?.code == .authenticationRequired && stranger?.status == 400)
        #expect(stub.entries.map(\.isCounted) == [false, true, false])
    }

    @Test("Every outcome occurs as scheduled")
    func outcomes() async throws {
        #expect(try await say(.yes, to: Self.id(99)) == 6)
        #expect(try await say(.yes, to: Self.id(18), as: anna) == 3, "its product has gone")
        #expect(try await say(.yes, to: Self.id(13), as: anna) == 10)
        #expect(try await insight(Self.id(13)).isOpen, "undone")
        #expect(try await say(.yes, to: Self.id(14), as: anna) == 4)
        #expect(try await insight(Self.id(14)).annotatedResult == 4)
        stub.vote([1, 1], on: Self.id(11))
        #expect(try await say(.yes, to: Self.id(11)) == 13, "it comes at the third vote")
        #expect(try await say(.yes, to: Self.id(11), as: anna) == 2)
        stub.set(.kind(.annotate), [.init(.outcome(8), times: 1), .init(.outcome(5), times: 1)])
        #expect(try await say(.yes, as: anna) == 8)
        #expect(try await say(.yes, as: anna) == 5, "8 has closed it")
        stub.close(Self.category, with: 0)
        #expect(try await say(.yes, to: Self.category) == 5)
    }
}

extension FoodStubTests {
    @Test("A wrong request is refused with the service's own text")
    func refusals() async throws {
        let basic = try robotoff().basic
        func refusal(_ form: KeyValuePairs<String, String>) async -> OpenFoodFactsError? {
            await failure { try await basic.call("POST", "/insights/annotate", form: form) }
        }
        #expect(await refusal([:])?.code == .missingParameter)
        #expect(await refusal(["insight_id": "x", "annotation": "1"])?.field == "insight_id")
        #expect(await refusal(["insight_id": Self.label, "annotation": "3"])?.field == "annotation")
        #expect(await refusal(["insight_id": Self.label, "annotation": "1", "update": "maybe"])?.field == "update")
        #expect(await refusal(["insight_id": Self.label, "annotation": "2"])?.code == .missingParameter)
        let json = await failure {
            try await basic.call("POST", "/insights/annotate", json: .object(["insight_id": .text(Self.label)]))
        }
        #expect(json?.code == .missingParameter, "a body of JSON is not read")
        let target = "\(server.url)/api/v1/insights/annotate?insight_id=\(Self.label)&annotation=1"
        var bearer = URLRequest(url: try #require(URL(string: target)))
        bearer.httpMethod = "POST"
        bearer.setValue("Bearer x", forHTTPHeaderField: "Authorization")
        #expect(try await fetch(bearer).head.status.code == 401)
        #expect(await failure { try await basic.call("GET", "/insights/annotate") }?.code == .methodNotAllowed)
        #expect(stub.entries.count == 7 && stub.entries.allSatisfy { !$0.isCounted })
        #expect(await failure { try await basic.questions(barcode: Self.spread, count: 0) }?.field == "count")
        #expect(await failure { try await basic.questions(orderBy: "x") }?.status == 400)
        #expect(await failure { try await basic.questions(countries: "gb") }?.field == "countries")
        #expect(await failure { try await basic.insight(id: Self.id(99)) }?.code == .insightUnknown)
    }

    // MARK: - Scheduled behaviour

    struct Trouble: Sendable, CustomStringConvertible {
        let order: String
        let code: OpenFoodFactsError.Code
        let mayHaveArrived: Bool
        let counts: Bool
        var description: String { order }

        init(_ order: String, _ code: OpenFoodFactsError.Code, _ mayHaveArrived: Bool, counts: Bool) {
            (self.order, self.code, self.mayHaveArrived, self.counts) = (order, code, mayHaveArrived, counts)
        }
    }

    static let troubles: [Trouble] = [
        Trouble(#""counted-then-cut""#, .cutOff, true, counts: true),
        Trouble(#""cut-before""#, .cutOff, true, counts: false),
        Trouble(#""counted-then-hang""#, .timedOut, true, counts: true),
        Trouble(#""hang""#, .timedOut, true, counts: false),
        Trouble(#""429""#, .rateLimited, false, counts: false),
        Trouble(#"{"mode": "503", "retryAfter": 30}"#, .unavailable, false, counts: false),
        Trouble(#"{"mode": "503", "counted": true}"#, .unavailable, true, counts: true),
        Trouble(#""500""#, .serverError, true, counts: false),
        Trouble(#""502""#, .serverError, true, counts: false),
        Trouble(#""garbage""#, .dataCorrupted, true, counts: true),
        Trouble(#""truncated""#, .dataCorrupted, true, counts: true),
        Trouble(#""empty""#, .noBody, true, counts: true),
        Trouble(#""html""#, .unsupportedSuccessResponse, true, counts: false),
        Trouble(
            #"{"mode": "redirect", "to": "http://127.0.0.1:9/"}"#, .unsupportedSuccessResponse, true, counts: false),
        Trouble(#"{"mode": "cut-within", "bytes": 5}"#, .cutOff, true, counts: true),
    ]

    /// Times out as soon as its request is recorded, without waiting.
    private var impatient: HTTPTransport {
        HTTPTransport { [stub] request in
            try await withThrowingTaskGroup(of: HTTPTransport.Response.self) { group in
                group.addTask { try await HTTPTransport.loopback.send(request) }
                group.addTask {
                    while stub.entries.isEmpty { await Task.yield() }
                    throw HTTPTransportError(.timedOut, "nothing came")
                }
                defer { group.cancelAll() }
                guard let first = try await group.next() else { throw CancellationError() }
                return first
            }
        }
    }
}

extension FoodStubTests {
    @Test("A vote whose answer is lost is counted if the schedule says so", arguments: troubles)
    func trouble(_ trouble: Trouble) async throws {
        #expect(try await control("POST", "{\"annotate\": [\(trouble.order)]}").status == 200)
        let client = RobotoffClient(
            baseURL: try #require(URL(string: server.url)), userAgent: try agent(), identity: .device("phone"),
            transport: trouble.code == .timedOut ? impatient : .loopback)
        let error = await failure { try await client.annotate(Self.label, .yes) }
        #expect(error?.code == trouble.code && error?.mayHaveArrived == trouble.mayHaveArrived, "\(error as Any)")
        #expect(stub.entries.map(\.isCounted) == [trouble.counts])
        #expect(try await insight().votes == (trouble.counts ? 1 : 0))
        #expect(try await say(.yes) == 9, "one request, then as ever")
    }

    @Test("A held vote is already counted, and is answered at its release")
    func held() async throws {
        #expect(try await control("POST", #"{"at": {"\#(Self.label)": "held"}}"#).status == 200)
        async let code = say(.yes)
        while stub.waitingCount == 0 { await Task.yield() }
        #expect(try await insight().votes == 1)
        #expect(try await control("POST", #"{"release": true}"#).status == 200)
        #expect(try await code == 9)
    }

    // MARK: - Questions

    @Test("The stub returns questions in a language, and shortens the list before it sorts")
    func questions() async throws {
        let code = try Barcode(Self.spread)
        let french = try await robotoff().questions(of: code, language: .french).value
        #expect(french.items.map(\.insightType) == [.category, .label, .brand, .packaging, .productWeight])
        #expect(french.items[0].value == "Pâtes à tartiner aux noisettes" && french.count == nil)
        #expect(french.items[1].referenceImageURL != nil && french.items[1].sourceImageURL != nil)
        #expect(try await robotoff().questions(of: code, count: 1).value.items.map(\.insightType) == [.packaging])
        let oats = try await robotoff().questions(of: Barcode(Self.biscuits), language: .dutch).value.items
        #expect(oats.map(\.valueIsTag) == [true, false] && oats[0].question.hasSuffix("categorie?"))
        let none = try await robotoff().questions(of: Barcode("8413000065504")).value
        #expect(none.items.isEmpty && none.status == "no_questions")
        let soap = try Barcode("1990000000034")
        #expect(try await robotoff().questions(of: soap).value.items.isEmpty)
        #expect(try await robotoff().questions(of: soap, serverType: .beauty).value.items.count == 1)
        let upc = try await robotoff().questions(of: Barcode("0049000006346"), types: [.isUPCImage]).value.items
        #expect(upc.count == 1 && upc.first?.value == nil)
    }

    @Test("The stub supports questions about all products, insights and the rest of the service")
    func collections() async throws {
        let client = try robotoff()
        let popular = try await client.questions(count: 3).value
        #expect(popular.items.allSatisfy { $0.barcode == Self.spread } && popular.count == 9)
        #expect(try await client.popularQuestions(page: 9).value.status == "no_questions")
        let sure = try await client.questions(order: .confidence, count: 1).value.items
        #expect(sure.map(\.insightID) == [Self.category])
        let british = QuestionFilter(countries: [.unitedKingdom])
        #expect(
            try await client.randomQuestions(where: british).value.items.map(\.barcode) == [
                Self.biscuits, Self.biscuits,
            ])
        #expect(try await client.questions(where: .init(reservedBarcode: true)).value.count == 10)
        #expect(try await client.questions(where: .init(campaigns: ["agribalyse-category"])).value.count == 1)
        let groups = try await client.unansweredQuestions(type: .label).value
        #expect(groups.items.map(\.valueTag) == ["en:organic", "en:vegan"] && groups.items.map(\.count) == [2, 1])
        #expect(try await client.insights(of: Barcode(Self.spread)).value.items.count == 5)
        #expect(try await client.insights(of: code()).value.status == "no_insights")
        #expect(try await client.insights(where: .init(languages: [.french])).value.count == 2)
        let picture = try #require(URL(string: server.url + "/images/products/1.jpg"))
        let box = BoundingBox(yMin: 0, xMin: 0, yMax: 1, xMax: 1)
        #expect(try await client.crop(picture, to: box).value.starts(with: [0xFF, 0xD8, 0xFF]))
        let elsewhere = try #require(URL(string: "https://pictures.example/1.jpg"))
        #expect(await failure { try await client.crop(elsewhere, to: box) }?.field == "image_url")
        #expect(try await client.status().value == "running")
    }
}
