extension LabelReading {
    /// Normalises the unit of a quantity: "ML" is "mL", "Tabs" is "tablet". An unknown word is returned unchanged.
    /// Returns nil for an empty text.
    package static func quantityUnit(named text: String?) -> String? {
        let words = (text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else { return nil }
        return LabelAmounts.unit(words.lowercased()) ?? words
    }
}
