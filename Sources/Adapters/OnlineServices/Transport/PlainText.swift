/// Sanitises a text from a third party for display.
enum PlainText {
    /// One line without control characters, because it may be printed to a terminal. Cut by Unicode scalars, because a
    /// letter can carry any number of combining marks.
    static func line(_ text: String, limit: Int = 200) -> String {
        let harmless = text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .lineSeparator, .paragraphSeparator: " " as Unicode.Scalar
            default: scalar
            }
        }
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: harmless.prefix(limit))
        return String(kept).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
