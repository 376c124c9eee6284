/// A line of print in tokens, without the words of its lot.
struct PrintedLine {
    /// A number, a word in lower case without accents, or another sign.
    struct Token: Hashable {
        enum Kind: Hashable {
            case number(Int, digits: Int)
            case word(String)
            case sign(Character)
        }

        let kind: Kind
        /// Whether no space is before it.
        let isGlued: Bool

        var word: String? { if case .word(let word) = kind { word } else { nil } }
        var sign: Character? { if case .sign(let sign) = kind { sign } else { nil } }
        var number: (value: Int, digits: Int)? {
            if case .number(let value, let digits) = kind { (value, digits) } else { nil }
        }
    }

    let text: String
    let tokens: [Token]
    let lot: String?

    init(_ text: String) {
        self.text = text
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let lot = PrintedLot(words)
        self.lot = lot?.text
        tokens = words.enumerated().flatMap { number, word in
            lot?.words.contains(number) ?? false ? [] : Self.tokens(of: word)
        }
    }

    /// The tokens of text without a space.
    static func tokens(of word: String) -> [Token] {
        var tokens: [Token] = []
        var run = ""
        func end() {
            for kind in kinds(of: run) { tokens.append(Token(kind: kind, isGlued: !tokens.isEmpty)) }
            run = ""
        }
        for scalar in word.unicodeScalars where !FoodFolding.isLeftOut(scalar) {
            if FoodFolding.append(scalar, to: &run) { continue }
            end()
            tokens.append(Token(kind: .sign(Character(scalar)), isGlued: !tokens.isEmpty))
        }
        end()
        return tokens
    }

    /// Divides letters and digits: "12mar27" is a number, a word and a number.
    private static func kinds(of run: String) -> [Token.Kind] {
        var parts: [[Character]] = []
        for character in mended(run) {
            if let last = parts.last?.last, isDigit(last) == isDigit(character) {
                parts[parts.count - 1].append(character)
            } else {
                parts.append([character])
            }
        }
        return parts.map { part in
            // A number of more digits than a date has is none.
            guard part.first.map(isDigit) ?? false, part.count <= 8, let value = Int(String(part)) else {
                return .word(String(part))
            }
            return .number(value, digits: part.count)
        }
    }

    /// Corrects what readers of text confuse: a letter among digits, a digit among letters.
    private static func mended(_ run: String) -> [Character] {
        let characters = Array(run)
        let digits = characters.count(where: isDigit)
        // "0KT" is a month.
        let lettered = characters.map { $0 == "0" ? "o" : $0 }
        if digits > 0, PrintedDateWords.months[String(lettered)] != nil { return lettered }
        if digits > 0, digits < characters.count, characters.allSatisfy({ isDigit($0) || "oil".contains($0) }),
            characters.first != "l", characters.count < 5 || digits * 2 >= characters.count
        {
            return characters.map { $0 == "o" ? "0" : "il".contains($0) ? "1" : $0 }
        }
        if digits == 1, characters.count > 3, let first = characters.first, let last = characters.last,
            !isDigit(first), !isDigit(last)
        {
            return characters.map { $0 == "0" ? "o" : $0 == "1" ? "i" : $0 == "5" ? "s" : $0 }
        }
        return characters
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}

/// The lot in a line of print (Directive 2011/91/EU: a letter L before it, unless it is clearly distinguishable).
private struct PrintedLot {
    let text: String
    /// The indices of the words that belong to it, with its mark.
    let words: Set<Int>

    private static let marks: Set<String> = [
        "lot", "batch", "charge", "chargennr", "chargennummer", "lotnr", "lotno", "losnr", "chb", "lotto", "lote",
        "partij", "partia", "partii", "batchno", "los", "lotpartij", "lotlos", "loslot", "partie",
    ]
    private static let between: Set<String> = ["no", "nr", "n", "code", "number", "nummer", "numero", ""]

    init?(_ line: [String]) {
        for index in line.indices {
            let folded = Self.folded(line[index])
            if Self.marks.contains(folded) {
                var start = index + 1
                while start < line.count, Self.between.contains(Self.folded(line[start])) { start += 1 }
                guard let lot = Self(line, mark: index, start: start, first: nil) else { continue }
                self = lot
                return
            }
            // "LOT:6A114"
            if let rest = Self.rest(of: line[index], after: Self.marks), Self.isPart(rest) {
                guard let lot = Self(line, mark: index, start: index, first: rest) else { continue }
                self = lot
                return
            }
            if folded == "l", !Self.isAmount(before: index, in: line), index + 1 < line.count,
                let lot = Self(line, mark: index, start: index + 1, first: nil)
            {
                self = lot
                return
            }
            let letters = Array(line[index])
            if letters.count >= 3, letters[0] == "L",
                letters[1].isNumber || "-:.".contains(letters[1]) && letters[2].isNumber,
                !line[index].dropFirst(2).contains(":"),
                let lot = Self(line, mark: index, start: index, first: line[index])
            {
                self = lot
                return
            }
        }
        return nil
    }

    /// The words from `start` on, as long as they look like parts of a lot. `first` replaces the first one.
    private init?(_ line: [String], mark: Int, start: Int, first: String?) {
        guard start < line.count else { return nil }
        let head = (first ?? line[start]).trimmed
        guard Self.isPart(head) else { return nil }
        var parts = [head]
        var end = start + 1
        while end < line.count, Self.goesOn(line, at: end) {
            parts.append(line[end].trimmed)
            end += 1
        }
        text = parts.joined(separator: " ")
        words = Set(mark..<end)
    }

    private static func isPart(_ word: String) -> Bool {
        word.contains(where: \.isNumber) && !word.contains(":") && word.count <= 24
            && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-/._".contains($0)) }
    }

    /// A short word of capital letters or digits belongs to the lot, if no date and no other word begins there.
    private static func goesOn(_ line: [String], at index: Int) -> Bool {
        let word = line[index].trimmed
        guard 1...5 ~= word.count, word.allSatisfy({ $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "-") })
        else {
            return false
        }
        let tokens = line[index...].flatMap(PrintedLine.tokens)
        guard PrintedDateMatch(in: tokens, at: 0, isAfterWord: false) == nil,
            PrintedDateWords.phrase(in: tokens, at: 0) == nil
        else { return false }
        // A single letter belongs to it only between two parts.
        return word.contains(where: \.isNumber)
            || word.count == 1 && (index + 1 == line.count || isPart(line[index + 1].trimmed))
    }

    /// Whether the word before says how many litres: "1,5 L".
    private static func isAmount(before index: Int, in line: [String]) -> Bool {
        guard index > 0 else { return false }
        let before = line[index - 1]
        return before.allSatisfy { $0.isNumber || $0 == "," || $0 == "." || $0 == "x" }
            && before.count { $0 == "." || $0 == "," } < 2
    }

    private static func folded(_ word: String) -> String {
        var folded = ""
        for scalar in word.unicodeScalars { _ = FoodFolding.append(scalar, to: &folded) }
        return folded
    }

    private static func rest(of word: String, after marks: Set<String>) -> String? {
        let lower = word.lowercased()
        guard let mark = marks.filter({ lower.hasPrefix($0) }).max(by: { $0.count < $1.count }) else { return nil }
        let rest = word.dropFirst(mark.count).drop { ":.-#".contains($0) }
        return rest.isEmpty ? nil : String(rest)
    }
}

extension String {
    /// Without the marks around a lot.
    fileprivate var trimmed: String {
        let marks: Set<Character> = [":", ".", ",", ";", "(", ")", "#"]
        return String(drop { marks.contains($0) }.reversed().drop { marks.contains($0) }.reversed())
    }
}
