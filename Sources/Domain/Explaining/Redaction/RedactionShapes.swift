/// Finds telephone numbers, addresses, dates and names by their shape, in case the reader of labels missed them.
enum RedactionShapes {
    static func mark(_ words: inout [RedactionWord], isQuestion: Bool) {
        markDates(&words)
        markDigitRuns(&words)
        markAlone(&words)
        markPostcodes(&words)
        markStreets(&words)
        markTitles(&words)
        markLetters(&words)
        markKeywords(&words, isQuestion: isQuestion)
        if isQuestion { markIntroductions(&words) }
    }

    private static func set(_ mark: RedactionMark, _ places: some Sequence<Int>, in words: inout [RedactionWord]) {
        for place in places where words.indices.contains(place) && words[place].mark == nil { words[place].mark = mark }
    }

    /// Marks "a@b.c", "www.…", "Rx7012345", and numbers of five or more digits without a unit.
    private static func markAlone(_ words: inout [RedactionWord]) {
        for place in words.indices {
            let text = words[place].text
            if text.contains("@"), words[place].bare.count > 2 {
                set(.email, [place], in: &words)
            } else if text.contains("://") || text.lowercased().contains("www.") {
                set(.other, [place], in: &words)
            } else if words[place].digits >= 5, !isAmount(words, place) {
                set(.number, [place], in: &words)
            }
        }
    }

    /// Returns true for up to six digits with a unit: "50,000 units", "100micrograms/dose".
    private static func isAmount(_ words: [RedactionWord], _ place: Int) -> Bool {
        guard words[place].digits <= 6 else { return false }
        let scalars = UntrustedText.folded(words[place].text).unicodeScalars
        guard scalars.first?.properties.numericType != nil else { return false }
        let behind = scalars.drop { $0.properties.numericType != nil || [",", ".", "/", "-"].contains($0) }
        if behind.isEmpty { return place + 1 < words.count && isUnit(words[place + 1].text) }
        return AnswerCheckQuantity.isUnit(behind.prefix { $0.properties.isAlphabetic })
    }

    private static func isUnit(_ text: String) -> Bool {
        UntrustedText.words(text).first.map { AnswerCheckQuantity.units[$0] != nil } ?? false
    }

    /// Marks at least seven digits in consecutive words: "020 7946 0018", "(555) 010-0142".
    private static func markDigitRuns(_ words: inout [RedactionWord]) {
        var start = 0
        while start < words.count {
            guard isDigits(words[start].text) else {
                start += 1
                continue
            }
            var end = start
            while end < words.count, isDigits(words[end].text) { end += 1 }
            let digits = words[start..<end].reduce(0) { $0 + $1.digits }
            let isPlain =
                end == start + 1 && Int(words[start].bare) != nil && words[start].bare.count == words[start].text.count
            if digits >= 7 { set(digits > 15 || isPlain ? .number : .phone, start..<end, in: &words) }
            start = end
        }
    }

    private static func isDigits(_ text: String) -> Bool {
        let signs = "0123456789()+-./#x".unicodeScalars
        let digits = text.unicodeScalars.count { $0.properties.numericType == .decimal }
        return digits > 0 && text.unicodeScalars.dropLast(1).allSatisfy(signs.contains)
            && (text.unicodeScalars.last.map { signs.contains($0) || $0 == "," } ?? false)
    }

    /// Marks "01/02/1960", "5-6-77", "14 Mar 2026", "March 14, 2026" and "1960".
    private static func markDates(_ words: inout [RedactionWord]) {
        for place in words.indices {
            let groups = words[place].text.split { !$0.isNumber }
            let joints = words[place].text.filter { ["/", "-", "."].contains($0) }
            let hasYear = groups.last.map { [2, 4].contains($0.count) } ?? false || groups.first?.count == 4
            let isAllDigits = isDigits(words[place].text)
            if groups.count == 3, isAllDigits, joints.count == 2, hasYear, groups.count(where: { $0.count > 2 }) <= 1,
                groups.allSatisfy({ $0.count <= 4 })
            {
                set(.date, [place], in: &words)
            } else if groups.count == 1, groups[0].count == 4, isAllDigits, (1900...2099).contains(Int(groups[0]) ?? 0),
                !isAmount(words, place)
            {
                set(.date, [place], in: &words)
                let before = max(0, place - 2)..<place
                if before.contains(where: { isMonth(words[$0].bare) }) { set(.date, before, in: &words) }
            } else if place + 1 < words.count, let day = Int(words[place].bare.prefix { $0.isNumber }),
                (1...31).contains(day),
                !words[place].text.contains("/"), isMonth(words[place + 1].bare), words[place + 1].bare != "may"
            {
                set(.date, [place, place + 1], in: &words)
            }
        }
    }

    private static func isMonth(_ word: String) -> Bool {
        [
            "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "january",
            "february", "march", "april", "june", "july", "august", "september", "october", "november", "december",
        ].contains(word)
    }

    /// Marks "TE5 7ST" and "OH 00000".
    private static func markPostcodes(_ words: inout [RedactionWord]) {
        for place in words.indices.dropLast() {
            let first = Array(words[place].bare)
            let second = Array(words[place + 1].bare)
            let isOutward = (2...4).contains(first.count) && first[0].isLetter && first.contains(where: \.isNumber)
            let isInward = second.count == 3 && second[0].isNumber && second[1].isLetter && second[2].isLetter
            let isState = first.count == 2 && first.allSatisfy(\.isLetter) && words[place].isCapitalised
            if (isOutward && isInward) || (isState && second.count == 5 && second.allSatisfy(\.isNumber)) {
                set(.address, [place, place + 1], in: &words)
            }
        }
    }

    /// Marks a street from its number to its type: "9 Mock Street", "200 Mockup Way, Suite 5".
    private static func markStreets(_ words: inout [RedactionWord]) {
        for place in words.indices where words[place].text.first?.isNumber == true && words[place].digits <= 5 {
            let ahead = (place + 1)..<min(place + 5, words.count)
            guard place + 1 < words.count, words[place + 1].isCapitalised, !isUnit(words[place + 1].text),
                let end = ahead.dropFirst().first(where: { RedactionWords.streets.contains(words[$0].bare) })
            else { continue }
            set(.address, place...end, in: &words)
        }
        for place in words.indices.dropLast()
        where ["apt", "apartment", "suite", "flat", "unit"].contains(words[place].bare) {
            if words[place + 1].digits > 0, words[place].isCapitalised {
                set(.address, [place, place + 1], in: &words)
            }
        }
    }

    /// Marks a title and up to three names: "Dr T. Example", "Mrs Pat Example".
    private static func markTitles(_ words: inout [RedactionWord]) {
        for place in words.indices {
            let bare = words[place].bare
            let isTitle = RedactionWords.titles.contains(bare)
            guard isTitle || (["doctor", "nurse", "pharmacist", "professor"].contains(bare)), !words[place].endsPhrase
            else {
                continue
            }
            let names = ((place + 1)..<min(place + 4, words.count)).prefix {
                words[$0].isCapitalised && !RedactionWords.isHarmless(words[$0].text)
                    && ($0 == place + 1 || !words[$0 - 1].endsPhrase)
            }
            if !names.isEmpty { set(.name, [place] + names, in: &words) }
        }
    }

    /// Marks letters after a name and up to three names before them: "A. Specimen MD", "R. MOCK, NP".
    private static func markLetters(_ words: inout [RedactionWord]) {
        for place in words.indices
        where RedactionWords.degrees.contains(words[place].bare) && words[place].isCapitalised {
            let names = (max(0, place - 3)..<place).reversed().prefix {
                words[$0].isCapitalised && !RedactionWords.isHarmless(words[$0].text)
            }
            if !names.isEmpty { set(.name, [place] + names, in: &words) }
        }
    }

    /// Marks a heading and the words after it, up to a confirmed word or the end of the phrase: "Patient: …", "DOB …",
    /// "Rx# …".
    private static func markKeywords(_ words: inout [RedactionWord], isQuestion: Bool) {
        for place in words.indices {
            let bare = words[place].bare
            guard let mark = RedactionWords.keywords[bare] else { continue }
            let isLabelled = words[place].text.hasSuffix(":") || words[place].text.hasSuffix("#")
            let isNumbered = place + 1 < words.count && words[place + 1].digits > 0
            guard isLabelled || (mark != .name && isNumbered) || ["dob", "mrn", "npi", "nhs", "ssn"].contains(bare)
            else {
                continue
            }
            let rest = ((place + 1)..<min(place + 8, words.count)).prefix {
                !words[$0].isConfirmed && !RedactionWords.isHarmless(words[$0].text)
            }
            set(mark, rest, in: &words)
        }
    }

    /// Marks names after "my name is …" and "I am …".
    private static func markIntroductions(_ words: inout [RedactionWord]) {
        for place in words.indices {
            let before = words[max(0, place - 2)...place].map(\.bare).joined(separator: " ")
            let isIntroduced = ["my name is", "name is", "i am called"].contains(before)
            let isSelf = ["im", "i am", "this is", "called", "named"].contains {
                before == $0 || before.hasSuffix(" " + $0)
            }
            guard isIntroduced || isSelf else { continue }
            let names = ((place + 1)..<min(place + 4, words.count)).prefix {
                (words[$0].isCapitalised || (isIntroduced && $0 <= place + 2))
                    && !RedactionWords.isHarmless(words[$0].text)
                    && ($0 == place + 1 || !words[$0 - 1].endsPhrase)
            }
            set(.name, names, in: &words)
        }
    }
}
