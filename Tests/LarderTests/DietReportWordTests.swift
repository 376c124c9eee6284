import Larder
import Support
import Testing

@Suite("Diet reports on unwanted words", .tags(.small))
struct DietReportWordTests {
    @Test(
        "An ingredient with an unwanted word gives a no, in any spelling",
        arguments: [
            ("coriander", "Salt, coriander 2%"), ("Coriander", "salt, GROUND CORIANDER"), ("crème", "Creme double"),
            ("creme", "crème double"), ("celery leaf", "salt, celery leaf"), ("celery leaf", "celery-leaf"),
            ("celery leaf", "celery leaves"), ("onion", "onions"), ("onions", "onion powder"), ("cherry", "cherries"),
            ("Zwiebel", "Zwiebeln"), ("Tomaten", "Tomate"), ("Straße", "strasse"), ("E 322", "e322"),
            ("e-322", "(E 322)"),
            ("huile d’olive", "huile d'olive"), ("œuf", "oeufs"), ("palm oil", "vegetable oils (palm oil, rapeseed)"),
            ("Søm", "som"), ("大豆", "砂糖、大豆、塩"),
        ])
    func found(word: String, text: String) throws {
        let finding = try #require(Product.whole(text).finding(word))
        #expect(finding.answer == .no, "\(finding.because)")
        #expect(finding.evidence.count == 1)
        #expect(finding.subject == .word(word))
        #expect(Product.whole(text) { $0.hasAllIngredients = nil }.finding(word)?.answer == .no)
    }

    @Test(
        "Complete ingredients without the word give a yes",
        arguments: [
            ("celery", "celeriac"), ("celery leaf", "celery, leaf"), ("celery leaf", "celery"), ("pea", "peach"),
            ("coriander", "salt"), ("palm oil", "palm, oil"), ("sugar", "sugar-free gum base"),
        ])
    func notFound(word: String, text: String) throws {
        let finding = try #require(Product.whole(text).finding(word))
        #expect(finding.answer == .yes, "\(finding.because)")
        #expect(finding.missing == nil)
        let partial = Product.whole(text) { $0.hasAllIngredients = nil }.finding(word)
        #expect(partial?.answer == .cannotTell)
        #expect(partial?.missing == .ingredients)
    }

    @Test(
        "A word that is only part of a longer word gives no answer",
        arguments: [("Zwiebel", "Zwiebelpulver"), ("rice", "licorice"), ("e322", "e3221"), ("大豆", "大豆油")])
    func within(word: String, text: String) throws {
        let finding = try #require(Product.whole(text).finding(word))
        #expect(finding.answer == .cannotTell)
        #expect(finding.missing == nil)
        #expect(finding.because.hasPrefix("“\(word)” is a part of “"))
    }

    @Test("Tags, parts, additives and allergens are searched, too")
    func tags() {
        #expect(Product.whole(language: "de", tags: ["en:coriander-seed"]).finding("coriander")?.answer == .no)
        #expect(Product.whole(language: "de", tags: ["fr:coriandre"]).finding("coriandre")?.answer == .no)
        let nested = Product.whole(tags: ["en:salt"]) {
            let part = Product.Ingredient(tag: nil, text: "Koriander")
            $0.ingredients.append(.init(tag: "en:spice", text: "spices", parts: [part]))
        }
        #expect(nested.finding("Koriander")?.answer == .no)
        #expect(nested.finding("Koriander")?.evidence == ["Koriander"])
        #expect(Product.whole("salt") { $0.additives = ["en:e621"] }.finding("E 621")?.answer == .no)
        #expect(Product.whole("salt", allergens: .stated(["en:celery"])).finding("celery")?.answer == .no)
        // The language of a tag is no ingredient.
        #expect(Product.whole(tags: ["en:salt"]).finding("en")?.answer == .yes)
    }

    @Test("A word among the traces is answered by the household's rule")
    func traces() {
        for product in [
            Product.whole("Salt. May contain celery."), Product.whole("Salt", traces: .stated(["en:celery"])),
        ] {
            #expect(product.finding("celery")?.answer == .careful)
            #expect(product.finding("celery")?.found == "May contain celery")
            #expect(product.finding("celery", traces: .refuse)?.answer == .no)
            let accepted = product.finding("celery", traces: .accept)
            #expect(accepted?.answer == .yes)
            #expect(accepted?.because.hasSuffix("; there may be traces of it, which you accept.") == true)
        }
    }

    @Test(
        "An invalid word, a product that is no food, and a product without data get no answer",
        arguments: ["", "*", " , ", "\u{0}", "🥜"])
    func noWord(word: String) {
        #expect(Product.whole("Salt").finding(word)?.answer == .cannotTell)
        #expect(Product.whole("Salt") { $0.sort = .other }.finding("salt")?.answer == .cannotTell)
        #expect(Product.whole("  ").finding("salt")?.answer == .cannotTell)
        #expect(Product(code: "4000000000006").finding("salt")?.missing == .ingredients)
    }
}
