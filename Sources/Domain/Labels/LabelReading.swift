package import Directions

/// What a label says, each value with the words it stands in. Nothing here is confirmed yet.
package struct LabelReading: Sendable, Hashable, Codable {
    /// A word of the text: its line and its place in the line, from 0.
    package struct WordPlace: Sendable, Hashable, Codable, Comparable {
        package let line: Int
        package let word: Int

        package init(line: Int, word: Int) {
            self.line = line
            self.word = word
        }

        package static func < (left: Self, right: Self) -> Bool { (left.line, left.word) < (right.line, right.word) }
    }

    /// Something read, and where it stands.
    package struct Value<Content: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
        package let content: Content
        /// As it is printed.
        package let text: String
        package let words: [WordPlace]
        /// Whether it may stand without being typed: every word agreed between two passes, or typed by a person. A
        /// person confirms it all the same.
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
        /// Nothing where no known name was found; `unknownName` may then hold what stands in its place.
        package var name: Value<String>?
        /// What stands where a name would, and is in no list.
        package var unknownName: Value<String>?
        /// As printed: "500 mg".
        package var strength: Value<String>?
        /// The strength compared with those that are sold; nil if no strength was found.
        package var soldStrength: StrengthVerdict?
        /// Singular: "capsule".
        package var form: Value<String>?
        package var directions: DirectionsReading?
        /// For each Unicode scalar of `directions.text` the word it came from, by `TextSpan` of the text.
        package var directionWords: [PlacedSpan]
        /// Every word of the directions agreed between two passes, or typed.
        package var areDirectionsSure: Bool
        /// How much was dispensed: 21.
        package var quantity: Value<Double>?
        /// "mL", "capsule"; nothing where only a number is printed.
        package var quantityUnit: String?
        package var refills: Value<Int>?
        /// Names of the list that an unknown name may be a misread one of. To ask a person about, never to take.
        package var similarNames: [String]
        /// Dose × times a day × days beside the printed quantity.
        package var arithmetic: LabelArithmetic?
        /// `LabelFlag`'s codes.
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
    /// The label's own warnings, a line each.
    package let warnings: [Value<String>]
    /// Words that name or number a person, a prescriber, a pharmacy or a prescription.
    package let identifiers: [WordPlace]
    /// Lines that are none of the above, by their number.
    package let others: [Int]

    /// Of the whole label: "suspicious-text" …
    package let flags: [Flag]

    /// Something to point out, and where.
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
