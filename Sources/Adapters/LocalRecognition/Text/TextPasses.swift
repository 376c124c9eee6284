import Imaging
import Labels
import TextRecognition

/// Two readings of one photograph's text by readers that share no code: PP-OCR reads line by line on the photograph, and
/// Tesseract reads the rectified sheet. Text that both read is present.
struct TextPasses {
    /// The sheet as Tesseract reads it best.
    static let look = TextSheet.Look(letterHeight: 18, light: .whitened(contrast: 1.3))
    /// The same for a photograph with strong grain, on which Tesseract would otherwise spend half a minute.
    static let lookOfGrain = TextSheet.Look(letterHeight: 18, light: .whitened(contrast: 1), softness: 1.5)
    /// Rows of a table stay rows.
    static let layout = TextReader.Layout.block

    /// The time limit of the second reading. What it has not read by then counts as not agreed.
    private static let timeLimit = Duration.seconds(12)

    private let canvas: TextCanvas
    private let lines: LineReader
    private let reader: TextReader

    init(_ light: PictureLight, lines: LineReader, reader: TextReader) throws(ImagingError) {
        canvas = try light.canvas()
        self.lines = lines
        self.reader = reader
    }

    /// Returns the text of both readings. Throws `TextRecognitionError` if there is no text, `ImagingError` if the
    /// picture cannot be read.
    func text() throws -> RecognisedText {
        let page = try lines.page(canvas)
        guard page.rows.contains(where: { $0.contains { !$0.isUnread } }) else { throw Self.noText }
        let sheet = try page.canvasAsTaken.sheet()
        let turns = (page.canvas.turns - sheet.turns + 4) % 4
        let first = page.rows.map { row in
            row.flatMap { line in line.words.map { TextSighting($0, of: line, in: page.canvas, sheet, turns: turns) } }
        }
        // Both readers look at the picture the same way up: if that is a guess, nothing is agreed.
        let agreement = TextAgreement(first: first, second: page.isWayUpSure ? try second(sheet, turns: turns) : [])
        guard Self.isText(agreement.lines.flatMap(\.words)) else { throw Self.noText }
        return RecognisedText(
            reader: .local, lines: agreement.lines, isHandwritten: agreement.isHandwritten,
            confidence: agreement.confidence, turns: page.canvas.turns)
    }

    private static let noText = TextRecognitionError(
        .noText, during: "passes", "No text was found in the picture.")

    /// Returns no words if Tesseract finds none, or takes too long.
    private func second(_ sheet: TextSheet, turns: Int) throws -> [[TextSighting]] {
        var look = sheet.isDark ? Self.lookOfGrain : Self.look
        look.turns = turns
        let plane = try sheet.plane(look)
        let began = ContinuousClock.now
        do throws(TextRecognitionError) {
            let lines = try reader.lines(
                width: plane.width, height: plane.height, values: plane.values, layout: Self.layout,
                timeLimit: Self.timeLimit)
            return lines.map { $0.words.map { TextSighting($0, in: plane) } }
        } catch {
            guard error.code == .noText || began.duration(to: .now) >= Self.timeLimit else { throw error }
            return []
        }
    }

    /// Leaves and grain produce a word occasionally. A text contains one word with high confidence, or several with
    /// medium confidence, which also covers handwriting.
    private static func isText(_ words: [RecognisedText.Word]) -> Bool {
        let long = words.filter { word in word.text.count { $0.isLetter || $0.isNumber } > 2 }
        return long.count { ($0.confidence ?? 0) > 0.5 } >= 3
            || long.contains { $0.isAgreed && ($0.confidence ?? 0) > 0.8 }
    }
}

/// One word as one reader read it.
struct TextSighting {
    /// A box on the levelled sheet, with the same unit in both directions.
    struct Box {
        let left, top, right, bottom: Double

        /// The overlap as a fraction of the smaller box.
        func overlap(_ other: Box) -> Double {
            let across = min(right, other.right) - max(left, other.left)
            let down = min(bottom, other.bottom) - max(top, other.top)
            guard across > 0, down > 0 else { return 0 }
            let smaller = min((right - left) * (bottom - top), (other.right - other.left) * (other.bottom - other.top))
            return across * down / max(smaller, 1e-12)
        }

        /// The vertical overlap as a fraction of the smaller height.
        func overlapDown(_ other: Box) -> Double {
            (min(bottom, other.bottom) - max(top, other.top))
                / max(min(bottom - top, other.bottom - other.top), 1e-12)
        }
    }

    let text: String
    /// The confidence, 0–100.
    let confidence: Double
    let box: Box
    let place: RecognisedText.Place
    /// Whether the word is at the edge of what the readers saw, so that a part of it may be missing.
    let mayBeCut: Bool

    init(text: String, confidence: Double, box: Box, place: RecognisedText.Place, mayBeCut: Bool = false) {
        self.mayBeCut = mayBeCut
        self.text = text
        self.confidence = confidence
        self.box = box
        self.place = place
    }

    init(_ word: TextLine.Word, in plane: TextPlane) {
        let box = word.box
        let corners = [
            (box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom),
        ].map { plane.place($0.0, $0.1) }
        let (first, last) = (plane.level(box.left, box.top), plane.level(box.right, box.bottom))
        self.init(
            text: word.text, confidence: word.confidence,
            box: Box(left: first.x, top: first.y, right: last.x, bottom: last.y),
            place: Self.place(corners))
    }

    /// `turns` are the quarter turns in addition to the sheet's own.
    init(_ word: CharacterDecoder.Word, of line: LineReader.Line, in canvas: TextCanvas, _ sheet: TextSheet, turns: Int)
    {
        let corners = line.curve.corners(from: word.start, to: word.end).map { canvas.photograph($0.x, $0.y) }
        let levels = corners.map { sheet.level($0.x, $0.y, turns: turns) }
        self.init(
            text: word.text, confidence: word.confidence * 100,
            box: Box(
                left: (levels[0].x + levels[3].x) / 2, top: (levels[0].y + levels[1].y) / 2,
                right: (levels[1].x + levels[2].x) / 2, bottom: (levels[2].y + levels[3].y) / 2),
            place: Self.place(corners),
            mayBeCut: line.curve.mayBeCut(from: word.start, to: word.end, width: canvas.width, height: canvas.height))
    }

    /// An area that is text but could not be read.
    static func unread(_ sighting: TextSighting) -> TextSighting {
        TextSighting(text: unreadMark, confidence: 0, box: sighting.box, place: sighting.place)
    }

    var isUnread: Bool { text == Self.unreadMark }

    private static let unreadMark = "…"

    private static func place(_ corners: [(x: Double, y: Double)]) -> RecognisedText.Place {
        .init(corners: corners.map { .init(x: min(max(0, $0.x), 1), y: min(max(0, $0.y), 1)) })
    }
}
