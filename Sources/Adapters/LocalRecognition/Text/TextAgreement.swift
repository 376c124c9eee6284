import Labels

/// Compares two readings of the same text. A word is agreed if both readings have the same characters at the same
/// place. If they differ, the first reading is kept; a word in only one reading is kept too. Neither of these counts as
/// agreed.
struct TextAgreement {
    private struct Word {
        var sighting: TextSighting
        var isAgreed = false

        var isReadable: Bool { sighting.text.contains(where: \.isSign) }
    }

    let lines: [RecognisedText.Line]
    /// The 20 % quantile of the words' confidence, 0…1: one fifth of the words have a lower one.
    let confidence: Double?
    let isHandwritten: Bool

    init(first: [[TextSighting]], second: [[TextSighting]]) {
        var merged = first.map { $0.map { Word(sighting: $0) } }
        let others = Array(second.joined())
        // A word that the first reading has, or that already stands for an unread area, is not shown again.
        let read = first.joined().filter { !$0.isUnread }
        var left = others.filter { other in !read.contains { $0.box.overlap(other.box) > 0.5 } }
        for line in merged.indices {
            merged[line] = merged[line].flatMap { word in
                guard word.sighting.isUnread else { return Self.compared(word, with: others) }
                let here = left.filter { $0.box.overlap(word.sighting.box) > 0.5 }
                left.removeAll { $0.box.overlap(word.sighting.box) > 0.5 }
                return here.isEmpty ? [word] : here.sorted { $0.box.left < $1.box.left }.map { Word(sighting: $0) }
            }
            for other in others { Self.join(&merged[line], into: other) }
        }
        for line in merged.indices { Self.doubt(&merged[line], beside: others) }
        Self.add(second, to: &merged)
        merged = merged.map { $0.filter { $0.isAgreed || $0.isReadable || $0.sighting.isUnread } }
            .map(Self.withoutGrain).filter { !$0.isEmpty }
        lines = merged.map(Self.line)
        let all = merged.joined()
        let sorted = all.map(\.sighting.confidence).sorted()
        confidence = sorted.isEmpty ? nil : sorted[sorted.count / 5] / 100
        isHandwritten = Self.looksWritten(Array(all))
    }

    /// A line without an agreed word needs a word with at least this confidence; otherwise it counts as unread.
    private static let leastOfLine = 20.0
    /// The minimum confidence of a word that only the second reading has: grain looks like single letters to it.
    private static let leastAlone = 85.0
    /// The same for a word near another word of its line, which may be a half of "1 1/2".
    private static let leastBeside = 40.0
    /// The distance of a near word, in heights.
    private static let near = 1.5
    /// The minimum confidence of an agreed word in both readings.
    private static let leastOfWord = 40.0
    /// The minimum confidence of an agreed number in both readings.
    private static let leastOfNumber = 50.0

    // MARK: Comparing

    private static func compared(_ word: Word, with others: [TextSighting]) -> [Word] {
        let here = others.filter { $0.box.overlap(word.sighting.box) > 0.5 }.sorted { $0.box.left < $1.box.left }
        guard !here.isEmpty else { return [word] }
        var word = word
        if let same = here.first(where: { isSame($0.text, word.sighting.text) }) {
            word.isAgreed = isSure(same) && isSure(word.sighting)
        } else if here.count > 1, isWhole(here.map(\.text), word.sighting.text) {
            // A gap that only one reading has is accepted: "2.5mg" equals "2.5 mg".
            let isAgreed = here.allSatisfy(isSure) && isSure(word.sighting)
            return here.map { Word(sighting: $0, isAgreed: isAgreed) }
        }
        return [word]
    }

    /// Joins several words of a line if the other reading has them as one word.
    private static func join(_ line: inout [Word], into other: TextSighting) {
        let parts = line.indices.filter { line[$0].sighting.box.overlap(other.box) > 0.5 }
        guard parts.count > 1, isSure(other), isWhole(parts.map { line[$0].sighting.text }, other.text) else { return }
        for part in parts where isSure(line[part].sighting) { line[part].isAgreed = true }
    }

    /// Whether two words are equal, except for a punctuation mark at the end. Marks within a number must be equal.
    private static func isSame(_ left: String, _ right: String) -> Bool {
        left == right || left.withoutMarks == right.withoutMarks && !left.withoutMarks.isEmpty
    }

    /// Whether the parts make up the whole. A gap between two digits is a difference: "10 0" is not "100".
    private static func isWhole(_ parts: [String], _ whole: String) -> Bool {
        guard isSame(parts.joined(), whole) else { return false }
        return zip(parts, parts.dropFirst()).allSatisfy { left, right in
            !(left.last?.isNumeral ?? false && right.first?.isNumeral ?? false)
        }
    }

    private static func isSure(_ sighting: TextSighting) -> Bool {
        !sighting.mayBeCut
            && sighting.confidence >= (sighting.text.contains(where: \.isNumber) ? leastOfNumber : leastOfWord)
    }

    // MARK: Words of the second reading only

    /// Withdraws the agreement of a number beside which the second reading has another number that the first has not: it may
    /// be the rest of "1 1/2" or of "0.5".
    private static func doubt(_ line: inout [Word], beside others: [TextSighting]) {
        let known = line.map(\.sighting)
        for place in line.indices where line[place].isAgreed && known[place].text.contains(where: \.isNumber) {
            let word = known[place]
            let isDoubtful = others.contains { other in
                other.text.contains(where: \.isNumber) && other.confidence >= leastOfLine && isNear(other, word)
                    && !known.contains { isSame($0.text, other.text) && $0.box.overlap(other.box) > 0.25 }
                    && !isPart(other, of: known)
            }
            if isDoubtful { line[place].isAgreed = false }
        }
    }

    /// Whether words of the line make up the other reading's word, or it is a part of one.
    private static func isPart(_ other: TextSighting, of words: [TextSighting]) -> Bool {
        let here = words.filter { $0.box.overlap(other.box) > 0.5 }
        guard !here.isEmpty else { return false }
        return isSame(here.map(\.text).joined(), other.text)
            || here.contains { $0.text.contains(other.text.withoutMarks) }
    }

    /// Whether a word is beside another in the same line.
    private static func isNear(_ word: TextSighting, _ other: TextSighting) -> Bool {
        let gap = max(word.box.left - other.box.right, other.box.left - word.box.right)
        return word.box.overlapDown(other.box) > 0.5 && gap < near * (other.box.bottom - other.box.top)
    }

    private static func add(_ second: [[TextSighting]], to lines: inout [[Word]]) {
        for added in second {
            let seen = lines.joined().map(\.sighting)
            let new = added.filter { word in
                let least =
                    word.text.contains(where: \.isNumber) && seen.contains { isNear(word, $0) && !$0.isUnread }
                    ? leastBeside : leastAlone
                return word.confidence >= least && !seen.contains { $0.box.overlap(word.box) > 0.25 }
            }
            var left: [TextSighting] = []
            for word in new {
                if let line = line(of: word, in: lines) {
                    let place = lines[line].firstIndex { $0.sighting.box.left > word.box.left }
                    lines[line].insert(Word(sighting: word), at: place ?? lines[line].endIndex)
                } else {
                    left.append(word)
                }
            }
            guard let first = left.first else { continue }
            let place = lines.firstIndex { ($0.first?.sighting.box.top ?? 0) > first.box.top } ?? lines.endIndex
            lines.insert(left.map { Word(sighting: $0) }, at: place)
        }
    }

    private static func line(of word: TextSighting, in lines: [[Word]]) -> Int? {
        func overlap(_ line: [Word]) -> Double {
            let nearest = line.min {
                abs($0.sighting.box.left - word.box.left) < abs($1.sighting.box.left - word.box.left)
            }
            return nearest.map { $0.sighting.box.overlapDown(word.box) } ?? 0
        }
        let best = lines.indices.max { overlap(lines[$0]) < overlap(lines[$1]) }
        return best.flatMap { overlap(lines[$0]) > 0.5 ? $0 : nil }
    }

    // MARK: Result

    /// A line of which nothing was read with some confidence counts as unread; a speck is left out.
    private static func withoutGrain(_ line: [Word]) -> [Word] {
        let readable = line.filter { !$0.sighting.isUnread }
        if readable.contains(where: { $0.isAgreed || $0.sighting.confidence >= leastOfLine }) { return line }
        let widest = line.map(\.sighting).max { $0.box.right - $0.box.left < $1.box.right - $1.box.left }
        guard let widest, widest.box.right - widest.box.left > 3 * (widest.box.bottom - widest.box.top) else {
            return []
        }
        return [Word(sighting: TextSighting.unread(widest))]
    }

    private static func line(_ words: [Word]) -> RecognisedText.Line {
        let sightings = words.map(\.sighting)
        let corners =
            [sightings.first?.place.corners.first, sightings.last?.place.corners.dropFirst().first]
            + [sightings.last?.place.corners.dropFirst(2).first, sightings.first?.place.corners.last]
        return RecognisedText.Line(
            words: words.map { word in
                RecognisedText.Word(
                    text: word.sighting.text, confidence: word.sighting.confidence / 100, place: word.sighting.place,
                    isAgreed: word.isAgreed)
            }, place: .init(corners: corners.compactMap(\.self)))
    }

    /// Handwriting is read differently by the two readers, and with low confidence; print that is hard to see mostly has only one
    /// of these properties.
    ///
    /// The share differs between processors, because their arithmetic does. Measured: 19 to 42 % of the words of drawn handwriting, at
    /// most 4 % of drawn print, and 15 % or more of 13 of 88 pictures of print that were made very hard to read.
    private static func looksWritten(_ words: [Word]) -> Bool {
        let counted = words.filter(\.isReadable)
        guard !counted.isEmpty else { return true }
        let doubtful = counted.count { !$0.isAgreed && $0.sighting.confidence < 80 }
        return Double(doubtful) > 0.15 * Double(counted.count)
    }
}

extension Character {
    /// Whether the character is a letter or a number.
    fileprivate var isSign: Bool { isLetter || isNumber }
    /// Whether the character can be part of a number.
    fileprivate var isNumeral: Bool { isNumber || self == "." || self == "," || self == "/" }
}

extension String {
    /// The word without punctuation marks at its beginning and end.
    fileprivate var withoutMarks: Substring {
        let marks: Set<Character> = [".", ",", ";", ":", "'", "‘", "’", "\"", "“", "”", "|", "_", "~"]
        var rest = self[...]
        while let last = rest.last, marks.contains(last) { rest.removeLast() }
        // A point or a comma before a digit belongs to the number.
        while let first = rest.first, marks.contains(first), first != ".", first != "," { rest.removeFirst() }
        return rest
    }
}
