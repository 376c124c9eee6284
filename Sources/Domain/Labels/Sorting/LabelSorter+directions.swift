import Directions

extension LabelSorter {
    /// Takes a line that begins like directions. Returns false if no directions are possible here.
    mutating func direct(_ line: LabelLine, _ beginning: LabelLine.Beginning) -> Bool {
        let isAmount = if case .amount = beginning { true } else { false }
        guard let draft = drafts.last else {
            if isAmount { return false }
            if case .said = beginning, nameAbove(line) {
                append(line, from: beginning.place)
                return true
            }
            append(line, from: beginning.place)
            return true
        }
        if isAmount, !isInside { return stray(line) }
        if draft.directions.isEmpty {
            append(line, from: beginning.place)
            return true
        }
        if case .said = beginning {
            // A second "Sig:" for the same medicine.
            flagLast(.directionsDiffer, words(line))
            append(line, from: beginning.place)
            return true
        }
        // Warnings may stand between sentences of directions; a line addressed to a program may not.
        if isInside, !isSuspect {
            append(line, from: isOpen ? 0 : beginning.place)
            return true
        }
        return stray(line)
    }

    /// Handles directions that cannot be assigned: they are flagged for every medicine of the label and belong to none.
    private mutating func stray(_ line: LabelLine) -> Bool {
        let hasAmount = line.tokens.contains { $0.kind == .number || LabelVocabulary.numberWords.contains($0.text) }
        guard hasAmount, line.saysHowOften,
            !Identifiers.isIdentifying(line)
        else { return false }
        isOpen = false
        flags.append(LabelReading.Flag(LabelFlag.directionsElsewhere.rawValue, words: words(line)))
        for place in drafts.indices { drafts[place].flag(.directionsElsewhere, words(line)) }
        markPlain(line, orOfMedicines: true)
        return true
    }

    /// Takes the line between "Rx" and "Sig:" as the name of a medicine, known or unknown.
    private mutating func nameAbove(_ line: LabelLine) -> Bool {
        guard let above = lines.last(where: { $0.index < line.index && !$0.letters.isEmpty }),
            surroundings(of: above).isBehindRx, (1...4).contains(above.letters.count), !Identifiers.isIdentifying(above)
        else { return false }
        var draft = LabelDraft(line: above.index)
        let known = above.names.first.map(\.words) == 0..<above.words.count
        if known {
            draft.name = words(above)
            draft.known = above.names.map(\.name)
        } else {
            draft.unknownName = words(above)
        }
        mark(above, .medicine)
        drafts.append(draft)
        isInside = true
        return true
    }

    /// The last medicine, or the text above the first one.
    private var current: LabelDraft {
        get { drafts.last ?? above }
        set { if drafts.isEmpty { above = newValue } else { drafts[drafts.count - 1] = newValue } }
    }

    /// Adds a line to the directions of the last medicine, up to a quantity or refills.
    mutating func append(_ line: LabelLine, from start: Int = 0) {
        var draft = current
        take(line, from: start, into: &draft)
        current = draft
        isOpen = true
        let amounts = LabelAmounts(line, from: start, isInBlock: true)
        if amounts.start != nil { _ = takeAmounts(line, from: start) }
    }

    private mutating func take(_ line: LabelLine, from start: Int, into draft: inout LabelDraft) {
        let end = end(of: line, from: start)
        let places = line.words(of: start..<end)
        var taken = Array(places)
        let edges = taken.drop { Self.isMark(line.words[$0]) && draft.directions.isEmpty }
        taken = Array(edges.reversed().drop { Self.isMark(line.words[$0]) }.reversed())
        for token in line.tokens[..<start] where token.text == "sig" || token.text == "directions" {
            roles[line.index][token.word] = .plain
        }
        for word in taken {
            let first = line.tokens[start].word == word ? start : nil
            draft.directions.append(
                LabelDraft.Piece(
                    place: LabelReading.WordPlace(line: line.index, word: word),
                    text: Self.text(of: word, in: line, from: first)))
            roles[line.index][word] = .directions
        }
        // The comma before "#20" does not belong to the directions.
        if end < line.tokens.count, let last = draft.directions.last, last.text.hasSuffix(","), last.text.count > 1 {
            let text = String(last.text.dropLast())
            draft.directions[draft.directions.count - 1] = LabelDraft.Piece(place: last.place, text: text)
        }
    }

    /// Returns the end of directions: before "Qty", "#30", "Refills", "Prescriber:".
    private func end(of line: LabelLine, from start: Int) -> Int {
        let amount = LabelAmounts(line, from: start, isInBlock: true).start ?? line.tokens.count
        let heading = line.tokens.indices.first { place in
            place > start && IdentifierWords.isHeading(line.tokens[place].text) && place + 1 < line.tokens.count
                && line.tokens[place + 1].is(":")
        }
        return max(start + 1, min(amount, heading ?? line.tokens.count))
    }

    /// Returns the part of a word after a glued "Sig:": "1" in "Sig:1".
    private static func text(of word: Int, in line: LabelLine, from first: Int?) -> String {
        let whole = line.words[word]
        guard let first, first > 0, line.tokens[first - 1].word == word,
            let colon = whole.unicodeScalars.firstIndex(where: { $0 == ":" || $0 == ";" })
        else { return whole }
        let rest = whole.unicodeScalars[whole.unicodeScalars.index(after: colon)...]
        return rest.isEmpty ? whole : String(String.UnicodeScalarView(rest))
    }

    /// Returns true for marks that photographs have at the edges of lines. A vertical stroke may be a 1 and is kept.
    private static func isMark(_ word: String) -> Bool {
        word.unicodeScalars.allSatisfy {
            ["»", "«", "_", "~", "—", "}", "{", "•", "°", "=", "*", "“", "”"].contains($0)
        }
    }

    // MARK: Continued lines

    /// True if the directions end in the middle of a phrase: "… FOR", "… ON MON,".
    var isUnfinished: Bool { Self.isUnfinished(current.directions) }

    static func isUnfinished(_ directions: [LabelDraft.Piece]) -> Bool {
        guard let last = directions.last?.text else { return false }
        if last.hasSuffix(",") || last.hasSuffix("-") { return true }
        if last.hasSuffix(".") || last.hasSuffix(";") { return false }
        let tokens = LabelToken.all(in: [last])
        guard let end = tokens.last(where: { $0.kind != .sign }) else { return false }
        return end.kind == .number || LabelVocabulary.numberWords.contains(end.text) || unfinished.contains(end.text)
    }

    private static let unfinished: Set<String> = LabelVocabulary.set(
        """
        take inhale apply instil instill inject insert place put give spray shake for to and in of the a an on at with or if by
        then from up per every each into your before after when as until under both left right affected not than without
        between half max maximum reduce increase do just other all this more
        """)

    /// Returns true if a line continues the directions above it.
    func goesOn(_ line: LabelLine) -> Bool {
        guard !current.directions.isEmpty else { return false }
        let share = line.sigShare()
        let hasNumber = line.tokens.contains { $0.kind == .number || LabelVocabulary.numberWords.contains($0.text) }
        let text = line.letters.prefix(4).joined(separator: " ") + " "
        let isLimit = [
            "max", "not more", "no more", "do not take more", "do not use more", "not to exceed", "do not exceed",
            "up to",
        ]
        .contains { text.hasPrefix($0) }
        if isLimit, hasNumber { return true }
        if line.names.first.map({ $0.words.lowerBound <= 1 }) ?? false || line.endsWhatIsSaid { return false }
        if Identifiers.isIdentifying(line), !(isUnfinished && share.share >= 0.6) { return false }
        if LabelAmounts(line, isInBlock: true).start == 0, !isUnfinished { return false }
        if isUnfinished {
            return share.telling > 0 || line.letters.count <= 4 && !LabelWarnings.isWarning(line.letters)
        }
        if LabelWarnings.isWarning(line.letters) { return false }
        return share.share >= 0.5 && (share.telling >= 2 || share.share == 1) || hasNumber && share.telling > 0
    }

    // MARK: The end of the label

    /// Assigns the text above to the only medicine. Creates a medicine without a name if there are only directions.
    mutating func settle() {
        guard !above.directions.isEmpty || above.quantity != nil || above.refills != nil else { return }
        if drafts.isEmpty, !above.directions.isEmpty {
            drafts = [above]
        } else if drafts.count == 1 {
            if drafts[0].directions.isEmpty {
                drafts[0].directions = above.directions
            } else if !above.directions.isEmpty {
                drafts[0].flag(.directionsDiffer, above.directions.map(\.place))
            }
            drafts[0].quantity = drafts[0].quantity ?? above.quantity
            drafts[0].refills = drafts[0].refills ?? above.refills
        } else if !above.directions.isEmpty {
            // With several medicines it is unknown which one the directions belong to.
            for place in drafts.indices { drafts[place].flag(.directionsElsewhere, above.directions.map(\.place)) }
        }
    }
}
