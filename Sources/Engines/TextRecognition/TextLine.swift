/// One line of a picture's text, words from left to right.
package struct TextLine: Sendable, Hashable {
    package struct Word: Sendable, Hashable {
        /// Never blank.
        package let text: String
        /// 0–100.
        package let confidence: Double
        package let box: Box

        package init(text: String, confidence: Double, box: Box) {
            self.text = text
            self.confidence = confidence
            self.box = box
        }
    }

    /// Pixels of the picture, the right and the bottom edge not included.
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

    /// Not empty.
    package let words: [Word]

    package init(words: [Word]) {
        self.words = words
    }

    package var text: String { words.map(\.text).joined(separator: " ") }

    /// One picture gives no more words than this; a label has some fifty.
    package static let wordLimit = 2000
    /// Bytes of one word; a longer one is no word.
    package static let longestWord = 256
}
