package import Wording

/// Classifies a question before anything is sent: an emergency gets its text at once, and a question that needs medical
/// judgement is referred to a professional. False alarms are preferred to missed emergencies. Emergencies are recognised
/// in English, German and French; every other question is understood only in English.
package enum QuestionTriage {
    /// Maximum length in characters; longer questions are refused.
    package static let limit = 500

    package enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
        case missedDose = "missed-dose"
        case pregnancy, breastfeeding, child, mixing, alcohol
        case changeDose = "change-dose"
        case stopping, safety, allergy, diagnosis, symptom
        /// The question is not in English, or its language is not known.
        case otherLanguage = "other-language"
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
        let found = QuestionWords(asked)
        if let emergency = emergency(in: asked, found.possible, region: region) { return emergency }
        let forgiving = PhraseWords(asked, isForgiving: true)
        let strict = PhraseWords(asked, isForgiving: false)
        guard found.language == .english || found.isTooShort && isUnderstood(asked, forgiving) else {
            let reason = found.isTooShort ? Reason.unclear : .otherLanguage
            return .refer(SafetyText.referral(reason, region: region), reason)
        }
        for (reason, patterns) in referrals where forgiving.hasAny(patterns) || strict.hasAny(patterns) {
            return .refer(SafetyText.referral(reason, region: region), reason)
        }
        if forgiving.hasAny(stories) || !isRequest(asked, forgiving) {
            return .refer(SafetyText.referral(.unclear, region: region), .unclear)
        }
        return .answerable
    }

    /// Looks for an emergency in each of the languages.
    private static func emergency(
        in text: String, _ languages: [QuestionLanguage], region: SafetyText.Region
    ) -> Outcome? {
        // The second time without tolerance, in case a digit did not stand for a letter.
        for isForgiving in [true, false] {
            let texts = languages.compactMap(phrases).map { phrases in
                (phrases, PhraseWords(text, isForgiving: isForgiving, spelling: phrases.spelling))
            }
            if texts.contains(where: { $1.hasAny($0.selfHarm) }) { return .emergency(SafetyText.crisis(region)) }
            if texts.contains(where: { $1.hasAny($0.emergencies) }) { return .emergency(SafetyText.emergency(region)) }
        }
        return nil
    }

    private static func phrases(
        of language: QuestionLanguage
    ) -> (selfHarm: [PhrasePattern], emergencies: [PhrasePattern], spelling: PhraseSpelling)? {
        switch language {
        case .english: (selfHarm, emergencies, .english)
        case .german: (germanSelfHarm, germanEmergencies, .german)
        case .french: (frenchSelfHarm, frenchEmergencies, .french)
        case .other, .unknown: nil
        }
    }

    /// Returns true for a few words that are no frequent English ones, but fit a rule: "refills?".
    private static func isUnderstood(_ text: String, _ words: PhraseWords) -> Bool {
        words.words.isEmpty || referrals.contains { words.hasAny($0.1) }
            || QuestionTopics.patterns.contains { words.hasAny($0.1) } || QuestionGlossary.meaning(in: text) != nil
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
