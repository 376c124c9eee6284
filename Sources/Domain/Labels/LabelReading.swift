package import Directions

/// The content of a label: each value with the words that it comes from. Nothing here is confirmed yet.
package struct LabelReading: Sendable, Hashable, Codable {
    /// The place of a word: its line, and its index in the line, from 0.
    package struct WordPlace: Sendable, Hashable, Codable, Comparable {
        package let line: Int
        package let word: Int

        package init(line: Int, word: Int) {
            self.line = line
            self.word = word
        }

        package static func < (left: Self, right: Self) -> Bool { (left.line, left.word) < (right.line, right.word) }
    }

    /// A value and the words that it comes from.
    package struct Value<Content: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
        package let content: Content
        /// The text as printed.
        package let text: String
        package let words: [WordPlace]
        /// True if the value may be accepted without typing it: two readers agreed on every word, or a person typed it.
        /// A person confirms it in either case.
        package let isSure: Bool

        package init(_ content: Content, text: String, words: [WordPlace], isSure: Bool) {
            self.content = content
            self.text = text
            self.words = words
            self.isSure = isSure
        }
    }

    /// One medicine of a label.
    package struct Entry: Sendable, Hashable, Codable {
        /// nil if no known name was found; `unknownName` may then contain the text in its place.
        package var name: Value<String>?
        /// Text at the place of a name that is in no list.
        package var unknownName: Value<String>?
        /// As printed: "500 mg".
        package var strength: Value<String>?
        /// The result of comparing the strength with the sold strengths; nil if no strength was found.
        package var soldStrength: StrengthVerdict?
        /// Singular: "capsule".
        package var form: Value<String>?
        package var directions: DirectionsReading?
        /// The source word for each span of `directions.text`.
        package var directionWords: [PlacedSpan]
        /// True if two readers agreed on every word of the directions, or a person typed them.
        package var areDirectionsSure: Bool
        /// The dispensed quantity: 21.
        package var quantity: Value<Double>?
        /// "mL", "capsule"; nil if only a number is printed.
        package var quantityUnit: String?
        package var refills: Value<Int>?
        /// Names of the list that are similar to an unknown name. A person is asked about them; none is chosen.
        package var similarNames: [String]
        /// Dose × times a day × days, compared with the printed quantity.
        package var arithmetic: LabelArithmetic?
        /// Flags with a code of `LabelFlag`.
        package var flags: [Flag]

        package init() {
            directionWords = []
            areDirectionsSure = false
            similarNames = []
            flags = []
        }

        package struct PlacedSpan: Sendable, Hashable, Codable {
            package let span: TextSpan
            package let word: WordPlace

            package init(span: TextSpan, word: WordPlace) {
                self.span = span
                self.word = word
            }
        }
    }

    package let entries: [Entry]
    /// The warnings printed on the label, one per line.
    package let warnings: [Value<String>]
    /// Words that identify a person, a prescriber, a pharmacy or a prescription.
    package let identifiers: [WordPlace]
    /// The indexes of all other lines.
    package let others: [Int]

    /// Flags of the whole label: "suspicious-text" …
    package let flags: [Flag]

    /// A problem and the words where it occurs.
    package struct Flag: Sendable, Hashable, Codable {
        package let code: String
        package let words: [WordPlace]

        package init(_ code: String, words: [WordPlace] = []) {
            self.code = code
            self.words = words
        }
    }

    package init(
        entries: [Entry], warnings: [Value<String>], identifiers: [WordPlace], others: [Int], flags: [Flag] = []
    ) {
        self.entries = entries
        self.warnings = warnings
        self.identifiers = identifiers
        self.others = others
        self.flags = flags
    }
}
