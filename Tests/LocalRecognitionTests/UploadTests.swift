import Foundation
import Household
import Imaging
import LocalRecognition
import Recognition
import Support
import Testing

@Suite("Uploads to services", .tags(.large))
struct UploadTests {
    private static let pictures = PicturePool(size: 1, settings: .init(command: [Fixture.command, "picture-worker"]))
    private let pictureProcessor = PictureProcessor.local(Self.pictures)

    private func upload(_ name: String) async throws -> Upload {
        try await pictureProcessor.upload(Fixture.bytes("Pictures/" + name))
    }

    /// The markers of a JPEG before its pixels, such as application data and comments.
    private func markers(_ jpeg: [UInt8]) -> [UInt8] {
        var markers: [UInt8] = []
        var place = 2
        while place + 3 < jpeg.count, jpeg[place] == 0xFF, jpeg[place + 1] != 0xDA {
            markers.append(jpeg[place + 1])
            place += 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3])
        }
        return markers
    }

    @Test(
        "An upload is a JPEG without place, camera, comment or colour profile",
        arguments: ["private.jpg", "private.png", "private.webp", "flower.heic", "flower-display-p3.jpg"])
    func bare(name: String) async throws {
        let upload = try await upload(name)
        #expect(upload.jpeg.starts(with: [0xFF, 0xD8, 0xFF]))
        // APP1 (EXIF, XMP), APP2 (profile), APP13 (captions), COM.
        #expect(markers(upload.jpeg).allSatisfy { ![0xE1, 0xE2, 0xED, 0xFE].contains($0) }, "\(name)")
        for word in ["Exif", "GPS", "http://ns.adobe.com", "ICC_PROFILE"] {
            #expect(Data(upload.jpeg).range(of: Data(word.utf8)) == nil, "\(name): \(word)")
        }
    }

    @Test("An upload is the same picture for every orientation of the photograph")
    func upright() async throws {
        let plain = try await upload("flower-orientation-1.jpg")
        for orientation in [3, 6, 8] {
            let turned = try await upload("flower-orientation-\(orientation).jpg")
            let (left, right) = (try #require(plain.lookalike), try #require(turned.lookalike))
            #expect(left.matches(right, within: 2), "orientation \(orientation)")
        }
    }

    @Test("Equal photographs give equal requests, and different ones different requests")
    func digests() async throws {
        #expect(try await upload("flower.jpg") == upload("flower.jpg"))
        #expect(try await upload("flower.jpg").digest != upload("page.jpg").digest)
        #expect(try await upload("flower.jpg").lookalike != upload("page.jpg").lookalike)
    }

    @Test("An upload stays small, even for noise")
    func small() async throws {
        let side = 1400
        // An uncompressed TIFF of noise: the worst case for a JPEG.
        var state: UInt64 = 42
        let noise = (0..<side * side * 3).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
        let upload = try await pictureProcessor.upload(Self.tiff(noise, side: side))
        #expect(upload.jpeg.count <= 2_000_000)
        let prepared = try await Self.pictures.prepare(upload.jpeg, as: Preparation())
        #expect(max(prepared.width, prepared.height) <= 1280)
    }

    @Test("A file that is not a picture is refused for uploads as for capturing")
    func refuses() async throws {
        do {
            _ = try await pictureProcessor.upload(Array("no picture at all, just words".utf8))
            Issue.record("it was taken")
        } catch let error as HouseholdError {
            #expect(error.code == .photographRefused)
        }
    }

    /// Baseline TIFF, RGB, one strip, little-endian.
    static func tiff(_ pixels: [UInt8], side: Int) -> [UInt8] {
        func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
        func long(_ value: Int) -> [UInt8] { word(value & 65_535) + word(value >> 16) }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
            word(tag) + word(type) + long(count) + long(value)
        }
        let directory = 8 + pixels.count
        let bits = directory + 2 + 10 * 12 + 4
        let entries =
            entry(256, 4, 1, side) + entry(257, 4, 1, side) + entry(258, 3, 3, bits) + entry(259, 3, 1, 1)
            + entry(262, 3, 1, 2) + entry(273, 4, 1, 8) + entry(277, 3, 1, 3) + entry(278, 4, 1, side)
            + entry(279, 4, 1, pixels.count) + entry(284, 3, 1, 1)
        return Array("II".utf8) + word(42) + long(directory) + pixels + word(10) + entries + long(0)
            + word(8) + word(8) + word(8)
    }
}
