package import Wording

/// Classifies a question before anything is sent: an emergency gets its text at once, and a question that needs medical
/// judgement is referred to a professional. False alarms are preferred to missed emergencies.
package enum QuestionTriage {
    /// Maximum length in characters; longer questions are refused.
    package static let limit = 500

    package enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
        case missedDose = "missed-dose"
        case pregnancy, breastfeeding, child, mixing, alcohol
        case changeDose = "change-dose"
        case stopping, safety, allergy, diagnosis, symptom
        /// A report of an event whose meaning this program cannot judge.
        case unclear
    }

    package enum Outcome: Sendable, Hashable {
        case emergency(String)
        case refer(String, Reason)
        case answerable
    }

    package static func triage(_ question: String, region: SafetyText.Region) -> Outcome {
        // An emergency may be hidden in a long text: its beginning and its end are checked.
        let asked = question.count <= 4000 ? question : question.prefix(2000) + " " + question.suffix(2000)
        let forgiving = PhraseWords(asked, isForgiving: true)
        if forgiving.hasAny(selfHarm) { return .emergency(SafetyText.crisis(region)) }
        if forgiving.hasAny(emergencies) { return .emergency(SafetyText.emergency(region)) }
        // Without tolerance, in case a digit did not stand for a letter.
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

    /// Returns true for a question or a request. A plain statement may report an emergency.
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
