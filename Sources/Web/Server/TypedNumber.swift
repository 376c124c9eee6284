/// Reads a number that a person typed into a form.
enum TypedNumber {
    /// Returns the finite number of a text with a decimal point or a decimal comma; nil for other texts.
    ///
    /// This is not the reader of printed numbers (`PrintedNumber`): a form has its own number of a person, not the text of
    /// a label, and its fields do not take thousands separators.
    static func value(of text: String) -> Double? {
        Double(text.replacing(",", with: ".")).flatMap { $0.isFinite ? $0 : nil }
    }
}
