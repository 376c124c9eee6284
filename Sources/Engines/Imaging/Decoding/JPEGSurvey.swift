internal import CJPEG

/// Decides whether all pixels of a JPEG are present.
///
/// libjpeg gives the same kind of warning for a slightly wrong header, which many cameras write, and for missing
/// pixels. The survey decodes every coded bit once and distinguishes the two; Docs/pictures.md contains the table.
struct JPEGSurvey: Equatable {
    let height: Int
    /// The number of rows decoded before the first damage.
    let soundRows: Int
    let oddities: Int
    let hasEnd: Bool
    /// libjpeg's text about missing or damaged data; nil if the picture is complete.
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
            // A progressive picture that lacks a scan is blurred as a whole, and libjpeg gives no warning.
            damage = "scans are missing"
        } else {
            damage = nil
        }
        soundRows = damage == nil ? height : words.isEmpty ? 0 : Int(survey.sound_rows)
    }

    var isWhole: Bool { damage == nil && soundRows == height && height > 0 }
}
