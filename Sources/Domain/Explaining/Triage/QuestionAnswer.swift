import Wording

/// A simple question about a label, answered from what was confirmed and without any model. Ask `QuestionTriage` first.
package struct QuestionAnswer: Sendable, Hashable, Codable {
    package enum Topic: String, Sendable, Hashable, Codable, CaseIterable {
        case meaning, refills, quantity, maximum
        case howLong = "how-long"
        case howOften = "how-often"
        case food, purpose, strength, name, storage
        /// Crushing, shaking, driving: what a line of the label may speak of.
        case handling
        case warnings
        case howMuch = "how-much"
        case howToTake = "how-to-take"
    }

    package let topics: [Topic]
    package let sentences: [Explanation.Sentence]
    /// Whether the label says anything to it.
    package let isOnLabel: Bool

    /// Nothing where it is no simple question; then a model may be asked.
    package static func deterministic(_ question: String, label: ConfirmedLabel) -> Self? {
        if let meaning = QuestionGlossary.meaning(in: question) {
            return QuestionAnswer(topics: [.meaning], sentences: [Explanation.own(meaning)], isOnLabel: false)
        }
        let words = PhraseWords(question, isForgiving: true)
        let all = QuestionTopics.patterns.filter { words.hasAny($0.1) }.map(\.0)
        // "How do I take it" is in many a question; what is more exact goes first.
        let topics = all.count > 1 ? all.filter { $0 != .howToTake && $0 != .howMuch || all.first == $0 } : all
        guard !topics.isEmpty else { return nil }
        var sentences: [Explanation.Sentence] = []
        for sentence in topics.flatMap({ QuestionTopics.answer($0, question: words, label: label) })
        where !sentences.contains(sentence) {
            sentences.append(sentence)
        }
        let isOnLabel = sentences.contains(where: \.fromLabel)
        if isOnLabel || sentences.isEmpty { sentences.removeAll { $0.text == SafetyText.notOnLabel } }
        if sentences.isEmpty { sentences = [Explanation.own(SafetyText.notOnLabel)] }
        return QuestionAnswer(topics: topics, sentences: sentences, isOnLabel: isOnLabel)
    }

    /// The label's own lines that speak of what a person was sent back with: they stand beside the referral.
    package static func quoted(for reason: QuestionTriage.Reason, label: ConfirmedLabel) -> [Explanation.Sentence] {
        let stems: [String] =
            switch reason {
            case .missedDose: ["miss", "forg"]
            case .pregnancy: ["pregnan"]
            case .breastfeeding: ["breast", "nursing"]
            case .child: ["child", "years"]
            case .mixing:
                ["together", "antacid", "grapefruit", "other med", "milk", "aspirin", "ibuprofen", "paracetamol"]
            case .alcohol: ["alcohol"]
            case .changeDose: ["more than", "maximum", "max "]
            case .stopping: ["stop", "finish", "complete", "course"]
            case .safety: ["drows", "driv", "machine"]
            case .allergy: ["allerg"]
            case .diagnosis, .unclear: []
            case .symptom: ["may cause", "drows", "dizz"]
            }
        return QuestionTopics.lines(with: stems, of: label)
    }
}
