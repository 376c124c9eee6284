import Larder
import Support
import Testing

@Suite("Diet reports on random products", .tags(.small))
struct DietReportChanceTests {
    /// Random products.
    struct Shelf {
        var numbers: SplitMix64

        static let texts = [
            "sugar", "Zucker", "wheat flour", "milk", "may contain", "Kann Spuren von", "enthalten", "noisettes", "(",
            ")", ",",
            ".", "E 220", "salt", "coriander", "celery leaf", "kakaobutter", "sans", "gluten", "free", "tej", "\u{0}",
            "大豆",
        ]
        static let tags = [
            "en:sugar", "en:milk", "en:gluten", "fr:lait", "en:e322", "en:nuts", "hu:tej", "en:none", "", ":",
            "en:kiwi",
            "en:celery", "en:vegan", "en:no-gluten", "en:contains-milk", "en:palm-oil-free",
        ]

        mutating func product() -> Product {
            var product = Product(code: "4000000000006")
            product.sort = chance(8) ? .beauty : .food
            product.language = [nil, "en", "hu"].randomElement(using: &numbers) ?? nil
            product.ingredientsText = chance(3) ? nil : list(Self.texts).joined(separator: " ")
            product.ingredients = chance(2) ? [] : list(Self.tags).map { ingredient($0, depth: 3) }
            product.hasAllIngredients = chance(3) ? nil : !chance(4)
            product.allergens = statement()
            product.traces = statement()
            product.vegan = finding()
            product.vegetarian = finding()
            product.palmOilFree = finding()
            product.additives = chance(2) ? nil : list(Self.tags)
            product.labels = chance(2) ? [] : list(Self.tags)
            product.categories = chance(2) ? [] : list(Self.tags)
            product.name = chance(2) ? nil : list(Self.texts).joined(separator: " ")
            return product
        }

        mutating func diet() -> Diet {
            var diet = DietReportTests.everything
            diet.traces = TraceRule.allCases.randomElement(using: &numbers) ?? .careful
            diet.words.append(contentsOf: ["sugar", "milk", "大豆", ""])
            return diet
        }

        mutating func statement() -> Product.Statement {
            switch Int.random(in: 0..<3, using: &numbers) {
            case 0: .notKnown
            case 1: .noneStated
            default: .stated(list(Self.tags))
            }
        }

        private mutating func ingredient(_ tag: String, depth: Int) -> Product.Ingredient {
            let parts = depth > 0 && chance(4) ? list(Self.tags).map { ingredient($0, depth: depth - 1) } : []
            return .init(
                tag: chance(4) ? nil : tag, text: list(Self.texts).joined(separator: " "), vegan: finding(),
                vegetarian: finding(), fromPalmOil: finding(), parts: parts)
        }

        private mutating func list(_ values: [String]) -> [String] {
            (0..<Int.random(in: 0...3, using: &numbers)).compactMap { _ in values.randomElement(using: &numbers) }
        }

        private mutating func finding() -> Product.Finding {
            Product.Finding.allCases.randomElement(using: &numbers) ?? .unknown
        }

        mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &numbers) == 0 }
    }

    private static func answers(_ product: Product, _ diet: Diet) -> [DietReport.Subject: DietReport.Answer] {
        Dictionary(DietReport(of: product, for: diet).findings.map { ($0.subject, $0.answer) }) { first, _ in first }
    }

    @Test("A product without complete ingredients never gets a yes for an allergen or a word")
    func missing() {
        var shelf = Shelf(numbers: SplitMix64(1))
        for round in 0..<400 {
            var product = shelf.product()
            switch round % 3 {
            case 0: product.hasAllIngredients = nil
            case 1: product.hasAllIngredients = false
            default:
                product.ingredients = []
                product.ingredientsText = nil
            }
            for (subject, answer) in Self.answers(product, shelf.diet()) {
                if case .preference = subject { continue }
                #expect(answer != .yes, "\(subject) of \(product)")
            }
        }
    }

    @Test("A product without entered allergens, or that is no food, never gets a yes for an allergen")
    func unsaid() {
        var shelf = Shelf(numbers: SplitMix64(2))
        for _ in 0..<400 {
            var product = shelf.product()
            product.allergens = .notKnown
            for (subject, answer) in Self.answers(product, shelf.diet()) {
                if case .allergen = subject { #expect(answer != .yes, "\(subject) of \(product)") }
                if product.sort != .food { #expect(answer == .cannotTell) }
            }
        }
    }

    @Test("Additional data never turn a no into a yes")
    func monotone() throws {
        var shelf = Shelf(numbers: SplitMix64(3))
        for _ in 0..<200 {
            let product = shelf.product()
            let diet = shelf.diet()
            let before = Self.answers(product, diet)
            let tag = try #require((Allergen.allCases.map(\.tag) + Shelf.tags).randomElement(using: &shelf.numbers))
            var stated = product
            stated.allergens = .stated(product.allergens.list + [tag])
            var traced = product
            traced.traces = .stated(product.traces.list + [tag])
            var added = product
            added.ingredients.append(.init(tag: tag, text: "more"))
            var labelled = product
            labelled.labels.append(tag)
            for more in [stated, traced, added, labelled] {
                for (subject, answer) in Self.answers(more, diet) where before[subject] == .no {
                    #expect(answer == .no, "\(subject) with \(tag) of \(product)")
                }
            }
            if let allergen = Allergen.of(tag: tag), product.sort == .food {
                #expect(Self.answers(stated, diet)[.allergen(allergen)] == .no)
            }
        }
    }

    @Test("A report is sorted, and its answer is the worst of its findings")
    func order() {
        var shelf = Shelf(numbers: SplitMix64(4))
        for _ in 0..<500 {
            let report = DietReport(of: shelf.product(), for: shelf.diet())
            let ranks = report.findings.map { DietReport.Answer.order.firstIndex(of: $0.answer) ?? 9 }
            #expect(ranks == ranks.sorted())
            #expect(report.answer == report.findings.first?.answer)
            for finding in report.findings {
                #expect(finding.because.hasSuffix(".") && finding.because.count < 600)
                #expect(!finding.because.unicodeScalars.contains { $0.properties.generalCategory == .control })
                #expect(finding.answer == .cannotTell || finding.missing == nil)
                #expect(finding.answer != .no || finding.because.count > 10)
            }
        }
    }

    @Test(
        "A report is short, whatever people enter",
        arguments: [
            String(repeating: "a", count: 100_000), String(repeating: "milk,", count: 20_000),
            String(repeating: "\u{0}\u{202E}\u{1B}[31m", count: 20_000), String(repeating: "(", count: 100_000),
            String(repeating: "kann ", count: 20_000), String(repeating: "e\u{301}\u{302}", count: 40_000),
            String(repeating: "👩‍👩‍👧‍👦", count: 10_000), String(repeating: "palm oi ", count: 12_000),
            String(repeating: "ﷺ", count: 30_000),
        ])
    func hostile(text: String) {
        var product = Product.whole(text)
        product.name = text
        product.allergens = .stated([text])
        product.traces = .stated(Array(repeating: text, count: 20))
        product.labels = [text]
        var deep = Product.Ingredient(tag: text, text: text)
        for _ in 0..<200 { deep = .init(tag: nil, text: "a", parts: [deep]) }
        product.ingredients = [deep] + Array(repeating: .init(tag: "en:x", text: "x"), count: 3_000)
        var diet = DietReportTests.everything
        diet.words.append(text)
        let report = DietReport(of: product, for: diet)
        for finding in report.findings {
            #expect(finding.answer != .yes)
            #expect(finding.because.unicodeScalars.count < 3_000)
            #expect(finding.evidence.count <= 20)
            #expect(finding.evidence.allSatisfy { $0.count <= TagWords.lengthLimit })
        }
    }
}

extension Product.Statement {
    fileprivate var list: [String] { if case .stated(let tags) = self { tags } else { [] } }
}
