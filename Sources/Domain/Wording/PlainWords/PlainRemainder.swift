import Directions
import Messages

/// Finds text of the label that does not change a dose, such as "swallow whole". It is quoted, because plain words
/// without it would be incomplete.
struct PlainRemainder {
    private let text: String
    private let covered: [TextSpan]
    private var runs: [TextSpan] = []
    private var run: [TextSpan] = []

    static func sentences(of directions: DirectionsReading) -> [PlainDirections.Sentence] {
        guard !directions.spans.isEmpty else { return [] }
        var remainder = Self(directions)
        return remainder.found().map { span in
            let words = span.text(of: directions.text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return .init(localized("The label also says: “\(words, "words")”."), .note, spans: [span])
        }
    }

    private init(_ directions: DirectionsReading) {
        text = directions.text
        covered =
            directions.spans.map(\.span) + PlainRemarks.unreadRuns(of: directions)
            + directions.flags.filter { ["misspelt", "not-daily"].contains($0.code) }.compactMap(\.span)
    }

    /// Returns runs of words that belong to no field, without joining words at their ends. Runs of only verbs and
    /// joining words are ignored.
    private mutating func found() -> [TextSpan] {
        for word in words() {
            if covered.contains(where: { $0.overlaps(word) }) { close() } else { run.append(word) }
        }
        close()
        return runs
    }

    private mutating func close() {
        defer { run = [] }
        // "Do not take daily" is never shortened to "Do not take".
        let isNegative = run.contains { Self.negatives.contains(said($0)) }
        let content = run.drop { Self.small.contains(said($0)) }.reversed()
            .drop { !isNegative && Self.small.contains(said($0)) }
        guard let first = content.last.map(whole), let last = content.first,
            content.contains(where: { says(something: said($0)) })
        else { return }
        runs.append(TextSpan(first.start, last.end))
    }

    /// Extends a span: "with or without food" is not shortened to "without food".
    private func whole(_ word: TextSpan) -> TextSpan {
        guard ["without", "just", "immediately"].contains(said(word)), let place = run.firstIndex(of: word), place > 1,
            said(run[place - 1]) == "or", said(run[place - 2]) == "with"
        else { return word }
        return run[place - 2]
    }

    private func said(_ word: TextSpan) -> String { word.text(of: text).lowercased() }

    private func says(something word: String) -> Bool {
        word.count > 2 && PlainVerb.ofLabels[word] == nil && !Self.small.contains(word)
    }

    private func words() -> [TextSpan] {
        var words: [TextSpan] = []
        var start: Int?
        let scalars = Array(text.unicodeScalars)
        for (place, scalar) in scalars.enumerated() {
            let isInside = scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "'"
            if isInside {
                start = start ?? place
            } else if let begun = start {
                words.append(TextSpan(begun, place))
                start = nil
            }
        }
        return words + (start.map { [TextSpan($0, scalars.count)] } ?? [])
    }

    private static let negatives: Set = ["not", "never", "avoid", "no", "don't", "dont", "without"]

    private static let small: Set = [
        "an", "the", "of", "to", "by", "and", "then", "at", "in", "on", "with", "for", "each", "every", "per",
        "patient",
        "please", "be", "is", "are", "total", "time", "times", "it", "this", "your", "sig", "should", "must", "dose",
        "doses", "route", "also", "only", "day", "daily", "or", "via", "if", "you", "a", "x", "from", "than", "into",
        "week",
        "all", "that", "after", "instructions", "directions", "rx", "have", "instr", "inst",
    ]
}
