import Messages

/// "Can I eat this?" for one product and one diet, as far as people entered the data of the package.
public struct DietReport: Sendable, Hashable {
    /// Whether a product fits the diet, or one part of it.
    public enum Answer: String, Sendable, Hashable, Codable, CaseIterable {
        case yes, no
        /// Nothing names it as contained, but there may be traces.
        case careful
        case cannotTell = "cannot-tell"
    }

    /// The part of a diet that a finding is about.
    public enum Subject: Sendable, Hashable {
        case allergen(Allergen)
        case preference(Diet.Preference)
        case word(String)

        /// What the finding is about, with a capital letter.
        public var words: String {
            switch self {
            case .allergen(let allergen): allergen.words
            case .preference(let preference): preference.words
            case .word(let word): word.prefix(1).uppercased() + word.dropFirst()
            }
        }
    }

    /// The missing data without which there is no answer.
    public enum Missing: String, Sendable, Hashable, Codable, CaseIterable {
        case allergens, traces, ingredients
        /// The service's analysis of the ingredients.
        case analysis

        /// What a person can do about it.
        public var words: String {
            switch self {
            case .allergens: localized("Add the allergens at Open Food Facts")
            case .traces: localized("Add what there may be traces of at Open Food Facts")
            case .ingredients: localized("Add the whole list of ingredients at Open Food Facts")
            case .analysis: localized("Add all ingredients in words that the service knows at Open Food Facts")
            }
        }
    }

    /// The answer for one allergen, preference or unwanted ingredient.
    public struct Finding: Sendable, Hashable {
        /// The allergen, preference or unwanted ingredient that the finding is about.
        public let subject: Subject
        /// Whether the product may be eaten as far as this subject is concerned.
        public let answer: Answer
        /// A short result: "No nuts listed", "May contain nuts", "Contains nuts".
        public let found: String
        /// The reason in one sentence.
        public let because: String
        /// The missing data that prevent an answer; nil if there is an answer, or if missing data are not the reason.
        public let missing: Missing?
        /// A few tags and ingredients that decide.
        public let evidence: [String]
        /// True if there may be traces, whatever the rule for traces is.
        let mayBeTraces: Bool

        init(
            _ subject: Subject, _ answer: Answer, found: String, _ because: String, _ missing: Missing?,
            _ evidence: [String], mayBeTraces: Bool = false
        ) {
            self.subject = subject
            self.answer = answer
            self.found = found
            self.because = because
            self.missing = missing
            self.mayBeTraces = mayBeTraces
            self.evidence = evidence.prefix(20).map { TagWords.cut(TagWords.line($0)) }
        }
    }

    /// Sorted by answer: no, careful, cannot tell, yes; then in the order of the diet.
    public let findings: [Finding]

    public init(of product: Product, for diet: Diet) {
        let reader = DietReader(product, traces: diet.traces)
        let found =
            Allergen.allCases.filter(diet.allergens.contains).map(reader.finding)
            + Diet.Preference.allCases.filter(diet.preferences.contains).map(reader.finding)
            + diet.words.map(reader.finding)
        findings = Answer.order.flatMap { answer in found.filter { $0.answer == answer } }
    }

    /// The worst answer of all findings. An empty diet gives `cannotTell`, not a yes.
    public var answer: Answer { findings.first?.answer ?? .cannotTell }

    /// Allergens with possible traces, for a person who accepts traces.
    private var accepted: [String] {
        findings.compactMap { finding in
            guard case .allergen(let allergen) = finding.subject, finding.mayBeTraces else { return nil }
            return allergen.name
        }
    }

    /// "No: it contains milk."
    public var sentence: String {
        guard let first = findings.first else { return localized("Cannot tell: nothing is asked.") }
        let reason = first.because.afterColon
        switch first.answer {
        case .no: return localized("No: \(reason, "reason")")
        case .cannotTell: return localized("Cannot tell: \(reason, "reason")")
        case .careful: return localized("Careful: \(reason, "reason")")
        case .yes where !accepted.isEmpty:
            let traces = accepted.joined(separator: ", ")
            return localized("Yes, but there may be traces of \(traces, "allergens"), which you accept.")
        case .yes: return localized("Yes, as far as Open Food Facts knows.")
        }
    }
}

extension DietReport.Answer {
    /// From the worst to the best.
    public static let order: [Self] = [.no, .careful, .cannotTell, .yes]
}

extension String {
    /// The sentence as it stands after a colon: with a small letter, but not in German.
    fileprivate var afterColon: String {
        Localization.current.language == .german ? self : prefix(1).lowercased() + dropFirst()
    }
}
