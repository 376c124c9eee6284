import Larder
import Testing

/// A product's data, and the answer for a person who avoids milk.
struct MilkCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let product: Product
    var rule = TraceRule.careful
    let answer: DietReport.Answer
    var missing: DietReport.Missing?
    var found: String?
    let because: String

    /// Products with the answer about milk.
    static let stated: [MilkCase] = [
        MilkCase(
            testDescription: "nothing entered", product: Product(code: "4000000000006"), answer: .cannotTell,
            missing: .ingredients, because: "The ingredients have not been entered."),
        MilkCase(
            testDescription: "stated", product: .whole("Sugar", allergens: .stated(["en:milk"])), answer: .no,
            because: "It contains milk."),
        MilkCase(
            testDescription: "stated, and nothing else entered",
            product: .whole(allergens: .stated(["en:milk"])) { $0.hasAllIngredients = nil }, answer: .no,
            because: "It contains milk."),
        MilkCase(
            testDescription: "stated in words", product: .whole("Sugar", allergens: .stated(["fr:lait"])), answer: .no,
            because: "It contains milk."),
        MilkCase(
            testDescription: "without it", product: .whole("Sugar, salt"), answer: .yes,
            because: "Neither its allergens nor its ingredients name milk."),
        MilkCase(
            testDescription: "another one", product: .whole("Sugar, hazelnuts", allergens: .stated(["en:nuts"])),
            answer: .yes,
            because: "Neither its allergens nor its ingredients name milk."),
        MilkCase(
            testDescription: "named by the text", product: .whole("Sugar, whey"), answer: .no,
            because: "It contains milk: its ingredients name “whey”."),
        MilkCase(
            testDescription: "named by a tag", product: .whole(tags: ["en:sugar", "en:skimmed-milk"]), answer: .no,
            because: "It contains milk: its ingredients name “skimmed-milk”."),
        MilkCase(
            testDescription: "named by a part of a part",
            product: .whole(tags: ["en:sugar"]) {
                let butter = Product.Ingredient(tag: "en:butterfat", text: "Butterreinfett")
                let filling = Product.Ingredient(tag: "en:filling", text: "Füllung", parts: [butter])
                $0.ingredients.append(.init(tag: "en:chocolate", text: "Schokolade", parts: [filling]))
            }, answer: .no, because: "It contains milk: its ingredients name “Butterreinfett”."),
        MilkCase(
            testDescription: "named, but stated without",
            product: .whole("Sugar, whey", allergens: .stated(["en:nuts"])),
            answer: .no, because: "It contains milk: its ingredients name “whey”."),
        MilkCase(
            testDescription: "promised, but stated",
            product: .whole("Sugar", allergens: .stated(["en:milk"])) { $0.labels = ["en:no-milk"] }, answer: .no,
            because: "It contains milk, though its label says “No milk”."),
        MilkCase(
            testDescription: "promised, but named",
            product: .whole("Sugar, butter") { $0.labels = ["en:no-lactose"] }, answer: .no,
            because: "It contains milk: its ingredients name “butter”, though its label says “No lactose”."),
        MilkCase(
            testDescription: "promised, and nothing else entered",
            product: .whole { $0.labels = ["en:no-milk"] }, answer: .cannotTell, missing: .ingredients,
            because: "The ingredients have not been entered."),
        MilkCase(
            testDescription: "stated by a label", product: .whole("Sugar") { $0.labels = ["en:contains-milk"] },
            answer: .no,
            because: "It contains milk."),
        MilkCase(
            testDescription: "not said to be whole", product: .whole("Sugar") { $0.hasAllIngredients = nil },
            answer: .cannotTell, missing: .ingredients,
            because: "It is not confirmed that the list of ingredients is complete."),
        MilkCase(
            testDescription: "said not to be whole", product: .whole("Sugar") { $0.hasAllIngredients = false },
            answer: .cannotTell, missing: .ingredients,
            because: "It is not confirmed that the list of ingredients is complete."),
        MilkCase(
            testDescription: "whole and empty", product: .whole(" , "), answer: .cannotTell, missing: .ingredients,
            because: "The ingredients have not been entered."),
        MilkCase(
            testDescription: "allergens not entered", product: .whole("Sugar", allergens: .notKnown),
            answer: .cannotTell,
            missing: .allergens, because: "The allergens have not been entered."),
        MilkCase(
            testDescription: "an allergen that is not understood",
            product: .whole("Sugar", allergens: .stated(["hu:tejfehérje"])), answer: .cannotTell, missing: .analysis,
            because: "It is not known which allergen “Tejfehérje” is."),
        MilkCase(
            testDescription: "an allergen beside the fourteen",
            product: .whole("Sugar", allergens: .stated(["en:kiwi"])), answer: .yes,
            because: "Neither its allergens nor its ingredients name milk."),
        MilkCase(
            testDescription: "a language that is not read", product: .whole("cukor, tej", language: "hu"),
            answer: .cannotTell, missing: .analysis,
            because: "It is not known what “cukor, tej” is."),
        MilkCase(
            testDescription: "no language", product: .whole("Sugar", language: nil), answer: .cannotTell,
            missing: .analysis,
            because: "It is not known what “Sugar” is."),
        MilkCase(
            testDescription: "an ingredient that is not known",
            product: .whole(language: "hu", tags: ["en:sugar", "hu:tej"]), answer: .cannotTell, missing: .analysis,
            because: "It is not known what “tej” is."),
        MilkCase(
            testDescription: "its name speaks of it", product: .whole("Sugar") { $0.name = "Milk chocolate" },
            answer: .cannotTell, because: "“Milk chocolate” speaks of milk, its ingredients do not."),
        MilkCase(
            testDescription: "its kind speaks of it", product: .whole("Sugar") { $0.categories = ["en:cheeses"] },
            answer: .cannotTell, because: "“Cheeses” speaks of milk, its ingredients do not."),
        MilkCase(
            testDescription: "its name denies it", product: .whole("Sugar") { $0.name = "Milk-free chocolate" },
            answer: .yes,
            because: "Neither its allergens nor its ingredients name milk."),
        MilkCase(
            testDescription: "no food", product: .whole("Milk") { $0.sort = .beauty }, answer: .cannotTell,
            because: "It is no food."),
        MilkCase(
            testDescription: "too long to be read",
            product: .whole("Sugar" + String(repeating: ", salt", count: 2_000)),
            answer: .cannotTell, missing: .ingredients,
            because: "The list of ingredients is longer than what is read of it."),
    ]

    static let traces: [MilkCase] = [
        MilkCase(
            testDescription: "stated", product: .whole("Sugar", traces: .stated(["en:milk"])), answer: .careful,
            found: "May contain milk", because: "It may contain traces of milk."),
        MilkCase(
            testDescription: "stated and refused", product: .whole("Sugar", traces: .stated(["en:milk"])),
            rule: .refuse, answer: .no, found: "May contain milk", because: "It may contain traces of milk."),
        MilkCase(
            testDescription: "stated and accepted", product: .whole("Sugar", traces: .stated(["en:milk"])),
            rule: .accept, answer: .yes, found: "May contain milk",
            because: "Neither its allergens nor its ingredients name milk; there may be traces of it, which you accept."
        ),
        MilkCase(
            testDescription: "stated without it", product: .whole("Sugar", traces: .stated(["en:nuts"])), answer: .yes,
            found: "No milk listed", because: "Neither its allergens nor its ingredients name milk."),
        MilkCase(
            testDescription: "said to be none", product: .whole("Sugar", traces: .noneStated), answer: .yes,
            found: "No milk listed", because: "Neither its allergens nor its ingredients name milk."),
        MilkCase(
            testDescription: "not entered", product: .whole("Sugar", traces: .notKnown), answer: .cannotTell,
            missing: .traces, found: "No milk listed; traces not known",
            because: "Possible traces have not been entered."),
        MilkCase(
            testDescription: "not entered and refused", product: .whole("Sugar", traces: .notKnown), rule: .refuse,
            answer: .cannotTell, missing: .traces, because: "Possible traces have not been entered."),
        MilkCase(
            testDescription: "not entered and accepted", product: .whole("Sugar", traces: .notKnown), rule: .accept,
            answer: .yes, found: "No milk listed",
            because: "Neither its allergens nor its ingredients name milk; what there may be traces of is not known."),
        MilkCase(
            testDescription: "not understood", product: .whole("Sugar", traces: .stated(["hu:tejpor"])),
            answer: .cannotTell, missing: .analysis, because: "It is not known what traces of “Tejpor” are."),
        MilkCase(
            testDescription: "a tag that the service does not know",
            product: .whole("Sugar", traces: .stated(["en:tejpor"])), answer: .cannotTell, missing: .analysis,
            because: "It is not known what traces of “Tejpor” are."),
        MilkCase(
            testDescription: "of a product of which nothing else is known",
            product: .whole(allergens: .notKnown, traces: .stated(["en:milk"])) { $0.hasAllIngredients = nil },
            answer: .careful, because: "It may contain traces of milk."),
        MilkCase(
            testDescription: "beside milk itself",
            product: .whole("Sugar", allergens: .stated(["en:milk"]), traces: .stated(["en:milk"])), answer: .no,
            found: "Contains milk", because: "It contains milk."),
    ]
}
