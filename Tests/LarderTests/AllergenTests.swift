import Larder
import Support
import Testing

@Suite("Allergens", .tags(.small))
struct AllergenTests {
    @Test("are the fourteen of annex II, each found by its own tag, its name and nothing else's")
    func own() {
        #expect(Allergen.allCases.count == 14)
        for allergen in Allergen.allCases {
            #expect(Allergen.of(tag: allergen.tag) == allergen)
            #expect(allergen.tag == "en:" + allergen.rawValue)
            let named = Product.whole(allergen.words)
            for other in Allergen.allCases {
                #expect(named.finding(other)?.answer == (other == allergen ? .no : .yes), "\(allergen) for \(other)")
            }
        }
        #expect(Set(Allergen.allCases.map(\.words)).count == 14)
    }

    @Test(
        "are found by tags of what has them in it",
        arguments: [
            ("en:wheat-flour", Allergen.gluten), ("en:hazelnut", .nuts), ("fr:lait-entier", .milk),
            ("de:magermilchpulver", .milk),
            ("en:e223", .sulphites), ("en:whole-egg-powder", .eggs), ("nl:pindakaas", .peanuts), ("es:apio", .celery),
            ("it:semi-di-sesamo", .sesame), ("en:soya-lecithin", .soya), ("fr:crevettes-roses", .crustaceans),
            ("en:mussel", .molluscs), ("fr:moutarde-de-dijon", .mustard), ("en:anchovies", .fish),
            ("de:lupinenmehl", .lupin),
            ("hazelnut", .nuts),
        ])
    func tags(tag: String, expected: Allergen) {
        #expect(Allergen.of(tag: tag) == expected)
    }

    @Test(
        "are not found by tags of something else",
        arguments: [
            "", "en:", "en:none", "en:sugar", "en:cocoa-butter", "en:buckwheat-flour", "en:coconut", "en:nutmeg",
            "en:eggplant",
            "en:lactic-acid", "en:maltodextrin", "en:no-gluten", "en:gluten-free", "de:milchfrei", "fr:sans-lactose",
            "en:e322", "en:oyster-mushroom", "en:kiwi",
        ])
    func others(tag: String) {
        #expect(Allergen.of(tag: tag) == nil)
    }

    @Test("are found by the words of packets in many languages", arguments: PacketWords.named)
    func packets(allergen: Allergen, texts: [String]) {
        for text in texts {
            for written in [text, text.uppercased(), "Sugar, _\(text)_ (12,5 %), salt"] {
                let finding = Product.whole(written).finding(allergen)
                #expect(finding?.answer == .no, "\(written)")
                #expect(finding?.evidence.isEmpty == false)
            }
        }
    }

    @Test("are not found by what only sounds like them", arguments: PacketWords.other)
    func sounds(allergen: Allergen, texts: [String]) {
        for text in texts {
            #expect(Product.whole("Sugar, \(text), salt").finding(allergen)?.answer == .yes, "\(text)")
        }
    }

    @Test(
        "are denied only by what stands right beside them",
        arguments: [
            ("milk free", DietReport.Answer.yes), ("milk-free", .yes), ("milchfrei", .yes), ("sans lait", .yes),
            ("ohne Milch", .yes), ("milk, free range eggs", .no), ("milk free range eggs", .no),
            ("sans sel, lait", .no),
            ("sans, lait", .no), ("salt, no milk", .no), ("lactose free milk", .no), ("laktosefreie Milch", .no),
            ("milk free, milk", .no), ("cocoa, butter", .no), ("cocoa butter, butter", .no), ("non dairy creamer", .no),
        ])
    func denied(text: String, expected: DietReport.Answer) {
        #expect(Product.whole(text).finding(.milk)?.answer == expected)
    }
}
