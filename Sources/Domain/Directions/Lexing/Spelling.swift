/// Repairs words that are run together or misspelt.
enum Spelling {
    struct Outcome {
        var tokens: [Token]
        /// Words that were corrected to another word.
        var misspelt: [TextSpan] = []
        /// Words that were split into several days of the week.
        var glued: [TextSpan] = []
    }

    static func mended(_ tokens: [Token]) -> Outcome {
        var outcome = Outcome(tokens: [])
        outcome.tokens.reserveCapacity(tokens.count)
        for (index, token) in tokens.enumerated() {
            guard token.isWord, !isKnown(token.text) else {
                outcome.tokens.append(token)
                continue
            }
            let isBeforeNumber = index + 1 < tokens.count && tokens[index + 1].isNumber && tokens[index + 1].isGlued
            let isAfterNumber = token.isGlued && index > 0 && tokens[index - 1].isNumber
            if let word = Self.joined[token.text] {
                var mended = token
                mended.text = word
                outcome.tokens.append(mended)
            } else if let pieces = split(token, isBeforeNumber: isBeforeNumber, isAfterNumber: isAfterNumber) {
                outcome.tokens += pieces
                if pieces.count(where: { days.contains($0.text) }) > 1 { outcome.glued.append(token.span) }
            } else if let word = corrected(token.text) {
                var mended = token
                mended.text = word
                outcome.tokens.append(mended)
                outcome.misspelt.append(token.span)
            } else {
                outcome.tokens.append(token)
            }
        }
        return outcome
    }

    private static func isKnown(_ word: String) -> Bool {
        Lexicon.all.words.contains(Substring(word)) || DoseUnit.named(word) != nil
            || TimeUnit.frequency(word) != nil || ForeignWords.common.contains(word)
            || ForeignWords.words.contains(word)
            || numbers.contains(word)
    }

    // MARK: Words run together

    /// Splits words such as "bidx", "prnas", "intprnfor" and "dailyinstrdo"; returns nil if the letters are not a
    /// sequence of known words.
    private static func split(_ token: Token, isBeforeNumber: Bool, isAfterNumber: Bool) -> [Token]? {
        let letters = Array(token.text.utf8)
        guard letters.count >= (isAfterNumber ? 2 : 3), letters.count <= 60,
            token.span.end - token.span.start == letters.count
        else {
            return nil
        }
        // best[i]: the smallest number of pieces for the first i letters, and the start of the last piece.
        var best: [(count: Int, start: Int)?] = Array(repeating: nil, count: letters.count + 1)
        best[0] = (0, 0)
        for end in 1...letters.count {
            for start in max(0, end - 12)..<end {
                guard let before = best[start],
                    isPiece(letters[start..<end], isLast: end == letters.count && isBeforeNumber)
                        || (start == 0 && isAfterNumber && isBehindNumber(letters[start..<end]))
                else { continue }
                if best[end].map({ $0.count > before.count + 1 }) ?? true { best[end] = (before.count + 1, start) }
            }
        }
        guard let count = best[letters.count]?.count, count > 1 else { return nil }
        return pieces(token, letters, best)
    }

    private static func isPiece(_ letters: ArraySlice<UInt8>, isLast: Bool) -> Bool {
        let word = String(decoding: letters, as: UTF8.self)
        return gluable.contains(word) || (isLast && ["x", "q"].contains(word))
    }

    /// Returns true if the letters may follow a number: "2xdaily", "q12hx10 days".
    private static func isBehindNumber(_ letters: ArraySlice<UInt8>) -> Bool {
        ["x", "h", "hrs", "d", "wk", "wks"].contains(String(decoding: letters, as: UTF8.self))
    }

    private static func pieces(
        _ token: Token, _ letters: [UInt8], _ best: [(count: Int, start: Int)?]
    ) -> [Token] {
        var pieces: [Token] = []
        var end = letters.count
        while end > 0, let step = best[end] {
            let word = String(decoding: letters[step.start..<end], as: UTF8.self)
            let start = token.span.start + step.start
            pieces.append(
                .init(
                    kind: .word, text: word,
                    raw: String(decoding: Array(token.raw.utf8)[step.start..<end], as: UTF8.self),
                    span: TextSpan(start, token.span.start + end),
                    isGlued: step.start > 0 || token.isGlued, value: nil))
            end = step.start
        }
        return pieces.reversed()
    }

    // MARK: Misspelt words

    /// Returns the only known word at an edit distance of one (a letter added, removed, replaced, or two letters
    /// exchanged); nil if there is none or more than one.
    private static func corrected(_ word: String) -> String? {
        let letters = Array(word.utf8)
        guard letters.count >= 4, letters.count <= 14, !rightlySpelt.contains(word) else { return nil }
        var found: String?
        for length in (letters.count - 1)...(letters.count + 1) {
            for candidate in correctable[length] ?? [] where isOneSlip(letters, candidate.letters) {
                if found != nil, found != candidate.word { return nil }
                found = candidate.word
            }
        }
        return found
    }

    private static func isOneSlip(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        var start = 0
        while start < one.count, start < other.count, one[start] == other[start] { start += 1 }
        var oneEnd = one.count
        var otherEnd = other.count
        while oneEnd > start, otherEnd > start, one[oneEnd - 1] == other[otherEnd - 1] {
            oneEnd -= 1
            otherEnd -= 1
        }
        let left = (oneEnd - start, otherEnd - start)
        if left == (2, 2) { return one[start] == other[start + 1] && one[start + 1] == other[start] }
        return left.0 <= 1 && left.1 <= 1
    }

    private static func set(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    private static let days = set("monday tuesday wednesday thursday friday saturday sunday")
    private static let numbers = set(
        """
        zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
        seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred half third
        quarter
        """
    )
    private static let joined = [
        "twiceaday": "bid", "onceaday": "qd",
        "threetimesaday": "tid", "fourtimesaday": "qid",
    ]
    private static let gluable = set(
        """
        tab tabs tablet tablets cap caps capsule capsules puff puffs drop drops po bid tid qid bd tds qds qd qhs
        qam qpm prn daily twice once times day days week weeks hour hours hr hrs every as needed required
        directed for with food meals instr int inst do not take by mouth oral orally at bedtime night morning
        evening pain nausea itching cough wheezing fever anxiety vomiting then and max mdd inh mg ml apply
        inhale monday tuesday wednesday thursday friday saturday sunday one two three four a month months
        nightly weekly sleep must last if when until the in each eye ear nostril sob allergies headache spasms
        """
    ).subtracting(["a"])
    private static let rightlySpelt = set(
        """
        make made male tale weak wean than thin then gain rain main dairy fouls trice tales moths mouths fiver
        seven even event eves tide ties dose does doses nose note node rose lose loss late lake fake cake bake
        talk drug
        """
    )
    private static let correctable: [Int: [(word: String, letters: [UInt8])]] = {
        let words = set(
            """
            tablet tablets capsule capsules take daily every times time days weeks week month months twice once
            mouth morning evening night nightly bedtime needed required hours hour puffs drops apply inhale
            inject units three four five then tabs caps with food meals before after breakfast dinner lunch
            directed orally oral weekly affected nostril spray sprays maximum alternate patch teaspoon
            milligrams
            """
        )
        return Dictionary(grouping: words.sorted().map { ($0, Array($0.utf8)) }, by: { $0.1.count })
    }()
}
