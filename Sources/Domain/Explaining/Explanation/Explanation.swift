package import Labels
import Wording

/// A label in plain words, in five sections. Every sentence names its origin.
package struct Explanation: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case medicines, uses
        case howToTake = "how_to_take"
        case warnings, general
    }

    /// Where a sentence comes from.
    package enum Origin: String, Sendable, Hashable, Codable, CaseIterable {
        /// The label: a quotation or a confirmed value.
        case label
        /// Fixed words of this program, or its wording of the directions.
        case ours
        /// A model, about what the label says.
        case model
        /// A model, about general knowledge that is not on the label.
        case general
    }

    package struct Sentence: Sendable, Hashable, Codable {
        package let text: String
        package let sources: [SourceID]
        package let fromLabel: Bool
        package let origin: Origin

        package init(_ text: String, sources: [SourceID] = [], fromLabel: Bool, origin: Origin) {
            self.text = text
            self.sources = sources
            self.fromLabel = fromLabel
            self.origin = origin
        }

        /// The mark that must be shown with the sentence; nil if none is needed.
        package var mark: String? { origin == .general ? SafetyText.generalMark : nil }
    }

    package struct Section: Sendable, Hashable, Codable {
        package let kind: Kind
        package let sentences: [Sentence]

        package init(kind: Kind, sentences: [Sentence]) {
            self.kind = kind
            self.sentences = sentences
        }
    }

    /// One section of each kind, in the order of `Kind`.
    package let sections: [Section]
    /// The sources that the sentences cite.
    package let sources: [ExplanationSource]
    /// The lines of the picture, from 0, that look as if they address a program and are therefore not quoted.
    package let leftOutLines: [Int]
    /// The notice that is always shown below.
    package let notice: String

    package init(sections: [Section], sources: [ExplanationSource], leftOutLines: [Int]) {
        self.sections = sections
        self.sources = sources
        self.leftOutLines = leftOutLines
        notice = SafetyText.notAdvice
    }

    package subscript(kind: Kind) -> [Sentence] { sections.first { $0.kind == kind }?.sentences ?? [] }

    /// Returns the explanation with the checked sentences of a model. The section "how to take" is unchanged, and
    /// sentences from the label come first.
    package func adding(_ answer: CheckedAnswer) -> Self {
        let added = sections.map { section in
            guard section.kind != .howToTake else { return section }
            let more = answer.sections.filter { $0.kind == section.kind }.flatMap(\.sentences)
            return Section(kind: section.kind, sentences: section.sentences + more)
        }
        return Explanation(sections: added, sources: sources, leftOutLines: leftOutLines)
    }
}

/// The identifier of a source: "L5" is the fifth line of the picture, "M1.dose" the dose of the first medicine.
package struct SourceID: RawRepresentable, Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package var description: String { rawValue }
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Returns the identifier of a line, counted from 0.
    package static func line(_ number: Int) -> Self { Self(rawValue: "L\(number + 1)") }
    /// Returns the identifier of a value of a medicine, counted from 0.
    package static func medicine(_ number: Int, _ value: String) -> Self { Self(rawValue: "M\(number + 1).\(value)") }

    /// The index of the medicine, from 0; nil for a line.
    var medicine: Int? {
        guard rawValue.first == "M", let number = Int(rawValue.dropFirst().prefix { $0 != "." }) else { return nil }
        return number - 1
    }
}

/// A source, and its words in the picture, which the page highlights.
package struct ExplanationSource: Sendable, Hashable, Codable {
    package let id: SourceID
    package let text: String
    /// Empty if a person typed it.
    package let words: [LabelReading.WordPlace]

    package init(id: SourceID, text: String, words: [LabelReading.WordPlace]) {
        self.id = id
        self.text = text
        self.words = words
    }
}
