/// The text of a photograph as a reader recognised it: lines from top to bottom, words from left to right, each with
/// its place.
package struct RecognisedText: Sendable, Hashable, Codable {
    /// The source of the text.
    package enum Reader: String, Sendable, Hashable, Codable, CaseIterable {
        /// Recognised on this machine.
        case local
        case googleVision = "google-vision"
        /// Typed or corrected by a person.
        case typed
    }

    /// A place in the upright photograph, in fractions of its width and height. The corners run clockwise from the top
    /// left of the text.
    package struct Place: Sendable, Hashable, Codable {
        package struct Corner: Sendable, Hashable, Codable {
            package let x: Double
            package let y: Double

            package init(x: Double, y: Double) {
                self.x = x
                self.y = y
            }
        }

        /// Exactly four.
        package let corners: [Corner]

        package init(corners: [Corner]) {
            self.corners = corners
        }
    }

    package struct Word: Sendable, Hashable, Codable {
        package let text: String
        /// 0…1; nil if the reader gave none.
        package let confidence: Double?
        /// nil for typed text.
        package let place: Place?
        /// True if two readers that share no code read the same word at the same place.
        package let isAgreed: Bool

        package init(text: String, confidence: Double?, place: Place?, isAgreed: Bool) {
            self.text = text
            self.confidence = confidence
            self.place = place
            self.isAgreed = isAgreed
        }
    }

    package struct Line: Sendable, Hashable, Codable {
        /// Empty only if a person removed the line, so that the other lines keep their numbers.
        package let words: [Word]
        package let place: Place?

        package init(words: [Word], place: Place?) {
            self.words = words
            self.place = place
        }

        /// The words joined with spaces.
        package var text: String { words.map(\.text).joined(separator: " ") }
        /// The lowest confidence of its words.
        package var confidence: Double? { words.compactMap(\.confidence).min() }
    }

    package let reader: Reader
    package let lines: [Line]
    /// True if the text looks handwritten; then no word counts as read.
    package let isHandwritten: Bool
    /// 0…1, for the whole picture: a low percentile of the words' confidences; nil if the reader gave none.
    package let confidence: Double?
    /// The number of quarter turns clockwise that make the text of the photograph upright.
    package let turns: Int

    package init(reader: Reader, lines: [Line], isHandwritten: Bool, confidence: Double?, turns: Int) {
        self.reader = reader
        self.lines = lines
        self.isHandwritten = isHandwritten
        self.confidence = confidence
        self.turns = turns
    }

    /// The lines joined with line breaks.
    package var text: String { lines.map(\.text).joined(separator: "\n") }

    /// Creates a text that a person typed: every word counts as read.
    package init(typed text: String) {
        self.init(
            reader: .typed,
            lines: text.split(whereSeparator: \.isNewline).compactMap { line in
                let words = line.split(whereSeparator: \.isWhitespace)
                guard !words.isEmpty else { return nil }
                return Line(
                    words: words.map { Word(text: String($0), confidence: nil, place: nil, isAgreed: true) }, place: nil
                )
            },
            isHandwritten: false, confidence: nil, turns: 0)
    }
}
