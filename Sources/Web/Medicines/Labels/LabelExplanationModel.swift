import Explaining
import Foundation
import Household
import Labels
import Messages
import Wording

/// An explanation in five parts, each sentence with links to its source lines; pure. Sentences are plain text,
/// independent of their origin.
struct LabelExplanationModel {
    let explanation: Explanation
    let view: LabelView
    /// The path of the page that contains the lines; empty if it is the same page.
    var page = ""

    init(_ explanation: Explanation, view: LabelView, page: String = "") {
        self.explanation = explanation
        self.view = view
        self.page = page
    }

    var context: Fields {
        let sections = explanation.sections.filter { !$0.sentences.isEmpty }.map { section -> Part in
            let isHidden = section.kind == .howToTake && !view.areDirectionsSure
            let sentences =
                isHidden ? [.init(SafetyText.noDirections, fromLabel: false, origin: .ours)] : section.sentences
            return Part(
                part: Self.heading(section.kind), partId: "part-\(section.kind.rawValue)",
                sentences: sentences.map { Self.row($0, explanation.sources, page: page) })
        }
        return Fields(
            parts: sections,
            leftOut: explanation.leftOutLines.map {
                LeftOut(leftOutLine: String($0 + 1), leftOutHref: "\(page)#line-\($0 + 1)")
            })
    }

    static func heading(_ kind: Explanation.Kind) -> String {
        switch kind {
        case .medicines: localized("The medicine")
        case .uses: localized("What it is for")
        case .howToTake: localized("How to take it")
        case .warnings: localized("Warnings on the label")
        case .general: localized("Always", context: "statements that are true for every medicine")
        }
    }

    static func row(
        _ sentence: Explanation.Sentence, _ sources: [ExplanationSource], page: String
    ) -> Sentence {
        let words = sources.filter { sentence.sources.contains($0.id) }.flatMap(\.words)
        let lines = Set(words.map(\.line)).sorted()
        return Sentence(
            sentence: sentence.text, words: LabelModel.places(words), origin: sentence.origin.rawValue,
            lineLinks: lines.map { LineLink(lineHref: "\(page)#line-\($0 + 1)", lineNumber: String($0 + 1)) },
            isByModel: sentence.origin == .model, generalMark: sentence.mark)
    }
}

extension LabelView {
    /// True if the directions may be shown as plain sentences: every word is sure, or a person has confirmed them.
    /// Unconfirmed handwriting is never sure.
    var areDirectionsSure: Bool {
        reading.entries.enumerated().allSatisfy { number, entry in
            label?.confirmed[number] != nil
                || !text.isHandwritten && (entry.directions == nil || entry.areDirectionsSure)
        }
    }
}

extension LabelExplanationModel {
    struct Part: TemplateFields {
        let part: String
        let partId: String
        let sentences: [Sentence]
    }

    struct LeftOut: TemplateFields {
        let leftOutLine: String
        let leftOutHref: String
    }

    /// The fields of medicine-explained.mustache.
    struct Fields: TemplateFields {
        let parts: [Part]
        let leftOut: [LeftOut]
    }

    struct Sentence: TemplateFields {
        let sentence: String
        let words: String
        let origin: String
        let lineLinks: [LineLink]
        let isByModel: Bool
        let generalMark: String?
    }
}
