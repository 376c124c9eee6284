package import Medicines

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
    package let explanation: Explanation?
    /// Sentences of a model that did not hold.
    package let dropped: Int?
    package let note: String?
    /// What would be sent to a model, word for word, where it may be asked.
    package let payload: String?
    package let notice = SafetyText.notAdvice

    package init(_ answer: LabelAnswer) {
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
        self.explanation = explanation
        self.dropped = dropped
        self.note = note
        self.payload = payload
    }
}
