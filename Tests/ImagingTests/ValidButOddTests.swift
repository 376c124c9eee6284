import Foundation
import Support
import Testing

@testable import Imaging

@Suite("Pictures that are valid but odd", .tags(.medium))
struct ValidButOddTests {
    private static let preparation = Preparation(
        pixels: .init(width: 96, height: 48, resize: .exact, filter: .bilinear),
        renditions: [.init(longestSide: 200, quality: 90)])

    private func prepare(
        _ bytes: [UInt8], _ preparation: Preparation = preparation
    ) throws(ImagingError) -> Prepared {
        try Picture.prepare(bytes, as: preparation, within: PictureLimits())
    }

    @Test("There are at least 150 odd pictures and 80 damaged ones")
    func counts() {
        #expect(OddPicture.odd.count >= 150)
        #expect(OddPicture.damaged.count >= 80)
    }

    @Test("An odd picture has the pixels of the plain one", arguments: OddPicture.odd)
    func read(picture: OddPicture) throws {
        let prepared = try prepare(Fixture.bytes(picture.path))
        let plain = try prepare(Fixture.bytes(picture.plainPath))
        #expect((prepared.width, prepared.height) == (plain.width, plain.height))
        #expect(prepared.pixels == plain.pixels)
        #expect(prepared.renditions == plain.renditions)
    }

    @Test("An odd picture is decoded completely even if no result is requested", arguments: OddPicture.odd)
    func readThrough(picture: OddPicture) throws {
        #expect(try prepare(Fixture.bytes(picture.path), Preparation()).width == 480)
    }

    @Test("A picture that is cut off or damaged is refused", arguments: OddPicture.damaged)
    func refused(picture: OddPicture) throws {
        for preparation in [Self.preparation, Preparation()] {
            let error = #expect(throws: ImagingError.self) { try prepare(Fixture.bytes(picture.path), preparation) }
            #expect(error?.code == .corrupt, "\(error?.operation ?? "")")
            #expect(error?.message == "The picture is damaged or cut off.")
        }
    }

    @Test(
        "Of an odd JPEG every prefix that lacks pixels is refused", arguments: ["scan-0-0", "jfif-2-1", "stray-text"])
    func prefixes(name: String) throws {
        let whole = try Fixture.bytes("ValidButOdd/odd/jpeg-\(name).jpg")
        // Without its last two bytes only the end marker is missing.
        for count in stride(from: 3, to: whole.count - 4, by: 97) {
            let error = #expect(throws: ImagingError.self, "\(count)") { try prepare(Array(whole.prefix(count))) }
            #expect(error?.code == .corrupt, "\(count)")
            let ended = #expect(throws: ImagingError.self, "\(count), ended") {
                try prepare(Array(whole.prefix(count)) + [0xFF, 0xD9])
            }
            #expect(ended?.code == .corrupt, "\(count), ended")
        }
    }

    @Test("The limits of size, scans and metadata hold for an odd JPEG")
    func limits() throws {
        let odd = try Fixture.bytes("ValidButOdd/odd/jpeg-progression-dc-last.jpg")
        for (code, change) in [
            (ImagingError.Code.tooManyPixels, { (limits: inout PictureLimits) in limits.pixels = 1000 }),
            (.sideTooLong, { $0.side = 100 }), (.tooComplex, { $0.scannedPixels = 480 * 176 * 3 }),
            (.tooComplex, { $0.blocks = 0 }), (.tooManyBytes, { $0.bytes = 1000 }),
        ] {
            var limits = PictureLimits()
            change(&limits)
            let error = #expect(throws: ImagingError.self) { try Picture.prepare(odd, as: .init(), within: limits) }
            #expect(error?.code == code)
        }
    }

    @Test("The first picture of a collection is not used if another one is the primary picture")
    func collection() throws {
        let collection = try prepare(Fixture.bytes("ValidButOdd/plain/collection.heic"))
        let alone = try prepare(Fixture.bytes("ValidButOdd/plain/phone.heic"))
        #expect((collection.width, collection.height) == (480, 176))
        #expect(collection.pixels == alone.pixels)
    }

    @Test("A strip of a few rows is read only if that is requested", arguments: ["24-rows.jpg", "12-rows.png"])
    func strips(name: String) throws {
        let strip = try Fixture.bytes("ValidButOdd/plain/strip-" + name)
        let error = #expect(throws: ImagingError.self) { try prepare(strip) }
        #expect(error?.code == .tooSmall)
        #expect(try prepare(strip, Preparation(minimumSide: 1)).width == 480)
        var limits = PictureLimits()
        limits.minimumSide = 481
        let short = #expect(throws: ImagingError.self) {
            try Picture.prepare(strip, as: Preparation(minimumSide: 1), within: limits)
        }
        #expect(short?.code == .tooSmall)
    }

    @Test(
        "AVIF is recognised by its brands",
        arguments: [
            ("avif", ["mif1"], PictureFormat.avif), ("mif1", ["mif1", "avif"], .avif),
            ("mif1", ["mif1", "heic"], .heic),
            ("mif1", ["avif", "heic"], .heic), ("heic", ["mif1"], .heic), ("mif1", [], .heic),
        ])
    func brands(major: String, others: [String], format: PictureFormat) throws {
        let brands = Array((["ftyp", major, "\0\0\0\0"] + others).joined().utf8)
        #expect(
            try PictureFormat(sniffing: [0, 0, 0, UInt8(brands.count + 4)] + brands + Array("avif".utf8)) == format)
    }

    @Test("A library without a decoder for AVIF is not reported as a damaged picture")
    func missingCodec() {
        func error(_ operation: String) -> ImagingError { ImagingError(.corrupt, during: operation, "") }
        #expect(Picture.isMissingCodec(error("read: heifload: Unsupported feature: Unsupported codec (4.3000)")))
        #expect(!Picture.isMissingCodec(error("read: heifload: Invalid input: End of data (2.100)")))
    }
}

@Suite("JPEGSurvey", .tags(.small))
struct JPEGSurveyTests {
    private func survey(_ name: String) throws -> JPEGSurvey {
        try Fixture.bytes("ValidButOdd/" + name).withUnsafeBytes { JPEGSurvey(of: $0) }
    }

    @Test(
        "The survey reports a complete picture and its oddities",
        arguments: [
            ("plain/sequential.jpg", 0, true), ("plain/progressive.jpg", 0, true), ("odd/jpeg-scan-0-0.jpg", 1, true),
            ("odd/jpeg-jfif-2-1.jpg", 1, true), ("odd/jpeg-adobe-255.jpg", 1, true),
            ("odd/jpeg-scan-0-0-stray.jpg", 2, true), ("odd/jpeg-separate-scans-0-0.jpg", 3, true),
            ("odd/jpeg-no-end.jpg", 0, false), ("odd/jpeg-no-end-scan-0-0.jpg", 1, false),
            ("odd/jpeg-no-end-progressive.jpg", 0, false),
        ])
    func whole(name: String, oddities: Int, hasEnd: Bool) throws {
        let survey = try survey(name)
        #expect(survey.isWhole)
        #expect(survey.oddities == oddities)
        #expect(survey.hasEnd == hasEnd)
        #expect((survey.height, survey.soundRows, survey.damage) == (176, 176, nil))
    }

    @Test(
        "The survey reports how many rows come before the damage",
        arguments: [
            ("damaged/jpeg-sequential-cut-50-ended.jpg", 40...120), ("damaged/jpeg-grey-cut-98-ended.jpg", 136...175),
            ("damaged/jpeg-progressive-first-scan.jpg", 0...0), ("damaged/jpeg-progressive-scan-cut.jpg", 0...0),
            ("damaged/jpeg-codes-wrong.jpg", 0...175), ("damaged/jpeg-header-only.jpg", 0...0),
        ])
    func damaged(name: String, rows: ClosedRange<Int>) throws {
        let survey = try survey(name)
        #expect(!survey.isWhole)
        #expect(survey.damage?.isEmpty == false)
        #expect(rows.contains(survey.soundRows), "\(survey)")
    }

    @Test("The survey of no bytes finds nothing")
    func empty() {
        #expect(![UInt8]().withUnsafeBytes { JPEGSurvey(of: $0) }.isWhole)
        #expect(!Array("hello".utf8).withUnsafeBytes { JPEGSurvey(of: $0) }.isWhole)
    }

    @Test("Coded pixels that are left over are damage, and padding is not")
    func leftOver() throws {
        let plain = try Fixture.bytes("ValidButOdd/plain/sequential.jpg")
        let pixels = plain.dropLast(2)
        func survey(_ padding: [UInt8]) -> JPEGSurvey {
            (pixels + padding + [0xFF, 0xD9]).withUnsafeBytes { JPEGSurvey(of: $0) }
        }
        #expect(survey([1, 2, 3]).isWhole)
        #expect(survey([UInt8](repeating: 0, count: 5000)).isWhole)
        #expect(!survey((0..<200).map { UInt8($0) }).isWhole)
    }

    @Test("A progressive picture is incomplete if missing data includes the header of a scan")
    func swallowedScan() throws {
        let plain = try Fixture.bytes("ValidButOdd/plain/progressive.jpg")
        let scans = plain.indices.dropLast().filter { plain[$0] == 0xFF && plain[$0 + 1] == 0xDA }
        for scan in scans.dropFirst() {
            for length in [10, 20] {
                var hole = plain
                for index in scan..<(scan + length) { hole[index] = 0 }
                #expect(!hole.withUnsafeBytes { JPEGSurvey(of: $0) }.isWhole, "\(scan)")
            }
        }
    }

    @Test("Zeros in the place of data up to the end of a scan are not padding")
    func holeAtTheEnd() throws {
        let plain = try Fixture.bytes("ValidButOdd/plain/progressive.jpg")
        let start = try #require(plain.indices.dropLast().last { plain[$0] == 0xFF && plain[$0 + 1] == 0xDA })
        for place in stride(from: start + 200, to: plain.count - 40, by: 31) {
            var hole = plain
            for index in place..<(plain.count - 2) { hole[index] = 0 }
            let survey = hole.withUnsafeBytes { JPEGSurvey(of: $0) }
            #expect(!survey.isWhole || survey.oddities == 0, "\(place)")
        }
    }
}

@Suite("PictureStructure", .tags(.small))
struct PictureStructureTests {
    private func structure(_ name: String) throws -> PictureStructure {
        try Fixture.bytes("ValidButOdd/" + name).withUnsafeBytes { PictureStructure(of: $0, format: .jpeg) }
    }

    @Test(
        "Each component of a JPEG requires a scan",
        arguments: [
            ("plain/sequential.jpg", 1, true), ("plain/grey.jpg", 1, true), ("plain/progressive.jpg", 10, true),
            ("odd/jpeg-separate-scans.jpg", 3, true), ("odd/jpeg-components-0-1-2.jpg", 1, true),
            ("damaged/jpeg-separate-scans-one.jpg", 1, false), ("damaged/jpeg-separate-scans-two.jpg", 2, false),
        ])
    func components(name: String, scans: Int, hasEveryComponent: Bool) throws {
        let structure = try structure(name)
        #expect(structure.scans == scans)
        #expect(structure.hasEveryComponent == hasEveryComponent)
    }
}
