package import Labels
import Wording

/// A label in plain words, in five parts. Every sentence says where it comes from.
package struct Explanation: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case medicines, uses
        case howToTake = "how_to_take"
        case warnings, general
    }

    /// Who says it.
    package enum Origin: String, Sendable, Hashable, Codable, CaseIterable {
        /// The label, quoted or as it was confirmed.
        case label
        /// This program's own fixed words, or its rendering of the directions.
        case ours
        /// A model, of what the label says.
        case model
        /// A model, of what no label says.
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

        /// What must stand beside it wherever it is shown.
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

    /// One of each kind, in the order of `Kind`.
    package let sections: [Section]
    /// What the sentences cite.
    package let sources: [ExplanationSource]
    /// Lines of the picture, from 0, that read as if they were meant for a program and so are not quoted.
    package let leftOutLines: [Int]
    /// Stands under it always.
    package let notice: String

    package init(sections: [Section], sources: [ExplanationSource], leftOutLines: [Int]) {
        self.sections = sections
        self.sources = sources
        self.leftOutLines = leftOutLines
        notice = SafetyText.notAdvice
    }

    package subscript(kind: Kind) -> [Sentence] { sections.first { $0.kind == kind }?.sentences ?? [] }

    /// With what a model added and the guards let through. How to take it stays ours, and what the label says stands
    /// first.
    package func adding(_ answer: CheckedAnswer) -> Self {
        let added = sections.map { section in
            guard section.kind != .howToTake else { return section }
            let more = answer.sections.filter { $0.kind == section.kind }.flatMap(\.sentences)
            return Section(kind: section.kind, sentences: section.sentences + more)
        }
        return Explanation(sections: added, sources: sources, leftOutLines: leftOutLines)
    }
}

/// What a sentence rests on: "L5" is the fifth line of the picture, "M1.dose" the dose of the first medicine.
package struct SourceID: RawRepresentable, Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package var description: String { rawValue }
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// A line by its number from 0.
    package static func line(_ number: Int) -> Self { Self(rawValue: "L\(number + 1)") }
    /// A value of a medicine, which is counted from 0.
    package static func medicine(_ number: Int, _ value: String) -> Self { Self(rawValue: "M\(number + 1).\(value)") }

    /// Which medicine it is of, from 0.
    var medicine: Int? {
        guard rawValue.first == "M", let number = Int(rawValue.dropFirst().prefix { $0 != "." }) else { return nil }
        return number - 1
    }
}

/// A source, and the words of the picture to light up.
package struct ExplanationSource: Sendable, Hashable, Codable {
    package let id: SourceID
    package let text: String
    /// None where a person typed it.
    package let words: [LabelReading.WordPlace]

    package init(id: SourceID, text: String, words: [LabelReading.WordPlace]) {
        self.id = id
        self.text = text
        self.words = words
    }
}
