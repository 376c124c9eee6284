import Messages

/// "Can I eat this?" for one product and one diet, as far as people entered the data of the package.
package struct DietReport: Sendable, Hashable {
    package enum Answer: String, Sendable, Hashable, Codable, CaseIterable {
        case yes, no
        /// Nothing names it as contained, but there may be traces.
        case careful
        case cannotTell = "cannot-tell"
    }

    package enum Subject: Sendable, Hashable {
        case allergen(Allergen)
        case preference(Diet.Preference)
        case word(String)

        /// The answer with a capital letter.
        package var words: String {
            switch self {
            case .allergen(let allergen): allergen.words
            case .preference(let preference): preference.words
            case .word(let word): word.prefix(1).uppercased() + word.dropFirst()
            }
        }
    }

    /// The missing data without which there is no answer.
    package enum Missing: String, Sendable, Hashable, Codable, CaseIterable {
        case allergens, traces, ingredients
        /// The service's analysis of the ingredients.
        case analysis

        /// What a person can do about it.
        package var words: String {
            switch self {
            case .allergens: localized("Add the allergens at Open Food Facts")
            case .traces: localized("Add what there may be traces of at Open Food Facts")
            case .ingredients: localized("Add the whole list of ingredients at Open Food Facts")
            case .analysis: localized("Add all ingredients in words that the service knows at Open Food Facts")
            }
        }
    }

    package struct Finding: Sendable, Hashable {
        package let subject: Subject
        /// Whether the product may be eaten as far as this subject is concerned.
        package let answer: Answer
        /// A short result: "No nuts listed", "May contain nuts", "Contains nuts".
        package let found: String
        /// The reason in one sentence.
        package let because: String
        package let missing: Missing?
        /// A few tags and ingredients that decide.
        package let evidence: [String]
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
    package let findings: [Finding]

    package init(of product: Product, for diet: Diet) {
        let reader = DietReader(product, traces: diet.traces)
        let found =
            Allergen.allCases.filter(diet.allergens.contains).map(reader.finding)
            + Diet.Preference.allCases.filter(diet.preferences.contains).map(reader.finding)
            + diet.words.map(reader.finding)
        findings = Answer.order.flatMap { answer in found.filter { $0.answer == answer } }
    }

    /// The worst answer of all findings. An empty diet gives `cannotTell`, not a yes.
    package var answer: Answer { findings.first?.answer ?? .cannotTell }

    /// Allergens with possible traces, for a person who accepts traces.
    private var accepted: [String] {
        findings.compactMap { finding in
            guard case .allergen(let allergen) = finding.subject, finding.mayBeTraces else { return nil }
            return allergen.name
        }
    }

    /// "No: it contains milk."
    package var sentence: String {
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
    package static let order: [Self] = [.no, .careful, .cannotTell, .yes]
}

extension String {
    /// The sentence as it stands after a colon: with a small letter, but not in German.
    fileprivate var afterColon: String {
        Localization.current.language == .german ? self : prefix(1).lowercased() + dropFirst()
    }
}
