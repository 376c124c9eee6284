import Contracts
import Foundation
import Household
import Larder
import Support
import Testing

@testable import Web

/// The models of the larder's pages.
@Suite("Models of the larder's pages", .tags(.small))
struct LarderModelTests {
    @Test(
        "An age is shown in its largest suitable unit",
        arguments: [
            (-5.0, "just now"), (59, "just now"), (60, "1 minute ago"), (3_599, "59 minutes ago"),
            (3_600, "1 hour ago"), (86_399, "23 hours ago"), (86_400, "1 day ago"), (3 * 86_400, "3 days ago"),
            (70 * 86_400, "2 months ago"), (800 * 86_400, "2 years ago"), (.infinity, "317 years ago"),
        ] as [(Double, String)])
    func ages(seconds: Double, words: String) {
        #expect(Wording.ago(seconds) == words)
    }

    @Test(
        "Amounts are rounded, and impossible amounts are not shown",
        arguments: [
            (539, "kcal", "539 kcal"), (80.85, "kcal", "80.85 kcal"), (2252.4, "kJ", "2252.4 kJ"),
            (0.107, "g", "0.107 g"),
            (0, "g", "0 g"), (6.299_999_9, "g", "6.3 g"), (0.000_5, "g", "0.5 mg"), (0.000_002_4, "g", "2.4 µg"),
            (-1, "g", "-1 g"), (.nan, "g", nil), (.infinity, "g", nil), (1e9, "g", nil), (3, nil, "3"),
        ] as [(Double, String?, String?)])
    func amounts(value: Double, unit: String?, text: String?) {
        #expect(Wording.amount(value, unit) == text)
    }

    @Test("A near time is shown in seconds and a later one as a time of day")
    func soon() throws {
        let clock = try PageSample().clock
        #expect(Wording.soon(clock.instant.addingTimeInterval(44.2), by: clock) == "in 45 seconds")
        #expect(Wording.soon(clock.instant.addingTimeInterval(0.5), by: clock) == "at once")
        #expect(Wording.soon(clock.instant.addingTimeInterval(-9), by: clock) == "at once")
        #expect(Wording.soon(clock.instant.addingTimeInterval(3600), by: clock) == "at 10:00")
    }

    @Test(
        "The digits of a barcode are grouped as printed under its bars",
        arguments: [
            ("3560070169443", "3 560070 169443"), ("59001270", "5900 1270"), ("30712345000010", "3 07 12345 000010"),
            ("123", "123"),
        ])
    func grouped(digits: String, text: String) {
        #expect(LarderScanModel.grouped(digits).replacing("\u{2009}", with: " ") == text)
    }

    @Test("A scan is looked up without a question only if it has one code that two readers agree on")
    func agreed() {
        func sighting(_ code: String, _ reader: String, _ x: Double = 0) -> BarcodeScan.Sighting {
            .init(
                reader: reader, pass: reader, text: code, symbology: .ean13,
                box: .init(x: x, y: 0, width: 0.1, height: 0.1))
        }
        let twice = [sighting(LarderSample.code, "a"), sighting(LarderSample.code, "b")]
        #expect(LarderScanModel.agreed(BarcodeScan(sightings: twice))?.lookUpText == LarderSample.code)
        #expect(LarderScanModel.agreed(BarcodeScan(sightings: [twice[0]])) == nil)
        #expect(LarderScanModel.agreed(BarcodeScan(sightings: [])) == nil)
        let two = BarcodeScan(
            sightings: twice + [sighting("5010477348678", "a", 0.6), sighting("5010477348678", "b", 0.6)])
        #expect(two.codes.count == 2 && LarderScanModel.agreed(two) == nil)
        #expect(LarderScanModel(scan: two).title == "Which number is it?")
    }
}

extension LarderModelTests {
    @Test(
        "A score is shown as a grade, as not applicable or as not known",
        arguments: [
            (.grade("a-plus", points: 90), "A+", "90 points"), (.grade("e", points: 1), "E", "1 point"),
            (.grade("weird", points: nil), "weird", nil),
            (.notApplicable, "Not applicable", "Products of this kind have no score."),
            (.unknown, "Not known", "There is not enough information to calculate it."),
            (nil, "Not known", "There is not enough information to calculate it."),
        ] as [(Product.Score?, String, String?)])
    func scores(score: Product.Score?, value: String, more: String?) {
        var product = Product(code: "1")
        product.greenScore = score
        let scale = FoodScores(product).context[2]
        #expect(scale.value == value)
        #expect(scale.more == more)
        let isGrade = ["A+", "E"].contains(value)
        #expect(scale.cells.isEmpty == !isGrade)
        #expect(scale.cells.count { $0.tone != "" } == (isGrade ? 1 : 0))
        #expect(scale.isUnknown == (value == "Not known"))
        #expect(scale.isNone == (value == "Not applicable"))
    }

    @Test("The nutrition table has the usual order and keeps empty cells")
    func nutrition() throws {
        var product = LarderSample.spread
        #expect(FoodNutrition(Product(code: "1")).context.isUnknown)
        product.nutrients.append(.init(name: "vitamin-c", per100: 0.012, perServing: nil, unit: "g"))
        product.nutrients.append(.init(name: "nothing", per100: nil, perServing: .nan, unit: "g"))
        let context = FoodNutrition(product).context
        let rows = context.nutrients
        #expect(
            rows.map(\.name) == [
                "Energy", "Fat", "Saturated fat", "Carbohydrates", "Sugars", "Fibre", "Protein", "Salt", "Vitamin c",
            ])
        #expect(rows[0].perServing == "80.85 kcal")
        #expect(rows[1].per100 == "30.9 g" && rows[1].perServing == nil)
        #expect(rows[2].per100 == nil && rows[2].isPart)
        #expect(rows[7].per100 == "0 g")
        #expect(context.serving == "Per serving (15 g)")
        // Without values per serving there is no such column.
        product.nutrients = [.init(name: "fat", per100: 1, perServing: nil, unit: "g")]
        #expect(!FoodNutrition(product).context.hasServing)
    }

    @Test("The expiry date is shown with its distance from today")
    func expiry() throws {
        let today = try PageSample().today
        func words(_ text: String?) -> FoodExpiry? {
            FoodExpiry(LarderItem(code: "1", firstAt: .distantPast, lastAt: .distantPast, expiry: text), on: today)
        }
        #expect(words("2026-12-01")?.words == "Good until 1 December 2026, in 10 days")
        #expect(words("2027-12-01")?.words == "Good until 1 December 2027")
        #expect(words("2026-11-20")?.words == "Was good until 20 November 2026, yesterday")
        #expect(words("2026-11-20")?.isPast == true && words("2026-11-21")?.isPast == false)
        #expect(words(nil) == nil && words("soon") == nil)
    }

    @Test(
        "The kind of an expiry date is shown if the code has it",
        arguments: [("15", "Best before"), ("17", "Use by")])
    func expiryKind(identifier: String, words: String) throws {
        let item = LarderItem(
            code: "1", firstAt: .distantPast, lastAt: .distantPast, expiry: "2026-12-01",
            elements: "(01)04044782317112(\(identifier))261201")
        let expiry = FoodExpiry(item, on: try PageSample().today)
        #expect(expiry?.words == "\(words) 1 December 2026, in 10 days")
    }

    @Test("The filters of the game are read from its address and written back to it")
    func filters() throws {
        let plain = try FoodGameFilters([:], country: "world")
        #expect(plain.address == "/larder/game?country=" && !plain.isNarrow && plain.questionQuery.country == nil)
        let home = try FoodGameFilters([:], country: "at")
        #expect(home.questionQuery.country == "at" && home.address == "/larder/game?country=at")
        // An empty country means the whole world.
        #expect(try FoodGameFilters(["country": ""], country: "at").questionQuery.country == nil)
        let narrow = try FoodGameFilters(
            ["kinds": "label", "country": "gb", "brand": "Good Larder & Co", "tag": "en:organic", "order": "random"],
            country: "at")
        #expect(narrow.questionQuery.country == "uk" && narrow.isNarrow && narrow.questionQuery.order == .random)
        #expect(
            narrow.address
                == "/larder/game?kinds=label&country=uk&brand=Good%20Larder%20%26%20Co&tag=en%3Aorganic&order=random")
        #expect(throws: Problem.self) { try FoodGameFilters(["order": "best"], country: "world") }
    }
}

extension LarderModelTests {
    @Test("A diet answer that cannot be given lists each missing piece of data once")
    func verdict() {
        var diet = Diet()
        diet.allergens = [.milk, .nuts]
        let context = FoodVerdict(DietReport(of: Product(code: "1"), for: diet), code: "1").context
        #expect(context.answer == "cannot-tell" && context.icon == "unknown")
        let missing = context.missing.map(\.words)
        #expect(!missing.isEmpty && missing.count == Set(missing).count)
        #expect(context.findings.count == 2)
        let no = FoodVerdict(DietReport(of: LarderSample.spread, for: diet), code: "1").context
        #expect(no.answer == "no" && no.icon == "cross")
    }

    @Test("A product that may contain nuts has a warning that names them")
    func careful() {
        var diet = Diet()
        diet.allergens = [.nuts, .celery]
        var product = Product(code: "1")
        product.language = "en"
        product.ingredientsText = "Cocoa mass, sugar. May contain nuts."
        product.hasAllIngredients = true
        product.allergens = .noneStated
        product.traces = .stated(["en:nuts"])
        let context = FoodVerdict(DietReport(of: product, for: diet), code: "1").context
        #expect(context.answer == "careful" && context.icon == "warning")
        let rows = context.findings
        #expect(rows.map(\.found) == ["May contain nuts", "No celery listed"])
        #expect(rows.map(\.answer) == ["careful", "yes"])
    }

    @Test("A raw response is shown as text with a replacement for invalid characters")
    func raw() {
        #expect(FoodCallModel.text(Array("a\u{0}\n\tb".utf8) + [0xFF]) == "a\u{FFFD}\n\tb\u{FFFD}")
    }
}
