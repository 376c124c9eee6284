import Foundation
import Household
import Imaging
import Larder
import LocalRecognition
import Support
import Testing

@Suite("Barcodes in odd pictures", .tags(.large))
struct OddPictureTests {
    private static let pictures = PicturePool(size: 2, settings: .init(command: [Fixture.command, "picture-worker"]))
    private let barcodes = LocalBarcodes(pictures: Self.pictures)

    @Test("The code of a picture that is valid but odd is read", arguments: OddPicture.whole)
    func read(picture: OddPicture) async throws {
        let scan = try await barcodes.scan(Fixture.bytes(picture.path))
        #expect(scan.codes.map(\.reading.gtin) == [GTIN(OddPicture.gtin)])
        #expect(scan.isSettled)
    }

    @Test("A picture that is cut off or damaged is refused", arguments: OddPicture.damaged)
    func refused(picture: OddPicture) async throws {
        let error = await #expect(throws: HouseholdError.self) {
            try await barcodes.scan(Fixture.bytes(picture.path))
        }
        #expect(error?.code == .photographRefused)
        #expect(error?.detail == "truncated-or-corrupt")
    }

    @Test("A code is read in a strip of fewer than 32 rows", arguments: ["24-rows.jpg", "12-rows.png"])
    func strips(name: String) async throws {
        let scan = try await barcodes.scan(Fixture.bytes("ValidButOdd/plain/strip-" + name))
        #expect(scan.codes.map(\.reading.gtin) == [GTIN(OddPicture.gtin)])
    }

    @Test("A code is read in two rows and more, horizontal and vertical", arguments: [2, 3, 5, 9, 17, 31])
    func rows(count: Int) async throws {
        let view = DrawnBarcode.View()
        let row = DrawnBarcode(ean13: "4015533014963").seen(view)[(240 * 640)..<(241 * 640)]
        let lying = DrawnBarcode.tiff((0..<count).flatMap { _ in row }, width: 640, height: count)
        let standing = DrawnBarcode.tiff(
            row.flatMap { [UInt8](repeating: $0, count: count) }, width: count, height: 640)
        for picture in [lying, standing] {
            #expect(try await barcodes.scan(picture).codes.map(\.reading.gtin) == [GTIN("4015533014963")])
        }
    }

    @Test("One row is not a code, and a picture that is small in both directions is refused")
    func tooSmall() async throws {
        let row = [UInt8](repeating: 200, count: 640)
        #expect(try await barcodes.scan(DrawnBarcode.tiff(row, width: 640, height: 1)).codes.isEmpty)
        let error = await #expect(throws: HouseholdError.self) {
            try await barcodes.scan(DrawnBarcode.tiff([UInt8](repeating: 0, count: 400), width: 20, height: 20))
        }
        #expect(error?.detail == "too-small")
    }
}
