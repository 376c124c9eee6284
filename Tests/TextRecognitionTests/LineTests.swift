import Foundation
import Support
import Testing
import TextRecognition

@Suite("Lines of text", .tags(.small))
struct LineTests {
    /// The edge of a band of this height around a centre line.
    fileprivate func band(
        from start: Double, to end: Double, height: Double, centre: (Double) -> Double
    ) -> [LineCurve.Point] {
        stride(from: start, through: end, by: 1).flatMap { x in
            [(x, centre(x) - height / 2), (x, centre(x) + height / 2)]
        }
    }

    fileprivate func curve(
        _ start: Double, _ end: Double, at y: Double, height: Double = 20, slope: Double = 0
    ) throws -> LineCurve {
        try #require(
            LineCurve(edge: band(from: start, to: end, height: height) { y + slope * ($0 - start) }, step: 1))
    }

    // MARK: TextMap

    @Test("Connected places of a map are one region, and places without enough probability are none")
    func regions() throws {
        var values = [Float](repeating: 0, count: 60 * 40)
        func fill(_ xs: Range<Int>, _ ys: Range<Int>, _ value: Float) {
            for y in ys { for x in xs { values[y * 60 + x] = value } }
        }
        fill(5..<25, 4..<10, 0.9)
        fill(30..<55, 4..<10, 0.8)
        fill(5..<25, 20..<26, 0.35)
        fill(40..<42, 30..<32, 0.9)
        let regions = try TextMap(width: 60, height: 40, values: values).regions()
        // The third is connected but not likely enough, the fourth is too small.
        #expect(regions.count == 2)
        #expect(regions.map { $0.edge.map(\.x).min() ?? 0 }.sorted() == [5, 30])
        #expect(throws: TextRecognitionError.self) { try TextMap(width: 60, height: 41, values: values) }
    }

    @Test("A map may be the upper left of a larger output")
    func partOfOutput() throws {
        // Of 30 columns and 10 rows, 24 and 6 are the map; the rest is filling.
        var values = [Float](repeating: 1, count: 30 * 10)
        for row in 0..<6 { for column in 0..<24 { values[row * 30 + column] = row < 4 && column < 20 ? 0.9 : 0 } }
        let regions = try TextMap(width: 24, height: 6, values: values, columns: 30).regions()
        #expect(regions.count == 1)
        #expect(regions.first?.edge.map(\.x).max() == 20)
        #expect(throws: TextRecognitionError.self) {
            try TextMap(width: 24, height: 11, values: values, columns: 30)
        }
    }

    @Test("A region may touch the edges of the map")
    func wholeMap() throws {
        let regions = try TextMap(width: 20, height: 10, values: [Float](repeating: 1, count: 200)).regions()
        #expect(regions.count == 1)
        #expect(regions.first?.score == 1)
    }

    // MARK: LineCurve

    @Test("A straight line has its height and a margin")
    func straight() throws {
        let curve = try curve(100, 400, at: 50)
        #expect(curve.isLevel)
        #expect(abs(curve.letterHeight - 20) < 0.5)
        #expect(curve.start < 90 && curve.end > 410)
        let middle = curve.place(0.5, 0.5)
        #expect(abs(middle.x - 250) < 2 && abs(middle.y - 50) < 1)
        let corners = curve.corners(from: 0, to: 1)
        #expect(corners[0].x < corners[1].x && corners[0].y < corners[3].y)
    }

    @Test("A tilted and a bent line are followed", arguments: [0.2, 0])
    func bent(tilt: Double) throws {
        func centre(_ x: Double) -> Double { 200 + tilt * x + (tilt == 0 ? 0.0008 * (x - 300) * (x - 300) : 0) }
        let curve = try #require(LineCurve(edge: band(from: 100, to: 500, height: 24, centre: centre), step: 1))
        for fraction in [0.1, 0.3, 0.5, 0.7, 0.9] {
            let place = curve.place(fraction, 0.5)
            #expect(abs(place.y - centre(place.x)) < 2, "\(fraction)")
        }
        #expect(tilt > 0 ? abs(curve.rightSlope - tilt) < 0.03 : curve.leftSlope < -0.1 && curve.rightSlope > 0.1)
    }

    @Test("An upright line is read downwards, and a speck is no line")
    func upright() throws {
        let edge = band(from: 50, to: 300, height: 20) { _ in 80 }.map { (x: $0.y, y: $0.x) }
        let curve = try #require(LineCurve(edge: edge, step: 1))
        #expect(!curve.isLevel)
        #expect(curve.place(0, 0.5).y < curve.place(1, 0.5).y)
        // Down the line, the letters' top is to the right.
        #expect(curve.place(0.5, 0).x > curve.place(0.5, 1).x)
        #expect(LineCurve(edge: [(1, 1), (2, 1), (1, 1), (2, 1)], step: 1) == nil)
        #expect(LineCurve(edge: [], step: 1) == nil)
    }

    @Test("Two areas whose margins overlap are one line, and words with a gap or other rows are not")
    func joined() {
        func edge(_ start: Double, _ end: Double, _ y: Double) -> [LineCurve.Point] {
            band(from: start, to: end, height: 20) { _ in y }
        }
        let curves = LineCurve.joined(
            [edge(208, 400, 51), edge(0, 200, 50), edge(450, 600, 50), edge(0, 200, 85)], step: 1)
        #expect(curves.count == 3)
        #expect(curves.contains { $0.start < 0 && $0.end > 400 && $0.end < 430 })
    }

    @Test("A word whose outline reaches the picture's edge may be cut, and its neighbours are not")
    func cut() throws {
        let curve = try curve(4, 400, at: 60)
        #expect(curve.mayBeCut(from: 0.02, to: 0.1, width: 600, height: 120))
        #expect(!curve.mayBeCut(from: 0.4, to: 0.6, width: 600, height: 120))
        #expect(!curve.mayBeCut(from: 0.9, to: 0.97, width: 600, height: 120))
        #expect(curve.mayBeCut(from: 0.9, to: 0.97, width: 405, height: 120))
        // Cut along its lower edge.
        #expect(curve.mayBeCut(from: 0.4, to: 0.6, width: 600, height: 70))
    }

}

extension LineTests {
    // MARK: TextRows

    @Test("The cells of a table are one row each, also if the sheet is tilted", arguments: [0, 0.05, -0.08])
    func rows(slope: Double) throws {
        var curves: [LineCurve] = []
        for row in [3, 0, 2, 1] {
            for (start, end) in [(400.0, 470.0), (20, 320), (520, 580), (640, 900)] {
                let y = 100 + 45 * Double(row) + slope * start
                curves.append(try curve(start, end, at: y, slope: slope))
            }
        }
        let rows = TextRows(curves).rows
        #expect(rows.count == 4)
        for row in rows { #expect(row.map { curves[$0].left.x } == row.map { curves[$0].left.x }.sorted()) }
        #expect(rows.map { row in row.map { $0 / 4 } } == [[1, 1, 1, 1], [3, 3, 3, 3], [2, 2, 2, 2], [0, 0, 0, 0]])
        #expect(TextRows([]).rows.isEmpty)
    }

    // MARK: CharacterDecoder

    private var decoder: CharacterDecoder { CharacterDecoder(characters: ["", "a", "b", "1", " "]) }

    /// The output of a recogniser whose likeliest classes are these.
    private func output(_ classes: [Int], confidence: Float = 0.9) -> [Float] {
        classes.flatMap { best in (0..<5).map { $0 == best ? confidence : (1 - confidence) / 4 } }
    }

    @Test("Repeated classes are one character, blanks separate equal ones, and spaces separate words")
    func characters() throws {
        let words = try decoder.words(output([1, 1, 0, 1, 2, 4, 3, 0, 3, 3]), steps: 10, used: 1)
        #expect(words.map(\.text) == ["aab", "11"])
        #expect(words.allSatisfy { abs($0.confidence - 0.9) < 1e-6 && $0.start < $0.end })
        #expect(words[0].end <= words[1].start)
        #expect(try decoder.words(output([0, 4, 0]), steps: 3, used: 1).isEmpty)
    }

    @Test("The least sure character is the confidence of a word")
    func confidence() throws {
        let values = output([1]) + output([0]) + output([2], confidence: 0.4)
        #expect(try decoder.words(values, steps: 3, used: 1).map { ($0.confidence * 10).rounded() } == [4])
    }

    @Test("The output of another model is refused")
    func classes() {
        #expect(throws: TextRecognitionError.self) { try decoder.words([0.1, 0.9], steps: 1, used: 1) }
        #expect(throws: TextRecognitionError.self) { try decoder.words([], steps: 0, used: 1) }
    }

    // MARK: Input and models

    @Test("Luminance becomes three channels from -1 to 1, with 0 where there is no picture")
    func input() throws {
        let input = try TextInput.channels([0, 255, 255, 0], width: 2, height: 2, filledTo: (3, 2))
        #expect(input.prefix(6).map { ($0 * 100).rounded() } == [-100, 100, 0, 100, -100, 0])
        #expect(Array(input[6..<12]) == Array(input[0..<6]) && Array(input[12...]) == Array(input[0..<6]))
        #expect(throws: TextRecognitionError.self) {
            try TextInput.channels([0], width: 2, height: 2, filledTo: (3, 2))
        }
        #expect(throws: TextRecognitionError.self) {
            try TextInput.channels([0, 0], width: 2, height: 1, filledTo: (1, 1))
        }
    }

    @Test("The models are taken from a configured folder, and missing ones are an error that says what installs them")
    func models() throws {
        let error = #expect(throws: TextRecognitionError.self) {
            try TextModels.found(environment: ["STILLROOM_TEXT_MODELS": "/nowhere"])
        }
        #expect(error?.code == .dataMissing)
        #expect(error?.message.contains("Scripts/setup") == true)
        let characters = try TextModels.found(environment: [:]).characters()
        #expect(characters.first == "" && characters.last == " ")
        #expect(["a", "Z", "0", "½", "é", "ß", "€"].allSatisfy(characters.contains))
    }
}
