package import Labels

/// A label with its text and its reading.
package struct LabelView: Sendable {
    /// Nil if it is not stored.
    package let label: MedicineLabel?
    package let text: RecognisedText
    package let reading: LabelReading

    /// True if a required value was not read reliably, so that a second reader would help.
    package var wantsSecondReader: Bool {
        guard text.reader == .local, reading.language == nil else { return false }
        if text.isHandwritten || reading.entries.isEmpty { return true }
        let confidences = text.lines.flatMap(\.words).compactMap(\.confidence)
        if !confidences.isEmpty, confidences.reduce(0, +) / Double(confidences.count) < Self.mean { return true }
        return reading.entries.contains { entry in
            entry.name.map { !$0.isSure } ?? true || entry.directions == nil || !entry.areDirectionsSure
        }
    }

    /// The lowest mean confidence of all words; below it, many words are wrong.
    private static let mean = 0.85
}
