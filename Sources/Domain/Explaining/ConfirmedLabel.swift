package import Directions
package import Doses
package import Labels

/// What a person confirmed of a label, beside what was read; nothing else of the label is spoken of.
package struct ConfirmedLabel: Sendable, Hashable {
    /// One sentence of our own wording of the directions, and where they say it.
    package struct Plain: Sendable, Hashable {
        package let text: String
        package let spans: [TextSpan]
        /// Says what the label says, and is no remark of ours about it.
        package let isFromLabel: Bool

        package init(_ text: String, spans: [TextSpan], isFromLabel: Bool = true) {
            self.text = text
            self.spans = spans
            self.isFromLabel = isFromLabel
        }
    }

    package struct Item: Sendable, Hashable {
        /// A person may have confirmed clauses of their own for what was refused.
        var isRefused: Bool { directions.status == .refuse && medicine.clauses.isEmpty }

        package let medicine: Medicine
        /// Of `medicine.sig`; refused ones have no clauses, and then none is spoken of.
        package let directions: DirectionsReading
        /// Which entry of the reading it was confirmed from.
        package let entry: Int?
        package let plain: [Plain]

        package init(medicine: Medicine, directions: DirectionsReading, entry: Int?, plain: [Plain]) {
            self.medicine = medicine
            self.directions = directions
            self.entry = entry
            self.plain = plain
        }
    }

    /// Nothing where all was typed.
    package let text: RecognisedText?
    package let reading: LabelReading?
    package let items: [Item]

    package init(text: RecognisedText?, reading: LabelReading?, items: [Item]) {
        self.text = text
        self.reading = reading
        self.items = items
    }

    func entry(of item: Item) -> LabelReading.Entry? {
        guard let number = item.entry, let entries = reading?.entries, entries.indices.contains(number) else {
            return nil
        }
        return entries[number]
    }

    /// The words that carry what was confirmed: a value that a person changed has none.
    var confirmedWords: Set<LabelReading.WordPlace> {
        var words: Set<LabelReading.WordPlace> = []
        for item in items {
            for source in sources(of: item, number: 0) { words.formUnion(source.words) }
        }
        return words.union(warnings.flatMap(\.words))
    }

    /// The label's warnings that were confirmed with any of its medicines, each once.
    var warnings: [ExplanationSource] {
        var seen: Set<String> = []
        return items.enumerated().flatMap { number, item in
            item.medicine.warnings.enumerated().compactMap { place, warning in
                guard seen.insert(warning).inserted else { return nil }
                let read = reading?.warnings.first { $0.content == warning || $0.text == warning }
                return ExplanationSource(
                    id: .medicine(number, "warning\(place + 1)"), text: warning, words: read?.words ?? [])
            }
        }
    }

    /// The lines that carry something confirmed, then the values.
    package var sources: [ExplanationSource] {
        let lines = Set(confirmedWords.map(\.line)).sorted().compactMap { number -> ExplanationSource? in
            guard let text, text.lines.indices.contains(number) else { return nil }
            let line = text.lines[number]
            return ExplanationSource(
                id: .line(number), text: line.text,
                words: line.words.indices.map { LabelReading.WordPlace(line: number, word: $0) })
        }
        return lines + items.enumerated().flatMap { sources(of: $1, number: $0) } + warnings
    }

    func sources(of item: Item, number: Int) -> [ExplanationSource] {
        let entry = entry(of: item)
        let medicine = item.medicine
        var sources = [
            source(number, "name", medicine.name, entry?.name ?? entry?.unknownName),
            source(number, "strength", medicine.strength, entry?.strength),
            source(number, "form", medicine.form, entry?.form),
        ].compactMap(\.self)
        if let quantity = medicine.quantityWords {
            let words = entry?.quantity.flatMap { $0.content == medicine.quantity ? $0.words : nil } ?? []
            sources.append(.init(id: .medicine(number, "quantity"), text: quantity, words: words))
        }
        if let refills = medicine.refills {
            let words = entry?.refills.flatMap { $0.content == refills ? $0.words : nil } ?? []
            sources.append(.init(id: .medicine(number, "refills"), text: String(refills), words: words))
        }
        guard !medicine.sig.isEmpty else { return sources }
        return sources + directionSources(of: item, number: number)
    }

    private func source(
        _ number: Int, _ value: String, _ confirmed: String?, _ read: LabelReading.Value<String>?
    ) -> ExplanationSource? {
        guard let confirmed, !confirmed.isEmpty else { return nil }
        let isAsRead = read.map { $0.content == confirmed || $0.text == confirmed } ?? false
        return ExplanationSource(
            id: .medicine(number, value), text: confirmed, words: isAsRead ? read?.words ?? [] : [])
    }

    private func directionSources(of item: Item, number: Int) -> [ExplanationSource] {
        var sources = [
            ExplanationSource(
                id: .medicine(number, "directions"), text: item.medicine.sig,
                words: words(of: item, at: [TextSpan(0, item.directions.text.unicodeScalars.count)]))
        ]
        for field in DirectionsReading.Field.allCases {
            let spans = Set(item.directions.spans.filter { $0.field == field }.map(\.span)).sorted()
            guard !spans.isEmpty else { continue }
            let pieces = spans.map { $0.text(of: item.directions.text) }
            sources.append(
                .init(
                    id: .medicine(number, field.rawValue), text: pieces.joined(separator: "; "),
                    words: words(of: item, at: spans)))
        }
        let plain = item.plain.filter(\.isFromLabel).map(\.text)
        if !plain.isEmpty {
            sources.append(
                .init(
                    id: .medicine(number, "plain"), text: plain.joined(separator: " "),
                    words: sources.first?.words ?? []))
        }
        return sources
    }

    /// The words of directions that are refused: no dose of theirs may be spoken of.
    var refusedWords: Set<LabelReading.WordPlace> {
        Set(
            items.filter(\.isRefused).flatMap { item in
                words(of: item, at: [TextSpan(0, item.directions.text.unicodeScalars.count)])
            })
    }

    /// None where the directions are not those of the picture any more.
    func words(of item: Item, at spans: [TextSpan]) -> [LabelReading.WordPlace] {
        guard let entry = entry(of: item), entry.directions?.text == item.directions.text else { return [] }
        let words = entry.directionWords.filter { placed in spans.contains { $0.overlaps(placed.span) } }.map(\.word)
        return Set(words).sorted()
    }

    static func written(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : String(value)
    }
}
