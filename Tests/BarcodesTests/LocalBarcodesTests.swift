import Foundation
import Household
import Imaging
import Larder
import LocalRecognition
import Support
import Testing

@Suite("Barcodes in photographs", .tags(.large))
struct LocalBarcodesTests {
    private static let pictures = PicturePool(size: 1, settings: .init(command: [Fixture.command, "picture-worker"]))
    private let barcodes = LocalBarcodes(pictures: Self.pictures)

    private func photograph(_ code: DrawnBarcode, _ change: (inout DrawnBarcode.View) -> Void = { _ in }) -> [UInt8] {
        var view = DrawnBarcode.View()
        change(&view)
        return DrawnBarcode.tiff(code.seen(view), width: view.width, height: view.height)
    }

    @Test("A barcode is confirmed when both readers saw it, at its place")
    func agreed() async throws {
        let scan = try await barcodes.scan(photograph(DrawnBarcode(ean13: "4015533014963")) { $0.place = (0.3, 0.7) })
        let code = try #require(scan.codes.first)
        #expect(scan.codes.count == 1)
        #expect(code.isAgreed)
        #expect(code.reading.gtin == GTIN("4015533014963"))
        #expect(abs(code.box.x + code.box.width / 2 - 0.3) < 0.03)
        #expect((0.5...0.9).contains(code.box.y + code.box.height / 2))
    }

    @Test(
        "Barcodes of every kind are confirmed",
        arguments: [
            ("0036000291452", DrawnBarcode(ean13: "0036000291452")), ("96385074", DrawnBarcode(ean8: "96385074")),
            ("0042100005264", DrawnBarcode(upcE: "04252614")), ("30712345000010", DrawnBarcode(itf: "30712345000010")),
        ])
    func kinds(code: String, drawn: DrawnBarcode) async throws {
        let scan = try await barcodes.scan(photograph(drawn))
        #expect(scan.codes.map(\.reading.offCode) == [code])
        #expect(scan.isSettled)
    }

    @Test(
        "Barcodes are read at any angle, and their place refers to the original photograph",
        arguments: [0.0, 37, 45, 90, 130, 200])
    func angles(turn: Double) async throws {
        let scan = try await barcodes.scan(
            photograph(DrawnBarcode(ean13: "4015533014963")) { view in
                (view.turn, view.place) = (turn, (0.4, 0.6))
                (view.width, view.height) = (800, 600)
            })
        let code = try #require(scan.codes.first)
        #expect(code.reading.gtin == GTIN("4015533014963"))
        #expect(code.isAgreed)
        #expect(abs(code.box.x + code.box.width / 2 - 0.4) < 0.12, "\(code.box)")
        #expect(abs(code.box.y + code.box.height / 2 - 0.6) < 0.12, "\(code.box)")
    }

    @Test("A barcode is read in a shadow in which one reader alone fails")
    func shadow() async throws {
        let scan = try await barcodes.scan(photograph(DrawnBarcode(ean13: "4015533014963")) { $0.shade = 120 })
        #expect(scan.codes.map(\.isAgreed) == [true])
    }

    @Test("A photograph without a barcode is a valid result")
    func none() async throws {
        #expect(try await barcodes.scan(Fixture.bytes("Pictures/flower.jpg")).codes.isEmpty)
    }

    @Test(
        "A file that is not a picture, or a damaged one, is refused as in all other functions",
        arguments: [[UInt8](), Array("hello".utf8)])
    func refused(bytes: [UInt8]) async throws {
        let error = await #expect(throws: HouseholdError.self) { try await barcodes.scan(bytes) }
        #expect(error?.code == .photographRefused)
    }

    @Test("A picture that is cut off is refused by the barcode scan")
    func cutOff() async throws {
        let whole = try Fixture.bytes("Pictures/flower.jpg")
        let error = await #expect(throws: HouseholdError.self) {
            try await barcodes.scan(Array(whole.prefix(whole.count / 2)))
        }
        #expect(error?.code == .photographRefused)
    }

    @Test("A barcode scan stops when its task is cancelled")
    func cancelled() async throws {
        let photograph = photograph(DrawnBarcode(ean13: "4015533014963"))
        let task = Task { [barcodes] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await barcodes.scan(photograph)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A program without the barcode inspectors reports an error")
    func withoutReaders() throws {
        let error = #expect(throws: ImagingError.self) {
            try Picture.prepare(
                Fixture.bytes("Pictures/flower.jpg"), as: Preparation(inspector: "barcodes"), within: PictureLimits())
        }
        #expect(error?.code == .unavailable)
    }
}

@Suite("PictureLight", .tags(.medium))
struct PictureLightTests {
    private func plane(_ name: String, _ look: PictureLight.Look) throws -> LightPlane {
        var plane: LightPlane?
        let inspector = PictureInspector("light") { light throws(ImagingError) in
            plane = try light.plane(look)
            return [1, 2, 3]
        }
        let prepared = try Picture.prepare(
            Fixture.bytes(name), as: Preparation(inspector: "light"), within: PictureLimits(), inspectors: [inspector])
        #expect(prepared.findings == [1, 2, 3])
        return try #require(plane)
    }

    /// The mean difference in levels of 255.
    private func difference(_ left: LightPlane, _ right: LightPlane) -> Double {
        guard left.values.count == right.values.count, !left.values.isEmpty else { return 255 }
        return zip(left.values, right.values).reduce(0.0) { $0 + abs(Double($1.0) - Double($1.1)) }
            / Double(left.values.count)
    }

    @Test("Luminance is upright for every orientation value", arguments: 1...8)
    func orientation(number: Int) throws {
        let look = PictureLight.Look(longestSide: 320)
        let upright = try plane("Pictures/flower-orientation-1.jpg", look)
        let turned = try plane("Pictures/flower-orientation-\(number).jpg", look)
        #expect((turned.width, turned.height) == (upright.width, upright.height))
        #expect(difference(turned, upright) < 3)
    }

    @Test(
        "Luminance is the same for every format",
        arguments: ["flower.heic", "flower-lzw.tiff", "private.png", "private.webp"])
    func formats(name: String) throws {
        for contrast in PictureLight.Look.Contrast.allCases {
            let plane = try plane("Pictures/" + name, .init(longestSide: 150, contrast: contrast))
            #expect(max(plane.width, plane.height) == 150, "\(contrast.rawValue)")
            #expect(Set(plane.values).count > 20, "\(contrast.rawValue)")
        }
    }

    @Test("Luminance is enlarged to twice the size only if requested and small enough")
    func sizes() throws {
        func longest(_ look: PictureLight.Look) throws -> Int {
            let plane = try plane("Pictures/flower.jpg", look)
            return max(plane.width, plane.height)
        }
        #expect(try longest(.init(longestSide: 1600)) == 640)
        #expect(try longest(.init(longestSide: 1600, enlarges: true)) == 1280)
        #expect(try longest(.init(longestSide: 1000, enlarges: true)) == 640)
        #expect(try longest(.init(longestSide: 300, enlarges: true)) == 300)
    }

    @Test("A place in rotated luminance is converted to the upright picture", arguments: [0, 45, 90])
    func places(turn: Int) throws {
        let plane = try plane("Pictures/flower.jpg", .init(longestSide: 640, turn: turn))
        let middle = plane.parts(
            left: plane.width / 2 - 10, top: plane.height / 2 - 10, right: plane.width / 2 + 10,
            bottom: plane.height / 2 + 10)
        #expect(abs(middle.x + middle.width / 2 - 0.5) < 0.01 && abs(middle.y + middle.height / 2 - 0.5) < 0.01)
        guard turn == 90 else { return }
        // After a clockwise rotation the top is at the right.
        let right = plane.parts(
            left: plane.width - 20, top: plane.height / 2, right: plane.width, bottom: plane.height / 2 + 20)
        #expect(right.y < 0.1)
    }
}

@Suite("Recorded pictures of barcodes", .tags(.large), .needsShared)
struct RecordedBarcodesTests {
    private static let pictures = PicturePool(size: 1, settings: .init(command: [Fixture.command, "picture-worker"]))

    @Test(
        "Recorded barcodes are read, and no code is confirmed that is not on the product",
        arguments: RecordedBarcodes.all)
    func recorded(picture: RecordedBarcodes.Picture) async throws {
        let folder = try #require(RecordedBarcodes.folder)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + picture.file)))
        let scan = try await LocalBarcodes(pictures: Self.pictures).scan(bytes)
        let agreed = Set(scan.codes.filter(\.isAgreed).compactMap(\.reading.gtin))
        let expected = BarcodeReading(picture.code, as: Symbology(rawValue: picture.symbology)).gtin
        // The second code on the back of a Japanese book.
        let further = GTIN("1920081045006")
        for gtin in agreed { #expect(gtin == expected || gtin == further, "\(gtin)") }
        if picture.isReadable { #expect(expected.map(agreed.contains) == true) }
    }
}

enum RecordedBarcodes {
    struct Picture: Sendable, CustomTestStringConvertible {
        let file: String
        let code: String
        let symbology: String
        /// Whether both readers could read it at the time of the recording, with default settings.
        let isReadable: Bool

        var testDescription: String { file }
    }

    static let folder: String? = Fixture.shared.map { $0 + "/data/barcodes" }

    static let all: [Picture] = {
        guard let folder, let table = try? String(contentsOfFile: folder + "/labels.csv", encoding: .utf8) else {
            return []
        }
        return table.split(whereSeparator: \.isNewline).dropFirst().map { row in
            // One column before those of the readers may contain a comma in quotation marks.
            let quoted = row.split(separator: "\"", omittingEmptySubsequences: false)
            let plain = quoted.count == 3 ? quoted[0] + "-" + quoted[2] : row
            let cells = plain.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            return Picture(
                file: cells[0], code: cells[1], symbology: cells[2],
                isReadable: cells[5].hasPrefix("ok") && cells[6].hasPrefix("ok"))
        }
    }()
}
