/// The compiled patterns of a `FoodVocabulary`.
struct FoodPhrases: Sendable {
    private struct Pattern: Sendable {
        let letters: [UInt8]
        let isOpenBefore: Bool
        let isOpenBehind: Bool

        func matches(_ word: [UInt8]) -> Bool {
            switch (isOpenBefore, isOpenBehind) {
            case (false, false): word == letters
            case (false, true): stands(in: word, at: 0)
            case (true, false): stands(in: word, at: word.count - letters.count)
            case (true, true): word.indices.contains { stands(in: word, at: $0) }
            }
        }

        func stands(in word: [UInt8], at start: Int) -> Bool {
            guard start >= 0, word.count - start >= letters.count else { return false }
            var index = 0
            while index < letters.count {
                guard word[start + index] == letters[index] else { return false }
                index += 1
            }
            return true
        }
    }

    private var whole: Set<[UInt8]> = []
    /// Prefixes and inner parts by their first letter; suffixes by their last letter.
    private var beginnings: [UInt8: [Pattern]] = [:]
    private var parts: [[Pattern]] = Array(repeating: [], count: 256)
    private var ends: [UInt8: [Pattern]] = [:]
    private var hasParts = false
    /// Phrases of several words, by their first word if it is whole.
    private var phrases: [[UInt8]: [[Pattern]]] = [:]
    private var openPhrases: [[Pattern]] = []

    init(_ text: String) {
        for entry in text.split(separator: ",") {
            let patterns = entry.split(whereSeparator: \.isWhitespace).map { part in
                Pattern(
                    letters: FoodWords(part.filter { $0 != "*" }).words.flatMap(\.letters),
                    isOpenBefore: part.hasPrefix("*"), isOpenBehind: part.hasSuffix("*"))
            }.filter { !$0.letters.isEmpty }
            if patterns.count == 1 { add(patterns[0]) } else if !patterns.isEmpty { add(patterns) }
        }
    }

    private mutating func add(_ pattern: Pattern) {
        guard let first = pattern.letters.first, let last = pattern.letters.last else { return }
        switch (pattern.isOpenBefore, pattern.isOpenBehind) {
        case (false, false): whole.insert(pattern.letters)
        case (false, true): beginnings[first, default: []].append(pattern)
        case (true, false): ends[last, default: []].append(pattern)
        case (true, true):
            parts[Int(first)].append(pattern)
            hasParts = true
        }
    }

    private mutating func add(_ phrase: [Pattern]) {
        if !phrase[0].isOpenBefore, !phrase[0].isOpenBehind {
            phrases[phrase[0].letters, default: []].append(phrase)
        } else {
            openPhrases.append(phrase)
        }
    }

    /// Returns the number of words of the longest pattern that begins at the index; 0 if there is none.
    func length(at index: Int, of words: [FoodWords.Word]) -> Int {
        let word = words[index].letters
        var longest = 0
        for phrase in phrases[word] ?? [] where phrase.count > longest && Self.stands(phrase, at: index, of: words) {
            longest = phrase.count
        }
        for phrase in openPhrases where phrase.count > longest && Self.stands(phrase, at: index, of: words) {
            longest = phrase.count
        }
        return longest > 0 ? longest : has(word) ? 1 : 0
    }

    /// Returns the number of words of the longest phrase that ends directly before the word; nil if there is none.
    func length(endingAt end: Int, of words: [FoodWords.Word]) -> Int? {
        (2...3).reversed().first { end >= $0 && length(at: end - $0, of: words) == $0 }
    }

    private static func stands(_ phrase: [Pattern], at index: Int, of words: [FoodWords.Word]) -> Bool {
        guard index + phrase.count <= words.count, phrase[0].matches(words[index].letters) else { return false }
        return phrase.indices.dropFirst().allSatisfy {
            words[index + $0].isJoined && phrase[$0].matches(words[index + $0].letters)
        }
    }

    private func has(_ word: [UInt8]) -> Bool {
        guard let first = word.first, let last = word.last else { return false }
        if whole.contains(word) { return true }
        if let patterns = beginnings[first], patterns.contains(where: { $0.stands(in: word, at: 0) }) { return true }
        if let patterns = ends[last], patterns.contains(where: { $0.matches(word) }) { return true }
        guard hasParts else { return false }
        var index = 0
        while index < word.count {
            for pattern in parts[Int(word[index])] where pattern.stands(in: word, at: index) { return true }
            index += 1
        }
        return false
    }
}
