/// A line with the name of a medicine, "56 Metformin 500mg tablets" or "LISINOPRIL 10 MG TABLET", and what stands after
/// it.
struct LabelMedicineLine: Sendable {
    /// Range of words.
    var name: Range<Int> = 0..<0
    var known: [MedicineNames.Name] = []
    var unknownName: Range<Int> = 0..<0
    /// Its tokens are indexes of the line's tokens.
    var strength: LabelStrength?
    var form: (token: Int, content: String)?
    /// The token of "56" before the name.
    var quantity: Int?
    /// The first token after the description of the medicine.
    var rest = 0

    /// The lines around this one, for lines that are ambiguous alone.
    struct Surroundings: Sendable {
        /// True if the line above is "Rx".
        var isBehindRx = false
        /// True if the next line is a strength or directions.
        var isBeforeDirections = false
        var isBeforeStrength = false
    }

    private init() {}

    init?(_ line: LabelLine, _ around: Surroundings) {
        guard !line.namesWithoutTaking, line.beginning() == nil || Self.isCounted(line) else { return nil }
        if named(line, around) { return }
        self = Self()
        if !unnamed(line, around) { return nil }
    }

    /// Returns true if a leading amount may be the dispensed quantity: "56 Metformin 500mg tablets Take one daily".
    private static func isCounted(_ line: LabelLine) -> Bool {
        guard case .amount(let place) = line.beginning(), let match = line.names.first else { return false }
        let start = line.tokens(of: match.words).lowerBound
        return start > place
            && line.tokens[place..<start].allSatisfy {
                $0.kind == .number || ["x", "dose", "doses", "ml", "g"].contains($0.text) || $0.kind == .sign
            }
    }
}

// MARK: - Known names

extension LabelMedicineLine {
    private mutating func named(_ line: LabelLine, _ around: Surroundings) -> Bool {
        guard let first = line.names.first else { return false }
        let start = line.tokens(of: first.words).lowerBound
        let before = line.tokens[..<start]
        guard !before.contains(where: { LabelVocabulary.verbs.contains($0.text) || Self.barring.contains($0.text) })
        else {
            return false
        }
        name = first.words
        known = [first.name]
        // Parts of a combination that is not in the list as a whole: a name is never cut in half.
        for match in line.names.dropFirst() where match.words.lowerBound <= name.upperBound + (joins(line) ? 1 : 0) {
            name = name.lowerBound..<max(name.upperBound, match.words.upperBound)
            known.append(match.name)
        }
        extendByKinds(line)
        rest = line.tokens(of: name).upperBound
        // "Metformin500mg" is one word: the strength begins inside the name.
        let from = line.tokens(of: first.words).lowerBound
        takeStrengthAndForm(line, from: max(from, glued(line)))
        // Words between the name and its strength belong to the name: "Humalog Mix 100 units/mL".
        if let strength, let word = line.words(of: strength.tokens).first, word > name.upperBound,
            form.map({ $0.token > strength.tokens.lowerBound }) ?? true
        {
            name = name.lowerBound..<word
        }
        quantity = leadingQuantity(before: start, line)
        // "FLUTICASONE-SALMETEROL 250-50 DISKUS": numbers without a unit are no strength, and do not begin another kind
        // of line.
        let isAlone =
            line.tokens[rest...].allSatisfy { $0.kind != .letters || MedicineForm.kinds.contains($0.text) }
            && before.allSatisfy { $0.kind != .letters }
        let isFirst = before.allSatisfy { $0.kind != .letters }
        let isEnough = strength != nil || form != nil || isFirst && line.beginning(from: rest) != nil
        return isEnough || isAlone && (around.isBehindRx || around.isBeforeDirections || around.isBeforeStrength)
    }

    /// Returns true if the word after the name joins it to another name: "and", "/", "+".
    private func joins(_ line: LabelLine) -> Bool {
        guard name.upperBound < line.words.count else { return false }
        return ["and", "/", "+", "-", "&", "with"].contains(line.words[name.upperBound].lowercased())
    }

    /// The salt and the kind of release belong to the name: "METOPROLOL SUCC ER".
    private mutating func extendByKinds(_ line: LabelLine) {
        while name.upperBound < line.words.count {
            let runs = MedicineNames.runs(of: line.words[name.upperBound])
            guard !runs.isEmpty, runs.allSatisfy({ MedicineForm.kinds.contains($0) }) else { return }
            name = name.lowerBound..<(name.upperBound + 1)
        }
    }

    /// Returns the first number in the last word of the name, if name and strength are one word.
    private func glued(_ line: LabelLine) -> Int {
        let places = line.tokens(of: name)
        return places.dropFirst().first {
            line.tokens[$0].kind == .number && LabelStrength(in: line.tokens, at: $0) != nil
        } ?? places.upperBound
    }

    private static let barring: Set<String> = [
        "contains", "contain", "allergy", "allergic", "allergies", "stop", "stopped", "generic", "avoid", "not", "no",
        "without",
        "containing", "your", "of", "other", "like", "any", "taking", "than", "the", "if", "doctor",
    ]
}

// MARK: - Unknown names

extension LabelMedicineLine {
    /// Finds a name that is in no list by the strength or the form after it.
    private mutating func unnamed(_ line: LabelLine, _ around: Surroundings) -> Bool {
        let found = LabelStrength.first(in: line.tokens, from: 0)
        let formPlace = line.tokens.firstIndex { $0.kind == .letters && MedicineForm.named($0.text) != nil }
        guard let end = found?.tokens.lowerBound ?? formPlace, end > 0 else { return false }
        var start = 0
        while start < end, line.tokens[start].kind != .letters || line.tokens[start].text == "x" { start += 1 }
        let before = line.tokens[start..<end]
        let letters = before.filter { $0.kind == .letters }.map(\.text)
        guard (1...5).contains(letters.count), letters.contains(where: { $0.utf8.count >= 4 }),
            !letters.contains(where: {
                LabelVocabulary.verbs.contains($0) || LabelVocabulary.frequency.contains($0)
                    || Self.barring.contains($0)
                    || LabelVocabulary.numberWords.contains($0) || IdentifierWords.isKeyword($0)
            }), !before.contains(where: { $0.is(":") })
        else { return false }
        rest = end
        takeStrengthAndForm(line, from: end)
        let isSure =
            strength != nil && (form != nil || around.isBehindRx || around.isBeforeDirections || hasDirections(line))
        guard isSure || form != nil && around.isBeforeDirections && letters.count <= 3 else { return false }
        quantity = leadingQuantity(before: start, line)
        unknownName = line.words(of: start..<end)
        return true
    }

    private func hasDirections(_ line: LabelLine) -> Bool { line.beginning(from: rest) != nil }
}

// MARK: - After the name

extension LabelMedicineLine {
    /// Takes the first strength and the first form, if only words that belong to a form stand between them.
    private mutating func takeStrengthAndForm(_ line: LabelLine, from start: Int) {
        var at = start
        var skipped = 0
        while at < line.tokens.count {
            let token = line.tokens[at]
            if strength == nil, let found = LabelStrength(in: line.tokens, at: at) {
                strength = found
                at = found.tokens.upperBound
                rest = max(rest, at)
            } else if token.kind == .letters, form == nil, let content = MedicineForm.named(token.text) {
                form = (at, content)
                at += 1
                rest = max(rest, at)
            } else if token.kind == .sign && !["#", "½"].contains(token.text)
                || MedicineForm.beside.contains(token.text) || MedicineForm.kinds.contains(token.text)
            {
                at += 1
                // "oral" between strength and form belongs to the form; at the end it belongs to the directions.
                if form == nil, strength != nil { continue }
                if token.kind == .sign || isFree(at - 1, line) { rest = max(rest, at) }
            } else if form == nil, isSlip(at, line) {
                at += token.kind == .number ? 2 : 1
            } else if strength == nil, form == nil, skipped < 3, token.kind == .letters,
                !LabelVocabulary.tells(token.text)
            {
                skipped += 1
                at += 1
            } else {
                return
            }
        }
    }

    /// Returns true for a misread strength, "400meg", and for the remaining letters of one, as in "400MG/SML".
    private func isSlip(_ at: Int, _ line: LabelLine) -> Bool {
        let token = line.tokens[at]
        if let strength, line.tokens[strength.tokens.upperBound - 1].word == token.word {
            return token.kind == .letters
        }
        guard strength == nil, token.kind == .number, at + 1 < line.tokens.count else { return false }
        let next = line.tokens[at + 1]
        return next.kind == .letters && next.word == token.word && !LabelVocabulary.tells(next.text)
    }

    /// Returns true for "free" in "inhaler CFC free", which still belongs to the form.
    private func isFree(_ at: Int, _ line: LabelLine) -> Bool {
        ["cfc", "free", "pre", "filled", "disposable", "chewable", "coated"].contains(line.tokens[at].text)
    }

    /// Returns a single number directly before the name. "1 x 200 dose" has more than one number and returns nil.
    private func leadingQuantity(before start: Int, _ line: LabelLine) -> Int? {
        let numbers = (0..<start).filter { line.tokens[$0].kind == .number }
        guard numbers.count == 1, let place = numbers.first, place == start - 1 || line.tokens[start - 1].text == "x",
            place == 0 || line.tokens[..<place].allSatisfy({ $0.kind == .sign && $0.text != "#" }),
            line.tokens[place].value != nil,
            place + 1 >= start || !line.tokens[(place + 1)..<start].contains(where: { $0.is(".") || $0.is(")") })
        else { return nil }
        return place
    }
}
