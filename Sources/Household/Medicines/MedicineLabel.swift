package import Doses
package import FoundationEssentials
package import Labels
package import Recognition

/// A medicine's label as a household photographed or typed it: what was read of it, and what a person put right.
package struct MedicineLabel: Sendable, Hashable, Identifiable {
    package typealias ID = Identifier<MedicineLabel>

    package let id: ID
    /// Nothing where it was typed, or where its picture was deleted.
    package var photograph: Photograph.ID?
    package let addedAt: Date
    /// What was read on this machine, or typed.
    package let own: RecognisedText
    /// What another reader made of the same picture, where a person had it asked.
    package var second: RecognisedText?
    /// Lines as a person put them right, by their number in `original`. An empty one is left out.
    package var corrections: [Int: String]
    /// Medicines that were confirmed from it, by the number of their entry.
    package var confirmed: [Int: Medicine.ID]

    package init(
        id: ID, photograph: Photograph.ID?, addedAt: Date, own: RecognisedText, second: RecognisedText? = nil,
        corrections: [Int: String] = [:], confirmed: [Int: Medicine.ID] = [:]
    ) {
        self.id = id
        self.photograph = photograph
        self.addedAt = addedAt
        self.own = own
        self.second = second
        self.corrections = corrections
        self.confirmed = confirmed
    }

    /// Of the last reader, before anything was put right.
    package var original: RecognisedText { second ?? own }

    /// What counts: the last reading with what a person put right in it. The number of a line is that of `original`.
    package var text: RecognisedText {
        let original = original
        guard !corrections.isEmpty else { return original }
        // Lines that the reader did not see stand behind the others.
        let added = corrections.keys.filter { $0 >= original.lines.count }.sorted()
        return RecognisedText(
            reader: original.reader,
            lines: original.lines.enumerated().map { number, line in
                corrections[number].map { line.typed($0) } ?? line
            } + added.map { RecognisedText.Line(words: [], place: nil).typed(corrections[$0] ?? "") },
            isHandwritten: original.isHandwritten && !original.lines.indices.allSatisfy { corrections[$0] != nil },
            confidence: original.confidence, turns: original.turns)
    }

    package static let lineLimit = 200
    package static let linesLimit = 200
}

extension RecognisedText.Line {
    /// What a person typed in its place; the words stand where the old ones do, as far as there are as many.
    fileprivate func typed(_ text: String) -> Self {
        let texts = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let isSame = texts.count == words.count
        return Self(
            words: texts.enumerated().map { number, word in
                // A word that stands as it was read is no better known for that another one was put right.
                if isSame, words[number].text == word { return words[number] }
                return RecognisedText.Word(
                    text: word, confidence: nil, place: isSame ? words[number].place : place, isAgreed: true)
            }, place: place)
    }
}
