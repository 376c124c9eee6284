import Barcodes
import Foundation
import Imaging
import Larder
import LocalRecognition

/// Counts correct and wrong readings of pictures with known codes.
struct Rates {
    private struct Picture {
        let file: String
        /// The code; nil if the picture has none.
        let gtin: GTIN?
        /// Further codes in the picture: those that both reference readers of the labels saw besides the named one.
        let further: Set<String>
    }

    private struct Tally {
        var read = 0
        var agreed = 0
        var misread = 0
        var agreedMisread = 0
        var times: [Double] = []
    }

    private let folder: String
    private let pictures: [Picture]

    init(folder: String) throws {
        self.folder = folder
        let rows = try String(contentsOfFile: folder + "/labels.csv", encoding: .utf8).split(
            whereSeparator: \.isNewline)
        pictures = rows.dropFirst().map { row in
            let cells = Self.cells(row)
            let further = [cells[5], cells[6]].map { cell in
                Set(cell.split(separator: "+").dropFirst().map(String.init))
            }
            return Picture(
                file: cells[0], gtin: BarcodeReading(cells[1], as: Symbology(rawValue: cells[2])).gtin,
                further: further[0].intersection(further[1]))
        }
    }

    func report() async throws {
        print("picture, code, milliseconds: what was seen")
        let together = try await tallyTogether()
        let count = pictures.count { $0.gtin != nil }
        print("\(pictures.count) pictures, \(count) of them with a code")
        for reader in BarcodeReader.allCases {
            let tally = try alone(reader)
            print(
                "\(reader.rawValue) alone, every look: read \(tally.read) of \(count), a wrong code in \(tally.misread)"
            )
        }
        print(
            "together: agreed \(together.agreed), not agreed but seen \(together.read - together.agreed) of \(count);",
            "wrong codes agreed \(together.agreedMisread), wrong codes not agreed \(together.misread)")
        let times = together.times.sorted()
        print("milliseconds: median \(Int(times[times.count / 2])), longest \(Int(times[times.count - 1]))")
    }

    private func tallyTogether() async throws -> Tally {
        let barcodes = LocalBarcodes(pictures: Main.pictures())
        var tally = Tally()
        for picture in pictures {
            let bytes = try bytes(picture)
            let began = ContinuousClock.now
            let codes = try await barcodes.scan(bytes).codes
            let time = began.duration(to: .now) / .milliseconds(1)
            tally.times.append(time)
            tally.read += codes.contains { $0.reading.gtin == picture.gtin } ? 1 : 0
            tally.agreed += codes.contains { $0.isAgreed && $0.reading.gtin == picture.gtin } ? 1 : 0
            let wrong = codes.filter { isWrong($0.reading.gtin, picture) }
            tally.misread += wrong.contains { !$0.isAgreed } ? 1 : 0
            tally.agreedMisread += wrong.contains(where: \.isAgreed) ? 1 : 0
            let readings = codes.map { "\($0.reading.offCode)\($0.isAgreed ? " agreed" : "")" }.joined(separator: ", ")
            print("\(picture.file), \(picture.gtin?.description ?? "none"), \(Int(time)): \(readings)")
        }
        return tally
    }

    /// Runs all passes with one reader, without stopping at a confirmed code.
    private func alone(_ reader: BarcodeReader) throws -> Tally {
        var tally = Tally()
        for picture in pictures {
            var seen: Set<GTIN> = []
            let inspector = PictureInspector("alone") { light throws(ImagingError) in
                for pass in BarcodePasses.passes {
                    let plane = try light.plane(pass.look)
                    guard let grey = GreyPicture(width: plane.width, height: plane.height, values: plane.values) else {
                        continue
                    }
                    let sightings = reader.codes(in: grey).map {
                        BarcodeScan.Sighting($0, in: plane, reader: reader, pass: pass.look.name)
                    }
                    seen.formUnion(BarcodeScan(sightings: sightings).codes.compactMap(\.reading.gtin))
                }
                return []
            }
            _ = try Imaging.Picture.prepare(
                bytes(picture), as: Preparation(inspector: "alone"), within: PictureLimits(), inspectors: [inspector])
            tally.read += picture.gtin.map(seen.contains) == true ? 1 : 0
            tally.misread += seen.contains { isWrong($0, picture) } ? 1 : 0
        }
        return tally
    }

    private func isWrong(_ gtin: GTIN?, _ picture: Picture) -> Bool {
        gtin != picture.gtin && !picture.further.contains(gtin?.description ?? "")
    }

    private func bytes(_ picture: Picture) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + picture.file)))
    }

    /// The cells of a line; a cell in quotation marks may contain commas.
    private static func cells(_ row: some StringProtocol) -> [String] {
        var cells = [""]
        var isQuoted = false
        for character in row {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                cells.append("")
            } else {
                cells[cells.count - 1].append(character)
            }
        }
        return cells
    }
}
