import Wording

/// The answer to a simple question about a label, from confirmed values and without a model. Call `QuestionTriage`
/// first.
package struct QuestionAnswer: Sendable, Hashable, Codable {
    package enum Topic: String, Sendable, Hashable, Codable, CaseIterable {
        case meaning, refills, quantity, maximum
        case howLong = "how-long"
        case howOften = "how-often"
        case food, purpose, strength, name, storage
        /// Crushing, shaking, driving and other handling that a label may mention.
        case handling
        case warnings
        case howMuch = "how-much"
        case howToTake = "how-to-take"
    }

    package let topics: [Topic]
    package let sentences: [Explanation.Sentence]
    /// True if the label contains an answer.
    package let isOnLabel: Bool

    /// Returns the answer; nil if the question is not simple. A model may be asked in that case.
    package static func deterministic(_ question: String, label: ConfirmedLabel) -> Self? {
        if let meaning = QuestionGlossary.meaning(in: question) {
            return QuestionAnswer(topics: [.meaning], sentences: [Explanation.own(meaning)], isOnLabel: false)
        }
        let words = PhraseWords(question, isForgiving: true)
        let all = QuestionTopics.patterns.filter { words.hasAny($0.1) }.map(\.0)
        // "How do I take it" is part of many questions; more specific topics take precedence.
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

    /// Returns lines of the label about the reason of a referral; they are shown beside the referral.
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
            case .diagnosis, .otherLanguage, .unclear: []
            case .symptom: ["may cause", "drows", "dizz"]
            }
        return QuestionTopics.lines(with: stems, of: label)
    }
}
