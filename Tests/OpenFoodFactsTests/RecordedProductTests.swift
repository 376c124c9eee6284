import Foundation
import HTTPTransport
import OpenFoodFacts
import Support
import Testing

/// The folder of the recorded responses; nil if it does not exist.
private let recordedAnswers: String? = Fixture.shared.map { $0 + "/fixtures/openfoodfacts" }
    .flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }

/// Real responses of Open Food Facts; stored beside the checkout, not in it.
@Suite("Recorded responses of Open Food Facts", .tags(.small), .needsShared)
struct RecordedProductTests {
    static let files: [String] =
        (recordedAnswers.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? [])
        .filter { $0.hasSuffix(".json") }.sorted()

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: try #require(recordedAnswers) + "/" + name, encoding: .utf8)
    }

    private func answer(_ name: String, status: Int = 200) async throws -> ProductAnswer {
        let service = Service(status, try text(name))
        let reply = try await service.products.product(code: "0200000000011")
        #expect(reply.raw == (try json(try text(name))) && reply.status == status)
        #expect(service.asked.count == 1)
        return reply.value
    }

    private func product(_ name: String) async throws -> Product { try #require(try await answer(name).product) }

    @Test("Every recorded file of Open Food Facts is decoded by its call", arguments: files)
    func everyFile(name: String) async throws {
        switch name {
        case "live_search_one_hit.json":
            let page = try await Service(200, try text(name)).products.search("fanta").value
            #expect(
                page.count == 1 && page.page == 1 && page.pageSize == 20
                    && page.products.map(\.code) == ["5449000011527"])
            #expect(page.products[0].nutriments["sugars"]?.perServing == .init(21.4, "g"))
            #expect(page.products[0].nutriments["energy"]?.per100g == .init(113, "kJ"))
            #expect(page.products[0].nutriments["energy"]?.entered == .init(27, "kcal"))
        case "live_post_product_200.json", "live_post_image_200.json":
            // This library has no writing calls for products; the response is returned unchanged.
            #expect(
                try await Service(200, try text(name)).robotoff.basic.call("GET", "/x").value
                    == (try json(try text(name))))
        case "live_post_image_400.json":
            let error = await failure { try await Service(400, try text(name)).robotoff.basic.call("GET", "/x") }
            #expect(error?.code == .unanalysed && error?.serviceMessage == "field imgupload_front_en not set")
        case "test_v3_bad_credentials.json":
            for status in [200, 403] {
                let error = await failure { try await Service(status, try text(name)).products.product(code: "1") }
                #expect(error?.code == .authenticationRequired && error?.serviceCode == "invalid_user_id_and_password")
            }
        case "test_v2_unexisting_product.json", "test_v3_unexisting_product.json":
            for status in [200, 404] {
                let answer = try await answer(name, status: status)
                #expect(answer.product == nil && answer.code == "12345678")
            }
        default:
            let answer = try await answer(name)
            let product = try #require(answer.product)
            #expect(try JSONDecoder().decode(Product.self, from: JSONEncoder().encode(product)) == product)
            #expect(answer.code?.isEmpty == false && answer.errors.isEmpty)
        }
    }

    @Test("All recorded files of Open Food Facts exist")
    func count() { #expect(Self.files.count == 22) }

    @Test("A recorded product with many values is decoded")
    func rich() async throws {
        let product = try await product("live_v0_4000539770708.json")
        #expect(product.name == "Père Noël Chocolat au Lait" && product.genericName == nil)
        #expect(product.name(in: .french) != nil && product.name(in: .dutch) == nil && product.language == .german)
        #expect(product.nutriScore == .e && product.nutriScorePoints == 26 && product.novaGroup == .ultraProcessed)
        #expect(product.greenScore == .d && product.greenScorePoints == 21)
        #expect(product.allergens == .listed(["en:gluten", "en:milk", "en:soybeans"]))
        #expect(product.traces == .listed(["en:nuts"]) && product.hasAllIngredients == true)
        #expect(product.quantityAmount == 125 && product.completeness == 0.8875 && product.revision == 40)
        #expect(product.lastModified == Date(timeIntervalSince1970: 1_611_050_930))
        #expect(product.ingredients?.first?.id == "en:sugar" && product.ingredients?.first?.vegan == .yes)
        #expect(product.packagings.map(\.material) == ["en:aluminium"])
        #expect(product.nutriments["fat"]?.per100g == .init(33, "g") && product.nutriments["fat"]?.perServing == nil)
        #expect(product.nutriments["energy-kcal"] == nil, "missing is not zero")
        #expect(product.pictureURL(.front)?.path() == "/images/products/400/053/977/0708/front_de.4.400.jpg")
        #expect(product.pictureURL(.packaging) == nil && product.pictures["nutrition_fr"]?.revision == 24)
    }

    @Test(
        "An empty list of allergens in a recording means none only if the ingredients are complete",
        arguments: [
            ("live_v0_22007377.json", AllergenStatement.none), ("live_v0_7640101710236.json", .notKnown),
            ("live_v0_8712000031312.json", .listed(["en:gluten"])), ("live_v0_0737628064502.json", .none),
            ("live_v0_ingredients_n_as_int.json", .notKnown), ("test_v3_specific_fields.json", .notKnown),
        ])
    func allergens(name: String, statement: AllergenStatement) async throws {
        let product = try await product(name)
        #expect(product.allergens == statement)
        #expect(product.traces != .none)
    }

    @Test("Numbers and texts give the same values")
    func numbers() async throws {
        #expect(try await product("live_v0_ingredients_n_as_int.json").ingredientCount == 1)
        #expect(try await product("live_v0_ingredients_n_as_string.json").ingredientCount == 1)
        #expect(try await product("live_v0_3502110000880.json").servingAmount == 250)
        #expect(try await product("live_v0_8424259826051.json").servingAmount == 250)
        let noodles = try await product("live_v0_0737628064502.json").nutriments
        #expect(noodles["sodium"]?.per100g == .init(0.288, "g") && noodles["sodium"]?.entered == .init(288, "mg"))
        #expect(noodles["energy"]?.per100g?.unit == "kJ" && noodles["energy"]?.entered?.unit == "kcal")
        #expect(noodles["energy-kcal"]?.perServing == .init(200, "kcal"))
        let rice = try await product("live_v0_22007377.json").nutriments
        #expect(rice["salt"]?.per100g == .init(0.0127, "g", modifier: ">"))
    }

    @Test("A recorded product without values, and one without applicable scores, are decoded")
    func sparse() async throws {
        let bare = try await product("live_v0_7640101710236.json")
        #expect(bare.nutriScore == nil && bare.novaGroup == nil && bare.greenScore == .unknown)
        #expect(bare.nutriments.isEmpty && bare.ingredients?.isEmpty ?? true && bare.hasAllIngredients == false)
        #expect(try await product("live_v0_3502110000880.json").greenScore == .notApplicable)
        #expect(try await product("test_v3_1_environmental_score_excerpt.json").greenScorePoints == 47)
        #expect(try await product("test_v3_1_environmental_score_excerpt.json").greenScore == .c)
        #expect(try await product("test_v2_nutriments.json").nutriments["added-sugars"]?.per100g?.modifier == "~")
    }

    @Test("A code that is stored in another form is reported")
    func normalized() async throws {
        let answer = try await answer("test_v3_success_with_warnings.json")
        #expect(answer.warnings.map(\.codeWasNormalized) == [true] && answer.status == "success_with_warnings")
        #expect(answer.warnings[0].value == "0200000000036" && answer.warnings[0].impact == "none")
    }
}
