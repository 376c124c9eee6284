/// "Can I eat this?", of one product and one diet: as far as people have entered what the packet says.
package struct DietReport: Sendable, Hashable {
    package enum Answer: String, Sendable, Hashable, Codable, CaseIterable {
        case yes, no
        /// Nothing says that it is in it, but that there may be traces of it.
        case careful
        case cannotTell = "cannot-tell"
    }

    package enum Subject: Sendable, Hashable {
        case allergen(Allergen)
        case wish(Diet.Wish)
        case word(String)

        /// On a page, at the beginning of a line.
        package var words: String {
            switch self {
            case .allergen(let allergen): allergen.words
            case .wish(let wish): wish.words
            case .word(let word): word.prefix(1).uppercased() + word.dropFirst()
            }
        }
    }

    /// What nobody has entered, without which it cannot be told.
    package enum Missing: String, Sendable, Hashable, Codable, CaseIterable {
        case allergens, traces, ingredients
        /// What the service makes of the ingredients.
        case analysis

        /// Within a sentence: "Nobody has entered …".
        package var words: String {
            switch self {
            case .allergens: "the allergens"
            case .traces: "what there may be traces of"
            case .ingredients: "the whole list of ingredients"
            case .analysis: "all ingredients in words that the service knows"
            }
        }
    }

    package struct Finding: Sendable, Hashable {
        package let subject: Subject
        /// Whether it may be eaten, as far as this subject goes.
        package let answer: Answer
        /// What was found, in a few words: "No nuts listed", "May contain nuts", "Contains nuts".
        package let found: String
        /// One sentence for a person.
        package let because: String
        package let missing: Missing?
        /// The tags and ingredients that decide, a few at most.
        package let evidence: [String]
        /// There may be traces of it, whatever follows from that.
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

    /// No first, then careful, then cannot tell, then yes; within each in the order of the diet.
    package let findings: [Finding]

    package init(of product: Product, for diet: Diet) {
        let reader = DietReader(product, traces: diet.traces)
        let found =
            Allergen.allCases.filter(diet.allergens.contains).map(reader.finding)
            + Diet.Wish.allCases.filter(diet.wishes.contains).map(reader.finding)
            + diet.words.map(reader.finding)
        findings = Answer.order.flatMap { answer in found.filter { $0.answer == answer } }
    }

    /// One no is enough; without one, what wants care, then what cannot be told. An empty diet asks nothing, which is no yes.
    package var answer: Answer { findings.first?.answer ?? .cannotTell }

    /// Allergens of which there may be traces, to somebody who accepts that.
    private var accepted: [String] {
        findings.compactMap { finding in
            guard case .allergen(let allergen) = finding.subject, finding.mayBeTraces else { return nil }
            return allergen.name
        }
    }

    /// "No: it contains milk."
    package var sentence: String {
        guard let first = findings.first else { return "Cannot tell: nothing is asked." }
        switch first.answer {
        case .no: return "No: " + first.because.uncapitalised
        case .cannotTell: return "Cannot tell: " + first.because.uncapitalised
        case .careful: return "Careful: " + first.because.uncapitalised
        case .yes where !accepted.isEmpty:
            return "Yes, but there may be traces of \(accepted.joined(separator: ", ")), which you accept."
        case .yes: return "Yes, as far as Open Food Facts knows."
        }
    }
}

extension DietReport.Answer {
    /// The worst first.
    package static let order: [Self] = [.no, .careful, .cannotTell, .yes]
}

extension String {
    fileprivate var uncapitalised: String { prefix(1).lowercased() + dropFirst() }
}
