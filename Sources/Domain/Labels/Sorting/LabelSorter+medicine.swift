import Directions

extension LabelSorter {
    /// Begins a new medicine.
    mutating func begin(_ found: LabelMedicineLine, on line: LabelLine) {
        var draft = LabelDraft(line: line.index)
        draft.name = words(line, found.name)
        draft.known = found.known
        draft.unknownName = words(line, found.unknownName)
        mark(line, found.name, .medicine)
        mark(line, found.unknownName, .medicine)
        take(found.strength, found.form, of: line, into: &draft)
        if let quantity = found.quantity, let value = line.tokens[quantity].value {
            let range = line.words(of: quantity..<(quantity + 1))
            draft.quantity = LabelDraft.Amount(value: value, unit: nil, words: words(line, range))
            mark(line, range, .amount)
        }
        if isSuspect { draft.flag(.suspiciousText) }
        drafts.append(draft)
        markRest(line, from: found.rest)
        isInside = true
        isOpen = false
        _ = takeAmounts(line, from: found.rest)
        if let place = directionsPlace(line, from: found.rest) { append(line, from: place) }
    }

    /// Returns where directions begin after the medicine in the same line, as in a list: "… 2.5 mg oral ONCE a day".
    private func directionsPlace(_ line: LabelLine, from start: Int) -> Int? {
        if let beginning = line.beginning(from: start) { return beginning.place }
        guard let first = line.tokens[min(start, line.tokens.count)...].firstIndex(where: { $0.kind != .sign }),
            line.tokens[first].kind == .letters, LabelVocabulary.tells(line.tokens[first].text),
            line.tokens[first...].contains(where: { LabelVocabulary.isFrequency($0.text) && $0.text != "x" })
        else { return nil }
        return first
    }

    /// Marks ordinary words after the form: "CFC free".
    private mutating func markRest(_ line: LabelLine, from start: Int) {
        let hasOnlyNumbers = line.tokens[min(start, line.tokens.count)...]
            .allSatisfy { $0.kind != .letters || MedicineForm.kinds.contains($0.text) }
        for (place, token) in line.tokens.enumerated() where token.kind == .letters {
            let isBeside = MedicineForm.beside.contains(token.text) || MedicineForm.kinds.contains(token.text)
            if isBeside || place >= start && LabelVocabulary.isPlain(token.text),
                roles[line.index][token.word] == .unknown
            {
                roles[line.index][token.word] = .plain
            }
        }
        for (place, token) in line.tokens.enumerated()
        where (place < start || hasOnlyNumbers)
            && (token.kind == .number && token.text.utf8.count <= 3 || token.text == "x")
            && roles[line.index][token.word] == .unknown
        {
            roles[line.index][token.word] = .plain
        }
    }

    /// Takes strength and form from the line below a name that stood alone.
    mutating func completes(_ line: LabelLine) -> Bool {
        guard isInside, var draft = drafts.last, draft.strength.isEmpty, draft.form == nil, draft.directions.isEmpty,
            line.beginning() == nil, let strength = LabelStrength(in: line.tokens, at: 0)
        else { return false }
        let form = line.tokens.indices.first {
            MedicineForm.named(line.tokens[$0].text) != nil && $0 >= strength.tokens.upperBound
        }
        let named = form.flatMap { place in MedicineForm.named(line.tokens[place].text).map { (place, $0) } }
        take(strength, named, of: line, into: &draft)
        drafts[drafts.count - 1] = draft
        markRest(line, from: strength.tokens.upperBound)
        _ = takeAmounts(line, from: strength.tokens.upperBound)
        return true
    }

    private mutating func take(
        _ strength: LabelStrength?, _ form: (token: Int, content: String)?, of line: LabelLine,
        into draft: inout LabelDraft
    ) {
        if let strength {
            let range = line.words(of: strength.tokens)
            draft.strength = words(line, range)
            draft.read = strength
            mark(line, range, .medicine)
        }
        if let form {
            let word = line.tokens[form.token].word
            draft.form = (LabelReading.WordPlace(line: line.index, word: word), form.content)
            mark(line, word..<(word + 1), .medicine)
        }
    }

    /// Takes quantity and refills of a line; returns false if there are none. Other words of the line may be personal
    /// data.
    mutating func takeAmounts(_ line: LabelLine, from start: Int) -> Bool {
        let found = LabelAmounts(line, from: start, isInBlock: !drafts.isEmpty)
        guard !found.isEmpty else { return false }
        var draft = drafts.last ?? above
        for amount in found.quantities {
            let amount = self.amount(amount, line)
            if let earlier = draft.quantity,
                earlier.value != amount.value || Self.differ(earlier.unit, amount.unit)
            {
                draft.flag(.quantityDiffers, earlier.words + amount.words)
            } else if draft.quantity?.unit == nil || amount.unit != nil {
                draft.quantity = amount
            }
        }
        for amount in found.refills {
            let amount = self.amount(amount, line)
            if let earlier = draft.refills, earlier.value != amount.value {
                draft.flag(.refillsDiffer, earlier.words + amount.words)
            } else {
                draft.refills = amount
            }
        }
        if drafts.isEmpty { above = draft } else { drafts[drafts.count - 1] = draft }
        if start == 0 {
            isOpen = false
            isInside = false
        }
        return true
    }

    /// Returns true if both quantities have a printed unit and the units differ.
    private static func differ(_ unit: String?, _ other: String?) -> Bool {
        if let unit, let other { unit != other } else { false }
    }

    private mutating func amount(_ found: LabelAmounts.Found, _ line: LabelLine) -> LabelDraft.Amount {
        let range = line.words(of: found.tokens)
        mark(line, range, .amount)
        return LabelDraft.Amount(value: found.value, unit: found.unit, words: words(line, range))
    }
}
