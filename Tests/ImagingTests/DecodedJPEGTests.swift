import Foundation
import Support
import Testing

@testable import Imaging

/// A JPEG that is decoded into memory must be the picture that libvips reads.
@Suite("JPEG pictures in memory", .tags(.medium))
struct DecodedJPEGTests {
    static let names = Fixture.expectations.filter { $0.expect == "accept" && $0.file.hasSuffix(".jpg") }.map(\.file)

    private func compare(_ bytes: [UInt8]) throws -> Int {
        let source = PictureSource(PictureBytes(bytes[...]), format: .jpeg)
        defer { withExtendedLifetime(source) {} }
        let header = try source.open()
        var compared = 0
        for shrink in [1, 2, 4, 8] {
            guard let decoded = source.decoded(header, shrink: shrink) else { continue }
            let read = try source.open(shrink: shrink)
            #expect((decoded.width, decoded.height, decoded.bands) == (read.width, read.height, read.bands))
            #expect(decoded.orientation == header.orientation)
            #expect(try decoded.bytes() == read.bytes())
            compared += 1
        }
        return compared
    }

    @Test("Every size has the pixels that libvips reads", arguments: names)
    func fixtures(name: String) throws { _ = try compare(try Fixture.bytes(name)) }

    @Test("Most fixtures are decoded into memory")
    func count() throws {
        let counts = try Self.names.map { try compare(try Fixture.bytes($0)) }
        #expect(counts.count { $0 == 4 } > Self.names.count / 2, "\(counts)")
    }

    @Test("Recorded photographs have the pixels that libvips reads", .needsShared)
    func recorded() throws {
        let folder = try #require(Fixture.shared) + "/data/plants/photos"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jpg") }
        #expect(names.count > 10)
        for name in names {
            let bytes = try Data(contentsOf: URL(filePath: folder + "/" + name))
            // A large one is not decoded into memory in its full size.
            #expect(try compare([UInt8](bytes)) >= 3, "\(name)")
        }
    }

    @Test("A cut or damaged file is not decoded into memory")
    func damaged() throws {
        let whole = try Fixture.bytes("Pictures/flower.jpg")
        for bytes in [Array(whole.prefix(whole.count / 2)), whole.enumerated().map { $0 % 997 == 800 ? 0xFF : $1 }] {
            let source = PictureSource(PictureBytes(bytes[...]), format: .jpeg)
            let header = try source.open()
            #expect(source.decoded(header, shrink: 8) == nil)
        }
    }

    @Test("The small copy of a large one needs no second decoding")
    func shared() throws {
        let source = PictureSource(PictureBytes(try Fixture.bytes("Pictures/flower.jpg")[...]), format: .jpeg)
        let header = try source.open()
        let large = try source.opened(for: header, width: 300, height: 225, sharing: true)
        #expect(try source.opened(for: header, width: 60, height: 45, sharing: true) === large)
        // The pixels of a model do not depend on it.
        #expect(try source.opened(for: header, width: 60, height: 45) !== large)
    }
}
