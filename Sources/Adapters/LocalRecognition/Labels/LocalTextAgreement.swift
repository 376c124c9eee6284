import Labels

/// What two readings of the same sheet come to. A word is agreed when both read the same characters at the same place;
/// one that both read differently stands as the surer of them read it, and one that only one of them saw stands, too:
/// neither counts as read.
struct TextAgreement {
    private struct Word {
        var sighting: TextSighting
        var isAgreed = false
        /// Whether the other reading has anything at its place.
        var isSeenTwice = false
    }

    let lines: [RecognisedText.Line]
    /// 0…1, the fifth of the words that the reader is least sure of has less.
    let confidence: Double?
    let isHandwritten: Bool

    init(first: [[TextSighting]], second: [[TextSighting]]) {
        var merged = first.map { $0.map { Word(sighting: $0) } }
        let others = Array(second.joined())
        for line in merged.indices {
            merged[line] = merged[line].flatMap { Self.compared($0, with: others) }
            for other in others { Self.join(&merged[line], into: other) }
        }
        Self.add(second, to: &merged)
        merged = merged.map { $0.filter { $0.isAgreed || $0.sighting.text.contains(where: \.isSign) } }
            .map(Self.withoutStrays)
            .filter { line in line.contains { $0.isAgreed || $0.sighting.confidence >= Self.leastOfLine } }
        lines = merged.map(Self.line)
        let all = merged.joined()
        let sorted = all.map(\.sighting.confidence).sorted()
        confidence = sorted.isEmpty ? nil : sorted[sorted.count / 5] / 100
        isHandwritten = Self.looksWritten(Array(all))
    }

    /// A line none of whose words is agreed has one as sure as this, or it is grain and edges.
    private static let leastOfLine = 60.0
    /// What only the second reading saw is taken from here on.
    private static let leastAlone = 40.0
    /// Of a word that is agreed, both readings are as sure as this.
    private static let leastOfWord = 40.0
    /// And of a number.
    private static let leastOfNumber = 88.0

    // MARK: Comparing

    private static func compared(_ word: Word, with others: [TextSighting]) -> [Word] {
        let here = others.filter { $0.box.overlap(word.sighting.box) > 0.5 }.sorted { $0.box.left < $1.box.left }
        guard !here.isEmpty else { return [word] }
        var word = word
        word.isSeenTwice = true
        if let same = here.first(where: { isSame($0.text, word.sighting.text) }) {
            word.isAgreed = isSure(same) && isSure(word.sighting)
        } else if here.count > 1, isWhole(here.map(\.text), word.sighting.text) {
            // The gaps that one reading saw are taken: "2.5mg" is as good as "2.5 mg".
            let isAgreed = here.allSatisfy(isSure) && isSure(word.sighting)
            return here.map { Word(sighting: $0, isAgreed: isAgreed, isSeenTwice: true) }
        } else if here.count == 1, here[0].confidence > word.sighting.confidence + 2 {
            word.sighting = TextSighting(
                text: here[0].text, confidence: here[0].confidence, box: word.sighting.box,
                place: word.sighting.place)
        }
        return [word]
    }

    /// Where the other reading has one word for several of a line.
    private static func join(_ line: inout [Word], into other: TextSighting) {
        let parts = line.indices.filter { line[$0].sighting.box.overlap(other.box) > 0.5 }
        guard parts.count > 1, isSure(other), isWhole(parts.map { line[$0].sighting.text }, other.text) else { return }
        for part in parts where isSure(line[part].sighting) { line[part].isAgreed = true }
    }

    /// The same but for a mark at the end, which both see where it matters: not within a number.
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
        sighting.confidence >= (sighting.text.contains(where: \.isNumber) ? leastOfNumber : leastOfWord)
    }

    // MARK: What only the second saw

    private static func add(_ second: [[TextSighting]], to lines: inout [[Word]]) {
        for added in second {
            let seen = lines.joined().map(\.sighting.box)
            let new = added.filter { word in
                word.confidence >= leastAlone && !seen.contains { $0.overlap(word.box) > 0.25 }
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

    // MARK: Strays

    /// Without what stands apart at a line's ends and only one reading saw, unsurely: a label's edge, a stain. A word
    /// that stands as near to its neighbour as words do stays, however doubtful: it may be the half of "1 1/2".
    private static func withoutStrays(_ line: [Word]) -> [Word] {
        var line = line
        while line.count > 1, isStray(line[0], beside: line[1]) { line.removeFirst() }
        while line.count > 1, isStray(line[line.count - 1], beside: line[line.count - 2]) { line.removeLast() }
        return line
    }

    private static func isStray(_ word: Word, beside other: Word) -> Bool {
        guard !word.isAgreed, !word.isSeenTwice, word.sighting.confidence < leastOfLine else { return false }
        let (box, next) = (word.sighting.box, other.sighting.box)
        let gap = max(next.left - box.right, box.left - next.right)
        return gap > 1.5 * (next.bottom - next.top)
    }

    // MARK: What it comes to

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

    /// Writing is read differently each time, and neither reading is sure of it; print that is hard to see mostly has
    /// one of both.
    private static func looksWritten(_ words: [Word]) -> Bool {
        let counted = words.filter { $0.sighting.text.contains(where: \.isSign) }
        guard !counted.isEmpty else { return true }
        let doubtful = counted.count { !$0.isAgreed && $0.sighting.confidence < 80 }
        return Double(doubtful) > 0.2 * Double(counted.count)
    }
}

extension Character {
    /// A letter or a number: something that can be read.
    fileprivate var isSign: Bool { isLetter || isNumber }
    /// Part of a number.
    fileprivate var isNumeral: Bool { isNumber || self == "." || self == "," || self == "/" }
}

extension String {
    /// Without what may stand before or behind a word.
    fileprivate var withoutMarks: Substring {
        let marks: Set<Character> = [".", ",", ";", ":", "'", "‘", "’", "\"", "“", "”", "|", "_", "~"]
        var rest = self[...]
        while let last = rest.last, marks.contains(last) { rest.removeLast() }
        // A point before a number belongs to it.
        while let first = rest.first, marks.contains(first), first != "." { rest.removeFirst() }
        return rest
    }
}
