/// Marks the words of "may contain …", "made in a factory that handles …" and similar warnings while a text is read.
///
/// In doubt words count as ingredients: a warning ends with the sentence, with the bracket, or at a word that begins a
/// list of contents.
struct TraceSpan {
    private var isOpen = false
    private var depth = 0
    private var openDepth = 0
    /// The last "may": its word index and the depth of brackets.
    private var promise: (index: Int, depth: Int)?
    /// True if a place of production was named in this sentence.
    private var hasPlace = false
    /// The index of the first word after the last comma.
    private var partStart = 0

    /// Called after each word is appended.
    mutating func take(_ words: inout [FoodWords.Word]) {
        guard let last = words.last?.text else { return }
        if TracePhrases.lists.contains(last), !isPromised(words), !isRelated(words) { close() }
        if TracePhrases.promises.contains(last), !isOpen { promise = (words.count - 1, depth) }
        if TracePhrases.places.contains(last) { hasPlace = true }
        if !isOpen {
            let isRelation = hasPlace && TracePhrases.relations.contains(last)
            if isRelation || Self.ends(words, in: TracePhrases.forward) { open() }
        }
        words[words.count - 1].isTrace = isOpen || Self.speaksOfTraces(last)
        if Self.ends(words, in: TracePhrases.backward) { mark(from: partStart, &words) }
        fulfil(&words, last)
    }

    /// Completes "may … contain". If "contain" ends the sentence, the words between the two are meant; otherwise the
    /// words after it.
    private mutating func fulfil(_ words: inout [FoodWords.Word], _ last: String) {
        guard let began = promise, TracePhrases.fulfilments.contains(last) else { return }
        let distance = words.count - 1 - began.index
        if TracePhrases.finals.contains(last) {
            mark(from: began.index, &words)
            promise = nil
            if distance == 1, !isOpen { open() }
        } else if distance <= TracePhrases.reach {
            promise = nil
            if !isOpen { open() }
            mark(from: began.index, &words)
        }
    }

    /// Called for each character between words, except spaces and hyphens.
    mutating func end(at mark: Unicode.Scalar, after words: [FoodWords.Word]) {
        switch mark {
        case "(", "[", "{", "（":
            depth += 1
            partStart = words.count
        case ")", "]", "}", "）":
            depth -= 1
            if let began = promise, depth < began.depth { promise = nil }
            if depth < openDepth { close() }
        case ".":
            // "e.g.", "z. B." and "ca." do not end a sentence.
            if let last = words.last?.text, last.count == 1 || TracePhrases.shortenings.contains(last) { return }
            endSentence(words)
        case ";", "!", "?", "|", "•", "。", "\n", "\r", "\u{2028}", "\u{2029}": endSentence(words)
        case ":":
            if let last = words.last?.text, TracePhrases.headings.contains(last) { close() }
            partStart = words.count
        case ",", "،", "、", "，": partStart = words.count
        default: break
        }
    }

    private mutating func endSentence(_ words: [FoodWords.Word]) {
        close()
        partStart = words.count
    }

    private mutating func open() {
        isOpen = true
        openDepth = depth
    }

    private mutating func close() {
        isOpen = false
        promise = nil
        hasPlace = false
    }

    private func mark(from start: Int, _ words: inout [FoodWords.Word]) {
        for index in max(0, min(start, words.count))..<words.count { words[index].isTrace = true }
    }

    /// Returns true for "Voi sisältää": a single warning, not a list that begins with its second word.
    private func isPromised(_ words: [FoodWords.Word]) -> Bool {
        promise.map { words.count - 1 - $0.index <= TracePhrases.reach } == true
            && words.last.map { TracePhrases.fulfilments.contains($0.text) } == true
    }

    /// Returns true for "Cereals that contain" and "spannmål som innehåller".
    private func isRelated(_ words: [FoodWords.Word]) -> Bool {
        isOpen && words.count > 1 && Self.relatives.contains(words[words.count - 2].text)
    }

    private static let relatives: Set = [
        "that", "which", "qui", "que", "che", "som", "dat", "die", "das", "der", "jotka",
    ]

    /// "Nussspuren".
    private static func speaksOfTraces(_ word: String) -> Bool {
        word.count > 7 && (word.hasSuffix("spuren") || word.contains("jaami"))
    }

    private static func ends(_ words: [FoodWords.Word], in phrases: [String: [[String]]]) -> Bool {
        guard let last = words.last, let phrases = phrases[last.text] else { return false }
        return phrases.contains { phrase in
            words.count >= phrase.count && zip(words.suffix(phrase.count), phrase).allSatisfy { $0.text == $1 }
        }
    }
}
