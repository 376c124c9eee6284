/// A stranger's text as this house shows it.
enum PlainText {
    /// One line without control characters, for it may also be printed to a terminal. Cut by scalars, since marks can be
    /// piled up.
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
