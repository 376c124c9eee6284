import Barcodes
import Support
import Testing

@Suite("BarcodeReader", .tags(.medium))
struct BarcodeReaderTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let kind: Barcode.Kind
        let texts: Set<String>
        let code: DrawnBarcode

        var testDescription: String { kind.rawValue }
    }

    static let samples = [
        Sample(kind: .ean13, texts: ["4015533014963"], code: DrawnBarcode(ean13: "4015533014963")),
        Sample(kind: .upcA, texts: ["036000291452"], code: DrawnBarcode(ean13: "0036000291452")),
        Sample(kind: .ean8, texts: ["96385074"], code: DrawnBarcode(ean8: "96385074")),
        Sample(kind: .upcE, texts: ["04252614"], code: DrawnBarcode(upcE: "04252614")),
        Sample(kind: .itf, texts: ["30712345000010"], code: DrawnBarcode(itf: "30712345000010")),
    ]

    private func picture(_ code: DrawnBarcode, _ change: (inout DrawnBarcode.View) -> Void = { _ in }) throws
        -> GreyPicture
    {
        var view = DrawnBarcode.View()
        change(&view)
        return try #require(GreyPicture(width: view.width, height: view.height, values: code.seen(view)))
    }

    @Test("Each barcode reader reads every retail symbology", arguments: BarcodeReader.allCases, samples)
    func kinds(reader: BarcodeReader, sample: Sample) throws {
        let codes = reader.codes(in: try picture(sample.code))
        #expect(!codes.isEmpty)
        for code in codes {
            // Some readers return a UPC-A as the equivalent EAN-13.
            #expect(sample.texts.contains(code.text) || code.text == "0036000291452", "\(code.text)")
        }
    }

    @Test("A barcode has its place in the picture", arguments: BarcodeReader.allCases)
    func places(reader: BarcodeReader) throws {
        let codes = reader.codes(in: try picture(Self.samples[0].code) { $0.place = (0.3, 0.7) })
        let box = try #require(codes.first?.box)
        // 95 modules of 3 pixels around (192, 336), half as high.
        #expect(abs(box.left - 50) < 15 && abs(box.right - 334) < 15)
        #expect(box.top >= 265 - 4 && box.bottom <= 407 + 4)
    }

    @Test("A barcode is found in one part of the picture, at the same place", arguments: BarcodeReader.allCases)
    func part(reader: BarcodeReader) throws {
        let picture = try picture(Self.samples[0].code) { $0.place = (0.3, 0.7) }
        let whole = try #require(reader.codes(in: picture).first)
        let found = try #require(reader.codes(in: picture, within: whole.box.surroundings).first)
        #expect(found.text == whole.text)
        #expect(abs(found.box.left - whole.box.left) < 8 && abs(found.box.right - whole.box.right) < 8)
        #expect(reader.codes(in: picture, within: .init(left: 400, top: 0, right: 640, bottom: 200)).isEmpty)
        #expect(reader.codes(in: picture, within: .init(left: 900, top: 0, right: 950, bottom: 200)).isEmpty)
    }

    @Test("A barcode is read rotated, upside down, out of focus, noisy, shaded or on a bottle")
    func hardships() throws {
        let code = Self.samples[0].code
        let views: [(inout DrawnBarcode.View) -> Void] = [
            { $0.turn = 90 }, { $0.turn = 180 }, { $0.turn = 270 }, { $0.turn = 12 }, { $0.blur = 1 },
            { $0.noise = 25 }, { $0.shade = 60 }, { $0.bend = 0.05 }, { $0.spread = 0.25 },
        ]
        for (number, view) in views.enumerated() {
            for reader in BarcodeReader.allCases {
                let codes = reader.codes(
                    in: try picture(code) {
                        ($0.width, $0.height) = (360, 320)
                        view(&$0)
                    })
                #expect(codes.map(\.text).contains("4015533014963"), "view \(number), \(reader.rawValue)")
            }
        }
    }

    @Test("Two barcodes in one picture are read, even if equal: ZXing 1.4.0 ended the process")
    func several() throws {
        func codes(_ texts: [String], by reader: BarcodeReader) throws -> Set<String> {
            var upper = DrawnBarcode.View()
            upper.place = (0.5, 0.2)
            upper.shape = 0.25
            var lower = upper
            lower.place = (0.5, 0.8)
            let values = DrawnBarcode.seen(
                [(DrawnBarcode(ean13: texts[0]), upper), (DrawnBarcode(ean13: texts[1]), lower)], width: 640,
                height: 480)
            let picture = try #require(GreyPicture(width: 640, height: 480, values: values))
            return Set(reader.codes(in: picture).map(\.text))
        }
        for reader in BarcodeReader.allCases {
            #expect(try codes(["4015533014963", "3017620422003"], by: reader) == ["4015533014963", "3017620422003"])
            #expect(try codes(["4015533014963", "4015533014963"], by: reader) == ["4015533014963"])
        }
    }

    @Test("A wrong check digit, a mere pattern, noise and an empty picture give no retail code")
    func none() throws {
        var noise = [UInt8](repeating: 0, count: 200 * 100)
        var state: UInt64 = 7
        for place in noise.indices {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            noise[place] = UInt8(truncatingIfNeeded: state >> 56)
        }
        let stripes = (0..<200 * 100).map { place -> UInt8 in (place / 4).isMultiple(of: 2) ? 0 : 255 }
        for reader in BarcodeReader.allCases {
            #expect(reader.codes(in: try picture(DrawnBarcode(ean13: "4015533014960"))).isEmpty)
            for values in [noise, stripes, [UInt8](repeating: 255, count: 200 * 100)] {
                #expect(reader.codes(in: try #require(GreyPicture(width: 200, height: 100, values: values))).isEmpty)
            }
            #expect(reader.codes(in: try #require(GreyPicture(width: 1, height: 1, values: [9]))).isEmpty)
        }
    }

    @Test("A picture whose size does not match its values is refused")
    func sizes() {
        #expect(GreyPicture(width: 2, height: 2, values: [1, 2, 3]) == nil)
        #expect(GreyPicture(width: 0, height: 0, values: []) == nil)
        #expect(GreyPicture(width: -1, height: -1, values: [1]) == nil)
        #expect(GreyPicture(width: 40_000, height: 1, values: [UInt8](repeating: 0, count: 40_000)) == nil)
    }

    @Test("Barcode readers work on several threads at the same time")
    func threads() async throws {
        let pictures = try Self.samples.map { ($0, try picture($0.code)) }
        await withTaskGroup(of: Bool.self) { group in
            for (sample, picture) in pictures + pictures {
                for reader in BarcodeReader.allCases {
                    group.addTask {
                        reader.codes(in: picture).contains { sample.texts.contains($0.text) || $0.kind == .ean13 }
                    }
                }
            }
            for await isRead in group { #expect(isRead) }
        }
    }
}
