import Directions

/// Builds the values of an entry: the printed text, and whether it counts as read.
struct LabelEntryBuilder {
    let text: RecognisedText
    let names: MedicineNames

    /// Words with a lower confidence count as not read.
    static let leastConfidence = 0.9

    mutating func entries(of drafts: [LabelDraft]) -> [LabelReading.Entry] {
        var drafts = drafts
        compare(&drafts)
        return drafts.map { entry($0) }
    }

    func line(_ index: Int) -> LabelReading.Value<String> {
        let words = text.lines[index].words.indices.map { LabelReading.WordPlace(line: index, word: $0) }
        let printed = text.lines[index].text
        return LabelReading.Value(printed, text: printed, words: words, isSure: isSure(words))
    }

    // MARK: One medicine

    private func entry(_ draft: LabelDraft) -> LabelReading.Entry {
        var draft = draft
        var entry = LabelReading.Entry()
        let name = Self.unglued(printed(draft.name))
        if !draft.name.isEmpty { entry.name = value(name, printed: name, draft.name) }
        if !draft.unknownName.isEmpty {
            let unknown = Self.unglued(printed(draft.unknownName))
            entry.unknownName = value(unknown, printed: unknown, draft.unknownName)
            entry.similarNames = names.similar(to: unknown).map(\.text)
            draft.flag(.nameUnknown, draft.unknownName)
        }
        if !draft.isNamed { draft.flag(.nameMissing) }
        if !draft.strength.isEmpty {
            let strength = Self.fromDigit(printed(draft.strength))
            let isWhole = LabelStrength(text: strength) != nil
            if !isWhole { draft.flag(.strengthUnclear, draft.strength) }
            let verdict = check(strength, of: &draft)
            entry.soldStrength = verdict
            entry.strength = LabelReading.Value(
                strength, text: strength, words: draft.strength,
                isSure: isWhole && isSure(draft.strength) && !verdict.isTenfold)
        } else if draft.isNamed {
            draft.flag(.strengthMissing, draft.name + draft.unknownName)
        }
        entry.form = draft.form.map { value($0.content, printed: printed([$0.word]), [$0.word]) }
        entry.quantity = draft.quantity.map { value($0.value, printed: printed($0.words), $0.words) }
        entry.quantityUnit = draft.quantity?.unit
        entry.refills = draft.refills.map { value(Int($0.value), printed: printed($0.words), $0.words) }
        direct(&entry, &draft)
        entry.flags = draft.flags
        return entry
    }

    private func value<Content>(
        _ content: Content, printed: String, _ words: [LabelReading.WordPlace]
    ) -> LabelReading.Value<Content> {
        LabelReading.Value(content, text: printed, words: words, isSure: isSure(words))
    }

    /// Returns the printed words with one space between them.
    private func printed(_ words: [LabelReading.WordPlace]) -> String {
        words.compactMap { word($0)?.text }.joined(separator: " ").trimming(while: { ",;:()[]|*•–—-".contains($0) })
    }

    private func word(_ place: LabelReading.WordPlace) -> RecognisedText.Word? {
        guard text.lines.indices.contains(place.line), text.lines[place.line].words.indices.contains(place.word) else {
            return nil
        }
        return text.lines[place.line].words[place.word]
    }

    /// Returns the name in "Metformin500mg"; "Humulin 70/30" is returned unchanged.
    private static func unglued(_ name: String) -> String {
        guard let last = name.split(separator: " ").last, last.first?.isLetter == true,
            let digit = last.firstIndex(where: { $0.isASCII && $0.isNumber }),
            LabelStrength(text: String(last[digit...])) != nil
        else { return name }
        return String(name[..<digit])
    }

    /// Returns the strength in "Metformin500mg".
    private static func fromDigit(_ strength: String) -> String {
        guard strength.first?.isLetter == true, let digit = strength.firstIndex(where: { $0.isASCII && $0.isNumber })
        else {
            return strength
        }
        return String(strength[digit...])
    }

    private func isSure(_ words: [LabelReading.WordPlace]) -> Bool {
        !text.isHandwritten && !words.isEmpty && words.allSatisfy { isAgreed($0) && isConfident($0) }
    }

    private func isAgreed(_ place: LabelReading.WordPlace) -> Bool { word(place)?.isAgreed ?? false }

    private func isConfident(_ place: LabelReading.WordPlace) -> Bool {
        (word(place)?.confidence ?? 1) >= Self.leastConfidence
    }

    // MARK: Strength

    private func check(_ strength: String, of draft: inout LabelDraft) -> StrengthVerdict {
        for token in LabelToken.all(in: [strength]) where token.kind == .number {
            if token.text.hasPrefix(".") { draft.flag(.nakedDecimal, draft.strength) }
            if token.text.contains("."), token.text.hasSuffix("0") { draft.flag(.trailingZero, draft.strength) }
        }
        let sold = names.strengths(of: draft.known)
        let verdict = sold?.verdict(strength: strength, form: draft.form?.content) ?? .unknown
        switch verdict {
        case .unlisted: draft.flag(.strengthNotListed, draft.strength)
        case .tenfold: draft.flag(.strengthTenfold, draft.strength)
        case .listed, .unknown: break
        }
        return verdict
    }

    /// Compares entries of the same medicine: their strengths and their directions.
    private func compare(_ drafts: inout [LabelDraft]) {
        for left in drafts.indices {
            for right in drafts.indices where right > left && isSame(drafts[left], drafts[right]) {
                let words = [left, right].flatMap { drafts[$0].strength }
                if let one = drafts[left].read, let other = drafts[right].read, !one.isSame(as: other) {
                    for place in [left, right] { drafts[place].flag(.strengthDiffers, words) }
                }
                let directions = [left, right].map { drafts[$0].directions.map { $0.text.lowercased() } }
                if !directions[0].isEmpty, !directions[1].isEmpty, directions[0] != directions[1] {
                    for place in [left, right] { drafts[place].flag(.directionsDiffer) }
                }
            }
        }
        merge(&drafts)
    }

    private func isSame(_ left: LabelDraft, _ right: LabelDraft) -> Bool {
        let names = [left, right].map { MedicineNames.runs(of: printed($0.name + $0.unknownName)).first }
        return left.isNamed && right.isNamed && names[0] == names[1]
    }

    /// Merges an entry that only repeats the name of a medicine into the first one.
    private func merge(_ drafts: inout [LabelDraft]) {
        var kept: [LabelDraft] = []
        for draft in drafts {
            guard let place = kept.firstIndex(where: { isSame($0, draft) }),
                kept[place].directions.isEmpty || draft.directions.isEmpty
            else {
                kept.append(draft)
                continue
            }
            if kept[place].directions.isEmpty { kept[place].directions = draft.directions }
            if kept[place].strength.isEmpty {
                (kept[place].strength, kept[place].read) = (draft.strength, draft.read)
            }
            kept[place].form = kept[place].form ?? draft.form
            kept[place].quantity = kept[place].quantity ?? draft.quantity
            kept[place].refills = kept[place].refills ?? draft.refills
            for flag in draft.flags where !kept[place].flags.contains(flag) { kept[place].flags.append(flag) }
        }
        drafts = kept
    }
}

// MARK: - Directions

extension LabelEntryBuilder {
    private func direct(_ entry: inout LabelReading.Entry, _ draft: inout LabelDraft) {
        guard !draft.directions.isEmpty else {
            draft.flag(.directionsMissing)
            return
        }
        var whole = ""
        for piece in draft.directions {
            if !whole.isEmpty { whole += " " }
            let start = whole.unicodeScalars.count
            whole += piece.text
            let span = TextSpan(start, whole.unicodeScalars.count)
            entry.directionWords.append(.init(span: span, word: piece.place))
        }
        let read = DirectionsReader.read(whole)
        if let quantity = entry.quantity {
            entry.arithmetic = LabelArithmetic(read, quantity: quantity, unit: entry.quantityUnit)
            if entry.arithmetic?.matches == false { draft.flag(.arithmetic, quantity.words) }
        }
        let added = flags(read, entry, &draft)
        entry.areDirectionsSure = isSure(draft.directions.map(\.place))
        let asksForReview = !added.isEmpty
        entry.directions = DirectionsReading(
            text: read.text, status: asksForReview && read.status == .ok ? .review : read.status, clauses: read.clauses,
            medicine: read.medicine, flags: read.flags + added, spans: read.spans, unread: read.unread)
    }

    /// Returns the flags that require a review of these directions.
    private func flags(
        _ read: DirectionsReading, _ entry: LabelReading.Entry, _ draft: inout LabelDraft
    ) -> [DirectionsReading.Flag] {
        if LabelSorter.isUnfinished(draft.directions) { draft.flag(.directionsUnfinished) }
        if contradicts(read, draft) { draft.flag(.strengthDiffers, draft.strength) }
        var flags: [DirectionsReading.Flag] = []
        for found in names.tenfoldStrengths(in: read.text, medicine: printed(draft.name)) {
            flags.append(DirectionsReading.Flag(LabelFlag.strengthTenfold.rawValue, at: found.span))
            draft.flag(
                .strengthTenfold, entry.directionWords.filter { $0.span.overlaps(found.span) }.map(\.word))
        }
        if text.isHandwritten { flags.append(DirectionsReading.Flag(LabelFlag.handwriting.rawValue)) }
        for piece in entry.directionWords {
            if !isAgreed(piece.word) {
                flags.append(DirectionsReading.Flag(LabelFlag.notAgreed.rawValue, at: piece.span))
            } else if !isConfident(piece.word), isCritical(piece.span, read) {
                flags.append(DirectionsReading.Flag(LabelFlag.lowConfidence.rawValue, at: piece.span))
            }
        }
        for flag in draft.flags where LabelFlag(rawValue: flag.code)?.asksForReview ?? true {
            let added = DirectionsReading.Flag(flag.code)
            if !flags.contains(added) { flags.append(added) }
        }
        return flags
    }

    /// Returns true if the span contains a number or a part of a dose.
    private func isCritical(_ span: TextSpan, _ read: DirectionsReading) -> Bool {
        let harmless: Set<DirectionsReading.Field> = [.reason, .medicine, .site]
        return read.spans.contains { !harmless.contains($0.field) && $0.span.overlaps(span) }
            || LabelToken.all(in: [span.text(of: read.text)]).contains {
                $0.kind == .number || LabelVocabulary.numberWords.contains($0.text)
                    || LabelVocabulary.isFrequency($0.text)
            }
    }

    /// Returns true if directions and strength contradict each other: for tablets of 10 mg, "1 tablet (5 mg)" and "2
    /// tablets (10 mg in all)".
    private func contradicts(_ read: DirectionsReading, _ draft: LabelDraft) -> Bool {
        guard let printed = draft.read, printed.amounts.count == 1 else { return false }
        return read.clauses.contains { clause in
            let possible = Self.strengthsOfOne(clause).compactMap { LabelStrength(text: "\($0.value) \($0.unit)") }
                .filter { $0.amounts.first?.unit == printed.amounts.first?.unit }
            return !possible.isEmpty && !possible.contains(where: printed.isSame)
        }
    }

    /// Returns the possible weights of one tablet by the directions: two values if the text does not say what the
    /// weight refers to.
    private static func strengthsOfOne(_ clause: Direction) -> [(value: Double, unit: String)] {
        guard let strength = clause.strength, let low = strength.amount.low, low == strength.amount.high,
            let unit = strength.amount.unit, let count = clause.dose?.low, count == clause.dose?.high, count > 0
        else { return [] }
        switch strength.basis {
        case .each: return [(low, unit)]
        case .all: return [(low / count, unit)]
        case .unknown: return [(low, unit), (low / count, unit)]
        }
    }
}

extension String {
    fileprivate func trimming(while isLeftOut: (Character) -> Bool) -> String {
        String(String(drop(while: isLeftOut).reversed()).drop(while: isLeftOut).reversed())
    }
}
