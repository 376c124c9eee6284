internal import CJPEG

/// Whether all pixels of a JPEG are there, whatever is odd about its segments.
///
/// libjpeg gives the same kind of warning for a header that is slightly wrong, as many cameras write it, and for pixels
/// that are missing. This decodes every coded bit once and tells the two apart; Docs/pictures.md has the table.
struct JPEGSurvey: Equatable {
    let height: Int
    /// Rows that were decoded before the first damage.
    let soundRows: Int
    let oddities: Int
    let hasEnd: Bool
    /// libjpeg's words for what is missing or damaged; nil where the picture is whole.
    let damage: String?

    init(of bytes: UnsafeRawBufferPointer) {
        let survey = stillroom_jpeg_survey(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
        height = Int(survey.height)
        oddities = Int(survey.oddities)
        hasEnd = survey.has_end != 0
        let words = withUnsafeBytes(of: survey.damage) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if !words.isEmpty {
            damage = words
        } else if survey.has_every_coefficient == 0, !hasEnd || oddities > 0 {
            // A progressive picture that lacks a scan is blurred as a whole, and nothing else tells so.
            damage = "scans are missing"
        } else {
            damage = nil
        }
        soundRows = damage == nil ? height : words.isEmpty ? 0 : Int(survey.sound_rows)
    }

    var isWhole: Bool { damage == nil && soundRows == height && height > 0 }
}
