import GoogleVision
import Labels

/// Converts Google's words and breaks to lines of words, in Google's order.
///
/// Words that Google separates without a space are joined: "mg" and "," become "mg,". A hyphen at the end of a line,
/// which Google reports as a break and not as a symbol, stays at the end of the line: "1-" above "2" is not 12.
struct VisionTextLines {
    typealias Line = RecognisedText.Line
    typealias Word = RecognisedText.Word

    private let size: VisionTextBox.Size?
    /// Whether the response contains confidences. If it does, a missing one is 0.
    private let isMeasured: Bool
    private var lines: [Line] = []
    private var words: [(word: Word, box: VisionTextBox?)] = []
    private var piece = Piece()
    private var turns = [0.0, 0, 0, 0]

    /// An incomplete word.
    private struct Piece {
        var text = ""
        var confidence: Double?
        var boxes: [VisionTextBox?] = []
    }

    init(_ text: FullText, size: PixelSize?) {
        let page = text.pages.first.map { PixelSize(width: $0.width, height: $0.height) }
        self.size = (size ?? page).flatMap { VisionTextBox.Size($0) }
        let all = text.pages.flatMap(\.blocks).flatMap(\.paragraphs)
        isMeasured = all.contains { $0.words.contains { $0.confidence != nil } }
        for paragraph in all {
            for word in paragraph.words { add(word) }
            endLine()
        }
    }

    var text: RecognisedText {
        let confidences = lines.flatMap(\.words).compactMap(\.confidence).sorted()
        return RecognisedText(
            reader: .googleVision, lines: lines, isHandwritten: false,
            // The tenth percentile: one word in ten has a lower confidence.
            confidence: confidences.isEmpty ? nil : confidences[(confidences.count - 1) / 10],
            turns: turns.indices.max { turns[$0] < turns[$1] } ?? 0)
    }

    private mutating func add(_ word: FullText.Word) {
        let box = word.boundingBox.flatMap { VisionTextBox($0) }
        if let box { turns[box.turns] += box.length }
        let confidence = isMeasured ? min(max(word.confidence ?? 0, 0), 1) : nil
        for symbol in word.symbols {
            let broken = symbol.property?.detectedBreak
            if let broken, broken.isPrefix == true { end(with: broken.type) }
            append(symbol.text, box: box, confidence: confidence)
            if let broken, broken.isPrefix != true { end(with: broken.type) }
        }
    }

    private mutating func append(_ text: String, box: VisionTextBox?, confidence: Double?) {
        let visible = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse: false
            default: !scalar.properties.isWhitespace
            }
        }
        guard !visible.isEmpty else { return }
        piece.text.unicodeScalars.append(contentsOf: visible)
        piece.confidence = [piece.confidence, confidence].compactMap(\.self).min()
        if piece.boxes.last != .some(box) { piece.boxes.append(box) }
    }

    private mutating func end(with type: BreakType?) {
        if type == .hyphen, !piece.text.isEmpty { piece.text += "-" }
        endWord()
        if type?.endsLine == true { endLine() }
    }

    private mutating func endWord() {
        defer { piece = Piece() }
        guard !piece.text.isEmpty else { return }
        let box = VisionTextBox(around: piece.boxes)
        words.append(
            (
                Word(
                    text: piece.text, confidence: piece.confidence, place: size.flatMap { box?.place(in: $0) },
                    isAgreed: false), box
            ))
    }

    private mutating func endLine() {
        endWord()
        defer { words = [] }
        guard !words.isEmpty else { return }
        let box = VisionTextBox(around: words.map(\.box))
        lines.append(Line(words: words.map(\.word), place: size.flatMap { box?.place(in: $0) }))
    }
}

/// Four corners in pixels, clockwise from the text's own top left.
struct VisionTextBox: Equatable {
    struct Size {
        let width: Double
        let height: Double

        /// Returns nil for a size without an area.
        init?(_ size: PixelSize) {
            guard size.width > 0, size.height > 0 else { return nil }
            width = Double(size.width)
            height = Double(size.height)
        }
    }

    private let corners: [SIMD2<Double>]

    /// Returns nil unless there are four corners.
    init?(_ poly: BoundingPoly) {
        guard poly.vertices.count == 4 else { return nil }
        corners = poly.vertices.map { SIMD2(Double($0.x), Double($0.y)) }
    }

    /// The smallest rectangle in the text's direction around all boxes; nil if one of them is nil.
    init?(around boxes: [VisionTextBox?]) {
        let known = boxes.compactMap(\.self)
        guard let first = known.first, known.count == boxes.count else { return nil }
        guard known.count > 1 else {
            self = first
            return
        }
        let sum = known.reduce(SIMD2<Double>.zero) { $0 + $1.along }
        let length = (sum * sum).sum().squareRoot()
        let along = length > 0 ? sum / length : SIMD2(1, 0)
        let down = SIMD2(-along.y, along.x)
        let points = known.flatMap(\.corners)
        let across = points.map { ($0 * along).sum() }
        let deep = points.map { ($0 * down).sum() }
        guard let left = across.min(), let right = across.max(), let top = deep.min(), let bottom = deep.max() else {
            return nil
        }
        corners = [
            along * left + down * top, along * right + down * top, along * right + down * bottom,
            along * left + down * bottom,
        ]
    }

    /// The vector from the beginning of the text to its end.
    private var along: SIMD2<Double> { corners[1] - corners[0] }

    var length: Double { (along * along).sum().squareRoot() }

    /// The clockwise quarter turns that make the text upright: text that runs down the picture needs three.
    var turns: Int {
        if abs(along.x) >= abs(along.y) { return along.x >= 0 ? 0 : 2 }
        return along.y > 0 ? 3 : 1
    }

    /// The corners as fractions of the picture, clamped to its edges.
    func place(in size: Size) -> RecognisedText.Place {
        RecognisedText.Place(
            corners: corners.map { corner in
                .init(x: min(max(corner.x / size.width, 0), 1), y: min(max(corner.y / size.height, 0), 1))
            })
    }
}
