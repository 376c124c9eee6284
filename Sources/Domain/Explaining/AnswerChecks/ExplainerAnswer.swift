import FoundationEssentials
import Wording

/// A model's answer after the checks: only sentences that the label supports, and sentences marked as not from the
/// label.
package struct CheckedAnswer: Sendable, Hashable, Codable {
    /// Why the whole answer is unusable. The model is asked once more; after that only the text without a model is
    /// shown.
    package enum Problem: String, Sendable, Hashable, Codable, CaseIterable {
        case tooLong = "too-long"
        case notJSON = "not-json"
        case schema
    }

    /// Why a sentence was removed.
    package enum DropReason: String, Sendable, Hashable, Codable, CaseIterable {
        /// The section "how to take" never comes from a model.
        case howToTake = "how-to-take"
        case unknownSource = "unknown-source"
        case number
        case medicineName = "medicine-name"
        /// Changes a dose, calls something safe, or names an illness.
        case forbiddenTalk = "forbidden-talk"
        /// Instructs the reader to take, use or stop something, not in the words of the label.
        case instruction
        /// Contradicts the label.
        case contradiction
        /// A link, markup, an address or a telephone number.
        case markup
        /// Characters of another script that look like Latin letters.
        case script
        case tooLong = "too-long"
        case tooMany = "too-many"
        /// Repeats text that was addressed to a program, or mentions its own rules.
        case suspicious
        case empty
    }

    package let sections: [Explanation.Section]
    /// True if the model gave no answer, or no sentence of it remained.
    package let cannotAnswer: Bool
    package let dropped: [DropReason: Int]
    /// The number of sentences that claimed to be from the label without support and are now marked as general.
    package let unmarked: Int
    package let problem: Problem?

    init(
        sections: [Explanation.Section] = [], cannotAnswer: Bool = true, dropped: [DropReason: Int] = [:],
        unmarked: Int = 0, problem: Problem? = nil
    ) {
        self.sections = sections
        self.cannotAnswer = cannotAnswer
        self.dropped = dropped
        self.unmarked = unmarked
        self.problem = problem
    }

    /// The number of removed sentences.
    package var droppedCount: Int { dropped.values.reduce(0, +) }
    /// The text shown if there is no answer; otherwise nil.
    package var text: String? { cannotAnswer ? SafetyText.cannotAnswer : nil }
}

/// The raw answer of a model: decoded strictly, then checked against the label sentence by sentence.
package enum ExplainerAnswer {
    /// The maximum size in bytes of UTF-8.
    package static let limit = 64 * 1024
    static let sentenceLimit = 300
    static let sentencesLimit = 8

    struct Claim: Hashable {
        let kind: Explanation.Kind
        let text: String
        let sources: [String]
        let fromLabel: Bool
    }

    package static func check(_ raw: String, against grounds: ExplainerGrounds) -> CheckedAnswer {
        guard raw.utf8.count <= limit else { return CheckedAnswer(problem: .tooLong) }
        guard let value = try? JSONDecoder().decode(AnswerJSON.self, from: Data(raw.utf8)) else {
            return CheckedAnswer(problem: .notJSON)
        }
        guard let (claims, cannotAnswer) = claims(value) else { return CheckedAnswer(problem: .schema) }
        var dropped: [CheckedAnswer.DropReason: Int] = [:]
        var unmarked = 0
        var kept: [Explanation.Kind: [Explanation.Sentence]] = [:]
        for claim in claims {
            let verdict =
                kept[claim.kind, default: []].count < sentencesLimit ? grounds.judge(claim) : .dropped(.tooMany)
            switch verdict {
            case .dropped(let reason): dropped[reason, default: 0] += 1
            case .kept(let sentence):
                if claim.fromLabel, !sentence.fromLabel { unmarked += 1 }
                kept[claim.kind, default: []].append(sentence)
            }
        }
        let sections = Explanation.Kind.allCases.compactMap { kind in
            kept[kind].map { Explanation.Section(kind: kind, sentences: $0) }
        }
        return CheckedAnswer(
            sections: cannotAnswer ? [] : sections, cannotAnswer: cannotAnswer || sections.isEmpty, dropped: dropped,
            unmarked: unmarked)
    }

    /// Returns the claims; nil if the answer does not match the schema.
    private static func claims(_ value: AnswerJSON) -> ([Claim], cannotAnswer: Bool)? {
        guard case .object(let answer) = value, Set(answer.keys) == ["sections", "cannot_answer"],
            case .boolean(let cannotAnswer)? = answer["cannot_answer"], case .list(let sections)? = answer["sections"]
        else { return nil }
        var claims: [Claim] = []
        for section in sections {
            guard case .object(let section) = section, Set(section.keys) == ["kind", "sentences"],
                case .text(let name)? = section["kind"], let kind = Explanation.Kind(rawValue: name),
                case .list(let sentences)? = section["sentences"]
            else { return nil }
            for sentence in sentences {
                guard let claim = claim(sentence, kind) else { return nil }
                claims.append(claim)
            }
        }
        return (claims, cannotAnswer)
    }

    private static func claim(_ value: AnswerJSON, _ kind: Explanation.Kind) -> Claim? {
        guard case .object(let sentence) = value, Set(sentence.keys) == ["text", "source_ids", "from_label"],
            case .text(let text)? = sentence["text"], case .list(let ids)? = sentence["source_ids"],
            case .boolean(let fromLabel)? = sentence["from_label"]
        else { return nil }
        var sources: [String] = []
        for id in ids {
            guard case .text(let id) = id else { return nil }
            sources.append(id)
        }
        return Claim(kind: kind, text: text, sources: sources, fromLabel: fromLabel)
    }
}

/// Untrusted JSON of any shape.
enum AnswerJSON: Decodable, Hashable {
    case object([String: AnswerJSON])
    case list([AnswerJSON])
    case text(String)
    case number(Double)
    case boolean(Bool)
    case null

    init(from decoder: any Decoder) throws {
        if let box = try? decoder.singleValueContainer() {
            if box.decodeNil() {
                self = .null
                return
            }
            if let value = try? box.decode(Bool.self) {
                self = .boolean(value)
                return
            }
            if let value = try? box.decode(String.self) {
                self = .text(value)
                return
            }
            if let value = try? box.decode(Double.self) {
                self = .number(value)
                return
            }
            if let value = try? box.decode([AnswerJSON].self) {
                self = .list(value)
                return
            }
            if let value = try? box.decode([String: AnswerJSON].self) {
                self = .object(value)
                return
            }
        }
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no JSON value"))
    }
}
