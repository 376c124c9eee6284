package import Directions

extension LabelReading {
    /// The language of the label if it is not English: then nothing of the label is used.
    package var language: LabelLanguage? { flags.lazy.compactMap { LabelLanguage(flag: $0.code) }.first }

    /// Returns the reading of a label that is not English: no value is sure, all directions are refused, also those that
    /// look English, and no warning is quoted. The flag of the language is the first.
    func withheld(in language: LabelLanguage) -> LabelReading {
        let kept = [LabelFlag.handwriting, .suspiciousText, .tooLong].map(\.rawValue)
        return LabelReading(
            entries: entries.map { $0.withheld(in: language) }, warnings: [], identifiers: identifiers, others: others,
            flags: [Flag(language.flag.rawValue)] + flags.filter { kept.contains($0.code) })
    }
}

extension LabelReading.Entry {
    fileprivate func withheld(in language: LabelLanguage) -> Self {
        var entry = self
        entry.name = name?.unsure
        entry.unknownName = unknownName?.unsure
        entry.strength = strength?.unsure
        entry.form = form?.unsure
        entry.quantity = quantity?.unsure
        entry.refills = refills?.unsure
        entry.soldStrength = nil
        entry.similarNames = []
        entry.arithmetic = nil
        entry.areDirectionsSure = false
        entry.directions = directions?.withheld(in: language)
        entry.flags = [LabelReading.Flag(language.flag.rawValue)]
        return entry
    }
}

extension LabelReading.Value {
    fileprivate var unsure: Self { Self(content, text: text, words: words, isSure: false) }
}

extension DirectionsReading {
    /// Returns refused directions without a dose: they stand on a label that is not English.
    package func withheld(in language: LabelLanguage) -> DirectionsReading {
        DirectionsReading(
            text: text, status: .refuse, clauses: [], flags: [Flag("not-english"), Flag(language.flag.rawValue)])
    }
}
