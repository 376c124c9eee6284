import Foundation

/// Measures text recognition against known texts: a folder with `index.jsonl` and, for each name in it, a picture and a
/// text.
package struct LabelScore: Sendable {
    package struct Sample: Decodable, Sendable {
        package let name: String
        package let handwriting: Bool
        package let tier: String
        /// The words of name, strength and instruction.
        package let critical: [String]
    }

    /// One word as read.
    package struct Word: Sendable {
        let text: String
        let isAgreed: Bool

        package init(text: String, isAgreed: Bool) {
            self.text = text
            self.isAgreed = isAgreed
        }
    }

    /// The result for one picture.
    package struct Line: Sendable {
        package let sample: Sample
        package let characterErrors: Double
        package let wordErrors: Double
        package let critical: (right: Int, of: Int)
        package let criticalNumbers: (right: Int, agreed: Int, of: Int)
        /// Words with a digit that do not occur in the known text.
        package let invented: [String]
        package let agreedNumbers: (wrong: [String], of: Int)
        package let isFlagged: Bool
    }

    package private(set) var lines: [Line] = []

    package init() {}

    package static func samples(in folder: String) throws -> [Sample] {
        try String(contentsOfFile: folder + "/index.jsonl", encoding: .utf8).split(whereSeparator: \.isNewline).map {
            try JSONDecoder().decode(Sample.self, from: Data($0.utf8))
        }
    }

    package mutating func add(_ sample: Sample, truth: String, read words: [Word], isFlagged: Bool) {
        let wanted = truth.split(whereSeparator: \.isWhitespace).map(String.init)
        let bare = words.map { Self.bare($0.text) }
        let critical = Self.counts(sample.critical.map(Self.bare))
        let numbers = critical.filter { Self.hasDigit($0.key) }
        let truths = Self.counts(wanted.map(Self.bare).filter(Self.hasDigit))
        let agreed = Self.counts(words.filter(\.isAgreed).map { Self.bare($0.text) }.filter(Self.hasDigit))
        let text = words.map(\.text).joined(separator: " ")
        let wantedText = wanted.joined(separator: " ")
        lines.append(
            Line(
                sample: sample,
                characterErrors: Double(Self.distance(Array(text.unicodeScalars), Array(wantedText.unicodeScalars)))
                    / Double(max(1, wantedText.unicodeScalars.count)),
                wordErrors: Double(Self.distance(words.map(\.text), wanted)) / Double(max(1, wanted.count)),
                critical: (Self.common(critical, Self.counts(bare)), sample.critical.count),
                criticalNumbers: (
                    Self.common(numbers, Self.counts(bare)), Self.common(numbers, agreed), numbers.values.reduce(0, +)
                ),
                invented: Self.beyond(Self.counts(bare.filter(Self.hasDigit)), truths),
                agreedNumbers: (Self.beyond(agreed, truths), agreed.values.reduce(0, +)), isFlagged: isFlagged))
    }

    // MARK: Sums

    package var print: [Line] { lines.filter { !$0.sample.handwriting } }
    package var characterErrors: Double { mean { $0.characterErrors } }
    package var wordErrors: Double { mean { $0.wordErrors } }
    package var critical: Double { mean { Double($0.critical.right) / Double(max(1, $0.critical.of)) } }
    package var invented: Double { mean { Double($0.invented.count) } }
    package var criticalNumbers: (right: Int, agreed: Int, of: Int) {
        print.reduce((0, 0, 0)) { sum, line in
            let numbers = line.criticalNumbers
            return (sum.0 + numbers.right, sum.1 + numbers.agreed, sum.2 + numbers.of)
        }
    }
    package var agreedNumbers: (right: Int, of: Int) {
        print.reduce((0, 0)) { sum, line in
            (sum.0 + line.agreedNumbers.of - line.agreedNumbers.wrong.count, sum.1 + line.agreedNumbers.of)
        }
    }
    /// The number of pictures marked as handwriting, for handwriting and for print.
    package var flagged: (writing: Int, of: Int, print: Int) {
        let writing = lines.filter(\.sample.handwriting)
        return (writing.count(where: \.isFlagged), writing.count, print.count(where: \.isFlagged))
    }

    private func mean(_ value: (Line) -> Double) -> Double {
        print.map(value).reduce(0, +) / Double(max(1, print.count))
    }

    // MARK: Words

    private static func hasDigit(_ word: String) -> Bool { word.contains(where: \.isNumber) }

    /// The word without punctuation around it.
    private static func bare(_ word: String) -> String {
        word.trimmingCharacters(in: CharacterSet(charactersIn: ".,;:()|_-—–'\"“”‘’*!~=«»©°"))
    }

    private static func counts(_ words: [String]) -> [String: Int] {
        words.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    private static func common(_ left: [String: Int], _ right: [String: Int]) -> Int {
        left.reduce(0) { $0 + min($1.value, right[$1.key] ?? 0) }
    }

    private static func beyond(_ left: [String: Int], _ right: [String: Int]) -> [String] {
        left.flatMap { word, count in Array(repeating: word, count: max(0, count - (right[word] ?? 0))) }
    }

    private static func distance<Item: Equatable>(_ left: [Item], _ right: [Item]) -> Int {
        var last = Array(0...right.count)
        for (row, item) in left.enumerated() {
            var next = [row + 1]
            for (column, other) in right.enumerated() {
                next.append(min(last[column + 1] + 1, next[column] + 1, last[column] + (item == other ? 0 : 1)))
            }
            last = next
        }
        return last[right.count]
    }
}
