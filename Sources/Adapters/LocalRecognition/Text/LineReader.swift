import Imaging
import Inference
import TextRecognition

/// Reads a picture's text line by line with PP-OCR: finds the lines, straightens each along its curve, and reads it. Uses
/// one thread; loading takes about a second, so keep the reader.
final class LineReader {
    /// A piece of a line.
    struct Line {
        let curve: LineCurve
        /// From left to right; only `unread` if nothing could be read.
        let words: [CharacterDecoder.Word]

        var isUnread: Bool { words == [.unread] }
    }

    /// The text of a picture.
    struct Page {
        /// The canvas with upright text.
        let canvas: TextCanvas
        /// The same canvas as the photograph was taken.
        let canvasAsTaken: TextCanvas
        /// Whether the text is clearly read better this way up than upside down.
        let isWayUpSure: Bool
        /// Rows from top to bottom, each of pieces from left to right.
        let rows: [[Line]]
    }

    private let detection: SynchronousModel
    private let recognition: SynchronousModel
    private let decoder: CharacterDecoder

    /// Throws `TextRecognitionError` if the models are missing or cannot be used.
    init(_ models: TextModels) throws(TextRecognitionError) {
        do throws(InferenceError) {
            // With bfloat16 a page takes 480 instead of 620 ms where the processor has it, but what two readers agree on then
            // depends on the processor.
            detection = try SynchronousModel(path: models.detection, precision: .float32)
            recognition = try SynchronousModel(path: models.recognition, precision: .float32)
        } catch {
            throw Self.failed(error)
        }
        decoder = CharacterDecoder(characters: try models.characters())
    }

    private static func failed(_ error: InferenceError) -> TextRecognitionError {
        TextRecognitionError(
            .failed, during: error.operation, "The text of the picture could not be read: \(error.message)")
    }

    // MARK: A page

    /// Reads a picture; the canvas may lie on its side or be upside down. Throws `TextRecognitionError` or `ImagingError`.
    func page(_ canvas: TextCanvas) throws -> Page {
        let deadline = ContinuousClock.now + Self.timeLimit
        var (canvas, curves) = (canvas, try curves(in: canvas))
        for rim in Self.rims {
            if let near = try nearer(curves, in: canvas, rim: rim) { (canvas, curves) = near }
        }
        let canvasAsTaken = canvas
        var isWayUpSure = true
        var known: [Int: [CharacterDecoder.Word]] = [:]
        if let lying = try turnsOfLyingText(curves, in: canvas) {
            isWayUpSure = lying.isSure
            canvas = try canvas.turned(by: lying.turns)
            curves = try self.curves(in: canvas)
        } else {
            let wayUp = try wayUp(of: curves, in: canvas)
            isWayUpSure = wayUp.isSure
            known = wayUp.words
            if wayUp.isUpsideDown {
                canvas = try canvas.turned(by: 2)
                curves = try self.curves(in: canvas)
            }
        }
        let lines = try read(curves, in: canvas, known: known, before: deadline)
        let rows = TextRows(lines.map(\.curve)).rows
        return Page(
            canvas: canvas, canvasAsTaken: canvasAsTaken, isWayUpSure: isWayUpSure,
            rows: rows.map { $0.map { lines[$0] } })
    }

    /// Lines that were not read by then count as unread.
    private static let timeLimit = Duration.seconds(15)

    /// The sizes in which lines are found, in pixels. They are few, because memory is needed for each; the rest of a size
    /// that the picture does not fill is grey.
    private static let detectionSizes = [
        (width: 736, height: 480), (width: 640, height: 640), (width: 480, height: 736),
    ]

    private func curves(in canvas: TextCanvas) throws -> [LineCurve] {
        let (width, height) = (Double(canvas.width), Double(canvas.height))
        func scale(_ size: (width: Int, height: Int)) -> Double {
            min(Double(size.width) / width, Double(size.height) / height)
        }
        guard let size = Self.detectionSizes.max(by: { scale($0) < scale($1) }) else { return [] }
        let (across, down) = (max(1, Int(width * scale(size))), max(1, Int(height * scale(size))))
        let input = try TextInput.channels(
            try canvas.values(width: across, height: down), width: across, height: down, filledTo: size)
        let output = try run(detection, input, [1, 3, size.height, size.width])
        let map = try TextMap(width: across, height: down, values: output.values, columns: size.width)
        let (sx, sy) = (width / Double(across), height / Double(down))
        let edges = map.regions().map { region in
            region.edge.map { ((Double($0.x) + 0.5) * sx - 0.5, (Double($0.y) + 0.5) * sy - 0.5) }
        }
        return LineCurve.joined(edges, step: max(sx, sy))
    }

    /// Letters of less than this height, in pixels of the picture in which lines are found, are looked at from nearer by.
    private static let smallLetters = 9.0
    /// It is worth it if the letters become larger by this factor.
    private static let leastEnlargement = 1.4
    /// What is shown around the found lines, as a fraction of their extent: first much, because of tiny letters only some
    /// lines are found; then less.
    private static let rims = [2.5, 1]
    /// The same if a label was found around the lines; then it is shown completely.
    private static let rimOfLabel = 0.1

    /// The part of the picture with the text, if its letters are small and the part is; nil if it shows less text.
    private func nearer(
        _ curves: [LineCurve], in canvas: TextCanvas, rim: Double
    ) throws -> (canvas: TextCanvas, curves: [LineCurve])? {
        // The small ones count: a heading says nothing about the lines below it.
        let heights = curves.map(\.letterHeight).sorted()
        guard let height = heights.isEmpty ? nil : heights[heights.count / 4] else { return nil }
        let longest = Double(max(canvas.width, canvas.height))
        guard height * 736 / longest < Self.smallLetters else { return nil }
        var points = curves.flatMap { $0.outline }
        func isSmall(rim: Double) -> Bool {
            longest > Self.leastEnlargement * Self.extent(of: points) * (1 + 2 * rim)
        }
        // Finding the label takes time, and it makes the part no smaller than its lines.
        guard isSmall(rim: Self.rimOfLabel) else { return nil }
        let label = try canvas.sheet().labelCorners
        points += label ?? []
        let rim = label == nil ? rim : Self.rimOfLabel
        guard isSmall(rim: rim) else { return nil }
        let part = try canvas.part(around: points, rim: rim * Self.extent(of: points))
        let found = try self.curves(in: part)
        // A line that reaches the edge of the part may continue beyond it.
        let isCutOff = found.contains { curve in
            curve.outline.contains { part.isCutOff($0.x, $0.y, rim: 0.5 * curve.letterHeight) }
        }
        return isCutOff || !Self.shows(found, in: part, all: curves, of: canvas) ? nil : (part, found)
    }

    /// The longer side of the box around points.
    private static func extent(of points: [LineCurve.Point]) -> Double {
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        return max((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0))
    }

    /// Whether each line that was found before is found again in a part.
    private static func shows(
        _ found: [LineCurve], in part: TextCanvas, all curves: [LineCurve], of canvas: TextCanvas
    ) -> Bool {
        let boxes = found.map { curve in
            let corners = curve.outline.map { part.photograph($0.x, $0.y) }
            let (xs, ys) = (corners.map(\.x), corners.map(\.y))
            return (left: xs.min() ?? 0, right: xs.max() ?? 0, top: ys.min() ?? 0, bottom: ys.max() ?? 0)
        }
        return curves.allSatisfy { curve in
            let middle = curve.place(0.5, 0.5)
            let place = canvas.photograph(middle.x, middle.y)
            return boxes.contains { box in
                let (across, down) = (0.2 * (box.right - box.left), 0.5 * (box.bottom - box.top))
                return place.x > box.left - across && place.x < box.right + across && place.y > box.top - down
                    && place.y < box.bottom + down
            }
        }
    }

    private func run(
        _ model: SynchronousModel, _ values: [Float], _ shape: [Int]
    ) throws(TextRecognitionError) -> (shape: [Int], values: [Float]) {
        do throws(InferenceError) {
            return try model.run(shape: shape, values: values)
        } catch {
            throw Self.failed(error)
        }
    }

    // MARK: Lines

    /// The height of a strip in pixels, as the network requires it.
    private static let stripHeight = 48
    private static let narrowestStrip = 16
    /// The widths of the recogniser's input, few for the same reason. A longer line is compressed.
    private static let inputWidths = [96, 160, 256, 384, 544, 768, 1088, 1536, 2048]

    private static func stripWidth(_ curve: LineCurve) -> Int {
        let width = curve.length * Double(stripHeight) / curve.fullHeight
        return min(max(narrowestStrip, Int(width.rounded())), inputWidths.last ?? narrowestStrip)
    }

    /// `known` has the words of lines that were read already, by their index.
    private func read(
        _ curves: [LineCurve], in canvas: TextCanvas, known: [Int: [CharacterDecoder.Word]],
        before deadline: ContinuousClock.Instant
    ) throws -> [Line] {
        var count = 0
        return try curves.enumerated().map { index, curve in
            let isRead = ContinuousClock.now < deadline && count < TextLine.wordLimit
            let words = isRead ? try known[index] ?? words(of: curve, in: canvas) : []
            count += words.count
            return Line(curve: curve, words: words.isEmpty ? [.unread] : words)
        }
    }

    /// The words of one line; `isFlipped` reads it from its other end.
    private func words(
        of curve: LineCurve, in canvas: TextCanvas, isFlipped: Bool = false
    ) throws -> [CharacterDecoder.Word] {
        let (width, height) = (Self.stripWidth(curve), Self.stripHeight)
        var strip = try canvas.strip(width: width, height: height, place: curve.place)
        if isFlipped { strip.reverse() }
        let full = Self.inputWidths.first { $0 >= width } ?? width
        let output = try run(
            recognition, TextInput.channels(strip, width: width, height: height, filledTo: (full, height)),
            [1, 3, height, full])
        guard output.shape.count == 3 else {
            throw TextRecognitionError(
                .failed, during: "text recognition", "The text of the picture could not be read.")
        }
        return try decoder.words(output.values, steps: output.shape[1], used: Double(width) / Double(full))
    }

    // MARK: The way up

    /// The number of lines that tell which way up a picture is.
    private static let orientationLineLimit = 5

    /// One way up is sure if the other is read with at most this part of its certainty.
    private static let clearlyLess = 0.7

    /// The quarter turns that make the text level, if most of it runs from top to bottom.
    private func turnsOfLyingText(
        _ curves: [LineCurve], in canvas: TextCanvas
    ) throws -> (turns: Int, isSure: Bool)? {
        func sum(_ curves: [LineCurve]) -> Int { curves.reduce(0) { $0 + Self.stripWidth($1) } }
        let upright = curves.filter { !$0.isLevel }
        guard sum(upright) > sum(curves.filter(\.isLevel)) else { return nil }
        let asked = Self.longest(upright)
        let down = try certainty(asked, of: upright, in: canvas).certainty
        let up = try certainty(asked, of: upright, in: canvas, isFlipped: true).certainty
        // Text that is read downwards was turned clockwise.
        return (down.sum >= up.sum ? 3 : 1, min(down.sum, up.sum) < Self.clearlyLess * max(down.sum, up.sum))
    }

    /// Whether level text is upside down. Words of letters that are read with high confidence are not; numbers may be.
    /// `words` has what was read for this, by the index of the line; nothing if the text is upside down.
    private func wayUp(
        of curves: [LineCurve], in canvas: TextCanvas
    ) throws -> (isUpsideDown: Bool, isSure: Bool, words: [Int: [CharacterDecoder.Word]]) {
        let asked = Self.longest(curves)
        let (level, words) = try certainty(asked, of: curves, in: canvas)
        if level.letters >= Self.enoughLetters, level.mean > 0.85 { return (false, true, words) }
        let flipped = try certainty(asked, of: curves, in: canvas, isFlipped: true).certainty
        let isSure = min(level.sum, flipped.sum) < Self.clearlyLess * max(level.sum, flipped.sum)
        return flipped.sum > 1.1 * level.sum ? (true, isSure, [:]) : (false, isSure, words)
    }

    private static let enoughLetters = 12

    /// The indices of the longest lines.
    private static func longest(_ curves: [LineCurve]) -> [Int] {
        Array(curves.indices.sorted { stripWidth(curves[$0]) > stripWidth(curves[$1]) }.prefix(orientationLineLimit))
    }

    private struct Certainty {
        /// The sum of the confidences of all characters.
        var sum = 0.0
        var characters = 0
        var letters = 0
        var mean: Double { characters == 0 ? 0 : sum / Double(characters) }
    }

    private func certainty(
        _ asked: [Int], of curves: [LineCurve], in canvas: TextCanvas, isFlipped: Bool = false
    ) throws -> (certainty: Certainty, words: [Int: [CharacterDecoder.Word]]) {
        var certainty = Certainty()
        var words: [Int: [CharacterDecoder.Word]] = [:]
        for index in asked {
            let read = try self.words(of: curves[index], in: canvas, isFlipped: isFlipped)
            words[index] = read
            for word in read {
                certainty.sum += word.confidence * Double(word.text.count)
                certainty.characters += word.text.count
                certainty.letters += word.text.count { $0.isLetter }
            }
        }
        return (certainty, words)
    }
}

extension CharacterDecoder.Word {
    /// Stands for a line of which nothing could be read.
    static let unread = CharacterDecoder.Word(text: "…", confidence: 0, start: 0, end: 1)
}

extension LineCurve {
    /// The corners with the margin, clockwise from the top left of the text.
    fileprivate var outline: [Point] { [place(0, 0), place(1, 0), place(1, 1), place(0, 1)] }
}
