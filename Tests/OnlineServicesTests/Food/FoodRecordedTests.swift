import Foundation
import Household
import Larder
import OnlineServices
import Support
import Testing

/// Tests the conversion of real responses.
@Suite("Recorded products of Open Food Facts", .tags(.small))
struct FoodRecordedTests {
    @Test("Every invented product is converted and can be stored")
    func invented() async throws {
        var products: [String: Product] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: Fixture.path("OpenFoodFacts")).sorted() {
            let body = try FoodSample.invented("OpenFoodFacts/" + file)
            let report = try await FoodSample.service(FoodWire(200, body)).readers.product("4006381333931", "en", "gb")
            #expect(report.raw == Array(body.utf8))
            guard let product = report.value else { continue }
            #expect(try JSONDecoder().decode(Product.self, from: JSONEncoder().encode(product)) == product, "\(file)")
            products[file] = product
        }
        #expect(products.keys.sorted() == ["bare.json", "spread-v0.json", "spread.json"])
        for file in ["spread.json", "spread-v0.json"] {
            let spread = try #require(products[file])
            #expect(spread.name == "Hazelnut spread" && spread.code == "4006381333931" && spread.novaGroup == 4)
            #expect(spread.allergens == .stated(["en:milk", "en:nuts"]) && spread.traces == .stated(["en:peanuts"]))
            #expect(spread.nutriScore == .grade("e", points: 24) && spread.vegan == .no && spread.vegetarian == .yes)
            #expect(spread.nutrients.first { $0.name == "fat" }?.per100 == 31.5)
            #expect(!spread.nutrients.contains { $0.name == "energy-kcal" }, "missing is not zero")
        }
        let bare = try #require(products["bare.json"])
        #expect(bare.name == nil && bare.nutrients.isEmpty && bare.allergens != .noneStated)
    }

    @Test("Every recorded product is converted and can be stored", .needsShared)
    func recorded() async throws {
        let shared = try #require(Fixture.shared)
        var names = 0
        for file in try FileManager.default.contentsOfDirectory(atPath: shared + "/fixtures/openfoodfacts").sorted()
        where file.hasPrefix("live_v0") || file.hasPrefix("test_v") {
            guard let body = FoodSample.recorded("openfoodfacts/" + file), !file.contains("credentials") else {
                continue
            }
            let service = try FoodSample.service(FoodWire(200, body))
            let report = try await service.readers.product("12345678", "fr", "fr")
            #expect(report.raw == Array(body.utf8))
            #expect((report.value == nil) == file.contains("unexisting"), "\(file)")
            guard let product = report.value else { continue }
            #expect(try JSONDecoder().decode(Product.self, from: JSONEncoder().encode(product)) == product, "\(file)")
            #expect(product.traces != .noneStated, "\(file)")
            #expect(product.nutrients.allSatisfy { !$0.name.contains("score") && !$0.name.contains("estimate") })
            names += product.name == nil ? 0 : 1
        }
        #expect(names >= 8)
    }

    @Test("The recorded chocolate has the recorded values", .needsShared)
    func chocolate() async throws {
        let body = try #require(FoodSample.recorded("openfoodfacts/live_v0_4000539770708.json"))
        let service = try FoodSample.service(FoodWire(200, body))
        let product = try #require(try await service.readers.product("4000539770708", "de", "world").value)
        #expect(product.code == "4000539770708" && product.language == "de" && product.novaGroup == 4)
        #expect(product.allergens == .stated(["en:gluten", "en:milk", "en:soybeans"]))
        #expect(product.traces == .stated(["en:nuts"]))
        #expect(product.nutriScore == .grade("e", points: 26) && product.greenScore == .grade("d", points: 21))
        #expect(product.vegan == .no && product.vegetarian == .maybe && product.palmOilFree == .yes)
        #expect(product.ingredients.first { $0.tag == "en:milk-powder" }?.text == "Milchpulver")
        #expect(product.nutrients.first { $0.name == "fat" }?.per100 == 33)
        #expect(!product.nutrients.contains { $0.name == "energy-kcal" }, "missing is not zero")
        #expect(product.additives == [] && product.hasAllIngredients == true)
        #expect(product.pictures[.packaging] == nil && product.pictures[.front]?.hasPrefix("https://") == true)
    }
}
