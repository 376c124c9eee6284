import Barcodes
import Household
package import Imaging
package import Larder

/// Barcodes in photographs, read on this machine: both readers look at one preparation of the picture after the other
/// until what they saw holds.
///
/// All of it runs in the child process that decodes the picture, under that child's limits.
package struct LocalBarcodes: Sendable {
    private let pictures: PicturePool

    /// The pool's command must run `PictureWorker` with `inspectors`.
    package init(pictures: PicturePool) {
        self.pictures = pictures
    }

    /// For the program that runs the picture worker.
    package static var inspectors: [PictureInspector] { [.barcodes, .barcodesByZBar] }

    /// No code is an answer. Throws `HouseholdError` for what is no picture, `CancellationError` when the task is
    /// cancelled.
    package func scan(_ photograph: [UInt8]) async throws -> BarcodeScan {
        do {
            return try await scan(photograph, by: .barcodes)
        } catch let error as ImagingError where error.code == .decoderDied {
            // A reader that a picture brings down is no reason to refuse the picture.
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
        // A picture cut to a code may be a strip: its bars are as readable in one row as in a hundred.
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
