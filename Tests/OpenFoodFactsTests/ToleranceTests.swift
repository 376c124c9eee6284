import Foundation
import HTTPTransport
import OpenFoodFacts
import Support
import Testing

@Suite("Tolerance for changed responses of Open Food Facts and Robotoff", .tags(.small))
struct ToleranceTests {
    private static let others: [JSONValue?] = [
        nil, .null, .flag(true), .number(-7.5), .text("odd"), .list([.null]), .list([.number(1)]), .object([:]),
    ]

    /// The properties of a value by their keys; properties beside a broken member must not change.
    private struct View<Value> {
        let key: String
        let see: (Value) -> AnyHashable?

        init<Seen: Hashable>(_ key: String, _ see: @escaping (Value) -> Seen?) {
            self.key = key
            self.see = { see($0).map { AnyHashable($0) } }
        }
    }

    /// Breaks each member of a record in every way; an optional member may be lost, but no other one.
    private func breakEverything<Value: WireValue>(
        _ whole: JSONValue, needed: Set<String>, atLeast count: Int, _ views: [View<Value>]
    ) throws {
        let intact = try Value(whole)
        let places = whole.places
        #expect(places.count >= count)
        let seen = views.map { $0.see(intact) }
        #expect(seen.allSatisfy { $0 != nil })
        for place in places {
            for other in Self.others {
                let spoilt = whole.with(other, at: place[...])
                guard let broken = try? Value(spoilt) else {
                    let isNeeded = place.count == 1 && needed.contains(place[0])
                    #expect(isNeeded, "\(place) → \(String(describing: other)) broke the whole")
                    continue
                }
                #expect(broken.raw == spoilt)
                for (index, view) in views.enumerated() where view.key != place[0] {
                    let isAlone = view.see(broken) == seen[index]
                    #expect(isAlone, "\(place) → \(String(describing: other)) broke \(view.key)")
                }
            }
        }
        #expect(throws: OpenFoodFactsError.self) { try Value(.text("odd")) }
        let strange = try Value(whole.withUnknownKeys)
        #expect(try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(strange)) == strange)
    }

    static let question = #"""
        {"insight_id": "0b0e1a52-0000-4000-8000-00000000000a", "barcode": "0200000000011", "question": "Is it?",
         "type": "add-binary", "value": "Oats", "value_tag": "en:oats", "insight_type": "category", "server_type": "off",
         "source_image_url": "https://x.test/1.400.jpg", "ref_image_url": "https://x.test/logo.svg"}
        """#

    @Test("Only insight, barcode and text make a question unreadable")
    func question() throws {
        try breakEverything(
            json(Self.question), needed: ["insight_id", "barcode", "question"], atLeast: 10,
            [
                View("insight_id") { (question: Question) in question.insightID }, View("barcode") { $0.barcode },
                View("question") { $0.question }, View("type") { $0.kind }, View("value") { $0.value },
                View("value_tag") { $0.valueTag }, View("insight_type") { $0.insightType },
                View("server_type") { $0.serverType }, View("source_image_url") { $0.sourceImageURL },
                View("ref_image_url") { $0.referenceImageURL },
            ])
    }
}

extension ToleranceTests {
    static let insight = #"""
        {"id": "0b0e1a52-0000-4000-8000-00000000000a", "barcode": "0200000000011", "type": "packaging",
         "data": {"element": {"shape": {"value": "Jar", "value_tag": "en:jar"}, "material": "en:glass"}, "text": "jar",
                  "lang": {"lang": "fr", "confidence": 0.5}, "rotation": 90, "logo_id": "7", "original": "a", "correction": "b",
                  "nutrients": {"fat_100g": {"value": "3,5", "unit": "g"}}, "bounding_box_absolute": [1, 2, 30, 40]},
         "timestamp": "2026-01-02T03:04:05", "completed_at": "2026-01-02T03:04:05.250000", "annotation": -1,
         "annotated_result": 1, "n_votes": 4, "username": "somebody", "countries": ["en:france", 3], "brands": ["x"],
         "process_after": "2026-01-03T00:00:00", "value_tag": "en:v", "value": "v", "source_image": "/1/2/3/4.jpg",
         "automatic_processing": false, "server_type": "opff", "unique_scans_n": "12", "reserved_barcode": true,
         "predictor": "grammar", "predictor_version": "1", "campaign": ["c"], "confidence": 0.75,
         "bounding_box": [0.1, 0.2, 0.3, 0.4], "lc": ["fr"], "with_image": true}
        """#

    @Test("Only id, barcode and type make an insight unreadable")
    func insight() throws {
        let whole = try json(Self.insight)
        try breakEverything(
            whole, needed: ["id", "barcode", "type"], atLeast: 55,
            [
                View("id") { (insight: Insight) in insight.id }, View("type") { $0.type },
                View("timestamp") { $0.timestamp }, View("completed_at") { $0.completedAt },
                View("annotation") { $0.annotation }, View("annotated_result") { $0.annotatedResult },
                View("n_votes") { $0.votes }, View("username") { $0.username }, View("countries") { $0.countries },
                View("brands") { $0.brands }, View("process_after") { $0.processAfter },
                View("value_tag") { $0.valueTag },
                View("value") { $0.value }, View("source_image") { $0.sourceImage },
                View("automatic_processing") { $0.isAutomatic }, View("server_type") { $0.serverType },
                View("unique_scans_n") { $0.uniqueScans }, View("reserved_barcode") { $0.isReservedBarcode },
                View("predictor") { $0.predictor }, View("predictor_version") { $0.predictorVersion },
                View("campaign") { $0.campaigns }, View("confidence") { $0.confidence },
                View("bounding_box") { $0.boundingBox }, View("lc") { $0.languages },
                View("with_image") { $0.hasImage },
                View("data") { $0.packagingTags }, View("data") { $0.nutrients }, View("data") { $0.spelling },
                View("data") { $0.textLanguage }, View("data") { $0.clueInPixels },
            ])
        let insight = try Insight(whole)
        #expect(insight.packagingTags == ["shape": "en:jar", "material": "en:glass"] && insight.text == "jar")
        #expect(insight.textLanguage?.language == .french && insight.rotation == 90 && insight.logoID == 7)
        #expect(insight.nutrients["fat_100g"]?.amount == 3.5 && insight.spelling?.correction == "b")
        #expect(insight.clue?.xMax == 0.4 && insight.clueInPixels?.yMax == 30 && !insight.isOpen)
        let other = try Insight(whole.with(.text("de"), at: ["data", "lang"]))
        #expect(other.textLanguage?.language == .german && other.textLanguage?.confidence == nil)
    }
}

extension ToleranceTests {
    static let product = #"""
        {"code": "0200000000011", "product_type": "food", "product_name": "Name", "product_name_fr": "Nom", "brands": "X, Y",
         "brands_tags": ["xx:x"], "quantity": "400 g", "product_quantity": "400", "serving_quantity": 15, "lang": "fr",
         "nutriscore_grade": "c", "nutriscore_score": "-1", "nova_group": 3, "environmental_score_grade": "a-plus",
         "ingredients_text": "x", "ingredients": [{"id": "en:x", "percent": "10", "ingredients": [{"id": "en:y"}]}],
         "ingredients_n": "2", "ingredients_analysis_tags": ["en:vegan"], "allergens_tags": ["en:milk"],
         "traces_tags": ["en:nuts"], "additives_tags": ["en:e322"], "categories_tags": ["en:c"], "labels_tags": ["en:l"],
         "countries_tags": ["en:france"], "packagings": [{"shape": {"id": "en:jar"}, "number_of_units": "2"}],
         "completeness": "0.5", "last_modified_t": 1700000000, "rev": "7", "nutrient_levels": {"fat": "low"},
         "nutriments": {"fat_100g": "1.5"}, "schema_version": 1004}
        """#

    @Test("No broken member makes a product unreadable")
    func product() throws {
        try breakEverything(
            json(Self.product), needed: [], atLeast: 48,
            [
                View("code") { (product: Product) in product.code }, View("product_type") { $0.productType },
                View("product_name") { $0.name }, View("product_name_fr") { $0.name(in: .french) },
                View("brands") { $0.brands }, View("brands_tags") { $0.brandTags }, View("quantity") { $0.quantity },
                View("product_quantity") { $0.quantityAmount }, View("serving_quantity") { $0.servingAmount },
                View("lang") { $0.language }, View("nutriscore_grade") { $0.nutriScore },
                View("nutriscore_score") { $0.nutriScorePoints }, View("nova_group") { $0.novaGroup },
                View("environmental_score_grade") { $0.greenScore }, View("ingredients_text") { $0.ingredientsText },
                View("ingredients") { $0.ingredients }, View("ingredients_n") { $0.ingredientCount },
                View("ingredients_analysis_tags") { $0.ingredientAnalysis }, View("allergens_tags") { $0.allergens },
                View("traces_tags") { $0.traces }, View("additives_tags") { $0.additives },
                View("categories_tags") { $0.categories }, View("labels_tags") { $0.labels },
                View("countries_tags") { $0.countries }, View("packagings") { $0.packagings },
                View("completeness") { $0.completeness }, View("last_modified_t") { $0.lastModified },
                View("rev") { $0.revision }, View("nutrient_levels") { $0.nutrientLevels },
                View("nutriments") { $0.nutriments }, View("schema_version") { $0.schemaVersion },
            ])
        let product = try Product(try json(Self.product))
        #expect(product.ingredients?[0].ingredients.map(\.id) == ["en:y"] && product.packagings[0].shape == "en:jar")
        #expect(product.packagings[0].units == 2 && product.revision == 7 && product.greenScore == .aPlus)
        let list = try Product(try json(#"{"brands": ["X", "Y"], "code": 96385074}"#))
        #expect(list.brands == "X, Y" && list.code == "96385074")
    }

    @Test("One broken element costs a list one element; a list of nothing but broken ones is none")
    func lists() async throws {
        func list(_ elements: String, _ rest: String = #", "status": "found""#) async throws -> RobotoffList<Question> {
            try await Service(200, #"{"questions": [\#(elements)]\#(rest)}"#).robotoff.questions().value
        }
        let two = try await list("\(Self.question), {}, 3, null, {\"insight_id\": 1}, \(Self.question)")
        #expect(two.items.count == 2 && two.unreadableItems == 3 && two.count == nil)
        let none = try await list("{}", #", "status": "no_questions", "count": "7""#)
        #expect(none.items.isEmpty && none.unreadableItems == 0 && none.count == 7 && none.status == "no_questions")
        #expect(await failure { try await list(#"{"insight_id": "a"}"#) }?.code == .keyNotFound)
        #expect(await failure { try await list("3") }?.code == .typeMismatch)
        for (body, code) in [
            (#"{"status": "no_questions"}"#, nil), (#"{"status": "found"}"#, OpenFoodFactsError.Code.keyNotFound),
            (#"{"questions": null, "status": "found"}"#, .valueNotFound), (#"{"questions": {}}"#, .typeMismatch),
            ("[]", .typeMismatch), ("{}", .keyNotFound),
        ] {
            #expect(await failure { try await Service(200, body).robotoff.questions() }?.code == code)
        }
        let pairs = #"{"questions": [["en:a", 2], [null, "3"], ["x"], [1, 2, 3], {}], "count": 5}"#
        let groups = try await Service(200, pairs).robotoff.unansweredQuestions().value
        #expect(groups.items.map(\.valueTag) == ["en:a", nil] && groups.items.map(\.count) == [2, 3])
        #expect(groups.unreadableItems == 2)
    }
}

extension ToleranceTests {
    @Test("A question without a value is valid, and a tag is distinguished from a name")
    func values() throws {
        let whole = try json(Self.question)
        #expect(try Question(whole.with(.null, at: ["value"])).value == nil)
        #expect(try Question(whole.with(.null, at: ["value"])).valueIsTag == false)
        for (value, isTag) in [
            ("en:oats", true), ("en:jar, en:glass", true), ("Oats", false), ("Net: 4 g", false), ("", false),
            ("au: 4", false),
        ] {
            #expect(try Question(whole.with(.text(value), at: ["value"])).valueIsTag == isTag, "\(value)")
        }
    }

    @Test("A reply contains the response beside the value")
    func replies() async throws {
        let body = #"{"count": 1, "questions": [\#(Self.question)], "status": "found", "new": [1, 2]}"#
        let reply = try await Service(200, body).robotoff.questions()
        #expect(reply.raw == (try json(body)) && reply.body == Array(body.utf8) && reply.status == 200)
        #expect(reply.value.items[0].raw == (try json(Self.question)))
    }
}
