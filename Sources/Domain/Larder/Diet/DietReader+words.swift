import Messages

/// Unwanted words are searched as written, in all languages of the ingredients.
extension DietReader {
    func finding(_ word: String) -> DietReport.Finding {
        let shown = TagWords.cut(TagWords.line(word))
        func found(
            _ answer: DietReport.Answer, _ because: String, missing: DietReport.Missing? = nil,
            _ evidence: [String] = [], as found: String? = nil
        ) -> DietReport.Finding {
            .init(
                .word(word), answer, found: found ?? localized("\(shown, "subject"): not known"), because, missing,
                evidence)
        }
        guard product.sort == .food else { return found(.cannotTell, localized("It is no food.")) }
        guard let wanted = WantedWord(word) else {
            return found(.cannotTell, localized("It is no word that could be looked for."))
        }
        let name = TagWords.quoted(word)
        let clues = clues(wanted.whole)
        let stated = product.allergens.tags.filter { !wanted.whole.hits(in: FoodWords(tag: $0)).isEmpty }
        let contained = clues.contained + stated.map(TagWords.words)
        if !contained.isEmpty {
            return found(
                .no, localized("Its ingredients name \(contained.quoted, "ingredients")."), contained,
                as: localized("Contains \(shown, "ingredient")"))
        }
        let tags = self.traces.filter { !wanted.whole.hits(in: $0.words).isEmpty }
        let traces = clues.traces + tags.map(\.shown)
        if rule != .accept, !traces.isEmpty {
            return found(
                rule == .refuse ? .no : .careful, localized("It may contain traces of \(name, "ingredient")."), traces,
                as: localized("May contain \(shown, "ingredient")"))
        }
        let parts = wanted.part.map { self.clues($0) }
        if let within = parts.map({ $0.contained + $0.traces }), !within.isEmpty, traces.isEmpty {
            let because = localized(
                "\(name, "word") is a part of \(within.quoted, "ingredients"), which may be something else.")
            return found(.cannotTell, because, within)
        }
        guard isWhole else { return found(.cannotTell, partialBecause, missing: .ingredients) }
        if traces.isEmpty {
            return found(
                .yes,
                localized(
                    "Its ingredients, in the words in which they are entered, do not name \(name, "ingredient")."),
                as: localized("No \(shown, "ingredient") listed"))
        }
        let because = localized(
            """
            Its ingredients, in the words in which they are entered, do not name \(name, "ingredient"); there may be \
            traces of it, which you accept.
            """)
        return found(.yes, because, traces, as: localized("May contain \(shown, "ingredient")"))
    }
}

/// An unwanted word, in the singular and the plural.
struct WantedWord {
    let whole: FoodVocabulary
    /// Longer words that contain it: "Zwiebelpulver" for "Zwiebel", but also "licorice" for "rice". nil if the word is
    /// too short.
    let part: FoodVocabulary?

    init?(_ text: String) {
        let texts = FoodWords(String(text.prefix(200))).texts
        guard let last = texts.last else { return nil }
        let front = texts.dropLast().map { $0 + " " }.joined()
        whole = FoodVocabulary(Self.forms(of: last).map { front + $0 }.joined(separator: ","))
        let isLong = last.utf8.count == last.count ? last.count >= 4 : last.count >= 2
        part = texts.count == 1 && isLong ? FoodVocabulary("*\(last)*") : nil
    }

    /// Returns singular and plural forms of a few languages: "onions" for "onion" and the reverse.
    private static func forms(of word: String) -> Set<String> {
        guard word.count >= 3 else { return [word] }
        var forms: Set = [word]
        for ending in ["s", "es", "e", "n", "en"] {
            forms.insert(word + ending)
            if word.hasSuffix(ending), word.count - ending.count >= 3 {
                forms.insert(String(word.dropLast(ending.count)))
            }
        }
        if word.hasSuffix("y") { forms.insert(word.dropLast() + "ies") }
        if word.hasSuffix("ies") { forms.insert(word.dropLast(3) + "y") }
        if word.hasSuffix("f") { forms.insert(word.dropLast() + "ves") }
        return forms
    }
}
