import Larder
import Support
import Testing

@Suite("Diet reports on preferences", .tags(.small))
struct DietReportPreferenceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var preference = Diet.Preference.vegan
        let product: Product
        let answer: DietReport.Answer
        var missing: DietReport.Missing?
        let because: String
    }

    @Test("A preference is answered from the known data", arguments: PreferenceCases.all)
    func preferences(one: Case) throws {
        let finding = try #require(one.product.finding(one.preference))
        #expect(finding.answer == one.answer)
        #expect(finding.missing == one.missing)
        #expect(finding.because == one.because)
        #expect(finding.subject == .preference(one.preference))
    }

    @Test(
        "A product without ingredients and labels never gets a yes for a preference",
        arguments: Diet.Preference.allCases)
    func empty(preference: Diet.Preference) {
        let product = Product.whole {
            $0.vegan = .yes
            $0.vegetarian = .yes
            $0.palmOilFree = .yes
        }
        #expect(product.finding(preference)?.answer == .cannotTell)
    }
}

enum PreferenceCases {
    private static func sugar(
        _ finding: Product.Finding, label: [String] = [], allergens: Product.Statement = .noneStated,
        change: (inout Product) -> Void = { _ in }
    ) -> Product {
        .whole("Sugar, E471", allergens: allergens) {
            $0.ingredients = [
                .init(tag: "en:sugar", text: "Sugar", vegan: .yes, vegetarian: .yes, fromPalmOil: .no),
                .init(tag: "en:e471", text: "E471", vegan: finding, vegetarian: finding, fromPalmOil: palm(finding)),
            ]
            $0.vegan = finding
            $0.vegetarian = finding
            $0.palmOilFree = finding
            $0.labels = label
            change(&$0)
        }
    }

    /// An ingredient from palm oil is not free of palm oil.
    private static func palm(_ finding: Product.Finding) -> Product.Finding {
        finding == .yes ? .no : finding == .no ? .yes : finding
    }

    static let all: [DietReportPreferenceTests.Case] = [
        .init(
            testDescription: "yes", product: sugar(.yes), answer: .yes,
            because: "The service takes all of its ingredients for vegan."),
        .init(
            testDescription: "no", product: sugar(.no), answer: .no, because: "It is not vegan: it has “E471” in it."),
        .init(
            testDescription: "maybe", product: sugar(.maybe), answer: .cannotTell,
            because: "It depends on where “E471” is from."),
        .init(
            testDescription: "maybe, with a label", product: sugar(.maybe, label: ["en:vegan"]), answer: .cannotTell,
            because: "It depends on where “E471” is from."),
        .init(
            testDescription: "unknown", product: sugar(.unknown), answer: .cannotTell, missing: .analysis,
            because: "It is not known whether “E471” is vegan."),
        .init(
            testDescription: "unknown, with a label", product: sugar(.unknown, label: ["en:vegan"]), answer: .yes,
            because: "Its label says “Vegan”."),
        .init(
            testDescription: "unknown, with another label", product: sugar(.unknown, label: ["en:vegetarian"]),
            answer: .cannotTell, missing: .analysis, because: "It is not known whether “E471” is vegan."),
        .init(
            testDescription: "no, with a label", product: sugar(.no, label: ["en:vegan"]), answer: .no,
            because: "It is not vegan: it has “E471” in it."),
        .init(
            testDescription: "no, of nobody knows what", product: sugar(.no) { $0.ingredients = [] }, answer: .no,
            because: "It is not vegan, by its ingredients."),
        .init(
            testDescription: "yes, but with milk", product: sugar(.yes, allergens: .stated(["en:milk"])), answer: .no,
            because: "It is not vegan: it has “Milk” in it."),
        .init(
            testDescription: "labelled, but with eggs",
            product: sugar(.unknown, label: ["en:vegan"], allergens: .stated(["en:eggs"])), answer: .no,
            because: "It is not vegan: it has “Eggs” in it."),
        .init(
            testDescription: "yes, but the part of an ingredient is not",
            product: sugar(.yes) {
                let part = Product.Ingredient(tag: "en:gelatin", text: "gelatine", vegan: .no)
                $0.ingredients.append(.init(tag: "en:filling", text: "filling", vegan: .yes, parts: [part]))
            }, answer: .no, because: "It is not vegan: it has “gelatine” in it."),
        .init(
            testDescription: "yes, of a list that is not whole", product: sugar(.yes) { $0.hasAllIngredients = nil },
            answer: .cannotTell, missing: .ingredients,
            because: "It is not confirmed that the list of ingredients is complete."),
        .init(
            testDescription: "yes, with an ingredient that is not known",
            product: sugar(.yes) { $0.ingredients.append(.init(tag: nil, text: "flubber")) }, answer: .yes,
            because: "The service takes all of its ingredients for vegan, which does not know “flubber”."),
        .init(
            testDescription: "not analysed, with milk in its text",
            product: sugar(.unknown) { $0.ingredientsText = "Sugar, milk" }, answer: .no,
            because: "It is not vegan: it has “milk” in it."),
        .init(
            testDescription: "vegetarian with milk", preference: .vegetarian,
            product: sugar(.yes, allergens: .stated(["en:milk"])), answer: .yes,
            because: "The service takes all of its ingredients for vegetarian."),
        .init(
            testDescription: "vegetarian with fish", preference: .vegetarian,
            product: sugar(.yes, allergens: .stated(["en:fish"])), answer: .no,
            because: "It is not vegetarian: it has “Fish” in it."),
        .init(
            testDescription: "vegetarian by a vegan label", preference: .vegetarian,
            product: sugar(.unknown, label: ["en:vegan"]), answer: .yes, because: "Its label says “Vegan”."),
        .init(
            testDescription: "free of palm oil", preference: .palmOilFree, product: sugar(.yes), answer: .yes,
            because: "The service takes all of its ingredients for free of palm oil."),
        .init(
            testDescription: "with palm oil", preference: .palmOilFree, product: sugar(.no), answer: .no,
            because: "It is not free of palm oil: it has “E471” in it."),
        .init(
            testDescription: "with palm oil in its text", preference: .palmOilFree,
            product: sugar(.unknown) { $0.ingredientsText = "Zucker, Palmöl" }, answer: .no,
            because: "It is not free of palm oil: it has “palmol” in it."),
        .init(
            testDescription: "labelled as free of palm oil", preference: .palmOilFree,
            product: sugar(.unknown, label: ["en:palm-oil-free"]), answer: .yes,
            because: "Its label says “Palm oil free”."),
        .init(
            testDescription: "no food", product: sugar(.yes) { $0.sort = .petFood }, answer: .cannotTell,
            because: "It is no food."),
    ]
}
