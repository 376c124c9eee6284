package import Explaining
import Wording

/// Five parts, as JSON has them.
package struct ExplanationDocument: Encodable, Sendable {
    package struct Section: Encodable, Sendable {
        package let kind: String
        package let sentences: [LabelAnswerDocument.Sentence]
    }

    package let sections: [Section]
    package let sources: [ExplanationSource]
    /// Lines, from 0, that read as if they were meant for a program.
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

/// What became of a question about a label, as JSON has it; Docs/api.md describes it.
package struct LabelAnswerDocument: Encodable, Sendable {
    package struct Sentence: Encodable, Sendable {
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
    /// Sentences of a model that did not hold.
    package let dropped: Int?
    package let note: String?
    /// What would be sent to a model, word for word, where it may be asked.
    package let payload: String?
    /// Who agrees to it names this.
    package let mark: String?
    package let notice = SafetyText.notAdvice

    package init(_ answer: LabelAnswer, mark: String? = nil) {
        self.mark = mark
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
