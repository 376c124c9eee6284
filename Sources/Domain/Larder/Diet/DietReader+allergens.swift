/// Allergens are a matter of health: the answer is yes only if all relevant data were entered, are understood, and do
/// not name the allergen.
extension DietReader {
    func finding(_ allergen: Allergen) -> DietReport.Finding {
        guard product.sort == .food else { return open(allergen, "It is no food.") }
        let name = allergen.name
        let named = clues(allergen.vocabulary)
        let stated = statements(about: allergen)
        let denials = labels.filter { allergen.vocabulary.isDenied(in: $0.words) }.map(\.shown)
        let though = denials.isEmpty ? "" : ", though its label says \(denials.quoted)"
        if !stated.contained.isEmpty {
            return .init(
                .allergen(allergen), .no, found: "Contains \(name)", "It contains \(name)\(though).", nil,
                stated.contained + named.contained + denials)
        }
        if !named.contained.isEmpty {
            return .init(
                .allergen(allergen), .no, found: "Contains \(name)",
                "It contains \(name): its ingredients name \(named.contained.quoted)\(though).", nil,
                named.contained + denials)
        }
        let warnings = stated.traces + named.traces
        if !warnings.isEmpty, rule != .accept {
            return .init(
                .allergen(allergen), rule == .refuse ? .no : .careful, found: "May contain \(name)",
                "It may contain traces of \(name)\(though).", nil, warnings + denials, mayBeTraces: true)
        }
        if let doubt = doubt(about: allergen) {
            let isOnlyTraces = doubt.missing == .traces
            return open(
                allergen, doubt.because, missing: doubt.missing, denials,
                found: isOnlyTraces ? "No \(name) listed; traces not known" : nil)
        }
        let remark =
            !warnings.isEmpty
            ? "; there may be traces of it, which you accept"
            : product.traces == .notKnown ? "; what there may be traces of is not known" : ""
        return .init(
            .allergen(allergen), .yes, found: warnings.isEmpty ? "No \(name) listed" : "May contain \(name)",
            "Neither its allergens nor its ingredients name \(name)\(remark).", nil, warnings + denials,
            mayBeTraces: !warnings.isEmpty)
    }

    private func open(
        _ allergen: Allergen, _ because: String, missing: DietReport.Missing? = nil, _ evidence: [String] = [],
        found: String? = nil
    ) -> DietReport.Finding {
        .init(
            .allergen(allergen), .cannotTell, found: found ?? "\(allergen.words): not known", because, missing, evidence
        )
    }

    /// Returns what is stated beside the ingredients: tags, words of allergens and traces, labels, and warnings in
    /// names.
    private func statements(about allergen: Allergen) -> Clues {
        var clues = Clues()
        clues.add(allergen.vocabulary, in: allergens, own: allergen.tag)
        for source in traces
        where source.tag == allergen.tag || !allergen.vocabulary.hits(in: source.words).isEmpty {
            clues.traces.add(source.shown)
        }
        for source in labels {
            let hits = allergen.vocabulary.hits(in: source.words)
            if hits.contains(where: \.isTrace) { clues.traces.add(source.shown) }
            if hits.contains(where: { !$0.isTrace }), let first = source.words.texts.first, Self.withs.contains(first) {
                clues.contained.add(source.shown)
            }
        }
        for source in titles where allergen.vocabulary.hits(in: source.words).contains(where: \.isTrace) {
            clues.traces.add(source.shown)
        }
        return clues
    }

    /// Words by which a label states what the product contains.
    private static let withs = TracePhrases.lists.union([
        "with", "mit", "avec", "con", "com", "met", "med", "z", "sisaltaa", "containing",
    ])

    private func doubt(about allergen: Allergen) -> (because: String, missing: DietReport.Missing?)? {
        if !isWhole { return (partialBecause, .ingredients) }
        if product.allergens == .notKnown { return ("Nobody has entered the allergens.", .allergens) }
        if let word = unclear(allergens) {
            return ("It is not known which allergen \(TagWords.quoted(word)) is.", .analysis)
        }
        if let unread = unreadIngredient { return ("It is not known what \(unread) is.", .analysis) }
        if let title = (titles + labels).first(where: { !allergen.vocabulary.hits(in: $0.words).isEmpty }) {
            return ("\(TagWords.quoted(title.shown)) speaks of \(allergen.name), its ingredients do not.", nil)
        }
        guard rule != .accept else { return nil }
        if product.traces == .notKnown { return ("Nobody has entered what there may be traces of.", .traces) }
        if let word = unclear(traces) {
            return ("It is not known what traces of \(TagWords.quoted(word)) are.", .analysis)
        }
        return nil
    }

    /// Returns a text that names none of the fourteen allergens and nothing else that is known; nil if there is none.
    private func unclear(_ sources: [Source]) -> String? {
        sources.first { source in
            if let tag = source.tag, Allergen.besideTags.contains(tag) { return false }
            return !Self.saysNone(source.words) && !source.words.words.isEmpty
                && source.tag.flatMap(Allergen.of(tag:)) == nil && Allergen.all(in: source.words).isEmpty
        }?.shown
    }

    /// Returns true for "None", "keine", "aucun".
    private static func saysNone(_ words: FoodWords) -> Bool {
        words.texts.count <= 2 && !nones.isDisjoint(with: words.texts)
    }

    private static let nones: Set = [
        "none", "no", "keine", "aucun", "aucune", "ninguno", "ninguna", "nessuno", "nessuna", "geen", "nenhum",
        "nenhuma", "brak", "inga", "ingen", "ei", "0",
    ]

    /// An ingredient that neither the service nor this vocabulary can know, so that it may be anything; nil if there is
    /// none.
    private var unreadIngredient: String? {
        if let text = unreadWord { return TagWords.quoted(text) }
        if leaves.isEmpty {
            return Self.isRead(product.language) ? nil : TagWords.quoted(product.ingredientsText ?? "")
        }
        let unread = leaves.first { one in
            guard let tag = one.tag else { return !Self.isRead(product.language) }
            return !Self.isRead(String(tag.prefix { $0 != ":" }))
        }
        return unread.map { TagWords.quoted($0.text) }
    }

    private static func isRead(_ language: String?) -> Bool { language.map(FoodVocabulary.languages.contains) ?? false }
}

extension Product.Statement {
    var tags: [String] { if case .stated(let tags) = self { tags } else { [] } }

    func tags(about allergen: Allergen) -> [String] {
        tags.filter { $0 == allergen.tag || !allergen.vocabulary.hits(in: FoodWords(tag: $0)).isEmpty }
    }
}
