/// Finds personal data in a line by keywords and by shape. Reading errors are tolerated.
enum Identifiers {
    /// Returns words with the shape of personal data in a line of any kind, for example in directions: telephone
    /// numbers, dates, web and mail addresses, "Dr" with a name.
    static func shapes(in line: LabelLine) -> Set<Int> {
        var found: Set<Int> = []
        for (word, text) in line.words.enumerated() where isAddressOfTheNet(text) || isDate(text) || isLongNumber(text)
        {
            found.insert(word)
        }
        found.formUnion(telephones(line))
        found.formUnion(titledNames(line))
        found.formUnion(writtenDates(line))
        return found
    }

    /// Returns true if the whole line is personal data, so that directions end before it.
    static func isIdentifying(_ line: LabelLine) -> Bool {
        guard let first = line.tokens.first(where: { $0.kind == .letters }) else {
            return !shapes(in: line).isEmpty
        }
        if first.text == "rx" && line.tokens.contains(where: { $0.kind == .number }) { return true }
        if IdentifierWords.isTitle(first.text) || IdentifierWords.isHeading(first.text) { return true }
        if !shapes(in: line).isEmpty { return true }
        let isKeyed = line.tokens.enumerated().contains { place, token in
            token.kind == .letters && IdentifierWords.isKeyword(token.text) && place + 1 < line.tokens.count
                && line.tokens[place + 1].is(":")
        }
        return isKeyed || isAddress(line)
            || line.letters.contains { IdentifierWords.isHeading($0) } && line.sigShare().share < 0.6
    }

    /// Returns true for a number with a street, or a place with a postcode: "12 Placeholder Rd, Testville, OH 00000".
    static func isAddress(_ line: LabelLine) -> Bool {
        let hasNumber = line.tokens.contains { $0.kind == .number }
        let street = line.letters.contains { IdentifierWords.isStreet($0) }
        let telling = line.sigShare()
        if hasNumber && street && telling.share < 0.6 { return true }
        let code = line.tokens.contains {
            $0.kind == .number && $0.text.utf8.count == 5 && $0.value == $0.value?.rounded()
        }
        return code && telling.telling == 0 || isPostcoded(line) && telling.telling <= 1
    }

    /// Returns true for a postcode such as "TE5 7ST", also with one misread character.
    private static func isPostcoded(_ line: LabelLine) -> Bool {
        zip(line.words, line.words.dropFirst()).contains { left, right in
            let out = left.unicodeScalars.filter { isLetterOrDigit($0) }
            let inward = right.unicodeScalars.filter { isLetterOrDigit($0) }
            return (2...4).contains(out.count) && inward.count == 3 && out.first?.properties.isUppercase == true
                && inward.first.map { (0x30...0x39).contains($0.value) } == true
                && inward.dropFirst().allSatisfy { $0.properties.isUppercase }
                && out.contains { (0x30...0x39).contains($0.value) || $0 == "S" || $0 == "O" || $0 == "I" }
        }
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        (0x30...0x39).contains(scalar.value) || scalar.properties.isAlphabetic
    }

    private static func isAddressOfTheNet(_ text: String) -> Bool {
        guard
            text.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") })
        else { return false }
        let small = text.lowercased()
        return small.contains("@") && small.count > 2 || small.contains("://") || small.hasPrefix("www.")
            || [".com", ".org", ".net", ".co.uk", ".invalid", ".nhs.uk"].contains { small.contains($0) }
    }

    /// Returns true for three numbers separated by slashes, points or hyphens: "11/30/1948", "21-05-2026", "5/6/77".
    static func isDate(_ text: String) -> Bool {
        let parts = text.split { !isDigitOrSlip($0) }
        let signs = text.filter { "/-.".contains($0) }.count
        return parts.count == 3 && signs == 2 && parts.allSatisfy { (1...4).contains($0.count) }
            && parts.reduce(0) { $0 + $1.count } >= 4 && parts.contains { $0.contains(where: \.isNumber) }
            && parts.dropFirst().allSatisfy { $0.first.map { $0.isNumber || "OoIlSZ".contains($0) } ?? false }
    }

    /// Returns true for a digit or a letter that is often read instead of one.
    private static func isDigitOrSlip(_ character: Character) -> Bool {
        character.isASCII && (character.isNumber || "OoIlSZB|".contains(character))
    }

    /// Returns true for six or more digits in one word, except with a unit or with commas between thousands.
    static func isLongNumber(_ text: String) -> Bool {
        let digits = text.filter { $0.isASCII && $0.isNumber }.count
        let small = text.lowercased()
        return digits >= 6 && !["mg", "ml", "mcg", "unit", "iu", "g/", "%"].contains { small.contains($0) }
            && !(text.contains(",") && LabelToken.all(in: [text]).first?.value != nil)
            && !isStrengthLike(text)
    }

    private static func isStrengthLike(_ text: String) -> Bool {
        LabelStrength.first(in: LabelToken.all(in: [text]), from: 0) != nil
    }
}

// MARK: - Across several words

extension Identifiers {
    /// Returns runs of neighbouring words with at least seven digits in total and no letters.
    private static func telephones(_ line: LabelLine) -> Set<Int> {
        var found: Set<Int> = []
        var run: [Int] = []
        var digits = 0
        func close() {
            // "50 100 200 mg" is no telephone number: the last group of one has at least three digits.
            if digits >= 7, run.count > 1 || digits >= 7 { found.formUnion(run) }
            run = []
            digits = 0
        }
        for (word, text) in line.words.enumerated() {
            let count = text.filter { $0.isASCII && $0.isNumber }.count
            let isNumber = count > 0 && text.allSatisfy { isDigitOrSlip($0) || "()-+./".contains($0) }
            if isNumber, count >= 2, !(text.contains(",") || text.contains("%")) {
                run.append(word)
                digits += count
            } else {
                close()
            }
        }
        close()
        return found
    }

    /// Returns a title with up to three capitalised words: "Dr T. Example", "Mrs Pat Example".
    private static func titledNames(_ line: LabelLine) -> Set<Int> {
        var found: Set<Int> = []
        for (word, text) in line.words.enumerated() {
            let letters = text.lowercased().filter(\.isLetter)
            guard IdentifierWords.isTitle(letters), text.first?.isUppercase == true else { continue }
            let name = line.words[(word + 1)...].prefix(3).prefix { next in
                next.first?.isUppercase == true && !LabelVocabulary.isSig(next.lowercased().filter(\.isLetter))
            }
            if !name.isEmpty { found.formUnion(word...(word + name.count)) }
        }
        return found
    }

    /// "14 Mar 2026", "March 14, 2026".
    private static func writtenDates(_ line: LabelLine) -> Set<Int> {
        var found: Set<Int> = []
        for (word, text) in line.words.enumerated() {
            let letters = text.lowercased().filter(\.isLetter)
            guard letters.count >= 3, IdentifierWords.isMonth(letters) else { continue }
            let near = [word - 1, word + 1, word + 2].filter { line.words.indices.contains($0) }
                .filter { line.words[$0].contains { $0.isASCII && $0.isNumber } }
            let hasYear = near.contains { line.words[$0].filter { $0.isASCII && $0.isNumber }.count >= 3 }
            // "may" and "mar" are ordinary words, too: a year must be next to them.
            guard hasYear || near.count >= 2 || text.contains(where: \.isNumber) && text.count >= 6 else { continue }
            found.insert(word)
            found.formUnion(near)
        }
        return found
    }
}
