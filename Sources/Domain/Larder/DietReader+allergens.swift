/// Somebody's health hangs on it: yes only where all that could say no was entered, is understood, and does not.
extension DietReader {
    func finding(_ allergen: Allergen) -> DietReport.Finding {
        func found(
            _ answer: DietReport.Answer, _ because: String, missing: DietReport.Missing? = nil,
            _ evidence: [String] = []
        ) -> DietReport.Finding {
            .init(.allergen(allergen), answer, because, missing, evidence)
        }
        guard product.sort == .food else { return found(.cannotTell, "It is no food.") }
        let name = allergen.name
        let clues = clues(allergen.vocabulary)
        let stated = product.allergens.tags(about: allergen) + labelsNaming(allergen)
        let denials = labels.filter { allergen.vocabulary.isDenied(in: $0.words) }.map(\.shown)
        let though = denials.isEmpty ? "" : ", though its label says \(denials.quoted)"
        if !stated.isEmpty {
            return found(.no, "It contains \(name)\(though).", stated + clues.contained + denials)
        }
        if !clues.contained.isEmpty {
            let named = "its ingredients name \(clues.contained.quoted)"
            return found(.no, "It contains \(name): \(named)\(though).", clues.contained + denials)
        }
        let traces = product.traces.tags(about: allergen) + clues.traces
        if avoidsTraces, !traces.isEmpty {
            return found(.no, "It may contain traces of \(name)\(though).", traces + denials)
        }
        if let doubt = doubt(about: allergen) {
            return found(.cannotTell, doubt.because, missing: doubt.missing, denials)
        }
        let remark =
            !traces.isEmpty
            ? "there may be traces of it"
            : product.traces == .notKnown ? "what there may be traces of is not known" : nil
        let because = "Neither its allergens nor its ingredients name \(name)" + (remark.map { "; " + $0 } ?? "")
        return found(.yes, because + ".", traces + denials)
    }

    private func labelsNaming(_ allergen: Allergen) -> [String] {
        labels.filter { label in
            ["contains", "with"].contains(label.words.texts.first)
                && !allergen.vocabulary.hits(in: label.words).isEmpty
        }.map(\.shown)
    }

    private func doubt(about allergen: Allergen) -> (because: String, missing: DietReport.Missing?)? {
        if !isWhole { return (partialBecause, .ingredients) }
        if product.allergens == .notKnown { return ("Nobody has entered the allergens.", .allergens) }
        if let tag = product.allergens.unclear.first {
            return ("It is not known which allergen \(TagWords.quoted(TagWords.words(tag))) is.", .analysis)
        }
        if let unread = unreadIngredient { return ("It is not known what \(unread) is.", .analysis) }
        if avoidsTraces {
            if product.traces == .notKnown { return ("Nobody has entered what there may be traces of.", .traces) }
            if let tag = product.traces.unclear.first {
                return ("It is not known what traces of \(TagWords.quoted(TagWords.words(tag))) are.", .analysis)
            }
        }
        if let title = (titles + labels).first(where: { !allergen.vocabulary.hits(in: $0.words).isEmpty }) {
            return ("\(TagWords.quoted(title.shown)) speaks of \(allergen.name), its ingredients do not.", nil)
        }
        return nil
    }

    /// One that neither the service nor this vocabulary can know: it could be anything.
    private var unreadIngredient: String? {
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

    /// What is not one of the fourteen, and by its language not one that the service knows beside them.
    var unclear: [String] {
        tags.filter { !$0.hasPrefix("en:") && Allergen.of(tag: $0) == nil }
    }
}
