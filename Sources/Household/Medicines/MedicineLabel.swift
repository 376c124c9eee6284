package import Accounts
package import Doses
package import FoundationEssentials
package import Labels
package import Recognition

/// A medicine label that a household has photographed or entered: its readings and the corrections.
package struct MedicineLabel: Sendable, Hashable, Identifiable {
    package typealias ID = Identifier<MedicineLabel>

    package let id: ID
    /// Nil if the text was entered, or if the picture was removed.
    package var photograph: Photograph.ID?
    package let addedAt: Date
    /// To whom it belongs; nil for the household.
    package let account: Account.ID?
    /// The reading of this machine, or the entered text.
    package let own: RecognisedText
    /// The reading of the second reader, if a person has requested it.
    package var second: RecognisedText?
    /// Corrected lines by their number in `original`. An empty one is left out.
    package var corrections: [Int: String]
    /// Medicines that were confirmed from it, by the number of their entry.
    package var confirmed: [Int: Medicine.ID]

    package init(
        id: ID, photograph: Photograph.ID?, addedAt: Date, own: RecognisedText, second: RecognisedText? = nil,
        corrections: [Int: String] = [:], confirmed: [Int: Medicine.ID] = [:], account: Account.ID? = nil
    ) {
        self.id = id
        self.photograph = photograph
        self.addedAt = addedAt
        self.own = own
        self.second = second
        self.corrections = corrections
        self.confirmed = confirmed
        self.account = account
    }

    /// The text of the last reader without corrections.
    package var original: RecognisedText { second ?? own }

    /// The text in use: the last reading with the corrections. Line numbers are those of `original`.
    package var text: RecognisedText {
        let original = original
        guard !corrections.isEmpty else { return original }
        // Lines that the reader did not find follow the others.
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
    /// Returns the line with the text that a person has entered. Words keep the places of the original ones if the
    /// number of words is the same.
    fileprivate func typed(_ text: String) -> Self {
        let texts = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let isSame = texts.count == words.count
        return Self(
            words: texts.enumerated().map { number, word in
                // An unchanged word keeps its confidence, even if another word was corrected.
                if isSame, words[number].text == word { return words[number] }
                return RecognisedText.Word(
                    text: word, confidence: nil, place: isSame ? words[number].place : place, isAgreed: true)
            }, place: place)
    }
}
