import Larder
import Support
import Testing

@Suite("Allergens", .tags(.small))
struct AllergenTests {
    @Test("The fourteen allergens of annex II are found by their own tags and names only")
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
        "An allergen is found by tags of foods that contain it",
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

    @Test("An unknown tag or word gives no answer", arguments: Allergen.allCases)
    func unknown(allergen: Allergen) {
        for tag in ["en:tejpor", "hu:tej", "en:mystery-paste"] {
            for kind in [Product.PacketText.Kind.allergens, .traces] {
                let typed = Product.whole("Water") { $0.texts = [.init(kind, "(en) \(tag), kiwi")] }
                #expect(typed.finding(allergen)?.answer == .cannotTell)
            }
            #expect(Product.whole("Water", allergens: .stated([tag])).finding(allergen)?.answer == .cannotTell)
            #expect(Product.whole("Water", traces: .stated([tag])).finding(allergen)?.answer == .cannotTell)
        }
        for text in ["None", "(en) en:none", "(fr) ", "keine", "en:kiwi,en:peach", ""] {
            let typed = Product.whole("Water") { $0.texts = [.init(.allergens, text), .init(.traces, text)] }
            #expect(typed.finding(allergen)?.answer == .yes, "\(text)")
        }
    }

    @Test(
        "A word in an unsupported script gives no answer", arguments: ["вода, молоко", "Water / Νερό, γάλα", "水、牛乳"])
    func letters(text: String) {
        #expect(Product.whole(text).finding(.milk)?.answer == .cannotTell)
        #expect(Product.whole("Water, α-tocopherol, β-carotene").finding(.milk)?.answer == .yes)
    }

    @Test("Labels, names and other texts that name an allergen exclude a yes", arguments: PacketWords.named)
    func everywhere(allergen: Allergen, texts: [String]) {
        for text in texts {
            for kind in Product.PacketText.Kind.allCases {
                let product = Product.whole("Water") { $0.texts = [.init(kind, text)] }
                #expect(product.finding(allergen)?.answer != .yes, "\(kind): \(text)")
            }
            let tag = "en:" + text.lowercased().split(separator: " ").joined(separator: "-")
            for product in [
                Product.whole("Water") { $0.name = text }, Product.whole("Water") { $0.genericName = text },
                Product.whole("Water") { $0.labels = [tag] }, Product.whole("Water") { $0.categories = [tag] },
                Product.whole("Water", allergens: .stated([tag])), Product.whole("Water", traces: .stated([tag])),
                Product.whole("Water", traces: .notKnown), Product.whole("Water", tags: ["en:water", tag]),
            ] { #expect(product.finding(allergen)?.answer != .yes, "\(text)") }
        }
    }
}

extension AllergenTests {
    @Test(
        "A label states what is contained or what may be",
        arguments: [
            ("en:may-contain-nuts", DietReport.Answer.careful), ("en:contains-nuts", .no), ("de:enthält-nüsse", .no),
            ("fr:peut-contenir-des-noix", .careful), ("en:with-nuts", .no), ("en:nut-mix", .cannotTell),
            ("en:nut-free", .yes), ("en:no-nuts", .yes),
        ])
    func labels(tag: String, expected: DietReport.Answer) {
        #expect(Product.whole("Water") { $0.labels = [tag] }.finding(.nuts)?.answer == expected)
    }

    @Test(
        "An allergen is not found by tags of other foods",
        arguments: [
            "", "en:", "en:none", "en:sugar", "en:cocoa-butter", "en:buckwheat-flour", "en:coconut", "en:nutmeg",
            "en:eggplant",
            "en:lactic-acid", "en:maltodextrin", "en:no-gluten", "en:gluten-free", "de:milchfrei", "fr:sans-lactose",
            "en:e322", "en:oyster-mushroom", "en:kiwi",
        ])
    func others(tag: String) {
        #expect(Allergen.of(tag: tag) == nil)
    }

    @Test("An allergen is found by the words of packages in many languages", arguments: PacketWords.named)
    func packets(allergen: Allergen, texts: [String]) {
        for text in texts {
            for written in [text, text.uppercased(), "Sugar, _\(text)_ (12,5 %), salt"] {
                let finding = Product.whole(written).finding(allergen)
                #expect(finding?.answer == .no, "\(written)")
                #expect(finding?.evidence.isEmpty == false)
            }
        }
    }

    @Test("An allergen is not found by words that only resemble it", arguments: PacketWords.other)
    func sounds(allergen: Allergen, texts: [String]) {
        for text in texts {
            #expect(Product.whole("Sugar, \(text), salt").finding(allergen)?.answer == .yes, "\(text)")
        }
    }

    @Test(
        "An allergen is denied only by words directly beside it",
        arguments: [
            ("milk free", DietReport.Answer.yes), ("milk-free", .yes), ("milchfrei", .yes), ("sans lait", .yes),
            ("ohne Milch", .yes), ("milk, free range eggs", .no), ("milk free range eggs", .no),
            ("sans sel, lait", .no),
            ("sans, lait", .no), ("salt, no milk", .no), ("lactose free milk", .no), ("laktosefreie Milch", .no),
            ("milk free, milk", .no), ("cocoa, butter", .no), ("contains no milk", .yes), ("free from milk", .yes),
            ("enthält keine Milch", .yes), ("no contiene leche", .yes), ("innehåller inte mjölk", .yes),
            ("maidoton", .yes), ("milk free from hormones", .no), ("Milch frei von Zusätzen", .no),
            ("not milk free", .no), ("this is not a milk-free product", .no), ("nicht milchfrei", .no),
            ("cannot guarantee that it is milk free", .careful), ("not guaranteed to be milk-free", .careful),
            ("may contain milk free from antibiotics", .careful), ("contains no milk but may contain traces", .no),
            ("not without milk", .no), ("can not be called milk free", .no), ("cocoa butter, butter", .no),
            ("non dairy creamer", .no),
        ])
    func denied(text: String, expected: DietReport.Answer) {
        #expect(Product.whole(text).finding(.milk)?.answer == expected)
    }
}
