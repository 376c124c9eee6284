package import Directions

/// Finds strengths in directions: "take one 75 mg tablet", "levothyroxine 75 mg daily".
extension MedicineNames {
    package struct StrengthInText: Sendable, Hashable {
        /// The words of the number and its unit.
        package let span: TextSpan
        package let verdict: StrengthVerdict
    }

    /// Returns the directions with `strength-tenfold` flags, and not `ok`, if they name a strength that is far from
    /// every sold strength of the medicine. `medicine` is its name if the directions name none.
    package func checked(_ directions: DirectionsReading, medicine: String? = nil) -> DirectionsReading {
        let found = tenfoldStrengths(in: directions.text, medicine: medicine)
        guard !found.isEmpty else { return directions }
        let added = found.map { DirectionsReading.Flag(LabelFlag.strengthTenfold.rawValue, at: $0.span) }
        return directions.pointingOut(added)
    }

    package func tenfoldStrengths(in text: String, medicine: String? = nil) -> [StrengthInText] {
        let words = Self.words(of: text)
        let tokens = LabelToken.all(in: words.map(\.text))
        guard tokens.contains(where: { $0.kind == .number }) else { return [] }
        let matches = find(in: words.map(\.text))
        let other = medicine.map { names(in: $0) } ?? []
        var found: [StrengthInText] = []
        var at = 0
        while at < tokens.count {
            guard let read = LabelStrength(in: tokens, at: at) else {
                at += 1
                continue
            }
            let (first, last) = (tokens[at].word, tokens[read.tokens.upperBound - 1].word)
            let match = matches.last { $0.words.upperBound <= first || $0.words.contains(first) }
            let form = Self.form(behind: read.tokens.upperBound, in: tokens)
            let isBehindName = match.map { Self.isOfName(tokens, from: $0.words.upperBound, to: at) } ?? false
            if form != nil || isBehindName {
                let verdict = strengths(of: match.map { [$0.name] } ?? other)?.verdict(read, form: form) ?? .unknown
                if Self.isFar(verdict, isPiece: form != nil) {
                    let span = TextSpan(words[first].span.start, words[last].span.end)
                    found.append(StrengthInText(span: span, verdict: verdict))
                }
            }
            at = max(at + 1, read.tokens.upperBound)
        }
        return found
    }

    /// Returns true if the strength is far from the sold ones. An amount without a form after it may be a dose of
    /// several pieces, or a part of one.
    private static func isFar(_ verdict: StrengthVerdict, isPiece: Bool) -> Bool {
        guard case .tenfold(let factor, _) = verdict else { return false }
        return isPiece || factor >= 100 || factor <= 0.01
    }

    /// Returns the form directly after an amount: of "75 mg tablet" and "75 mg chewable tablets", not of "75 mg (1
    /// tablet)".
    private static func form(behind place: Int, in tokens: [LabelToken]) -> String? {
        var at = place
        while at < tokens.count, tokens[at].is("-") || MedicineForm.beside.contains(tokens[at].text) { at += 1 }
        guard at < tokens.count, tokens[at].kind == .letters else { return nil }
        return MedicineForm.named(tokens[at].text)
    }

    /// Returns true if only salts and signs stand between the name and the amount.
    private static func isOfName(_ tokens: [LabelToken], from word: Int, to place: Int) -> Bool {
        tokens[..<place].drop { $0.word < word }.allSatisfy {
            $0.kind == .sign ? $0.is("-") || $0.is("(") || $0.is(")") : MedicineForm.kinds.contains($0.text)
        }
    }

    private static func words(of text: String) -> [(text: String, span: TextSpan)] {
        var words: [(String, TextSpan)] = []
        var word = String.UnicodeScalarView()
        var end = 0
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                if !word.isEmpty { words.append((String(word), TextSpan(end - word.count, end))) }
                word = .init()
            } else {
                word.append(scalar)
            }
            end += 1
        }
        if !word.isEmpty { words.append((String(word), TextSpan(end - word.count, end))) }
        return words.map { (text: $0.0, span: $0.1) }
    }
}

extension DirectionsReading {
    /// Returns the directions with additional flags, each of which requires a review.
    package func pointingOut(_ added: [Flag]) -> DirectionsReading {
        let added = added.filter { !flags.contains($0) }
        guard !added.isEmpty else { return self }
        return DirectionsReading(
            text: text, status: status == .ok ? .review : status, clauses: clauses, medicine: medicine,
            flags: flags + added, spans: spans, unread: unread)
    }
}
