import Larder
import Support
import Testing

@Suite("Words for tags", .tags(.small))
struct TagWordsTests {
    @Test(
        "A tag has readable words and a language",
        arguments: [
            ("en:hazelnut-spreads", "Hazelnut spreads", "en"), ("fr:pâte-à-tartiner", "Pâte à tartiner", "fr"),
            ("en:made-in-germany", "Made in Germany", "en"), ("en:united-kingdom", "United Kingdom", "en"),
            ("en:bosnia-and-herzegovina", "Bosnia and Herzegovina", "en"), ("en:eu-organic", "EU organic", "en"),
            ("en:turkey-hams", "Turkey hams", "en"), ("en:smoked-turkey", "Smoked turkey", "en"),
            ("en:democratic-republic-of-the-congo", "Democratic Republic of the Congo", "en"),
            ("fr:fabriqué-en-france", "Fabriqué en france", "fr"),
            ("en:e322", "E322", "en"), ("en:e150d", "E150d", "en"), ("de:öle-und-fette", "Öle und fette", "de"),
            ("xx:coca-cola", "Coca cola", "xx"), ("Hazelnut spreads", "Hazelnut spreads", nil),
            ("nutella", "nutella", nil),
            ("", "", nil), ("en:", "", "en"), ("http://example.org", "http://example.org", nil), ("a:b", "a:b", nil),
            ("EN:salt", "EN:salt", nil), ("fil:asin", "Asin", "fil"), ("en:--salt--", "Salt", "en"),
            ("en:a\u{0}b\nc", "A b c", "en"), ("en:salt\u{202E}pepper", "Saltpepper", "en"),
        ] as [(String, String, String?)])
    func words(tag: String, words: String, language: String?) {
        #expect(TagWords.words(tag) == words)
        #expect(TagWords(tag).language == language)
    }

    @Test("The words of a tag are short")
    func short() {
        for text in [String(repeating: "a", count: 100_000), String(repeating: "👩‍👩‍👧‍👦-", count: 10_000)] {
            #expect(TagWords.words("en:" + text).count <= TagWords.lengthLimit)
            #expect(TagWords.words(text).count <= TagWords.lengthLimit)
            #expect(QuestionWords.words(text).count <= TagWords.lengthLimit)
            #expect(NutrientWords.words(text).count <= TagWords.lengthLimit)
            #expect(NutrientWords.quantity(text).count <= TagWords.lengthLimit)
        }
    }

    @Test(
        "A kind of question has words",
        arguments: [
            ("category", "Category"), ("label", "Label"), ("brand", "Brand"), ("product_weight", "Amount"),
            ("packaging", "Packaging"), ("some_new-kind", "Some new kind"), ("", "Question"), ("\u{0}", "Question"),
        ])
    func questions(kind: String, words: String) {
        #expect(QuestionWords.words(kind) == words)
    }

    @Test(
        "A nutrient has words",
        arguments: [
            ("saturated-fat", "Saturated fat"), ("energy-kcal", "Energy (kcal)"), ("energy", "Energy"),
            ("salt", "Salt"),
            ("fiber", "Fibre"), ("proteins", "Protein"), ("vitamin-b12", "Vitamin b12"), ("omega-3-fat", "Omega 3 fat"),
        ])
    func nutrients(name: String, words: String) {
        #expect(NutrientWords.words(name) == words)
    }

    @Test("Nutrients are sorted like in a package's table")
    func order() {
        let names = [
            "zinc", "salt", "proteins", "calcium", "sugars", "carbohydrates", "saturated-fat", "fat", "energy-kcal",
        ]
        let sorted = NutrientWords.sorted(names.map { .init(name: $0, per100: 1, perServing: nil, unit: "g") })
        #expect(
            sorted.map(\.name) == [
                "energy-kcal", "fat", "saturated-fat", "carbohydrates", "sugars", "proteins", "salt", "calcium", "zinc",
            ])
        #expect(NutrientWords.isPart("saturated-fat") && !NutrientWords.isPart("fat"))
    }

    @Test(
        "An amount has no needless digits",
        arguments: [
            (30.9, "g", "30.9 g"), (539, "kcal", "539 kcal"), (0, "g", "0 g"), (0.1066, "g", "0.11 g"),
            (0.0000025, "g", "0.000003 g"), (1.0 / 3, "g", "0.33 g"), (2.005, nil, "2.01"), (-1.5, "g", "-1.5 g"),
            (12.0, "", "12"), (0.05, "g", "0.05 g"), (.nan, "g", nil), (.infinity, "g", nil), (1e300, "g", nil),
        ] as [(Double, String?, String?)])
    func amounts(value: Double, unit: String?, words: String?) {
        #expect(NutrientWords.amount(value, unit: unit) == words)
    }

    @Test(
        "A quantity has a space before the unit",
        arguments: [
            ("400g", "400 g"), ("400 g", "400 g"), ("1,5L", "1,5 L"), ("0.5kg", "0.5 kg"), ("6 x 330ml", "6 x 330ml"),
            ("12 oz", "12 oz"), ("", ""), ("g", "g"), ("400 g e", "400 g e"), (" 400\u{0}g ", "400 g"),
        ])
    func quantities(text: String, words: String) {
        #expect(NutrientWords.quantity(text) == words)
    }
}
