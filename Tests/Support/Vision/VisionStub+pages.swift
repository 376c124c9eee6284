extension VisionStub {
    /// The text on a picture with its positions.
    package struct Page: Sendable {
        package struct Line: Sendable {
            /// A box as fractions of the upright picture.
            package struct Box: Sendable {
                package let x: Double
                package let y: Double
                package let width: Double
                package let height: Double

                package init(x: Double, y: Double, width: Double, height: Double) {
                    self.x = x
                    self.y = y
                    self.width = width
                    self.height = height
                }
            }

            package var text: String
            package var box: Box
            /// The default confidence of words; nil: the response has none.
            package var confidence: Double?
            /// The break at its end: `EOL_SURE_SPACE`, `LINE_BREAK` or `HYPHEN`.
            package var ending: String

            package init(_ text: String, box: Box, confidence: Double? = 0.98, ending: String = "EOL_SURE_SPACE") {
                self.text = text
                self.box = box
                self.confidence = confidence
                self.ending = ending
            }
        }

        package var lines: [Line]
        /// The clockwise quarter turns that make the text upright.
        package var turns: Int
        /// Confidences of certain words, by their text.
        package var confidences: [String: Double] = [:]

        package init(lines: [Line], turns: Int = 0) {
            self.lines = lines
            self.turns = turns
        }

        /// A page with lines below each other in the middle of the picture.
        package init(_ lines: [String], confidence: Double? = 0.98, turns: Int = 0) {
            let step = 0.9 / Double(max(1, lines.count))
            let letter = min(0.9 / Double(max(1, lines.map(\.count).max() ?? 1)), 0.03)
            self.init(
                lines: lines.enumerated().map { number, text in
                    Line(
                        text,
                        box: .init(
                            x: 0.05, y: 0.05 + Double(number) * step, width: letter * Double(text.count),
                            height: step * 0.7),
                        confidence: confidence)
                }, turns: turns)
        }
    }
}

// MARK: - Google's format

extension VisionStub.Page {
    /// A word and the break after it: a space, the line's end, or none.
    private struct Piece {
        let text: String
        let line: Line
        /// The range of letters in the line.
        let from: Int
        let to: Int
        let ending: String?
    }

    func answer(width: Int, height: Int, withConfidence: Bool) -> StubJSON {
        let frame = Frame(width: Double(width), height: Double(height), turns: turns)
        let pieces = lines.flatMap(Self.pieces)
        let whole = lines.map { $0.text + ($0.ending == "HYPHEN" ? "-" : "") }.joined(separator: "\n") + "\n"
        let words = pieces.map { word($0, frame, withConfidence: withConfidence) }
        let paragraph: StubJSON = ["words": .array(words)]
        let block: StubJSON = ["blockType": "TEXT", "paragraphs": [paragraph]]
        let page: StubJSON = ["width": .int(width), "height": .int(height), "blocks": [block]]
        let entities = pieces.map { piece -> StubJSON in
            [
                "description": .string(piece.text),
                "boundingPoly": frame.poly(piece.line.box, piece.from, piece.to, of: piece.line.text.count),
            ]
        }
        return [
            "textAnnotations": .array([["description": .string(whole), "locale": "en"]] + entities),
            "fullTextAnnotation": ["text": .string(whole), "pages": [page]],
        ]
    }

    /// Punctuation marks at the end of a word are separate words without a space before them.
    private static func pieces(of line: Line) -> [Piece] {
        let letters = Array(line.text)
        let marks: Set<Character> = [".", ",", ";", ":", "(", ")", "*"]
        var pieces: [Piece] = []
        var from = 0
        for place in letters.indices where letters[place] != " " {
            let next = place + 1 < letters.count ? letters[place + 1] : nil
            let isNumber = next?.isNumber == true && letters[..<place].last?.isNumber == true
            let isCut = !isNumber && (marks.contains(letters[place]) || next.map { marks.contains($0) } ?? false)
            // "2.5" is one word.
            let followsNumber =
                letters[place].isNumber && next == "." && place + 2 < letters.count
                && letters[place + 2].isNumber
            guard next == nil || next == " " || isCut && !followsNumber else { continue }
            while from < place, letters[from] == " " { from += 1 }
            pieces.append(
                Piece(
                    text: String(letters[from...place]), line: line, from: from, to: place + 1,
                    ending: next == nil ? line.ending : next == " " ? "SPACE" : nil))
            from = place + 1
        }
        return pieces
    }

    private func word(_ piece: Piece, _ frame: Frame, withConfidence: Bool) -> StubJSON {
        let count = piece.line.text.count
        let letters = Array(piece.text)
        let confidence = withConfidence ? confidences[piece.text] ?? piece.line.confidence : nil
        var symbols: [StubJSON] = []
        for (place, letter) in letters.enumerated() {
            var symbol: StubJSON = [
                "text": .string(String(letter)),
                "boundingBox": frame.poly(piece.line.box, piece.from + place, piece.from + place + 1, of: count),
            ]
            if let confidence, confidence != 0 { symbol["confidence"] = .double(confidence) }
            if place == letters.count - 1, let ending = piece.ending {
                symbol["property"] = ["detectedBreak": ["type": .string(ending)]]
            }
            symbols.append(symbol)
        }
        var word: StubJSON = [
            "boundingBox": frame.poly(piece.line.box, piece.from, piece.to, of: count), "symbols": .array(symbols),
        ]
        if let confidence, confidence != 0 { word["confidence"] = .double(confidence) }
        return word
    }

    /// Converts positions of the upright text to positions on the picture.
    private struct Frame {
        let width: Double
        let height: Double
        let turns: Int

        /// The polygon of some letters of a line, clockwise from the text's own top left; coordinates of 0 are left
        /// out.
        func poly(_ box: Line.Box, _ from: Int, _ to: Int, of count: Int) -> StubJSON {
            let left = box.x + box.width * Double(from) / Double(max(1, count))
            let right = box.x + box.width * Double(to) / Double(max(1, count))
            let bottom = box.y + box.height
            let corners = [(left, box.y), (right, box.y), (right, bottom), (left, bottom)].map { share, down in
                let (x, y) = point(share, down)
                var vertex: StubJSON = [:]
                if x != 0 { vertex["x"] = .int(x) }
                if y != 0 { vertex["y"] = .int(y) }
                return vertex
            }
            return ["vertices": .array(corners)]
        }

        private func point(_ across: Double, _ down: Double) -> (Int, Int) {
            let (x, y) =
                switch turns % 4 {
                case 1: (down, 1 - across)
                case 2: (1 - across, 1 - down)
                case 3: (1 - down, across)
                default: (across, down)
                }
            return (Int((x * width).rounded()), Int((y * height).rounded()))
        }
    }
}
