/// A line of the text with its tokens.
struct LabelLine: Sendable {
    let index: Int
    let words: [String]
    let tokens: [LabelToken]
    /// The runs of letters, in lower case.
    let letters: [String]
    let names: [MedicineNames.Match]
    /// Those of the letters that distinguish directions from other text, with reading errors tolerated. Computed once.
    private let telling: Set<String>
    private let timely: Set<String>

    var text: String { words.joined(separator: " ") }

    init(_ line: RecognisedText.Line, index: Int, names: MedicineNames) {
        self.index = index
        words = line.words.map(\.text)
        tokens = LabelToken.all(in: words)
        letters = tokens.filter { $0.kind == .letters }.map(\.text)
        self.names = names.find(in: words)
        let letters = Set(letters)
        telling = letters.filter { LabelVocabulary.nearlyTells($0) }
        timely = letters.filter { LabelVocabulary.nearlyFrequency($0) }
    }

    /// Returns the range of tokens in these words.
    func tokens(of words: Range<Int>) -> Range<Int> {
        let start = tokens.firstIndex { $0.word >= words.lowerBound } ?? tokens.count
        let end = tokens.firstIndex { $0.word >= words.upperBound } ?? tokens.count
        return start..<max(start, end)
    }

    /// Returns the range of words with these tokens.
    func words(of places: Range<Int>) -> Range<Int> {
        guard !places.isEmpty, places.upperBound <= tokens.count else { return 0..<0 }
        return tokens[places.lowerBound].word..<(tokens[places.upperBound - 1].word + 1)
    }
}

// MARK: - The kind of line

extension LabelLine {
    /// How directions begin, with the token: after "Sig:", or at the verb or the amount itself.
    enum Beginning: Sendable, Hashable {
        /// After a heading: "Sig:".
        case said(Int)
        /// "Take 1 tablet …".
        case verb(Int)
        /// "1 tab po daily", "one to be taken at night".
        case amount(Int)

        var place: Int {
            switch self {
            case .said(let place), .verb(let place), .amount(let place): place
            }
        }
    }

    func beginning(from start: Int = 0) -> Beginning? {
        var at = start
        while at < tokens.count, tokens[at].kind == .sign, !tokens[at].is("½") { at += 1 }
        guard at < tokens.count else { return nil }
        if let said = saying(at) { return .said(said) }
        let rest = tokens[at...]
        let hasFrequency = rest.contains {
            $0.kind == .letters && timely.contains($0.text) && $0.text != "x"
        }
        let hasAmount = rest.contains { $0.kind == .number || LabelVocabulary.numberWords.contains($0.text) }
        // A stray mark of the photograph may stand before a verb, but not before an amount.
        for place in [at, at + 1] where place < tokens.count && tokens[place].kind == .letters {
            let isVerb =
                LabelVocabulary.verbs.contains(tokens[place].text)
                || hasAmount && hasFrequency && LabelVocabulary.nearlyVerb(tokens[place].text)
            guard isVerb, place == at || tokens[at].text.count == 1 else { continue }
            return isInstruction(at: place, hasFrequency: hasFrequency) ? .verb(place) : nil
        }
        let isAmount = tokens[at].kind == .number || LabelVocabulary.numberWords.contains(tokens[at].text)
        // "28 Amlodipine" and "3. Amlodipine" do not begin directions.
        let next = rest.first { $0.kind == .letters && !LabelVocabulary.numberWords.contains($0.text) }
        guard next.map({ LabelVocabulary.isSig($0.text) }) ?? false else { return nil }
        let near = rest.dropFirst().prefix(5).contains {
            MedicineForm.named($0.text) != nil || LabelVocabulary.units.contains($0.text) || $0.text == "taken"
                || LabelVocabulary.isFrequency($0.text)
        }
        return isAmount && near && hasFrequency ? .amount(at) : nil
    }

    /// Returns true for "Take 1 tablet", "Use as directed" and "Take in the morning", but not for "Use by 11/12/2025"
    /// and "Take with food".
    private func isInstruction(at place: Int, hasFrequency: Bool) -> Bool {
        let rest = tokens[(place + 1)...]
        if tokens[place].text == "use", ["by", "before", "within"].contains(rest.first?.text) { return false }
        return hasFrequency
            || rest.prefix(4).contains { $0.kind == .number || LabelVocabulary.numberWords.contains($0.text) }
    }

    /// Returns the place after "Sig:", "S:", "Directions:" or "Dose:".
    private func saying(_ at: Int) -> Int? {
        let isHeading = ["sig", "directions", "dosage", "dose", "label", "instructions", "s", "slg", "sic"].contains(
            tokens[at].text)
        guard isHeading, at + 1 < tokens.count else { return nil }
        let next = tokens[at + 1]
        if next.is(":") || next.is(".") || next.is(";") || next.is("-") { return at + 2 }
        return tokens[at].text == "sig" ? at + 1 : nil
    }

    /// Returns the share of words that belong to directions, and the number of words that are typical only of
    /// directions.
    func sigShare(from start: Int = 0) -> (share: Double, telling: Int) {
        // Single letters are more often marks of the photograph than words.
        let words = tokens[min(start, tokens.count)...].filter { $0.kind == .letters }.map(\.text)
            .filter { $0.count > 1 || $0 == "a" }
        guard !words.isEmpty else { return (0, 0) }
        let telling = words.filter { self.telling.contains($0) }.count
        let binding = words.filter { LabelVocabulary.binding.contains($0) }.count
        return (Double(telling + binding) / Double(words.count), telling)
    }

    var saysHowOften: Bool { !timely.isEmpty }

    /// True for the head of a table: "Medicine Dose Route Frequency".
    var isTableHead: Bool {
        let heads: Set<String> = [
            "medicine", "medication", "drug", "name", "dose", "strength", "route", "frequency", "form", "directions",
            "instructions", "quantity", "indication", "reason", "comments", "how", "when", "start", "duration",
        ]
        return letters.count >= 3 && letters.allSatisfy { heads.contains($0) || LabelVocabulary.binding.contains($0) }
            && !tokens.contains { $0.kind == .number }
    }

    /// True for a heading or an order to stop, which ends the text above it.
    var endsWhatIsSaid: Bool {
        guard let first = letters.first else { return false }
        let isNumbered =
            tokens.count > 2 && tokens[0].kind == .number && (tokens[1].is(".") || tokens[1].is(")"))
            && tokens[2].kind == .letters
        let isNamed =
            LabelStrength.first(in: tokens, from: 0) != nil && tokens.first?.text == first
            && !telling.contains(first)
            && !LabelVocabulary.isSig(first)
        return isNumbered || isNamed || LabelAmounts.isKeyword(first) || IdentifierWords.isHeading(first)
            || ["stopped", "discontinue", "gp"].contains(first)
            || letters.starts(with: ["stop", "taking"]) || first.hasPrefix("allerg")
    }

    /// True if the medicines of the line are not to be taken: "Stop taking: …", "Allergies: …", "Generic for …".
    var namesWithoutTaking: Bool {
        let text = letters.prefix(5).joined(separator: " ") + " "
        return [
            "stop ", "stopped ", "discontinue", "do not take ", "do not use ", "don t take ", "allerg", "allergic ",
            "generic for",
            "gen for", "generic equiv", "substituted", "substitution", "same as", "brand name", "equivalent",
            "compare to",
            "contains ", "interchange", "previously", "no longer", "not taking", "withheld", "held ", "hold ",
            "on hold",
            "avoid ", "replaces", "in place of",
        ].contains { text.hasPrefix($0) } || text.contains(" for brand ") || text.contains("generic for ")
            || text.contains("substituted for ") || text.contains("allergic to") || text.contains("allergies ")
    }
}
