package import Imaging
package import Labels
package import TextRecognition

/// Two readings of one photograph's text, with such different preparation that text that both read is present.
package struct TextPasses {
    package struct Pass: Sendable {
        package let look: TextSheet.Look
        package let layout: TextReader.Layout

        package init(look: TextSheet.Look, layout: TextReader.Layout) {
            self.look = look
            self.layout = layout
        }
    }

    /// The first pass. Its word is used where both passes have one. Rows of a table stay rows.
    package static let first = Pass(
        look: .init(letterHeight: 18, light: .whitened(contrast: 1.3)), layout: .block)
    /// The second pass. It shows a margin around the label, in case its edge was not found exactly.
    package static let second = Pass(
        look: .init(letterHeight: 22, light: .whitened(contrast: 1), softness: 0.8, stretch: 1.2, surroundings: 0.06),
        layout: .column)

    /// Text with at least this mean confidence (of 100) was not read upside down.
    private static let upright = 72.0
    /// The time limit of one pass. The pool that runs the worker has a shorter limit for the whole; a busy machine
    /// needs time.
    private static let timeLimit = Duration.seconds(30)

    private let sheet: TextSheet
    private let reader: TextReader
    private let passes: (first: Pass, second: Pass)

    package init(
        _ light: PictureLight, reader: TextReader, passes: (first: Pass, second: Pass) = (first, second)
    ) throws(ImagingError) {
        sheet = try light.sheet()
        self.reader = reader
        self.passes = passes
    }

    /// Returns the text of both passes. Throws `TextRecognitionError` if there is no text, `ImagingError` if the
    /// picture cannot be read.
    package func text() throws -> RecognisedText {
        var (first, turns) = (try words(passes.first), 0)
        if Self.sureness(first) < Self.upright {
            let other = try words(passes.first, turns: 2)
            if Self.sureness(other) > Self.sureness(first) { (first, turns) = (other, 2) }
        }
        guard !first.isEmpty else {
            throw TextRecognitionError(.noText, during: "passes", "No text was found in the picture.")
        }
        let agreement = TextAgreement(first: first, second: try words(passes.second, turns: turns))
        guard Self.isText(agreement.lines.flatMap(\.words)) else {
            throw TextRecognitionError(.noText, during: "passes", "No text was found in the picture.")
        }
        return RecognisedText(
            reader: .local, lines: agreement.lines, isHandwritten: agreement.isHandwritten,
            confidence: agreement.confidence, turns: (sheet.turns + turns) % 4)
    }

    /// Returns no words if the pass finds none, because the other pass may find some.
    private func words(_ pass: Pass, turns: Int = 0) throws -> [[TextSighting]] {
        var look = pass.look
        look.turns = turns
        let plane = try sheet.plane(look)
        do throws(TextRecognitionError) {
            let lines = try reader.lines(
                width: plane.width, height: plane.height, values: plane.values, layout: pass.layout,
                timeLimit: Self.timeLimit)
            return lines.map { $0.words.map { TextSighting($0, in: plane) } }
        } catch {
            guard error.code == .noText else { throw error }
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

    /// The mean confidence over all letters.
    private static func sureness(_ lines: [[TextSighting]]) -> Double {
        let words = lines.joined()
        let letters = words.reduce(0.0) { $0 + Double($1.text.count) }
        return letters == 0 ? 0 : words.reduce(0.0) { $0 + $1.confidence * Double($1.text.count) } / letters
    }
}

/// One word as one pass read it.
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

    init(text: String, confidence: Double, box: Box, place: RecognisedText.Place) {
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
            place: .init(
                corners: corners.map { .init(x: min(max(0, $0.x), 1), y: min(max(0, $0.y), 1)) }))
    }
}
