import Larder
import Support
import Testing

@Suite("Requests to Robotoff that a person composes", .tags(.small))
struct RobotoffRequestTests {
    private func call(_ id: String) throws -> RobotoffCall { try #require(RobotoffCall.named(id)) }

    @Test("Every call has its own name, its own address, and words of its own")
    func all() {
        #expect(Set(RobotoffCall.all.map(\.id)).count == RobotoffCall.all.count)
        #expect(Set(RobotoffCall.all.map { $0.method + $0.path }).count == RobotoffCall.all.count)
        #expect(Set(RobotoffCall.all.map(\.words)).count == RobotoffCall.all.count)
        #expect(RobotoffCall.Group.allCases.allSatisfy { !RobotoffCall.of($0).isEmpty })
        for call in RobotoffCall.all {
            #expect(call.words != call.path, "\(call.id) has no words")
            #expect(Set(call.parameters.map(\.name)).count == call.parameters.count, "\(call.id)")
            let inPath = call.parameters.filter { $0.place == .path }
            #expect(inPath.allSatisfy { call.path.contains("{\($0.name)}") }, "\(call.id)")
            #expect(call.path.contains("{") == !inPath.isEmpty, "\(call.id)")
        }
    }

    @Test("Values are put into the path, the query and the body, in the order of the parameters")
    func places() throws {
        let product = try RobotoffRequest(try call("insights-product"), ["barcode": " 3017620422003 "])
        #expect(product.path == "/insights/3017620422003" && product.query.isEmpty && product.body.isEmpty)
        let random = try RobotoffRequest(
            try call("insights-random"), ["count": "5", "type": "label", "countries": " "])
        #expect(random.path == "/insights/random")
        #expect(random.query.map { "\($0.name)=\($0.value)" } == ["type=label", "count=5"])
        let category = try RobotoffRequest(
            try call("predict-category"), ["threshold": "0.3", "barcode": "0200000000011", "deepest_only": "true"])
        #expect(category.call.method == "POST" && category.query.isEmpty)
        #expect(
            category.body == [
                "threshold": .number(0.3), "barcode": .text("0200000000011"), "deepest_only": .flag(true),
            ])
    }

    @Test(
        "A value that is missing, has another kind, or leads to another address is refused",
        arguments: [
            ("insights-product", "barcode", ""), ("insights-product", "barcode", "30176a"),
            ("insights-product", "barcode", String(repeating: "1", count: 25)),
            ("insights-detail", "id", "x/../../annotate"), ("insights-detail", "id", ".."),
            ("service-answers", "name", "a b"), ("service-answers", "name", "a%2Fb"),
            ("insights-random", "count", "-1"), ("insights-random", "count", "1.5"),
            ("insights-list", "annotated", "yes"), ("predict-category", "threshold", "1.1"),
            ("predict-text", "ocr_url", "file:///etc/passwd"), ("insights-list", "brands", "a\u{0}b"),
            ("insights-list", "brands", String(repeating: "a", count: 2_001)),
        ])
    func refused(id: String, name: String, value: String) throws {
        var values = [name: value]
        if id == "predict-category" { values["barcode"] = "3017620422003" }
        let refusal = #expect(throws: RobotoffRequest.Refusal.self) { try RobotoffRequest(try call(id), values) }
        #expect(refusal?.parameter == name && refusal?.sentence.contains(name) == true)
    }

    @Test("The refusal of an unknown parameter names those of the request")
    func unknown() throws {
        let refusal = #expect(throws: RobotoffRequest.Refusal.self) {
            try RobotoffRequest(try call("insights-random"), ["country": "en:france"])
        }
        #expect(refusal?.parameter == "country" && refusal?.sentence.contains("countries") == true)
        let bare = #expect(throws: RobotoffRequest.Refusal.self) {
            try RobotoffRequest(try call("service-status"), ["x": "1"])
        }
        #expect(bare?.sentence == "This request has no parameters.")
    }
}
