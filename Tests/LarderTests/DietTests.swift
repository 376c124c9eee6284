import FoundationEssentials
import Larder
import Support
import Testing

@Suite("Diets", .tags(.small))
struct DietTests {
    @Test(
        "Allergens are read from the text of a setting",
        arguments: [
            ("", []), ("  ,, ", []), ("milk", [.milk]), ("gluten,milk", [.gluten, .milk]),
            (" Gluten , en:milk ", [.gluten, .milk]), ("sesame-seeds soybeans", [.sesame, .soya]),
            ("sulphur-dioxide-and-sulphites", [.sulphites]),
        ] as [(String, Set<Allergen>)])
    func allergens(text: String, expected: Set<Allergen>) {
        #expect(Diet.allergens(text) == expected)
    }

    @Test("An unknown allergen is refused", arguments: ["dust", "milk,dust", "milk;gluten", "en:", "fr:milk", "mílk"])
    func noAllergens(text: String) {
        #expect(Diet.allergens(text) == nil)
    }

    @Test(
        "The rule for traces is read from a setting, also of earlier releases",
        arguments: [
            ("refuse", TraceRule.refuse), ("careful", .careful), ("accept", .accept), ("true", .refuse), ("1", .refuse),
            ("false", .careful), ("0", .careful), ("", .careful), ("yes", nil), ("Refuse", nil),
        ])
    func traces(text: String, expected: TraceRule?) {
        #expect(TraceRule(setting: text) == expected)
        #expect(Diet().traces == .careful)
    }

    @Test("Preferences are read from the text of a setting")
    func preferences() {
        #expect(Diet.preferences("") == [])
        #expect(Diet.preferences("vegan, Palm-Oil-Free") == [.vegan, .palmOilFree])
        #expect(Diet.preferences("vegan,tasty") == nil)
    }

    @Test(
        "Words are read without duplicates and tidied",
        arguments: [
            ("", [String]()), ("coriander", ["coriander"]), ("coriander, celery  leaf ", ["coriander", "celery leaf"]),
            ("Coriander\ncoriander;CORIÁNDER", ["Coriander"]), ("crème brûlée,creme brulee", ["crème brûlée"]),
            ("E 322", ["E 322"]), ("huile d’olive", ["huile d’olive"]), ("大豆", ["大豆"]), (",,;\n", []),
        ])
    func words(text: String, expected: [String]) {
        #expect(Diet.words(text) == expected)
    }

    @Test(
        "An invalid word is refused",
        arguments: [
            "a", "coriander, x", "42", "--", "a*", "<b>", "salt\u{0}", "salt\u{202E}pepper",
            String(repeating: "a", count: 61),
            "e" + String(repeating: "\u{301}", count: 200), "coriander/parsley", "🥜🥜",
        ])
    func noWords(text: String) {
        #expect(Diet.words(text) == nil)
    }

    @Test("At most forty words are kept")
    func forty() {
        let words = (0..<40).map { "word\($0)" }
        #expect(Diet.words(words.joined(separator: ",")) == words)
        #expect(Diet.words((words + ["another"]).joined(separator: ",")) == nil)
        #expect(Diet.words(String(repeating: "a,", count: 50_000)) == nil)
        #expect(Diet.allergens(String(repeating: "milk,", count: 50_000)) == nil)
    }

    @Test("A diet is restored from its texts and from JSON")
    func roundTrip() throws {
        var numbers = SplitMix64(41)
        let words = ["coriander", "celery leaf", "huile d’olive", "E322", "大豆"]
        for _ in 0..<200 {
            var diet = Diet()
            diet.allergens = Set(Allergen.allCases.filter { _ in Bool.random(using: &numbers) })
            diet.preferences = Set(Diet.Preference.allCases.filter { _ in Bool.random(using: &numbers) })
            diet.words = words.filter { _ in Bool.random(using: &numbers) }
            diet.traces = TraceRule.allCases.randomElement(using: &numbers) ?? .careful
            #expect(Diet.allergens(Diet.text(diet.allergens, of: Allergen.allCases)) == diet.allergens)
            #expect(Diet.preferences(Diet.text(diet.preferences, of: Diet.Preference.allCases)) == diet.preferences)
            #expect(Diet.words(Diet.text(diet.words)) == diet.words)
            #expect(try JSONDecoder().decode(Diet.self, from: JSONEncoder().encode(diet)) == diet)
            #expect(diet.isEmpty == (diet.allergens.isEmpty && diet.preferences.isEmpty && diet.words.isEmpty))
        }
        var diet = Diet()
        diet.allergens = [.milk, .gluten]
        #expect(Diet.text(diet.allergens, of: Allergen.allCases) == "gluten,milk")
        #expect(Diet().isEmpty)
    }
}
