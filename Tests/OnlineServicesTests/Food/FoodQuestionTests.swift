import Foundation
import HTTPTransport
import HTTPTypes
import Household
import Larder
import OnlineServices
import Recognition
import Support
import Testing

/// Tests the conversion of Robotoff's questions to the household's type.
@Suite("Questions of Robotoff", .tags(.small))
struct FoodQuestionTests {
    private static func item(
        _ number: Int = 1, id: String? = nil, code: String = "0200000000011", kind: String = "category",
        value: String? = "\"Tea\"", more: String = ""
    ) -> String {
        let id = id ?? "a0000000-0000-4000-8000-0000000000" + (number < 10 ? "0\(number)" : "\(number)")
        return """
            {"barcode": "\(code)", "server_type": "off", "type": "add-binary", "value": \(value ?? "null"), "question":
            "Is it so?", "insight_id": "\(id)", "insight_type": "\(kind)"\(more)}
            """
    }

    private static func list(_ items: String...) -> String {
        "{\"questions\": [\(items.joined(separator: ","))], \"status\": \"\(items.isEmpty ? "no_questions" : "found")\"}"
    }

    private func ask(
        _ query: QuestionQuery, _ wire: FoodWire, as voter: VoterIdentity = FoodSample.device,
        lines: FoodLines = .init()
    ) async throws -> [FoodQuestion] {
        try await FoodSample.service(wire, lines: lines).readers.questions(query, voter).value
    }

    @Test("Enough questions about one product are requested, and the most useful come first")
    func ofProduct() async throws {
        let wire = FoodWire(
            200,
            Self.list(
                Self.item(1, kind: "packaging"), Self.item(2, kind: "brand"), Self.item(3, kind: "label"),
                Self.item(4, kind: "product_weight"), Self.item(5, kind: "category"), Self.item(6, kind: "label")))
        var query = QuestionQuery(code: "0200000000011")
        query.language = "de-AT"
        #expect(
            try await ask(query, wire).map(\.kind) == [
                "category", "label", "label", "brand", "packaging", "product_weight",
            ])
        query.count = 1
        query.kinds = ["label", "category"]
        #expect(try await ask(query, wire).map(\.kind) == ["category"])
        #expect(wire.seen.allSatisfy { $0.path == "/api/v1/questions/0200000000011" && $0.fields["count"] == "25" })
        #expect(wire.seen[0].fields["lang"] == "de" && wire.seen[0].fields["insight_types"] == nil)
        #expect(wire.seen[1].fields["insight_types"] == "label,category")
    }

    @Test(
        "Questions are requested for every stored product code",
        arguments: [
            ("0200000000011", "0200000000011"), ("10200000000018", "10200000000018"), ("20000004", "20000004"),
            ("036000291455", "0036000291455"), ("03017620422003", "3017620422003"), ("12345", "00012345"),
        ])
    func numbers(code: String, asked: String) async throws {
        let wire = FoodWire(200, Self.list())
        #expect(try await ask(QuestionQuery(code: code), wire).isEmpty)
        #expect(wire.seen.map(\.path) == ["/api/v1/questions/" + asked])
    }

    @Test("Questions are not requested for an invalid code, and there is no second page")
    func nothingToAsk() async throws {
        let wire = FoodWire()
        let failure = try await FoodSample.failure { try await ask(QuestionQuery(code: "../1"), wire) }
        #expect(failure?.error.code == .barcodeRefused)
        var query = QuestionQuery(code: "0200000000011")
        query.page = 2
        #expect(try await ask(query, wire).isEmpty)
        #expect(wire.seen.isEmpty)
    }

    @Test("Questions about all products are requested with every filter")
    func acrossProducts() async throws {
        let wire = FoodWire(200, Self.list(Self.item(1, kind: "brand"), Self.item(2, kind: "category")))
        var query = QuestionQuery()
        query.kinds = ["label", "brand"]
        query.country = "gb"
        query.brand = "ferrero"
        query.valueTag = "en:organic"
        query.campaign = "agribalyse-category"
        query.order = .confidence
        query.page = 3
        query.language = "fr"
        #expect(try await ask(query, wire).map(\.kind) == ["brand", "category"], "in the service's order")
        let seen = try #require(wire.seen.first)
        #expect(seen.path == "/api/v1/questions")
        #expect(
            seen.fields == [
                "order_by": "confidence", "page": "3", "count": "25", "lang": "fr", "insight_types": "label,brand",
                "value_tag": "en:organic", "brands": "ferrero", "countries": "uk", "campaigns": "agribalyse-category",
                "device_id": "device-SECRET-of-this-house",
            ])
    }

    @Test(
        "A brand is sent in the service's form",
        arguments: [("L'Oréal", "l-oreal"), ("xx:ferrero", "ferrero"), ("Ben & Jerry's", "ben-jerry-s")])
    func brand(typed: String, sent: String) async throws {
        let wire = FoodWire(200, Self.list())
        var query = QuestionQuery()
        query.brand = typed
        _ = try await ask(query, wire)
        #expect(wire.seen.first?.fields["brands"] == sent)
    }
}

extension FoodQuestionTests {
    @Test(
        "The orders of questions are sent",
        arguments: [(QuestionQuery.Order.popular, "popularity"), (.random, "random"), (.confidence, "confidence")])
    func orders(order: QuestionQuery.Order, word: String) async throws {
        let wire = FoodWire(200, Self.list())
        var query = QuestionQuery()
        query.order = order
        query.country = "world"
        query.brand = ""
        #expect(try await ask(query, wire).isEmpty)
        #expect(
            wire.seen.first?.fields == [
                "order_by": word, "page": "1", "count": "25", "lang": "en", "device_id": "device-SECRET-of-this-house",
            ], "the world is no filter")
    }

    @Test("A value that would make the whole request fail is not sent")
    func refused() async throws {
        let wire = FoodWire()
        for change in [{ $0.country = "xx" }, { $0.kinds = ["a,b"] }, { $0.brand = "a,b" }, { $0.brand = " & " }]
            as [(inout QuestionQuery) -> Void]
        {
            var query = QuestionQuery()
            change(&query)
            #expect(try await FoodSample.failure { try await ask(query, wire) }?.error.code == .valueRefused)
        }
        #expect(wire.seen.isEmpty)
    }

    @Test("Questions are requested as a device or with name and password, which are only in their header")
    func identity() async throws {
        let wire = FoodWire(200, Self.list())
        _ = try await ask(QuestionQuery(code: "0200000000011"), wire)
        _ = try await ask(QuestionQuery(), wire, as: FoodSample.account)
        #expect(wire.seen[0].fields["device_id"] == "device-SECRET-of-this-house")
        #expect(wire.seen[0].head.headerFields[.authorization] == nil)
        #expect(wire.seen[1].fields["device_id"] == nil)
        #expect(
            wire.seen[1].head.headerFields[.authorization]
                == "Basic " + Data("SECRETname:SECRET pass:word".utf8).base64EncodedString())
        #expect(!wire.seen[1].url.contains("SECRET"))
    }

    @Test(
        "A tag without a name in the language is shown as words",
        arguments: [
            ("en:hazelnut-spreads", "Hazelnut spreads", "en:hazelnut-spreads"),
            ("en:jar, en:glass, en:recycle", "Jar, glass, recycle", "en:jar, en:glass, en:recycle"),
            ("fr:label-rouge", "Label rouge", "fr:label-rouge"), ("Vegetarian", "Vegetarian", nil),
            ("400 g", "400 g", nil), ("en: mind the gap", "en: mind the gap", nil),
        ])
    func tags(value: String, words: String, tag: String?) async throws {
        let questions = try await ask(QuestionQuery(), FoodWire(200, Self.list(Self.item(value: "\"\(value)\""))))
        #expect(questions.first?.value == words && questions.first?.valueTag == tag)
    }

    @Test("A tag that is the value itself is kept unchanged")
    func ownTag() async throws {
        let item = Self.item(value: "\"en:biscuits\"", more: #", "value_tag": "en:dry-biscuits""#)
        let questions = try await ask(QuestionQuery(), FoodWire(200, Self.list(item)))
        #expect(questions.first?.value == "Biscuits" && questions.first?.valueTag == "en:dry-biscuits")
    }
}

extension FoodQuestionTests {
    @Test("All members of a question are converted, and unknown kinds too")
    func everything() async throws {
        let more = """
            , "value_tag": "en:teas", "source_image_url": "https://images.openfoodfacts.org/1.400.jpg",
            "ref_image_url": "javascript:1"
            """
        let questions = try await ask(
            QuestionQuery(),
            FoodWire(
                200,
                Self.list(
                    Self.item(kind: "smell", more: more), Self.item(2, kind: "is_upc_image", value: nil),
                    Self.item(3, value: "\"a\\u001bb\\n\""))))
        #expect(
            questions.first
                == FoodQuestion(
                    id: try #require(FoodQuestion.ID(FoodSample.id)), code: "0200000000011", kind: "smell",
                    text: "Is it so?", value: "Tea", valueTag: "en:teas",
                    pictureAddress: "https://images.openfoodfacts.org/1.400.jpg"))
        #expect(questions[1].value == nil && questions[1].valueTag == nil)
        #expect(questions[2].value == "a b")
    }

    @Test(
        "A logo that is a drawing is left out, and its question has no picture",
        arguments: [
            ("labels/organic.90x90.svg", false), ("labels/organic.SVG", false), ("labels/organic.svgz", false),
            ("labels/organic.90x90.png", true), ("labels/organic.jpg", true),
        ])
    func drawings(path: String, isShown: Bool) async throws {
        let address = "https://static.openfoodfacts.org/images/lang/en/" + path
        let item = Self.item(more: ", \"ref_image_url\": \"\(address)\"")
        let questions = try await ask(QuestionQuery(), FoodWire(200, Self.list(item)))
        #expect(questions.count == 1)
        #expect(questions.first?.referenceAddress == (isShown ? address : nil))
    }

    @Test("A question that cannot be answered is left out and logged")
    func malformed() async throws {
        let lines = FoodLines()
        let body = Self.list(
            Self.item(1), Self.item(id: "a b"), Self.item(id: ""), Self.item(id: String(repeating: "a", count: 65)),
            Self.item(id: "../1"), Self.item(2, code: "org/1"), #"{"question": "?"}"#)
        #expect(try await ask(QuestionQuery(), FoodWire(200, body), lines: lines).map(\.id.rawValue) == [FoodSample.id])
        #expect(lines.all.last == "Robotoff: 6 of 7 questions left out as malformed")
        #expect(!lines.all.joined().contains("SECRET"))
        let quiet = FoodLines()
        _ = try await ask(QuestionQuery(), FoodWire(200, Self.list(Self.item())), lines: quiet)
        #expect(quiet.all.count == 1)
    }

    // MARK: - What the real server answered

    @Test(
        "Invented answers of Robotoff are converted",
        arguments: [
            ("questions-three", ["category", "label", "product_weight"]), ("questions-none", []),
            ("questions-unknown-kind", ["brand", "smell"]),
        ])
    func invented(name: String, kinds: [String]) async throws {
        let body = try FoodSample.invented("Robotoff/\(name).json")
        let report = try await FoodSample.service(FoodWire(200, body)).readers.questions(
            QuestionQuery(code: "4006381333931"), FoodSample.device)
        #expect(report.value.map(\.kind) == kinds && report.raw == Array(body.utf8))
        if name == "questions-three" {
            #expect(report.value.first?.value == "Crème à tartiner" && report.value.first?.valueTag == "en:spreads")
        }
    }

    @Test(
        "Recorded answers of Robotoff are converted", .needsShared,
        arguments: [
            ("q-barcode", ["category", "label", "brand", "product_weight", "packaging"]),
            ("q-questions_count-3", ["packaging", "product_weight", "brand"]), ("q-barcode-none", []),
            ("q-barcode-types-extra", ["nutrition_image", "is_upc_image", "image_orientation"]),
            ("q-barcode-lang-unknown", ["packaging"]),
        ])
    func recorded(name: String, kinds: [String]) async throws {
        let body = try #require(FoodSample.recorded("robotoff/recorded/\(name).json"))
        let report = try await FoodSample.service(FoodWire(200, body)).readers.questions(
            QuestionQuery(code: name.contains("count-3") ? nil : "3017620422003"), FoodSample.device)
        #expect(report.value.map(\.kind) == kinds && report.raw == Array(body.utf8))
        #expect(report.value.allSatisfy { $0.value?.contains(":") != true })
        if name == "q-barcode-lang-unknown" { #expect(report.value.first?.value == "Jar, glass, recycle") }
        if name == "q-barcode" {
            #expect(report.value.first?.value == "Pâtes à tartiner aux noisettes")
            #expect(report.value.first?.valueTag == "en:hazelnut-spreads")
        }
    }
}
