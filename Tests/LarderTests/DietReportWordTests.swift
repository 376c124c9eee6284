import Larder
import Support
import Testing

@Suite("Reports on words", .tags(.small))
struct DietReportWordTests {
    @Test(
        "say no where an ingredient has the word in it, however it is written",
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
        "say yes where it is not among all of them",
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
        "cannot tell where it is only a part of a longer word",
        arguments: [("Zwiebel", "Zwiebelpulver"), ("rice", "licorice"), ("e322", "e3221"), ("大豆", "大豆油")])
    func within(word: String, text: String) throws {
        let finding = try #require(Product.whole(text).finding(word))
        #expect(finding.answer == .cannotTell)
        #expect(finding.missing == nil)
        #expect(finding.because.hasPrefix("“\(word)” is a part of “"))
    }

    @Test("look into tags, parts, additives and allergens, too")
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
        // Of a tag's language nothing is an ingredient.
        #expect(Product.whole(tags: ["en:salt"]).finding("en")?.answer == .yes)
    }

    @Test("answer traces by the household's rule")
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

    @Test("cannot tell of what is no word, of no food and of nothing", arguments: ["", "*", " , ", "\u{0}", "🥜"])
    func noWord(word: String) {
        #expect(Product.whole("Salt").finding(word)?.answer == .cannotTell)
        #expect(Product.whole("Salt") { $0.sort = .other }.finding("salt")?.answer == .cannotTell)
        #expect(Product.whole("  ").finding("salt")?.answer == .cannotTell)
        #expect(Product(code: "4000000000006").finding("salt")?.missing == .ingredients)
    }
}
