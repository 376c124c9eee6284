package import Barcodes
import Foundation
package import Imaging
package import Larder

/// Scans one photograph for barcodes in several passes, the most successful first.
package struct BarcodePasses {
    package struct Pass {
        package let look: PictureLight.Look
        /// Whether ZBar, which takes six times as long as ZXing, scans the whole picture, or only the places where a
        /// code was seen.
        package let isThorough: Bool

        init(_ look: PictureLight.Look, isThorough: Bool = true) {
            self.look = look
            self.isThorough = isThorough
        }
    }

    package static let passes = [
        Pass(.init(longestSide: 1600, enlarges: true), isThorough: false),
        Pass(.init(longestSide: 1600, contrast: .sharp, enlarges: true), isThorough: false),
        Pass(.init(longestSide: 1600, contrast: .even, enlarges: true), isThorough: false),
        Pass(.init(longestSide: 3200), isThorough: false),
        Pass(.init(longestSide: 1000, contrast: .sharp)),
        Pass(.init(longestSide: 1000, turn: 45)),
        Pass(.init(longestSide: 1000, contrast: .even)),
    ]

    /// No further pass begins after this time: "no code readable" is a valid result.
    static let patience = Duration.seconds(4)

    private let light: PictureLight
    private let readers: [BarcodeReader]
    private var seen: [BarcodeScan.Sighting] = []

    package init(_ light: PictureLight, readers: [BarcodeReader]) {
        self.light = light
        self.readers = readers
    }

    /// Runs passes until a code is confirmed, and returns all sightings.
    package mutating func sightings() throws(ImagingError) -> [BarcodeScan.Sighting] {
        let began = ContinuousClock.now
        for pass in Self.passes where began.duration(to: .now) < Self.patience {
            let plane = try light.plane(pass.look)
            for reader in readers {
                look(at: plane, pass, with: reader)
                if BarcodeScan(sightings: seen).isSettled { return seen }
            }
        }
        return seen
    }

    private mutating func look(at plane: LightPlane, _ pass: Pass, with reader: BarcodeReader) {
        guard let picture = GreyPicture(width: plane.width, height: plane.height, values: plane.values) else { return }
        let places = pass.look.turn == 0 && reader == .zbar ? self.places(in: picture) : []
        let codes =
            if !places.isEmpty {
                places.flatMap { reader.codes(in: picture, within: $0) }
            } else if pass.isThorough || reader == .zxing {
                reader.codes(in: picture)
            } else {
                [Barcode]()
            }
        seen += codes.map { BarcodeScan.Sighting($0, in: plane, reader: reader, pass: pass.look.name) }
    }

    /// The places of codes that are not confirmed yet.
    private func places(in picture: GreyPicture) -> [Barcode.Box] {
        BarcodeScan(sightings: seen).codes.filter { !$0.isAgreed }.map { code in
            func pixel(_ part: Double, _ count: Int) -> Int { Int((part * Double(count)).rounded()) }
            return Barcode.Box(
                left: pixel(code.box.x, picture.width), top: pixel(code.box.y, picture.height),
                right: pixel(code.box.x + code.box.width, picture.width),
                bottom: pixel(code.box.y + code.box.height, picture.height)
            ).surroundings
        }
    }
}

extension PictureLight.Look {
    package var name: String {
        "\(longestSide)-\(contrast.rawValue)" + (turn == 0 ? "" : "-turned") + (enlarges ? "-large" : "")
    }
}

extension BarcodeScan.Sighting {
    package init(_ code: Barcode, in plane: LightPlane, reader: BarcodeReader, pass: String) {
        let part = plane.parts(left: code.box.left, top: code.box.top, right: code.box.right, bottom: code.box.bottom)
        self.init(
            reader: reader.rawValue, pass: pass, text: code.text, symbology: Symbology(code.kind),
            box: .init(x: part.x, y: part.y, width: part.width, height: part.height))
    }
}

extension Symbology {
    /// Returns nil if the text itself states the kind, by its identifier or its syntax.
    fileprivate init?(_ kind: Barcode.Kind) {
        switch kind {
        case .ean13: self = .ean13
        case .ean8: self = .ean8
        case .upcA: self = .upcA
        case .upcE: self = .upcE
        case .itf: self = .itf14
        case .code128, .dataBar, .dataMatrix, .qr: return nil
        }
    }
}

/// The serialised sightings that a child process sends.
enum SightingFile {
    private struct Line: Codable {
        let reader, pass, text: String
        let symbology: String?
        let box: [Double]
    }

    static func written(_ sightings: [BarcodeScan.Sighting]) -> [UInt8] {
        var size = 0
        // JSON escapes make a text at most six times longer; sightings beyond the limit are dropped.
        let kept = sightings.prefix(BarcodeScan.sightingLimit).prefix { sighting in
            size += sighting.text.utf8.count * 6 + 200
            return size < PictureInspector.maximumReportLength
        }
        let lines = kept.map { sighting in
            Line(
                reader: sighting.reader, pass: sighting.pass, text: sighting.text,
                symbology: sighting.symbology?.rawValue,
                box: [sighting.box.x, sighting.box.y, sighting.box.width, sighting.box.height])
        }
        return (try? JSONEncoder().encode(lines)).map { [UInt8]($0) } ?? []
    }

    /// Returns nil if the bytes are malformed.
    static func read(_ bytes: [UInt8]) -> [BarcodeScan.Sighting]? {
        guard let lines = try? JSONDecoder().decode([Line].self, from: Data(bytes)),
            lines.allSatisfy({ $0.box.count == 4 })
        else { return nil }
        return lines.map { line in
            BarcodeScan.Sighting(
                reader: line.reader, pass: line.pass, text: line.text,
                symbology: line.symbology.flatMap(Symbology.init(rawValue:)),
                box: .init(x: line.box[0], y: line.box[1], width: line.box[2], height: line.box[3]))
        }
    }
}
