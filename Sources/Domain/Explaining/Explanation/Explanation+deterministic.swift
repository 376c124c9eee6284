import Directions
import Doses
import Labels
import Messages
import Wording

extension Explanation {
    /// Returns an explanation without a model: the confirmed values, our wording of the directions, and the warnings of
    /// the label. Of a label that is not English it says only that.
    package static func deterministic(_ label: ConfirmedLabel) -> Self {
        let quoted = warnings(label)
        return Explanation(
            sections: [
                Section(kind: .medicines, sentences: medicines(label)),
                Section(kind: .uses, sentences: label.items.indices.flatMap { uses($0, label) }),
                Section(kind: .howToTake, sentences: howToTake(label)),
                Section(kind: .warnings, sentences: quoted),
                Section(kind: .general, sentences: SafetyText.general.map(own)),
            ],
            sources: label.sources, leftOutLines: suspiciousLines(label))
    }

    static func own(_ text: String) -> Sentence { Sentence(text, fromLabel: false, origin: .ours) }

    private static func medicines(_ label: ConfirmedLabel) -> [Sentence] {
        if label.items.isEmpty, let language = label.reading?.language { return [own(language.flag.sentence)] }
        return label.items.indices.map { medicine($0, label) }
    }

    static func medicine(_ number: Int, _ label: ConfirmedLabel) -> Sentence {
        let medicine = label.items[number].medicine
        let parts = [("name", medicine.name), ("strength", medicine.strength ?? ""), ("form", medicine.form ?? "")]
            .filter { !$0.1.isEmpty }
        return Sentence(
            parts.map(\.1).joined(separator: " ") + ".", sources: parts.map { .medicine(number, $0.0) },
            fromLabel: true,
            origin: .label)
    }

    /// Returns the printed reasons. With several medicines each sentence names its medicine.
    static func uses(_ number: Int, _ label: ConfirmedLabel) -> [Sentence] {
        let item = label.items[number]
        let before = label.items.count > 1 ? item.medicine.name + ": " : ""
        var reasons: [String] = []
        for case let reason? in item.medicine.clauses.map(\.reason) where !reason.isEmpty && !reasons.contains(reason) {
            reasons.append(reason)
        }
        guard !reasons.isEmpty else { return [own(before + SafetyText.noPurpose)] }
        let source = SourceID.medicine(number, "reason")
        let isPlaced = item.directions.spans.contains { $0.field == .reason }
        let quotes = reasons.map { "“\($0)”" }.joined(separator: ", ")
        return [
            Sentence(
                before + localized("Your label says \(quotes, "quotes")."),
                sources: [isPlaced ? source : .medicine(number, "directions")], fromLabel: true, origin: .label)
        ]
    }

    static func howToTake(_ label: ConfirmedLabel) -> [Sentence] {
        label.items.indices.flatMap { number -> [Sentence] in
            let item = label.items[number]
            let name =
                label.items.count > 1
                ? [
                    Sentence(
                        item.medicine.name + ":", sources: [.medicine(number, "name")], fromLabel: true, origin: .label)
                ] : []
            guard !item.medicine.sig.isEmpty, !item.plain.isEmpty else { return name + [own(SafetyText.noDirections)] }
            return name
                + item.plain.map { plain in
                    Sentence(
                        plain.text, sources: sources(of: plain, in: item, number), fromLabel: !plain.spans.isEmpty,
                        origin: .ours)
                }
        }
    }

    /// Returns the sources of the directions on which our sentence is based.
    private static func sources(of plain: ConfirmedLabel.Plain, in item: ConfirmedLabel.Item, _ number: Int)
        -> [SourceID]
    {
        let fields = DirectionsReading.Field.allCases.filter { field in
            item.directions.spans.contains { placed in
                placed.field == field && plain.spans.contains { $0.overlaps(placed.span) }
            }
        }
        if !fields.isEmpty { return fields.map { .medicine(number, $0.rawValue) } }
        return plain.spans.isEmpty ? [] : [.medicine(number, "directions")]
    }

    /// Returns the warnings of the label as quotations, without text addressed to a program.
    static func warnings(_ label: ConfirmedLabel) -> [Sentence] {
        let all = label.warnings
        let honest = all.filter { !RedactionInjection.isSuspicious($0.text) }
        var sentences = honest.map { warning in
            Sentence("“\(UntrustedText.visible(warning.text))”", sources: [warning.id], fromLabel: true, origin: .label)
        }
        if honest.count < all.count || !suspiciousLines(label).isEmpty { sentences.append(own(SafetyText.leftOutLine)) }
        return honest.isEmpty ? [own(SafetyText.noWarnings)] + sentences : sentences
    }

    private static func suspiciousLines(_ label: ConfirmedLabel) -> [Int] {
        RedactionInjection.suspiciousLines(label.text?.lines.map(\.text) ?? [])
    }
}
