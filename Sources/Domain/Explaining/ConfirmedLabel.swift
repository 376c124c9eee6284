package import Directions
package import Doses
package import Labels

/// The values of a label that a person confirmed, with the reading that they come from. Explanations use nothing else
/// of the label.
package struct ConfirmedLabel: Sendable, Hashable {
    /// One sentence of our wording of the directions, and the spans it comes from.
    package struct Plain: Sendable, Hashable {
        package let text: String
        package let spans: [TextSpan]
        /// True if the sentence states what the label states; false for a remark of ours.
        package let isFromLabel: Bool

        package init(_ text: String, spans: [TextSpan], isFromLabel: Bool = true) {
            self.text = text
            self.spans = spans
            self.isFromLabel = isFromLabel
        }
    }

    package struct Item: Sendable, Hashable {
        /// True if the directions were refused and a person did not confirm clauses of their own.
        var isRefused: Bool { directions.status == .refuse && medicine.clauses.isEmpty }

        package let medicine: Medicine
        /// The reading of `medicine.sig`. A refused reading has no clauses, so none is explained.
        package let directions: DirectionsReading
        /// The index of the entry of the reading; nil if the medicine was typed.
        package let entry: Int?
        package let plain: [Plain]

        package init(medicine: Medicine, directions: DirectionsReading, entry: Int?, plain: [Plain]) {
            self.medicine = medicine
            self.directions = directions
            self.entry = entry
            self.plain = plain
        }
    }

    /// nil if everything was typed.
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

    /// The words of the confirmed values. A value that a person changed has none.
    var confirmedWords: Set<LabelReading.WordPlace> {
        var words: Set<LabelReading.WordPlace> = []
        for item in items {
            for source in sources(of: item, number: 0) { words.formUnion(source.words) }
        }
        return words.union(warnings.flatMap(\.words))
    }

    /// The confirmed warnings of all medicines, without duplicates.
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

    /// The lines that contain a confirmed value, then the values.
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
        if let quantity = medicine.englishQuantity {
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

    /// The words of refused directions: no dose in them may be explained.
    var refusedWords: Set<LabelReading.WordPlace> {
        Set(
            items.filter(\.isRefused).flatMap { item in
                words(of: item, at: [TextSpan(0, item.directions.text.unicodeScalars.count)])
            })
    }

    /// Returns the words of the spans; empty if the directions differ from those in the picture.
    func words(of item: Item, at spans: [TextSpan]) -> [LabelReading.WordPlace] {
        guard let entry = entry(of: item), entry.directions?.text == item.directions.text else { return [] }
        let words = entry.directionWords.filter { placed in spans.contains { $0.overlaps(placed.span) } }.map(\.word)
        return Set(words).sorted()
    }

    static func written(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : String(value)
    }
}
