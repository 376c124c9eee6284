import Foundation
import Imaging
import Support
import Testing
import TextRecognition

@Suite("TextReader", .tags(.medium))
struct TextReaderTests {
    private func plane(_ name: String, _ look: TextSheet.Look = TextReaderTests.plain) throws -> TextPlane {
        var plane: TextPlane?
        let inspector = PictureInspector("sheet") { light throws(ImagingError) in
            plane = try light.canvas().sheet().plane(look)
            return []
        }
        _ = try Picture.prepare(
            Fixture.bytes("Labels/" + name), as: Preparation(inspector: "sheet"), within: PictureLimits(),
            inspectors: [inspector])
        return try #require(plane)
    }

    private static let plain = TextSheet.Look(letterHeight: 20, light: .plain)

    @Test("The reader returns the lines, their words and their places")
    func lines() throws {
        let plane = try plane("flat.png")
        let reader = try TextReader(TextData.found())
        let lines = try reader.lines(width: plane.width, height: plane.height, values: plane.values, layout: .block)
        #expect(lines.map(\.text).contains("TAKE 2 TABLETS BY MOUTH ON DAY 1,"))
        for line in lines {
            for (word, next) in zip(line.words, line.words.dropFirst()) { #expect(word.box.left < next.box.left) }
            for word in line.words {
                #expect(word.text.contains { !$0.isWhitespace })
                #expect(0...100 ~= word.confidence)
                #expect(0..<plane.width ~= word.box.left && word.box.right <= plane.width)
                #expect(0..<plane.height ~= word.box.top && word.box.bottom <= plane.height)
            }
        }
        for (line, next) in zip(lines, lines.dropFirst()) {
            #expect((line.words.first?.box.top ?? 0) < (next.words.first?.box.bottom ?? 0))
        }
    }

    @Test("The reader reads several pictures and keeps nothing of the last one")
    func again() throws {
        let plane = try plane("flat.png")
        let reader = try TextReader(TextData.found())
        func read() throws -> [TextLine] {
            try reader.lines(width: plane.width, height: plane.height, values: plane.values, layout: .block)
        }
        let first = try read()
        let white = [UInt8](repeating: 250, count: 300 * 200)
        let none = #expect(throws: TextRecognitionError.self) {
            try reader.lines(width: 300, height: 200, values: white)
        }
        #expect(none?.code == .noText)
        #expect(try read() == first)
    }

    @Test(
        "The reader refuses a picture whose size does not match its values, or an empty one",
        arguments: [(20, 20, 399), (0, 0, 0), (-4, -4, 16), (4, 4, 16), (100_000, 8, 800_000)])
    func sizes(width: Int, height: Int, count: Int) throws {
        let reader = try TextReader(TextData.found())
        let values = [UInt8](repeating: 9, count: count)
        let error = #expect(throws: TextRecognitionError.self) {
            try reader.lines(width: width, height: height, values: values)
        }
        #expect(error?.code == .invalidImage)
    }

    @Test("The reader stops at its time limit")
    func timeLimit() throws {
        let plane = try plane("flat.png")
        let reader = try TextReader(TextData.found())
        let error = #expect(throws: TextRecognitionError.self) {
            try reader.lines(
                width: plane.width, height: plane.height, values: plane.values, timeLimit: .milliseconds(1))
        }
        #expect(error?.code == .failed)
    }

    @Test("A missing language is an error that names its package")
    func missing() throws {
        let error = #expect(throws: TextRecognitionError.self) {
            try TextData.found(language: "xyz", environment: ["TESSDATA_PREFIX": "/nowhere"])
        }
        #expect(error?.code == .dataMissing)
        #expect(error?.message.contains("tesseract-ocr-xyz") == true)
        let unread = #expect(throws: TextRecognitionError.self) { try TextReader(TextData(folder: "/nowhere")) }
        #expect(unread?.code == .dataMissing)
    }

    @Test("The language data is taken from a configured folder, and an invalid file is refused")
    func named() throws {
        let folder = try Fixture.Folder()
        try FileManager.default.createDirectory(atPath: folder.path + "/tessdata", withIntermediateDirectories: true)
        try Data("nothing of use".utf8).write(to: URL(filePath: folder.path + "/tessdata/eng.traineddata"))
        let data = try TextData.found(environment: ["TESSDATA_PREFIX": folder.path])
        #expect(data.folder == folder.path + "/tessdata")
        let error = #expect(throws: TextRecognitionError.self) { try TextReader(data) }
        #expect(error?.code == .failed)
    }

    @Test(
        "A sheet is rectified, and its places are converted to places in the photograph",
        arguments: ["photo.jpg", "sideways.jpg"])
    func sheet(name: String) throws {
        let plane = try plane(name, .init(letterHeight: 20, light: .whitened(contrast: 1.3)))
        // The label is 1000 × 430 in all orientations of the photograph.
        #expect(abs(Double(plane.width) / Double(plane.height) - 1000 / 430) < 0.2)
        let corners = [(0, 0), (plane.width, 0), (plane.width, plane.height), (0, plane.height)].map {
            plane.place($0.0, $0.1)
        }
        for corner in corners { #expect(0.02...0.98 ~= corner.x && 0.02...0.98 ~= corner.y) }
        if name == "sideways.jpg" {
            // Its top left is at the photograph's bottom left.
            #expect(corners[0].x < 0.4 && corners[0].y > 0.6)
            #expect(corners[1].x < 0.4 && corners[1].y < 0.4)
        } else {
            #expect(corners[0].x < 0.4 && corners[0].y < 0.4)
            #expect(corners[1].x > 0.6 && corners[1].y < 0.4)
        }
        // Paper is white in the shade, too.
        let sorted = plane.values.sorted()
        #expect(sorted[sorted.count / 2] > 225)
    }
}
