import Foundation
import Support
import Testing

@testable import Imaging

@Suite("Pictures", .tags(.medium))
struct PictureTests {
    static let square = Preparation.Pixels(width: 64, height: 64, resize: .shorterSide(64), filter: .bilinear)
    static let good = Fixture.expectations.filter { $0.expect == "accept" }
    static let bad = Fixture.expectations.filter { $0.expect == "refuse" }

    private func prepare(_ name: String, _ pixels: Preparation.Pixels = square) throws -> Prepared {
        try Picture.prepare(
            Fixture.bytes(name), as: Preparation(pixels: pixels, renditions: [.init(longestSide: 200, quality: 90)]),
            within: PictureLimits())
    }

    /// The mean difference of two pictures, in levels of 255.
    private func difference(_ left: [UInt8], _ right: [UInt8]) -> Double {
        guard left.count == right.count, !left.isEmpty else { return 255 }
        return zip(left, right).reduce(0.0) { $0 + abs(Double($1.0) - Double($1.1)) } / Double(left.count)
    }

    @Test("The picture fixtures exist")
    func fixtures() {
        #expect(Self.good.count > 50)
        #expect(Self.bad.count > 70)
    }

    @Test("Good pictures are read, with the size that a person sees", arguments: good)
    func accepted(_ expectation: Fixture.Expectation) throws {
        do {
            let prepared = try prepare(expectation.file)
            #expect(prepared.pixels.count == 64 * 64 * 3)
            if let width = expectation.width { #expect(prepared.width == width) }
            if let height = expectation.height { #expect(prepared.height == height) }
        } catch {
            #expect(expectation.eitherIsFine == true, "\(error) [\((error as? ImagingError)?.operation ?? "")]")
        }
    }

    @Test("Broken, foreign and malicious pictures are refused with the right error", arguments: bad)
    func refused(_ expectation: Fixture.Expectation) throws {
        do {
            _ = try prepare(expectation.file)
            #expect(expectation.eitherIsFine == true, "\(expectation.file) was accepted")
        } catch let error as ImagingError {
            #expect(expectation.reasons.contains(error.code.rawValue), "\(error.code.rawValue): \(error.operation)")
        }
    }

    @Test("Pictures are upright for every orientation value", arguments: 1...8)
    func orientation(number: Int) throws {
        let upright = try prepare("Pictures/flower-orientation-1.jpg")
        let turned = try prepare("Pictures/flower-orientation-\(number).jpg")
        #expect((turned.width, turned.height) == (upright.width, upright.height))
        #expect(difference(turned.pixels, upright.pixels) < 2.5)
    }

    @Test("A picture with an invalid orientation value is not rotated", arguments: [0, 9])
    func impossibleOrientation(number: Int) throws {
        let upright = try prepare("Pictures/flower-orientation-1.jpg")
        #expect(difference(try prepare("Pictures/flower-orientation-\(number).jpg").pixels, upright.pixels) < 2.5)
    }
}

extension PictureTests {
    @Test(
        "Pictures are resized like the reference: a triangle as wide as the replaced pixels, centre to centre",
        arguments: [(224, 224), (100, 75), (64, 64), (700, 525)])
    func reference(width: Int, height: Int) throws {
        let (across, down) = (240, 180)
        let whole = try prepare(
            "Pictures/flower-lzw.tiff", .init(width: across, height: down, resize: .exact, filter: .bilinear))
        try #require((whole.width, whole.height) == (across, down))
        let ours = try prepare(
            "Pictures/flower-lzw.tiff", .init(width: width, height: height, resize: .exact, filter: .bilinear))
        let rows = Self.triangle(whole.pixels.map(Double.init), count: across, to: width, stride: 3, lines: down)
        let reference = Self.triangle(rows, count: down, to: height, stride: width * 3, lines: 1)
        #expect(difference(ours.pixels, reference.map { UInt8(min(255, max(0, $0.rounded()))) }) < 0.2)
    }

    /// One direction of Pillow's BILINEAR: `lines` lines of `count` groups of `stride` numbers.
    static func triangle(_ numbers: [Double], count: Int, to size: Int, stride: Int, lines: Int) -> [Double] {
        let scale = Double(count) / Double(size)
        let support = max(scale, 1)
        var result = [Double](repeating: 0, count: lines * size * stride)
        for place in 0..<size {
            let centre = (Double(place) + 0.5) * scale
            let first = max(0, Int(centre - support + 0.5))
            let last = min(count, Int(centre + support + 0.5))
            let weights = (first..<last).map { max(0, 1 - abs((Double($0) + 0.5 - centre) / support)) }
            let sum = weights.reduce(0, +)
            for line in 0..<lines {
                for part in 0..<stride {
                    var value = 0.0
                    for (weight, source) in zip(weights, first..<last) {
                        value += weight * numbers[(line * count + source) * stride + part]
                    }
                    result[(line * size + place) * stride + part] = value / sum
                }
            }
        }
        return result
    }

    @Test("Pictures in other colour spaces look the same in sRGB")
    func colour() throws {
        let reference = try prepare("Pictures/flower.jpg")
        for name in try FileManager.default.contentsOfDirectory(atPath: Fixture.path("Pictures"))
        where name.contains("adobe-rgb") || name.contains("display-p3") || name.contains("swapped-primaries") {
            #expect(difference(try prepare("Pictures/" + name).pixels, reference.pixels) < 7, "\(name)")
        }
    }

    @Test("A JPEG for display contains no metadata", arguments: ["jpg", "png", "webp"])
    func metadata(ending: String) throws {
        let prepared = try prepare("Pictures/private." + ending)
        let rendition = try #require(prepared.renditions.first)
        #expect(rendition.starts(with: [0xFF, 0xD8, 0xFF]))
        let text = String(decoding: rendition, as: UTF8.self)
        for word in ["stillroom-canary", "Exif", "http://ns.adobe", "ICC_PROFILE"] { #expect(!text.contains(word)) }
        let again = try Picture.prepare(rendition, as: Preparation(), within: PictureLimits())
        #expect(max(again.width, again.height) == min(200, max(prepared.width, prepared.height)))
    }

    @Test("A picture is never enlarged beyond its size")
    func renditionSize() throws {
        let prepared = try Picture.prepare(
            Fixture.bytes("Pictures/flower.jpg"), as: Preparation(renditions: [.init(longestSide: 5000, quality: 80)]),
            within: PictureLimits())
        let again = try Picture.prepare(prepared.renditions[0], as: Preparation(), within: PictureLimits())
        #expect((again.width, again.height) == (640, 480))
    }

    @Test("A picture larger than the limits is refused before it is decoded")
    func tooLarge() throws {
        var limits = PictureLimits()
        limits.bytes = 1000
        let error = #expect(throws: ImagingError.self) {
            try Picture.prepare(Fixture.bytes("Pictures/flower.jpg"), as: Preparation(), within: limits)
        }
        #expect(error?.code == .tooManyBytes)
    }
}

extension PictureTests {
    @Test("A picture is cropped from the centre, at any size", arguments: [(8, 8), (300, 20), (20, 300), (224, 224)])
    func shapes(width: Int, height: Int) throws {
        for resize in [Preparation.Pixels.Resize.exact, .shorterSide(max(width, height))] {
            let prepared = try prepare(
                "Pictures/flower.jpg", .init(width: width, height: height, resize: resize, filter: .bilinear))
            #expect(prepared.pixels.count == width * height * 3)
        }
    }
}

@Suite("The protocol of the picture pool", .tags(.small))
struct PictureWireTests {
    @Test("An order and its answer are transported unchanged")
    func roundTrip() throws {
        let order = PictureOrder(
            picture: [1, 2, 3],
            preparation: Preparation(
                pixels: .init(width: 3, height: 5, resize: .shorterSide(9), filter: .lanczos),
                renditions: [.init(longestSide: 10, quality: 20)]), limits: PictureLimits(), processorSeconds: 7)
        #expect(try PictureOrder(decoding: order.encoded) == order)
        let prepared = Prepared(
            format: .webp, width: 7, height: 8, pixels: [9], renditions: [[1], []], milliseconds: 12.5)
        #expect(try PictureReply.decode(PictureReply.encoded(.success(prepared))).get() == prepared)
        let error = ImagingError(.tooSmall, during: "x", "Ü")
        #expect(try PictureReply.decode(PictureReply.encoded(.failure(error))) == .failure(error))
    }

    @Test("A message that is cut off or has a wrong length is refused")
    func malformed() throws {
        let whole = PictureOrder(
            picture: [1, 2, 3], preparation: Preparation(), limits: PictureLimits(), processorSeconds: 1
        ).encoded
        for count in 0..<whole.count {
            #expect(throws: WireReader.Malformed.self) { try PictureOrder(decoding: Array(whole.prefix(count))) }
        }
        #expect(throws: WireReader.Malformed.self) { try PictureReply.decode([1, 0, 0, 0, 255, 255, 255, 255]) }
    }
}
