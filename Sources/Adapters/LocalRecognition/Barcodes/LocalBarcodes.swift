import Barcodes
import Household
package import Imaging
package import Larder

/// Reads barcodes in photographs on this machine: both readers scan one variant of the picture after the other until a
/// code is confirmed.
///
/// All work is done in the child process that decodes the picture, under that child's limits.
package struct LocalBarcodes: Sendable {
    private let pictures: PicturePool

    /// The pool's command must run `PictureWorker` with `inspectors`.
    package init(pictures: PicturePool) {
        self.pictures = pictures
    }

    /// The inspectors for the program that runs the picture worker.
    package static var inspectors: [PictureInspector] { [.barcodes, .barcodesByZBar] }

    /// Scans a photograph; a photograph without a code is a valid result. Throws `HouseholdError` if the file is not a
    /// picture, `CancellationError` if the task is cancelled.
    package func scan(_ photograph: [UInt8]) async throws -> BarcodeScan {
        do {
            return try await scan(photograph, by: .barcodes)
        } catch let error as ImagingError where error.code == .decoderDied {
            // A reader that fails on a picture is no reason to refuse the picture.
            do {
                return try await scan(photograph, by: .barcodesByZBar)
            } catch let error as ImagingError {
                throw HouseholdError(error)
            }
        } catch let error as ImagingError {
            throw HouseholdError(error)
        }
    }

    private func scan(_ photograph: [UInt8], by inspector: PictureInspector) async throws -> BarcodeScan {
        // A picture cropped to a code may be a strip: its bars are as readable in one row as in a hundred.
        let prepared = try await pictures.prepare(
            photograph, as: Preparation(inspector: inspector.name, minimumSide: 1))
        guard let sightings = SightingFile.read(prepared.findings) else {
            throw ImagingError(.decoderDied, during: "findings", "The picture could not be read.")
        }
        return BarcodeScan(sightings: sightings)
    }
}

extension PictureInspector {
    fileprivate static var barcodes: PictureInspector {
        PictureInspector("barcodes") { light throws(ImagingError) in
            var passes = BarcodePasses(light, readers: [.zxing, .zbar])
            return SightingFile.written(try passes.sightings())
        }
    }

    fileprivate static var barcodesByZBar: PictureInspector {
        PictureInspector("barcodes-zbar") { light throws(ImagingError) in
            var passes = BarcodePasses(light, readers: [.zbar])
            return SightingFile.written(try passes.sightings())
        }
    }
}
