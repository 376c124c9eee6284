/// Turns the output of text recognition into words: at each step along the line the likeliest character counts, repeated
/// ones once (CTC, Graves et al. 2006).
package struct CharacterDecoder: Sendable {
    /// A word of a line.
    package struct Word: Sendable, Hashable {
        package let text: String
        /// The lowest probability of a character, 0…1.
        package let confidence: Double
        /// The beginning and the end as fractions of the line's length.
        package let start: Double
        package let end: Double

        package init(text: String, confidence: Double, start: Double, end: Double) {
            self.text = text
            self.confidence = confidence
            self.start = start
            self.end = end
        }
    }

    private let characters: [String]

    /// `characters` has one text for each class of the output; the first means no character.
    package init(characters: [String]) { self.characters = characters }

    /// The maximum width of a character in steps; each is a sixth of the line's height.
    private static let widestCharacter = 5
    /// The maximum length of a word in characters; the rest of a longer one is not text.
    private static let longestWord = 60

    private struct Sign {
        let text: String
        var confidence: Float
        /// The step at which it was read.
        let step: Int
    }

    /// `values` has a probability for each class at each step. `used` is the fraction of the steps that show the line; the
    /// rest is filling. Throws if the model has another number of classes.
    package func words(_ values: [Float], steps: Int, used: Double) throws(TextRecognitionError) -> [Word] {
        let classes = characters.count
        guard classes > 1, steps > 0, values.count == steps * classes else {
            throw TextRecognitionError(
                .failed, during: "text recognition", "The text of the picture could not be read.")
        }
        let signs = signs(values, steps: steps)
        // A character has the width of its neighbours' distance within words.
        let distances = zip(signs, signs.dropFirst()).filter { $0.text != " " && $1.text != " " }
            .map { $1.step - $0.step }.sorted()
        let pitch = distances.isEmpty ? 2.0 : Double(min(Self.widestCharacter, distances[distances.count / 2]))
        let length = max(1, Double(steps) * used)
        return signs.split { $0.text == " " }.compactMap { word in
            let word = word.prefix(Self.longestWord)
            guard let first = word.first, let last = word.last else { return nil }
            return Word(
                text: word.map(\.text).joined(), confidence: min(max(0, Double(word.map(\.confidence).min() ?? 0)), 1),
                start: min(max(0, (Double(first.step) + 0.5 - pitch / 2) / length), 1),
                end: min(max(0, (Double(last.step) + 0.5 + pitch / 2) / length), 1))
        }
    }

    private func signs(_ values: [Float], steps: Int) -> [Sign] {
        let classes = characters.count
        var signs: [Sign] = []
        var previous = 0
        values.withUnsafeBufferPointer { values in
            for step in 0..<steps {
                // Indexes, because an iterator takes most of the time in a debug build.
                var (best, index) = (0, 1)
                let row = step * classes
                while index < classes {
                    if values[row + index] > values[row + best] { best = index }
                    index += 1
                }
                let confidence = values[row + best]
                if best != 0, best != previous {
                    signs.append(Sign(text: characters[best], confidence: confidence, step: step))
                } else if best != 0 {
                    signs[signs.count - 1].confidence = max(signs[signs.count - 1].confidence, confidence)
                }
                previous = best
            }
        }
        return signs
    }
}
