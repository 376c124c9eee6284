import Support
import Testing

@testable import Barcodes

@Suite("QR codes are written", .tags(.small))
struct QRCodeWriterTests {
    /// The code as a picture with `scale` pixels a module.
    private func picture(_ code: QRCodeWriter.Modules, scale: Int) throws -> GreyPicture {
        let side = code.width * scale
        let values = (0..<side * side).map { place -> UInt8 in
            code.isDark[place / side / scale * code.width + place % side / scale] ? 0 : 255
        }
        return try #require(GreyPicture(width: side, height: side, values: values))
    }

    @Test(
        "A written code is read back as the same text",
        arguments: [
            "http://192.168.1.5:8181/", "http://kitchen-pi.local:8181/", "https://[fd12:3456::1]:8443/",
            "HTTPS://KITCHEN/", "0123456789",
            "https://kitchen.local:8443/invitation/" + String(repeating: "a", count: 43),
            "http://küche.example/ö", String(repeating: "https://kitchen.local/", count: 20),
        ])
    func roundTrip(text: String) throws {
        let code = try QRCodeWriter.write(text)
        let found = BarcodeReader.zxing.codes(in: try picture(code, scale: 6))
        #expect(found.map(\.kind) == [.qr])
        // After the symbology identifier, which says whether the character set is marked.
        #expect(found.first.map { String($0.text.dropFirst(3)) } == text)
    }

    @Test("A code is a square with a light border of four modules")
    func quietZone() throws {
        let code = try QRCodeWriter.write("http://192.168.1.5:8181/")
        #expect(code.isDark.count == code.width * code.width)
        for place in code.isDark.indices where code.isDark[place] {
            #expect((4..<code.width - 4).contains(place / code.width))
            #expect((4..<code.width - 4).contains(place % code.width))
        }
        // The corner of the finder pattern.
        #expect(code.isDark[4 * code.width + 4])
    }

    @Test("A longer text gets a larger code")
    func sizes() throws {
        let widths = try [10, 60, 200, 800, 2_000].map {
            try QRCodeWriter.write(String(repeating: "a", count: $0)).width
        }
        #expect(widths == widths.sorted() && Set(widths).count == widths.count)
        #expect(widths.allSatisfy { ($0 - 8 - 21) % 4 == 0 && $0 <= 185 })
    }

    @Test("A text that does not fit, and an empty one, are refused", arguments: [0, 3_000, 100_000])
    func refused(length: Int) {
        #expect(throws: QRCodeWriter.Failure(length: length)) {
            try QRCodeWriter.write(String(repeating: "a", count: length))
        }
    }
}
