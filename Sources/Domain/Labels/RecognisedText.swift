/// The text of a photograph as a reader saw it: lines from top to bottom, words from left to right, each with its place.
package struct RecognisedText: Sendable, Hashable, Codable {
    /// Who read it.
    package enum Reader: String, Sendable, Hashable, Codable, CaseIterable {
        /// On this machine.
        case local
        case googleVision = "google-vision"
        /// A person typed or corrected it.
        case typed
    }

    /// Where something is in the upright photograph, in fractions of its width and height; the corners run round
    /// clockwise from the text's own top left.
    package struct Place: Sendable, Hashable, Codable {
        package struct Corner: Sendable, Hashable, Codable {
            package let x: Double
            package let y: Double

            package init(x: Double, y: Double) {
                self.x = x
                self.y = y
            }
        }

        /// Four.
        package let corners: [Corner]

        package init(corners: [Corner]) {
            self.corners = corners
        }
    }

    package struct Word: Sendable, Hashable, Codable {
        package let text: String
        /// 0…1; nothing where the reader gave none.
        package let confidence: Double?
        /// Nothing for typed text.
        package let place: Place?
        /// Two differently prepared passes read the same at the same place.
        package let isAgreed: Bool

        package init(text: String, confidence: Double?, place: Place?, isAgreed: Bool) {
            self.text = text
            self.confidence = confidence
            self.place = place
            self.isAgreed = isAgreed
        }
    }

    package struct Line: Sendable, Hashable, Codable {
        /// Empty only where a person took the line out, so that the others keep their numbers.
        package let words: [Word]
        package let place: Place?

        package init(words: [Word], place: Place?) {
            self.words = words
            self.place = place
        }

        /// The words with one space between them.
        package var text: String { words.map(\.text).joined(separator: " ") }
        /// The lowest of its words.
        package var confidence: Double? { words.compactMap(\.confidence).min() }
    }

    package let reader: Reader
    package let lines: [Line]
    /// Whether it looks written by hand, so that nothing of it may count as read.
    package let isHandwritten: Bool
    /// 0…1, of the picture: a low percentile of its words; nothing where the reader gave no confidences.
    package let confidence: Double?
    /// Quarter turns clockwise that bring the photograph's text upright.
    package let turns: Int

    package init(reader: Reader, lines: [Line], isHandwritten: Bool, confidence: Double?, turns: Int) {
        self.reader = reader
        self.lines = lines
        self.isHandwritten = isHandwritten
        self.confidence = confidence
        self.turns = turns
    }

    /// The lines, one below the other.
    package var text: String { lines.map(\.text).joined(separator: "\n") }

    /// As somebody typed it: every word counts as read.
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
