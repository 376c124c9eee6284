import Directions
import Wording

/// One English sentence in plain words, with its translation for a person who reads another language.
///
/// The label is English, and the label counts: the translation stands below the sentence, never in place of it. A sentence
/// of which a part has no tested translation has none.
struct PlainWordsFields: TemplateFields {
    let sentence: String
    let isNote: Bool
    /// The page has another language than the sentence.
    let isForeign: Bool
    let translation: String?

    /// Returns a short form for a list: "1 tablet, 2 times a day, only if needed"; for a person who reads another language
    /// the translation if there is one. The page of the medicine shows the English sentence.
    static func summary(of direction: Direction) -> String {
        PlainLanguage.current.flatMap { TranslatedDirections.sentence(of: direction, in: $0) }
            ?? PlainDirections.summary(of: direction)
    }

    /// Returns the sentences of some kinds, in order, with the sentences they were made of.
    static func all(
        of directions: DirectionsReading, _ kinds: Set<PlainDirections.Sentence.Kind>
    ) -> [(PlainDirections.Sentence, PlainWordsFields)] {
        let language = PlainLanguage.current
        let translations = language.map { TranslatedDirections.sentences(of: directions, in: $0) } ?? []
        return PlainDirections(directions).sentences.filter { kinds.contains($0.kind) }.map { sentence in
            // The translation of a clause contains its limit.
            let clause = sentence.kind == .instruction ? sentence.clause : nil
            return (
                sentence,
                PlainWordsFields(
                    sentence: sentence.text, isNote: sentence.kind == .note,
                    isForeign: language != nil && sentence.kind != .note,
                    translation: clause.flatMap { translations.indices.contains($0) ? translations[$0] : nil })
            )
        }
    }
}
