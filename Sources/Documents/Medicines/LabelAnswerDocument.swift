package import Explaining
package import Household
import Wording

/// The five parts of an explanation as JSON.
package struct ExplanationDocument: Codable, Sendable {
    package struct Section: Codable, Sendable {
        package let kind: String
        package let sentences: [LabelAnswerDocument.Sentence]
    }

    package let sections: [Section]
    package let sources: [ExplanationSource]
    /// Lines, from 0, that look like instructions to a program.
    package let leftOutLines: [Int]
    package let notice: String

    package init(_ explanation: Explanation) {
        sections = explanation.sections.map { section in
            Section(
                kind: section.kind.rawValue, sentences: section.sentences.map(LabelAnswerDocument.Sentence.init))
        }
        sources = explanation.sources
        leftOutLines = explanation.leftOutLines
        notice = explanation.notice
    }
}

/// The answer to a question about a label as JSON; Docs/api.md describes it.
package struct LabelAnswerDocument: Codable, Sendable {
    package struct Sentence: Codable, Sendable {
        package let text: String
        package let sources: [String]
        package let fromLabel: Bool
        /// "label", "ours", "model", "general".
        package let origin: String
        package let mark: String?

        init(_ sentence: Explanation.Sentence) {
            text = sentence.text
            sources = sentence.sources.map(\.rawValue)
            fromLabel = sentence.fromLabel
            origin = sentence.origin.rawValue
            mark = sentence.mark
        }
    }

    /// "emergency", "refer", "own", "model", "open".
    package let kind: String
    package let text: String?
    package let sentences: [Sentence]?
    package let explanation: ExplanationDocument?
    /// The number of a model's sentences that failed the checks.
    package let dropped: Int?
    package let note: String?
    /// The exact text that would be sent to a model, if a call is possible.
    package let payload: String?
    /// The mark to pass with the consent.
    package let mark: String?
    package let notice: String

    package init(_ answer: LabelAnswer, mark: String? = nil) {
        self.mark = mark
        notice = SafetyText.notAdvice
        var (text, note, payload): (String?, String?, String?)
        var (sentences, explanation, dropped): ([Explanation.Sentence]?, Explanation?, Int?)
        switch answer {
        case .emergency(let words): (kind, text) = ("emergency", words)
        case .refer(let words, let quoted): (kind, text, sentences) = ("refer", words, quoted)
        case .own(let answer): (kind, sentences) = ("own", answer.sentences)
        case .model(let said, let count, let remark):
            (kind, explanation, dropped, note) = ("model", said, count, remark)
        case .open(let prompt, let masked): (kind, payload, note) = ("open", prompt?.shown, masked)
        }
        self.text = text
        self.sentences = sentences?.map(Sentence.init)
        self.explanation = explanation.map(ExplanationDocument.init)
        self.dropped = dropped
        self.note = note
        self.payload = payload
    }
}
