import Foundation
import HTTPTransport
import HTTPTypes
import Household
import Larder
import OnlineServices
import Support
import Testing

/// Tests the conversion of a product from Open Food Facts to the household's type.
@Suite("Products of Open Food Facts", .tags(.small))
struct FoodProductTests {
    private static let whole = """
        {"code": "0200000000011", "product_type": "food", "product_name": "Nougat cream", "product_name_fr":
        "Crème\\u0007 de  nougat\\n", "generic_name": "Spread", "brands": "Muster, Probe", "quantity": "400 g",
        "serving_size": "15 g", "lang": "fr", "image_front_url": "https://images.openfoodfacts.org/1.jpg",
        "image_ingredients_url": "javascript:alert(1)", "image_nutrition_url": "ftp://x.test/1.jpg",
        "image_packaging_url": "http://images.openfoodfacts.net/2.jpg", "nutriscore_grade": "e",
        "nutriscore_score": 26, "nova_group": 4, "environmental_score_grade": "a-plus",
        "environmental_score_score": "103", "ingredients_text_fr": "Sucre, _noisettes_ 13 %", "ingredients": [
        {"id": "en:sugar", "text": "Sucre", "percent_estimate": 56.5, "vegan": "yes", "vegetarian": "yes",
        "from_palm_oil": "no"}, {"id": "en:fat", "text": "matière grasse", "percent": "20", "vegan": "maybe",
        "ingredients": [{"id": "fr:Huile", "text": "huile de _palme_", "from_palm_oil": "yes"}]}],
        "states_tags": ["en:ingredients-completed"], "allergens_tags": ["en:nuts", "en:milk"],
        "traces_tags": ["en:gluten"], "ingredients_analysis_tags": ["en:palm-oil", "en:non-vegan", "en:vegetarian"],
        "additives_tags": ["en:e322"], "nutrition_data_per": "100g", "nutriments": {"energy_100g": 2252,
        "energy-kj_100g": 2252, "energy-kcal_100g": "539", "fat_100g": 30.9, "fat_serving": 4.635, "fat_unit": "g",
        "salt_100g": 0, "nutrition-score-fr_100g": 26, "nova-group": 4, "vitamin-e_100g": 0.005,
        "fruits-vegetables-nuts-estimate-from-ingredients_100g": 13}, "labels_tags": ["en:no-gluten"],
        "categories_tags": ["en:spreads", "en:sweet-spreads"], "countries_tags": ["en:france"],
        "completeness": 1.1, "last_modified_t": "1700000000"}
        """

    @Test("All known values of a product are converted, in the requested language")
    func everything() async throws {
        let body = "{\"code\": \"0200000000011\", \"status\": \"success\", \"product\": \(Self.whole)}"
        let wire = FoodWire(200, body)
        let report = try await FoodSample.service(wire).readers.product("0200000000011", "fr-CH", "gb")
        var expected = Product(code: "0200000000011")
        expected.name = "Crème de nougat"
        expected.genericName = "Spread"
        expected.brands = "Muster, Probe"
        expected.quantity = "400 g"
        expected.servingSize = "15 g"
        expected.language = "fr"
        expected.pictures = [
            .front: "https://images.openfoodfacts.org/1.jpg", .packaging: "http://images.openfoodfacts.net/2.jpg",
        ]
        expected.nutriScore = .grade("e", points: 26)
        expected.novaGroup = 4
        expected.greenScore = .grade("a-plus", points: 103)
        expected.ingredientsText = "Sucre, _noisettes_ 13 %"
        expected.ingredients = [
            .init(
                tag: "en:sugar", text: "Sucre", percent: 56.5, vegan: .yes, vegetarian: .yes, fromPalmOil: .no),
            .init(
                tag: "en:fat", text: "matière grasse", percent: 20, vegan: .maybe,
                parts: [.init(tag: "fr:Huile", text: "huile de palme", fromPalmOil: .yes)]),
        ]
        expected.hasAllIngredients = true
        expected.allergens = .stated(["en:nuts", "en:milk"])
        expected.traces = .stated(["en:gluten"])
        expected.vegan = .no
        expected.vegetarian = .yes
        expected.palmOilFree = .no
        expected.additives = ["en:e322"]
        expected.nutrients = [
            .init(name: "energy-kj", per100: 2252, perServing: nil, unit: "kJ"),
            .init(name: "energy-kcal", per100: 539, perServing: nil, unit: "kcal"),
            .init(name: "fat", per100: 30.9, perServing: 4.635, unit: "g"),
            .init(name: "salt", per100: 0, perServing: nil, unit: "g"),
            .init(name: "vitamin-e", per100: 0.005, perServing: nil, unit: "g"),
        ]
        expected.nutritionPer = "100g"
        expected.labels = ["en:no-gluten"]
        expected.categories = ["en:spreads", "en:sweet-spreads"]
        expected.countries = ["en:france"]
        expected.modifiedAt = Date(timeIntervalSince1970: 1_700_000_000)
        expected.completeness = 1
        expected.texts = [.init(.name, "Nougat cream")]
        #expect(report.value == expected)
        #expect(report.raw == Array(body.utf8))
    }
}

extension FoodProductTests {
    @Test("A product is requested once, with the application's name and without a user name")
    func request() async throws {
        let wire = FoodWire(200, "{\"status\": \"success\", \"product\": {}}")
        _ = try await FoodSample.service(wire).readers.product("0200000000011", "pt-BR", "gb")
        let seen = try #require(wire.seen.first)
        #expect(wire.seen.count == 1 && seen.head.method == .get && seen.body.isEmpty)
        #expect(seen.url.hasPrefix("https://food.test/api/v3.6/product/0200000000011?fields=code,"))
        #expect(seen.fields["lc"] == "pt" && seen.fields["cc"] == "uk" && seen.fields["product_type"] == "all")
        #expect(seen.fields["fields"]?.contains(",product_name_pt,generic_name_pt,ingredients_text_pt,") == true)
        // A warning may exist in one language only, or in a free text only.
        for field in [
            "ingredients_text_de", "ingredients_text_fi", "traces", "traces_from_user", "allergens", "labels",
        ] {
            #expect(seen.fields["fields"]?.split(separator: ",").count { $0 == field } == 1, "\(field)")
        }
        #expect(seen.fields["device_id"] == nil && seen.head.headerFields[.authorization] == nil)
        #expect(seen.head.headerFields[.userAgent] == "Stillroom/1.2 (house@example.org)")
    }

    @Test("A product without values is converted to a product without values")
    func nothing() async throws {
        let product = try await FoodSample.product("{}")
        var nothing = Product(code: "0200000000011")
        nothing.texts = []
        #expect(product == nothing)
        #expect(product.allergens == .notKnown && product.additives == nil && product.novaGroup == nil)
    }

    @Test("A missing product is a valid result", arguments: [200, 404])
    func absent(status: Int) async throws {
        let body = #"{"code": "0200000000011", "status": "failure", "result": {"id": "product_not_found"}}"#
        let report = try await FoodSample.service(FoodWire(status, body)).readers.product("0200000000011", "en", "fr")
        #expect(report.value == nil && report.raw == Array(body.utf8))
    }

    @Test("If the service does not know the newest API version, the older one is used")
    func olderVersion() async throws {
        let wire = FoodWire { seen in
            seen.path.contains("/v3")
                ? FoodWire.json("<html>", status: 404)
                : FoodWire.json(#"{"code": "1", "status": 1, "product": {"product_name": "Tea"}}"#)
        }
        let report = try await FoodSample.service(wire).readers.product("0200000000011", "en", "world")
        #expect(report.value?.name == "Tea" && report.value?.code == "0200000000011", "1 is no code that is kept")
        #expect(wire.seen.map(\.path) == ["/api/v3.6/product/0200000000011", "/api/v2/product/0200000000011"])
    }

    @Test("A product that is stored under another number has that number")
    func otherCode() async throws {
        let product = try await FoodSample.product("{}", code: "0036000291452")
        #expect(product.code == "0036000291452")
    }
}

extension FoodProductTests {
    @Test(
        "A text that cannot be a product code is not requested",
        arguments: ["", "123", "12a45678", String(repeating: "1", count: 25)])
    func badCode(code: String) async throws {
        let wire = FoodWire()
        let failure = try await FoodSample.failure {
            try await FoodSample.service(wire).readers.product(code, "en", "world")
        }
        #expect(failure?.error.code == .barcodeRefused && wire.seen.isEmpty)
    }

    // MARK: - Missing, none, unknown

    @Test(
        "An empty list of allergens means none only if all ingredients have been entered",
        arguments: [
            ("{}", Product.Statement.notKnown), (#"{"allergens_tags": []}"#, .notKnown),
            (#"{"allergens_tags": [], "states_tags": ["en:ingredients-to-be-completed"]}"#, .notKnown),
            (#"{"allergens_tags": [], "states_tags": ["en:ingredients-completed"]}"#, .noneStated),
            (#"{"states_tags": ["en:ingredients-completed"]}"#, .notKnown),
            (#"{"allergens_tags": ["en:none"]}"#, .noneStated),
            (#"{"allergens_tags": ["en:milk"], "states_tags": []}"#, .stated(["en:milk"])),
            (#"{"allergens_tags": ["  ", "\u0007"], "states_tags": ["en:ingredients-completed"]}"#, .notKnown),
        ])
    func allergens(body: String, expected: Product.Statement) async throws {
        #expect(try await FoodSample.product(body).allergens == expected)
    }

    @Test("An empty list of traces never means none, even if the ingredients are complete")
    func traces() async throws {
        let body = #"{"traces_tags": [], "states_tags": ["en:ingredients-completed"]}"#
        #expect(try await FoodSample.product(body).traces == .notKnown)
        #expect(try await FoodSample.product(#"{"traces_tags": ["en:none"]}"#).traces == .noneStated)
    }

    @Test("A long list of allergens is not shortened")
    func manyAllergens() async throws {
        let tags = (0..<400).map { "en:a\($0)" }
        let list = tags.map { "\"\($0)\"" }.joined(separator: ",")
        #expect(try await FoodSample.product("{\"allergens_tags\": [\(list)]}").allergens == .stated(tags))
    }

    @Test(
        "An empty list of additives means none only if the list is complete",
        arguments: [
            ("{}", nil), (#"{"additives_tags": []}"#, nil),
            (#"{"additives_tags": [], "states_tags": ["en:ingredients-completed"]}"#, []),
            (#"{"additives_tags": ["en:e322"]}"#, ["en:e322"]),
        ] as [(String, [String]?)])
    func additives(body: String, expected: [String]?) async throws {
        #expect(try await FoodSample.product(body).additives == expected)
    }
}

extension FoodProductTests {
    @Test(
        "Of contradictory findings the less favourable one is used",
        arguments: [
            ("en:vegan", Product.Finding.yes), ("en:non-vegan", .no), ("en:maybe-vegan", .maybe),
            ("en:vegan-status-unknown", .unknown), ("en:vegetarian", .unknown), ("en:vegan\", \"en:non-vegan", .no),
            ("en:maybe-vegan\", \"en:vegan", .maybe),
        ])
    func findings(tags: String, expected: Product.Finding) async throws {
        #expect(try await FoodSample.product("{\"ingredients_analysis_tags\": [\"\(tags)\"]}").vegan == expected)
    }

    @Test(
        "Scores are converted",
        arguments: [
            ("{}", nil), (#"{"nutriscore_grade": "a", "nutriscore_score": -4}"#, .grade("a", points: -4)),
            (#"{"nutriscore_grade": "b"}"#, .grade("b", points: nil)), (#"{"nutriscore_grade": "unknown"}"#, .unknown),
            (#"{"nutriscore_grade": "not-applicable"}"#, .notApplicable), (#"{"nutriscore_grade": "z"}"#, nil),
        ] as [(String, Product.Score?)])
    func scores(body: String, expected: Product.Score?) async throws {
        #expect(try await FoodSample.product(body).nutriScore == expected)
    }

    @Test(
        "Product types are converted",
        arguments: [
            ("{}", Product.Sort.food), (#"{"product_type": "beauty"}"#, .beauty),
            (#"{"product_type": "petfood"}"#, .petFood), (#"{"product_type": "product"}"#, .other),
            (#"{"product_type": "toys"}"#, .other),
        ])
    func sorts(body: String, expected: Product.Sort) async throws {
        #expect(try await FoodSample.product(body).sort == expected)
    }

    // MARK: - What strangers may have entered

    @Test("Texts and lists have a maximum length and no control characters")
    func bounded() async throws {
        let long = String(repeating: "<b>\\u202Eé\\u001b[31m", count: 4000)
        let tags = (0..<2000).map { "\"en:t\($0)\"" }.joined(separator: ",")
        let deep = (0..<40).reduce(#"{"text": "last"}"#) { part, level in
            "{\"id\": \"en:i\(level)\", \"text\": \"i\(level)\", \"ingredients\": [\(part)]}"
        }
        let many = (0..<2000).map { "{\"text\": \"n\($0)\"}" }.joined(separator: ",")
        let product = try await FoodSample.product(
            """
            {"product_name": "\(long)", "generic_name": "\(long)", "brands": "\(long)", "quantity": "\(long)",
            "serving_size": "\(long)", "ingredients_text": "\(long)", "nutrition_data_per": "\(long)",
            "labels_tags": [\(tags), "\(long)"], "categories_tags": [\(tags)], "countries_tags": [\(tags)],
            "additives_tags": ["\(long)", "en:e1"], "ingredients": [\(deep), \(many)], "lang": "\(long)"}
            """)
        let texts = [
            product.name, product.genericName, product.brands, product.quantity, product.servingSize,
            product.ingredientsText, product.nutritionPer,
        ].compactMap(\.self)
        #expect(texts.count == 7 && texts.allSatisfy { $0.unicodeScalars.count <= 10_000 })
        #expect(texts.allSatisfy { !$0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E } })
        #expect(product.labels.count == 100 && product.categories.count == 100 && product.countries.count == 300)
        #expect(product.additives == ["en:e1"], "half of a tag would be another one")
        #expect(product.language == nil)
        func depth(_ parts: [Product.Ingredient]) -> Int { parts.map { 1 + depth($0.parts) }.max() ?? 0 }
        func count(_ parts: [Product.Ingredient]) -> Int { parts.reduce(0) { $0 + 1 + count($1.parts) } }
        #expect(depth(product.ingredients) == 8 && count(product.ingredients) == 500)
    }

    @Test(
        "A value that is not a number is left out, and without values there are no nutrients",
        arguments: [
            "\"NaN\"", "\"inf\"", "\"-Infinity\"", "null", "true", "\"\"", "\"traces\"", "[]", "{}", "-1", "1e300",
        ])
    func oddNumbers(value: String) async throws {
        let product = try await FoodSample.product(
            """
            {"nutriments": {"fat_100g": \(value), "salt_100g": \(value), "salt_serving": 1.5}, "completeness": \(value),
            "last_modified_t": \(value), "ingredients": [{"text": "x", "percent": \(value)}]}
            """)
        #expect(product.nutrients == [.init(name: "salt", per100: nil, perServing: 1.5, unit: "g")])
        #expect(product.completeness == nil && product.modifiedAt == nil && product.ingredients.first?.percent == nil)
    }
}

extension FoodProductTests {
    @Test("A value that is not on the packet is left out")
    func notOnThePacket() async throws {
        let product = try await FoodSample.product(
            #"{"nutriments": {"fiber_100g": 0, "fiber_modifier": "-", "salt_100g": "0", "fat_prepared_100g": 3}}"#)
        #expect(product.nutrients == [.init(name: "salt", per100: 0, perServing: nil, unit: "g")])
    }

    @Test("Nutrients are read from the newest structure")
    func newNutrition() async throws {
        let product = try await FoodSample.product(
            """
            {"nutrition": {"aggregated_set": {"preparation": "as_sold", "per": "100g", "nutrients": {
            "salt": {"value": 1.2, "unit": "g"}, "energy-kcal": {"value": 90, "unit": "kcal"}}}}}
            """)
        #expect(
            product.nutrients == [
                .init(name: "energy-kcal", per100: 90, perServing: nil, unit: "kcal"),
                .init(name: "salt", per100: 1.2, perServing: nil, unit: "g"),
            ])
    }

    @Test(
        "Only web addresses of pictures are kept",
        arguments: [
            "javascript:alert(1)", "data:image/png;base64,AA", "file:///etc/passwd", "//x.test/1.jpg", "1.jpg",
            "https://me:pw@x.test/1.jpg", "https:///1.jpg", "gopher://x.test/",
        ])
    func pictures(address: String) async throws {
        #expect(try await FoodSample.product("{\"image_front_url\": \"\(address)\"}").pictures.isEmpty)
    }
}
