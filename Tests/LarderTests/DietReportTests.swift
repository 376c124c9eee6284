import Larder
import Support
import Testing

@Suite("Diet reports", .tags(.small))
struct DietReportTests {
    @Test("A report answers for an allergen", arguments: MilkCase.stated)
    func allergen(one: MilkCase) throws {
        try check(one)
    }

    @Test("A report answers for traces", arguments: MilkCase.traces)
    func traces(one: MilkCase) throws {
        try check(one)
    }

    private func check(_ one: MilkCase) throws {
        let finding = try #require(one.product.finding(.milk, traces: one.rule))
        #expect(finding.answer == one.answer)
        #expect(finding.missing == one.missing)
        #expect(finding.because == one.because)
        if let found = one.found { #expect(finding.found == found) }
        #expect(finding.subject == .allergen(.milk))
    }

    /// Traces, not ingredients.
    @Test(
        "A warning of traces in a text is read",
        arguments: [
            "Sugar. May contain milk.", "Sugar. May contain traces of nuts and milk",
            "Sugar (may contain: nuts, milk), salt",
            "Zucker. Kann Spuren von Nüssen und Milch enthalten.", "Zucker. Kann Milch enthalten.",
            "Zucker. Kann auch Nüsse und Milch enthalten.", "Sucre. Peut contenir des traces de lait.",
            "Sucre. Traces éventuelles de _lait_", "Azúcar. Puede contener leche.",
            "Zucchero. Può contenere tracce di latte.",
            "Suiker. Kan sporen van melk bevatten.", "Suiker. Kan melk bevatten.", "Açúcar. Pode conter leite.",
            "Cukier. Może zawierać mleko.", "Socker. Kan innehålla spår av mjölk.",
            "Sukker. Kan indeholde spor af mælk.",
            "Sukker. Kan inneholde spor av melk.", "Sokeri. Saattaa sisältää maitoa.",
        ])
    func textTraces(text: String) {
        let finding = Product.whole(text).finding(.milk)
        #expect(finding?.answer == .careful)
        #expect(finding?.found == "May contain milk")
        #expect(Product.whole(text).finding(.milk, traces: .refuse)?.answer == .no)
        #expect(Product.whole(text, traces: .notKnown).finding(.milk)?.answer == .careful)
        #expect(Product.whole(text).finding(.milk, traces: .accept)?.because.contains("there may be traces") == true)
    }

    @Test(
        "Words outside a warning are not traces",
        arguments: [
            "May contain nuts. Ingredients: milk", "Chocolate (may contain nuts), milk", "May contain nuts; milk",
            "May contain nuts and contains milk", "Kann Spuren von Nüssen enthalten. Milch",
            "Kann Nüsse enthalten, Milch",
            "Filling [cocoa (traces of nuts), milk]", "milk (traces)", "Peut contenir des noix. Contient du lait",
            "Farbe kann abweichen, Milch", "Sugar, milk. May contain milk.",
        ])
    func noTraces(text: String) {
        #expect(Product.whole(text).finding(.milk)?.answer == .no)
    }

    @Test("Findings are sorted by answer: no, cannot tell, yes")
    func order() {
        var diet = Diet()
        diet.allergens = [.gluten, .milk, .celery]
        diet.preferences = [.vegan]
        diet.words = ["salt", "pepper"]
        let product = Product.whole("Sugar, salt, whey")
        let report = DietReport(of: product, for: diet)
        #expect(
            report.findings.map(\.subject) == [
                .allergen(.milk), .preference(.vegan), .word("salt"), .allergen(.gluten), .allergen(.celery),
                .word("pepper"),
            ])
        #expect(report.findings.map(\.answer) == [.no, .no, .no, .yes, .yes, .yes])
        #expect(report.answer == .no)
        #expect(report.sentence == "No: it contains milk: its ingredients name “whey”.")
    }
}

extension DietReportTests {
    @Test("A report states its findings in one sentence")
    func sentences() {
        var diet = Diet()
        #expect(DietReport(of: .whole("Sugar"), for: diet).answer == .cannotTell)
        #expect(DietReport(of: .whole("Sugar"), for: diet).sentence == "Cannot tell: nothing is asked.")
        diet.allergens = [.milk]
        let stated = Product.whole("Sugar", allergens: .stated(["en:milk"]))
        #expect(DietReport(of: stated, for: diet).sentence == "No: it contains milk.")
        #expect(
            DietReport(of: Product(code: "1"), for: diet).sentence
                == "Cannot tell: the ingredients have not been entered."
        )
        #expect(DietReport(of: .whole("Sugar"), for: diet).sentence == "Yes, as far as Open Food Facts knows.")
    }

    @Test("Chocolate that may contain nuts is answered with careful, with the reason")
    func chocolate() {
        var diet = Diet()
        diet.allergens = [.nuts, .milk, .celery, .eggs]
        let product = Product.whole(
            "Cocoa mass, sugar, milk powder. May contain nuts.", allergens: .stated(["en:milk"]),
            traces: .stated(["en:nuts"]))
        let report = DietReport(of: product, for: diet)
        #expect(
            report.findings.map(\.found) == ["Contains milk", "May contain nuts", "No eggs listed", "No celery listed"])
        #expect(report.sentence == "No: it contains milk.")
        diet.allergens = [.nuts, .celery]
        #expect(DietReport(of: product, for: diet).answer == .careful)
        #expect(DietReport(of: product, for: diet).sentence == "Careful: it may contain traces of nuts.")
        diet.traces = .accept
        #expect(
            DietReport(of: product, for: diet).sentence == "Yes, but there may be traces of nuts, which you accept.")
        diet.traces = .refuse
        #expect(DietReport(of: product, for: diet).sentence == "No: it may contain traces of nuts.")
    }

    @Test("A product without data gets no answer")
    func nothing() {
        let diet = Self.everything
        let report = DietReport(of: Product(code: "4000000000006"), for: diet)
        #expect(report.findings.count == 19)
        #expect(
            report.findings.allSatisfy { $0.answer == .cannotTell && $0.missing == .ingredients && $0.evidence.isEmpty }
        )
    }

    static let everything: Diet = {
        var diet = Diet()
        diet.allergens = Set(Allergen.allCases)
        diet.preferences = Set(Diet.Preference.allCases)
        diet.words = ["coriander", "celery leaf"]
        return diet
    }()

    @Test("Missing data and subjects have words")
    func words() {
        #expect(Set(DietReport.Missing.allCases.map(\.words)).count == DietReport.Missing.allCases.count)
        #expect(DietReport.Subject.allergen(.sesame).words == "Sesame")
        #expect(DietReport.Subject.preference(.palmOilFree).words == "Free of palm oil")
        #expect(DietReport.Subject.word("coriander").words == "Coriander")
        #expect(DietReport.Answer(rawValue: "cannot-tell") == .cannotTell)
    }

    @Test("A tag among the labels counts for its meaning, and not as a word for an allergen")
    func labelTags() {
        let product = Product.whole("maize flour, rice flour", tags: ["en:maize-flour", "en:rice-flour"]) {
            $0.labels = ["en:no-gluten"]
            $0.texts = [.init(.label, "en:no-gluten, en:crossed-grain-trademark")]
        }
        #expect(product.finding(.gluten)?.answer == .yes)
    }
}
