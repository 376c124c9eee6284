import Foundation
import Imaging
import Larder
import LocalRecognition
import Support

/// Measures the time from the bytes of a photograph of twelve megapixels to its codes, one photograph at a time.
struct Times {
    private static let size = (width: 4032, height: 3024)
    private static let rounds = 5

    private static func view(module: Double, turn: Double, blur: Int, seed: UInt64) -> DrawnBarcode.View {
        var view = DrawnBarcode.View()
        (view.width, view.height) = size
        (view.module, view.turn, view.blur, view.seed) = (module, turn, blur, seed)
        view.place = (0.42, 0.55)
        (view.shade, view.noise) = (60, 8)
        return view
    }

    /// Photographs with codes of several sizes, upright and rotated; the last ones have no code.
    private static func photographs() throws -> [(name: String, jpeg: [UInt8])] {
        let codes: [(String, DrawnBarcode)] = [
            ("EAN-13", DrawnBarcode(ean13: "4015533014963")), ("UPC-A", DrawnBarcode(ean13: "0036000291452")),
            ("EAN-8", DrawnBarcode(ean8: "96385074")), ("UPC-E", DrawnBarcode(upcE: "04252614")),
        ]
        let views = [(12.0, 0.0, 1), (7.0, 8.0, 1), (16.0, 95.0, 2), (9.0, -15.0, 2)]
        var photographs: [(String, [UInt8])] = []
        for (code, drawn) in codes {
            for (module, turn, blur) in views {
                let view = view(module: module, turn: turn, blur: blur, seed: UInt64(photographs.count + 1))
                photographs.append(
                    ("\(code), bars from \(Int(module)) px, turned \(Int(turn))°", try jpeg(drawn.seen(view))))
            }
        }
        let view = view(module: 0.01, turn: 0, blur: 1, seed: 99)
        photographs.append(("none", try jpeg(DrawnBarcode(ean8: "96385074").seen(view))))
        return photographs
    }

    private static func jpeg(_ values: [UInt8]) throws -> [UInt8] {
        try Picture.prepare(
            DrawnBarcode.tiff(values, width: size.width, height: size.height),
            as: Preparation(renditions: [.init(longestSide: size.width, quality: 90)]), within: PictureLimits()
        ).renditions[0]
    }

    func report() async throws {
        let barcodes = LocalBarcodes(pictures: Main.pictures())
        let photographs = try Self.photographs()
        _ = try await barcodes.scan(photographs[0].jpeg)
        var (all, worked): ([Double], [Double]) = ([], [])
        for (name, jpeg) in photographs {
            var times: [Double] = []
            var scan = BarcodeScan(sightings: [])
            for _ in 0..<Self.rounds {
                let began = ContinuousClock.now
                scan = try await barcodes.scan(jpeg)
                times.append(began.duration(to: .now) / .milliseconds(1))
            }
            if name != "none" {
                all += times
                worked.append(try Self.processorMilliseconds(jpeg))
            }
            let readings = scan.codes.map { "\($0.reading.offCode)\($0.isAgreed ? " agreed" : "")" }.joined(
                separator: ", ")
            print("\(name), \(jpeg.count >> 10) KiB: median \(Int(times.sorted()[times.count / 2])) ms: \(readings)")
        }
        all.sort()
        print(
            "with a code, \(all.count) scans: median \(Int(all[all.count / 2])) ms,",
            "nine of ten within \(Int(all[all.count * 9 / 10])) ms, longest \(Int(all[all.count - 1])) ms")
        worked.sort()
        print(
            "processor time of these: median \(Int(worked[worked.count / 2])) ms, most \(Int(worked[worked.count - 1])) ms"
        )
    }

    /// The processor time in this process, which other work on the machine hardly affects.
    private static func processorMilliseconds(_ jpeg: [UInt8]) throws -> Double {
        let before = clock()
        _ = try Picture.prepare(
            jpeg, as: Preparation(inspector: LocalBarcodes.inspectors[0].name), within: PictureLimits(),
            inspectors: LocalBarcodes.inspectors)
        return Double(clock() - before) * 1000 / Double(CLOCKS_PER_SEC)
    }
}
