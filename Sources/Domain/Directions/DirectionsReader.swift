/// Reads the directions of a label. Every word is understood, known to be harmless, or listed as unread. No value is
/// guessed and no dose is calculated.
public enum DirectionsReader {
    /// The maximum length of a text in Unicode scalars.
    public static let limit = 1_000

    /// Returns the reading of the text. A text longer than `limit` is refused with the flag "too-long", a text of
    /// spaces only with "empty".
    public static func read(_ text: String) -> DirectionsReading {
        guard text.unicodeScalars.count <= limit else { return refused(text, "too-long") }
        let mended = Spelling.mended(SlashForms.joined(Tokenizer.of(text)))
        let (tokens, old) = ApothecaryShorthand.read(mended.tokens)
        guard !tokens.isEmpty else { return refused(text, "empty") }
        let assembly = Assembly(PhraseScanner.parts(of: tokens), tokens)
        let checks = DirectionsChecks(assembly, tokens)
        var flags = RiskyNotation.flags(in: tokens)
        flags += mended.misspelt.map { .init("misspelt", at: $0) } + mended.glued.map { .init("glued-words", at: $0) }
        flags += old
        flags += foreign(tokens)
        flags += checks.found.map { .init($0.code, at: $0.range.map { span($0, tokens) }) }
        flags += adjacent(tokens, besides: assembly.medicines.map(\.range))
        if tokens.count > 1, tokens[tokens.count - 2].text == "a", let last = tokens.last,
            ["d", "da", "w", "we", "wee"].contains(last.text)
        {
            flags.append(.init("cut-off", at: last.span))
        }
        if let last = tokens.last, dangling.contains(last.text) { flags.append(.init("cut-off", at: last.span)) }
        var isRefused = flags.contains { FlagDefinition.of($0.code)?.weight == .refuse }
        if !isRefused, !hasContent(assembly) {
            flags.append(.init("not-directions"))
            isRefused = true
        }
        let isDoubtful = flags.contains { needsPerson($0, assembly, tokens) }
        return DirectionsReading(
            text: text, status: isRefused ? .refuse : isDoubtful ? .review : .ok,
            clauses: isRefused ? [] : assembly.drafts.map(\.direction),
            medicine: isRefused ? nil : named(assembly, tokens, text),
            flags: sorted(flags), spans: isRefused ? [] : spans(assembly, tokens),
            unread: assembly.unread.map { span($0, tokens) }.sorted())
    }

    /// A text that ends with one of these words is cut off.
    private static let dangling: Set = [
        "of", "each", "the", "a", "an", "your", "at", "in", "and", "or", "with", "for", "to", "by", "per", "every",
        "on",
        "then", "up", "take", "as",
    ]

    private static func refused(_ text: String, _ code: String) -> DirectionsReading {
        DirectionsReading(text: text, status: .refuse, clauses: [], flags: [.init(code)])
    }

    private static func span(_ range: Range<Int>, _ tokens: [Token]) -> TextSpan {
        guard let first = tokens[range].first, let last = tokens[range].last else { return TextSpan(0, 0) }
        return TextSpan(first.span.start, last.span.end)
    }

    private static func spans(_ assembly: Assembly, _ tokens: [Token]) -> [DirectionsReading.FieldSpan] {
        var spans: [DirectionsReading.FieldSpan] = []
        for (clause, draft) in assembly.drafts.enumerated() {
            for (field, range) in draft.spans {
                let one = DirectionsReading.FieldSpan(clause: clause, field: field, span: span(range, tokens))
                if !spans.contains(one) { spans.append(one) }
            }
        }
        for medicine in assembly.medicines where !assembly.unread.contains(medicine.range) {
            spans.append(.init(clause: 0, field: .medicine, span: span(medicine.range, tokens)))
        }
        for concentration in assembly.concentrations {
            spans.append(.init(clause: 0, field: .medicine, span: span(concentration.range, tokens)))
        }
        return spans
    }

    private static func named(_ assembly: Assembly, _ tokens: [Token], _ text: String) -> DirectionsReading.Named? {
        // A word that may not be a medicine stays unread.
        guard let medicine = assembly.medicines.first, !assembly.unread.contains(medicine.range) else { return nil }
        guard !RiskyNotation.drugs.contains(tokens[medicine.range].map(\.raw).joined()) else { return nil }
        let strength = assembly.concentrations.first.map { span($0.range, tokens).text(of: text) }
        return .init(name: span(medicine.range, tokens).text(of: text), strength: strength)
    }

    /// Returns true if the text contains an instruction: an amount, or a time, or a site with a way of applying.
    private static func hasContent(_ assembly: Assembly) -> Bool {
        assembly.drafts.contains { draft in
            draft.direction.dose != nil || draft.hasTiming
                || (draft.isApplied && (draft.direction.isAsNeeded || draft.direction.site != nil))
        }
    }

    // MARK: Flags

    private static func needsPerson(_ flag: DirectionsReading.Flag, _ assembly: Assembly, _ tokens: [Token]) -> Bool {
        switch flag.code {
        case "abbr:OD": isAtEye(assembly)
        case "abbr:QOD": flag.span.map { span in tokens.contains { $0.span == span && $0.raw == "QOD" } } ?? true
        case "large-number-no-comma":
            tokens.contains { $0.span == flag.span && ($0.value ?? 0) >= 1_000_000 && !$0.raw.contains(",") }
        default: FlagDefinition.of(flag.code).map { $0.weight != .note } ?? true
        }
    }

    private static func isAtEye(_ assembly: Assembly) -> Bool {
        assembly.drafts.contains { draft in
            draft.direction.dose?.unit == "drop" || ["ophthalmic", "otic"].contains(draft.direction.route)
        }
    }

    private static func foreign(_ tokens: [Token]) -> [DirectionsReading.Flag] {
        let found = tokens.filter { token in
            token.isWord
                && (ForeignWords.words.contains(token.text)
                    || token.text.unicodeScalars.contains { !$0.isASCII && $0.properties.isAlphabetic })
        }
        return found.first.map { [.init("not-english", at: $0.span)] } ?? []
    }

    /// Flags two numbers in digits without a sign between them: "2 4 times".
    private static func adjacent(_ tokens: [Token], besides names: [Range<Int>]) -> [DirectionsReading.Flag] {
        for (index, (first, second)) in zip(tokens, tokens.dropFirst()).enumerated()
        where first.isNumber && second.isNumber && !names.contains(where: { $0.contains(index) }) {
            let isHourly =
                index > 0 && ["or", "to"].contains(tokens[index - 1].text) && index + 2 < tokens.count
                && tokens[index + 2].isGlued && ["hrly", "hourly"].contains(tokens[index + 2].text)
            let isSpoon = second.text == "5" && tokens.contains { DoseUnit.spoons.contains($0.text) }
            if !second.text.isEmpty, first.text != second.text, !isSpoon, !isHourly, !isFraction(second, tokens) {
                return [.init("adjacent-numbers", at: TextSpan(first.span.start, second.span.end))]
            }
        }
        return []
    }

    /// Returns true for the "1" of "1/2" after a whole number.
    private static func isFraction(_ token: Token, _ tokens: [Token]) -> Bool {
        guard let index = tokens.firstIndex(where: { $0.span == token.span }), index + 2 < tokens.count else {
            return false
        }
        return tokens[index + 1].text == "/" && tokens[index + 2].isNumber
    }

    private static func sorted(_ flags: [DirectionsReading.Flag]) -> [DirectionsReading.Flag] {
        var unique: [DirectionsReading.Flag] = []
        for flag in flags where !unique.contains(flag) { unique.append(flag) }
        return unique.sorted {
            ($0.span?.start ?? 0, $0.span?.end ?? 0, $0.code) < ($1.span?.start ?? 0, $1.span?.end ?? 0, $1.code)
        }
    }
}
