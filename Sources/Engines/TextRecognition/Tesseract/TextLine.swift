/// One line of a picture's text, with its words from left to right.
package struct TextLine: Sendable, Hashable {
    package struct Word: Sendable, Hashable {
        /// The text; never blank.
        package let text: String
        /// The confidence, 0–100.
        package let confidence: Double
        package let box: Box

        package init(text: String, confidence: Double, box: Box) {
            self.text = text
            self.confidence = confidence
            self.box = box
        }
    }

    /// A rectangle in pixels of the picture; the right and the bottom edge are exclusive.
    package struct Box: Sendable, Hashable {
        package let left: Int
        package let top: Int
        package let right: Int
        package let bottom: Int

        package init(left: Int, top: Int, right: Int, bottom: Int) {
            self.left = left
            self.top = top
            self.right = right
            self.bottom = bottom
        }
    }

    /// The words; at least one.
    package let words: [Word]

    package init(words: [Word]) {
        self.words = words
    }

    package var text: String { words.map(\.text).joined(separator: " ") }

    /// The maximum number of words per picture; a label has about fifty.
    package static let wordLimit = 2000
    /// The maximum length of a word in bytes; a longer one is ignored.
    package static let longestWord = 256
}
