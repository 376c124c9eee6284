package import Wording

/// Looks at a question before anything else is done with it, and before anything is sent: an emergency gets its text at
/// once, what needs judgement goes back to somebody who may judge. It would rather name an emergency too many.
package enum QuestionTriage {
    /// In characters; a longer question is not taken.
    package static let limit = 500

    package enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
        case missedDose = "missed-dose"
        case pregnancy, breastfeeding, child, mixing, alcohol
        case changeDose = "change-dose"
        case stopping, safety, allergy, diagnosis, symptom
        /// Something happened, to somebody; what it means nobody here can tell.
        case unclear
    }

    package enum Outcome: Sendable, Hashable {
        case emergency(String)
        case refer(String, Reason)
        case answerable
    }

    package static func triage(_ question: String, region: SafetyText.Region) -> Outcome {
        // Somebody may put a long story around an emergency: its beginning and its end are looked at.
        let asked = question.count <= 4000 ? question : question.prefix(2000) + " " + question.suffix(2000)
        let forgiving = PhraseWords(asked, isForgiving: true)
        if forgiving.hasAny(selfHarm) { return .emergency(SafetyText.crisis(region)) }
        if forgiving.hasAny(emergencies) { return .emergency(SafetyText.emergency(region)) }
        // As it was written, in case a digit was no letter after all.
        let strict = PhraseWords(asked, isForgiving: false)
        if strict.hasAny(selfHarm) { return .emergency(SafetyText.crisis(region)) }
        if strict.hasAny(emergencies) { return .emergency(SafetyText.emergency(region)) }
        for (reason, patterns) in referrals where forgiving.hasAny(patterns) || strict.hasAny(patterns) {
            return .refer(SafetyText.referral(reason, region: region), reason)
        }
        if forgiving.hasAny(stories) || !isRequest(asked, forgiving) {
            return .refer(SafetyText.referral(.unclear, region: region), .unclear)
        }
        return .answerable
    }

    /// Asks something, or asks for something: a bare statement may tell of anything.
    private static func isRequest(_ text: String, _ words: PhraseWords) -> Bool {
        guard let first = UntrustedText.words(text).first, !text.contains("?") else { return true }
        return openings.contains(first) || QuestionTopics.patterns.contains { words.hasAny($0.1) }
            || QuestionGlossary.meaning(in: text) != nil
    }

    private static let openings: Set = [
        "what", "whats", "which", "when", "whens", "where", "wheres", "why", "how", "hows", "who", "is", "are", "was",
        "were",
        "does", "do", "did", "can", "could", "would", "will", "should", "tell", "show", "list", "explain", "read",
        "repeat",
        "give", "sum", "summary", "summarise", "summarize", "please", "thanks", "thank", "hello", "hi", "name", "any",
        "until",
        "at", "on", "in", "by", "for", "with", "before", "after", "every", "noon",
    ]
}
