import Messages

/// Allergens are a matter of health: the answer is yes only if all relevant data were entered, are understood, and do
/// not name the allergen.
extension DietReader {
    func finding(_ allergen: Allergen) -> DietReport.Finding {
        guard product.sort == .food else { return open(allergen, localized("It is no food.")) }
        let name = allergen.name
        let named = clues(allergen.vocabulary)
        let stated = statements(about: allergen)
        let denials = labels.filter { allergen.vocabulary.isDenied(in: $0.words) }.map(\.shown)
        if !stated.contained.isEmpty {
            let because =
                denials.isEmpty
                ? localized("It contains \(name, "allergen").")
                : localized("It contains \(name, "allergen"), though its label says \(denials.quoted, "label").")
            return .init(
                .allergen(allergen), .no, found: localized("Contains \(name, "allergen")"), because, nil,
                stated.contained + named.contained + denials)
        }
        if !named.contained.isEmpty {
            return .init(
                .allergen(allergen), .no, found: localized("Contains \(name, "allergen")"),
                Self.because(name, named.contained, denials), nil, named.contained + denials)
        }
        let warnings = stated.traces + named.traces
        if !warnings.isEmpty, rule != .accept {
            let because =
                denials.isEmpty
                ? localized("It may contain traces of \(name, "allergen").")
                : localized(
                    "It may contain traces of \(name, "allergen"), though its label says \(denials.quoted, "label").")
            return .init(
                .allergen(allergen), rule == .refuse ? .no : .careful,
                found: localized("May contain \(name, "allergen")"), because, nil, warnings + denials,
                mayBeTraces: true)
        }
        if let doubt = doubt(about: allergen) {
            let isOnlyTraces = doubt.missing == .traces
            return open(
                allergen, doubt.because, missing: doubt.missing, denials,
                found: isOnlyTraces ? localized("No \(name, "allergen") listed; traces not known") : nil)
        }
        let found =
            warnings.isEmpty
            ? localized("No \(name, "allergen") listed") : localized("May contain \(name, "allergen")")
        return .init(
            .allergen(allergen), .yes, found: found, absence(of: name, hasWarnings: !warnings.isEmpty), nil,
            warnings + denials, mayBeTraces: !warnings.isEmpty)
    }

    private static func because(_ name: String, _ ingredients: [String], _ denials: [String]) -> String {
        denials.isEmpty
            ? localized("It contains \(name, "allergen"): its ingredients name \(ingredients.quoted, "ingredients").")
            : localized(
                """
                It contains \(name, "allergen"): its ingredients name \(ingredients.quoted, "ingredients"), though its \
                label says \(denials.quoted, "label").
                """)
    }

    private func absence(of name: String, hasWarnings: Bool) -> String {
        if hasWarnings {
            return localized(
                """
                Neither its allergens nor its ingredients name \(name, "allergen"); there may be traces of it, which \
                you accept.
                """)
        }
        return product.traces == .notKnown
            ? localized(
                """
                Neither its allergens nor its ingredients name \(name, "allergen"); what there may be traces of is not \
                known.
                """)
            : localized("Neither its allergens nor its ingredients name \(name, "allergen").")
    }

    private func open(
        _ allergen: Allergen, _ because: String, missing: DietReport.Missing? = nil, _ evidence: [String] = [],
        found: String? = nil
    ) -> DietReport.Finding {
        .init(
            .allergen(allergen), .cannotTell, found: found ?? localized("\(allergen.words, "subject"): not known"),
            because, missing, evidence)
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
        if product.allergens == .notKnown { return (localized("The allergens have not been entered."), .allergens) }
        if let word = unclear(allergens) {
            return (localized("It is not known which allergen \(TagWords.quoted(word), "word") is."), .analysis)
        }
        if let unread = unreadIngredient {
            return (localized("It is not known what \(unread, "ingredient") is."), .analysis)
        }
        if let title = (titles + labels).first(where: { !allergen.vocabulary.hits(in: $0.words).isEmpty }) {
            let words = localized(
                """
                \(TagWords.quoted(title.shown), "name") speaks of \(allergen.name, "allergen"), its ingredients do not.
                """)
            return (words, nil)
        }
        guard rule != .accept else { return nil }
        if product.traces == .notKnown {
            return (localized("Possible traces have not been entered."), .traces)
        }
        if let word = unclear(traces) {
            return (localized("It is not known what traces of \(TagWords.quoted(word), "word") are."), .analysis)
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
