import Foundation
import FoundationNetworking
import HTTPTransport
import HTTPTypes
import OpenFoodFacts
import Support
import Testing

extension FoodStubTests {
    func products() throws -> OpenFoodFactsClient {
        OpenFoodFactsClient(
            baseURL: try #require(URL(string: server.url)), userAgent: try agent(), transport: .loopback)
    }

    /// Sends a request to the stub's control interface.
    func control(
        _ method: String, _ order: String = "", at url: String? = nil
    ) async throws -> (status: Int, json: StubJSON) {
        var request = URLRequest(url: try #require(URL(string: (url ?? server.url) + "/_stub/food")))
        request.httpMethod = method
        if !order.isEmpty { request.httpBody = Data(order.utf8) }
        let response = try await fetch(request)
        return (response.head.status.code, try StubJSON(response.body))
    }

    private func read(_ code: String, _ language: Language? = nil, api: ProductAPI? = nil) async throws -> ProductAnswer
    {
        try await products().product(code: code, lc: language?.rawValue, api: api).value
    }

    @Test("The stub returns a product in both versions and in a language", arguments: [ProductAPI.v3, .v2])
    func product(_ api: ProductAPI) async throws {
        let answer = try await read(Self.spread, .french, api: api)
        let spread = try #require(answer.product)
        #expect(spread.name == "Pâte à tartiner aux noisettes" && spread.nutriScore == .e)
        #expect(spread.novaGroup == .ultraProcessed && spread.greenScore != nil && spread.greenScorePoints == 31)
        #expect(spread.allergens == .listed(["en:gluten", "en:milk", "en:nuts"]))
        #expect(spread.traces == .listed(["en:soybeans"]) && spread.ingredients?.count == 7)
        #expect(spread.nutriments["fat"]?.per100g?.value == 30.9 && spread.nutriments["fiber"]?.per100g?.value == 0)
        #expect(spread.brandTags == [api == .v2 ? "nordlicht" : "xx:nordlicht"])
        let oats = try #require(try await read(Self.biscuits, api: api).product)
        #expect(oats.quantityAmount == 200 && oats.nutriments["sugars"]?.per100g?.value == 21)
        #expect(oats.nutriScorePoints == 8 && oats.completeness == 0.8)
    }

    @Test("The stub distinguishes unknown, missing and invalid codes")
    func unknown() async throws {
        let soup = try #require(try await read("8413000065504").product)
        #expect(soup.allergens == .notKnown && soup.nutriScore == .unknown && soup.novaGroup == nil)
        let thyme = try #require(try await read("5000213002834").product)
        #expect(thyme.allergens == .none && thyme.nutriScore == .notApplicable && thyme.hasNoNutritionData)
        let fizz = try #require(try await read("0049000006346").product)
        #expect(fizz.allergens == .notKnown && fizz.ingredientAnalysis.contains("en:maybe-vegetarian"))
        let bare = try #require(try await read("1990000000027").product)
        #expect(bare.code == "1990000000027" && bare.name == nil && bare.pictureURL(.front) == nil)
        #expect(try await read("0059290522143").product?.name?.hasPrefix("رقائق") == true)
        #expect(try await read("0059290522143", .english).product?.name?.count ?? 0 > 500)
        #expect(try await read("1990000000010").product?.name?.contains("<script>") == true)
    }

    @Test("The stub writes codes as the service does")
    func codes() async throws {
        let answer = try await read("049000006346")
        #expect(answer.status == "success_with_warnings" && answer.code == "0049000006346")
        #expect(answer.warnings.map(\.codeWasNormalized) == [true])
        for code in ["(01)03560070169443", "01035600701694431727010110AB", "^0103560070169443", "03560070169443"] {
            #expect(try await read(code).code == Self.spread, "\(code)")
        }
        for code in ["2041813002834", "04963406", "abcd"] {
            for api in [ProductAPI.v3, .v2] {
                let absent = try await products().product(code: code, api: api)
                #expect(absent.status == 404 && absent.value.product == nil)
            }
        }
        #expect(try await read("30712345000010").product?.quantity == "12 x 330 ml")
        #expect(try await read("1990000000034").product?.productType == "beauty", "it leads there by itself")
        let reply = try await fetch(
            URLRequest(url: try #require(URL(string: server.url + "/api/v3.6/product/1990000000034"))))
        let elsewhere = try ProductAnswer(JSONDecoder().decode(JSONValue.self, from: Data(reply.body)))
        #expect(elsewhere.otherProductType == "beauty" && reply.head.status.code == 404)
    }

    @Test("Codes from the server's own tests are normalised as the server does", .needsShared)
    func vectors() throws {
        #expect(try expectCodes(of: #require(Fixture.shared) + "/data/barcodes/off_normalisation.csv") > 20)
    }

    @Test("Codes from the invented table are normalised as the server does")
    func ownVectors() throws {
        #expect(try expectCodes(of: Fixture.path("Barcodes/normalisation.csv")) > 20)
    }

    /// Returns the number of codes.
    private func expectCodes(of path: String) throws -> Int {
        let table = try String(contentsOfFile: path, encoding: .utf8)
        let lines = table.split(whereSeparator: \.isNewline).dropFirst()
        for line in lines where !line.hasPrefix("\"") {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let text = cells[0].replacing("\\u001d", with: "\u{1D}").replacing("\\u241d", with: "\u{241D}")
            #expect(FoodStub.normalised(text) == cells[1], "\(line)")
        }
        return lines.count
    }
}

extension FoodStubTests {
    @Test("The stub supports search by words, search by tags, and pictures")
    func search() async throws {
        let fizz = try await products().search("bubbleworks fizz", pageSize: 1).value
        #expect(fizz.count == 2 && fizz.products.count == 1 && fizz.page == 1)
        #expect(
            try await products().search(tags: ["labels": ["en:organic"]]).value.products.map(\.code) == [
                "5000213002834"
            ])
        let url = try #require(try await read(Self.spread).product?.pictureURL(.front))
        let picture = try await fetch(URLRequest(url: url))
        #expect(picture.body.starts(with: [0xFF, 0xD8, 0xFF]) && picture.body.count > 500)
        #expect(stub.count(.search) == 2 && stub.count(.product) == 1 && stub.count(.picture) == 1)
    }

    @Test("The stub refuses the sixteenth read in a minute")
    func limit() async throws {
        for _ in 1...15 { _ = try await read(Self.spread) }
        #expect(await failure { try await read(Self.spread) }?.code == .rateLimited)
        #expect(try await products().search("nothing-like-it").value.count == 0)
        stub.limit(.product, to: nil)
        _ = try await read(Self.spread)
        #expect(stub.calls.count { !$0.isWithinLimit } == 1)
    }

    // MARK: - Control interface

    @Test("The control interface accepts an order completely or not at all, and reports what happened")
    func door() async throws {
        #expect(try await control("POST", #"{"product": "503", "limits": {"x": 1}}"#).status == 400)
        #expect(try await control("POST", #"{"annotate": "counted-then-laugh"}"#).status == 400)
        #expect(try await control("POST", "[").status == 400)
        _ = try await read(Self.spread)
        let order = """
            {"product": ["503", {"mode": "429", "times": 2}], "at": {"\(Self.biscuits)": "500"},
             "votes": {"\(Self.label)": [1, 1]}, "close": {"\(Self.category)": 0},
             "products": {"199": {"product_name": "New"}, "\(Self.spread)": {"brands": null}},
             "questions-about": [{"barcode": "199", "type": "label", "value_tag": "en:vegan"}],
             "accounts": {"ben": "b"}}
            """
        #expect(try await control("POST", order).status == 200)
        let codes: [OpenFoodFactsError.Code] = [.unavailable, .rateLimited, .rateLimited]
        for code in codes { #expect(await failure { try await read(Self.spread) }?.code == code) }
        #expect(try await read(Self.spread).product?.brands == nil)
        #expect(try await read("00000199").product?.name == "New")
        #expect(await failure { try await read(Self.biscuits) }?.code == .serverError)
        let ben = RobotoffIdentity.account(Account(name: "ben", password: "b"))
        let question = try #require(try await robotoff(ben).basic.questions(barcode: "199").value.items.first)
        #expect(try await robotoff(ben).annotate(question.insightID, .yes).value.code == 2)
        for device in ["phone", "phone"] { _ = try await robotoff(.device(device)).annotate(Self.id(3), .yes) }
        let state = try await control("GET").json
        #expect(state["twice"] == .object(["phone \(Self.id(3))": 2]))
        #expect(state["votes"]?[Self.label]?["yes"] == 2 && state["insights"]?[Self.category]?["annotation"] == 0)
        #expect(state["written"]?.elements.map { $0["by"] } == ["ben"])
        #expect(state["counts"]?["product"] == 7 && state["most"]?["product"] == 7)
        #expect(state["ledger"]?.elements.first?["who"] == ["account": "ben", "passwordIsRight": true])
        #expect(!String(decoding: state.bytes, as: UTF8.self).contains("\"b\""), "no password is told")
        #expect(try await control("DELETE").json["ledger"]?.elements.isEmpty == true)
        #expect(stub.calls.isEmpty)
    }
}

extension FoodStubTests {
    @Test("A closed stub refuses connections and keeps its state")
    func down() async throws {
        let doors = try FoodStubPorts(stub)
        defer { doors.stop() }
        let client = RobotoffClient(
            baseURL: try #require(URL(string: doors.url(of: .robotoff))), userAgent: try agent(),
            identity: .device("phone"), transport: .loopback)
        let door = try StubServer(records: false) { doors.control($0) }
        func order(_ text: String) async throws -> StubJSON { try await control("POST", text, at: door.url).json }
        #expect(try await client.annotate(Self.label, .yes).value.code == 9)
        #expect(try await order(#"{"down": ["robotoff"]}"#)["down"] == ["robotoff"])
        let error = await failure { try await client.annotate(Self.label, .yes) }
        #expect(error?.code == .connectionFailure && error?.mayHaveArrived == false)
        #expect(try await control("GET", at: door.url).json["down"] == ["robotoff"])
        #expect(try await order(#"{"down": false}"#)["down"] == [])
        #expect(try await client.insight(Self.label).value.votes == 1)
        let wrong = try #require(URL(string: doors.url(of: .openFoodFacts) + "/api/v1/status"))
        #expect(try await fetch(URLRequest(url: wrong)).head.status.code == 404)
        #expect(stub.entries.count == 1)
        #expect(try await order(#"{"down": true}"#)["down"]?.elements.count == 2)
        #expect(try await control("DELETE", at: door.url).json["down"] == [])
        #expect(try await client.status().value == "running")
    }
}

extension HTTPTransport {
    /// The toolchain's own HTTP client, which is sufficient for loopback; follows no redirects.
    static var loopback: HTTPTransport {
        HTTPTransport { request in
            let head = request.head
            guard let url = URL(string: "\(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "")") else {
                throw HTTPTransportError(.invalidRequest, "no address")
            }
            var plain = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalAndRemoteCacheData)
            plain.httpMethod = head.method.rawValue
            for field in head.headerFields { plain.setValue(field.value, forHTTPHeaderField: field.name.rawName) }
            plain.httpBody = request.body.map { Data($0.segments().joined()) }
            return try await fetch(plain)
        }
    }
}

/// Sends one request without a client.
func fetch(_ plain: URLRequest) async throws -> HTTPTransport.Response {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    let session = URLSession(configuration: configuration, delegate: StaysThere(), delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    do {
        let (data, response) = try await session.data(for: plain)
        guard let response = response as? HTTPURLResponse else {
            throw HTTPTransportError(.invalidResponse, "no answer of HTTP")
        }
        let fields = response.allHeaderFields.compactMap { name, value in
            (name as? String).flatMap { name in (value as? String).map { (name, $0) } }
        }
        return .init(
            head: .init(status: .init(code: response.statusCode), headerFields: headers(fields)), body: [UInt8](data))
    } catch let error as URLError {
        switch error.code {
        case .cannotConnectToHost: throw HTTPTransportError(.connectionFailed, "refused")
        case .timedOut: throw HTTPTransportError(.timedOut, "nothing came")
        case .cancelled: throw CancellationError()
        default: throw HTTPTransportError(.cutOff, "the connection ended: \(error.code.rawValue)")
        }
    }
}

private final class StaysThere: NSObject, URLSessionTaskDelegate, Sendable {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
