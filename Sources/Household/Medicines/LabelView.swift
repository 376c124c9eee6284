package import Labels

/// A label, what it says, and whether another reader should look.
package struct LabelView: Sendable {
    /// Nothing where it is not kept.
    package let label: MedicineLabel?
    package let text: RecognisedText
    package let reading: LabelReading

    /// Whether what is needed was not read well enough, so that a second reader would help.
    package var wantsSecondReader: Bool {
        guard text.reader == .local else { return false }
        if text.isHandwritten || reading.entries.isEmpty { return true }
        let confidences = text.lines.flatMap(\.words).compactMap(\.confidence)
        if !confidences.isEmpty, confidences.reduce(0, +) / Double(confidences.count) < Self.mean { return true }
        return reading.entries.contains { entry in
            entry.name.map { !$0.isSure } ?? true || entry.directions == nil || !entry.areDirectionsSure
        }
    }

    /// Of all words; of those below it many are wrong.
    private static let mean = 0.85
}
