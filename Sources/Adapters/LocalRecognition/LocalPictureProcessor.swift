package import Household
package import Imaging
import Messages
import Recognition

import struct Crypto.SHA256

extension PictureProcessor {
    /// The longer side of a picture for a service, in pixels: services scale larger ones down to this size.
    static let uploadSide = 1280
    /// The maximum size of one photograph for a service, in bytes.
    static let uploadLimit = 2_000_000

    /// Processes pictures with the pool of child processes.
    package static func local(_ pictures: PicturePool) -> PictureProcessor {
        PictureProcessor(
            develop: { bytes in
                let prepared = try await prepared(
                    pictures, bytes,
                    Preparation(renditions: [
                        .init(longestSide: 1280, quality: 85), .init(longestSide: 320, quality: 80),
                    ]))
                return Rendition(
                    format: .init(prepared.format), width: prepared.width, height: prepared.height,
                    display: prepared.renditions[0], thumbnail: prepared.renditions[1])
            },
            upload: { bytes in
                let side = PerceptualHash.side
                let prepared = try await prepared(
                    pictures, bytes,
                    Preparation(
                        pixels: .init(width: side, height: side, resize: .exact, filter: .bilinear),
                        renditions: [.init(longestSide: uploadSide, quality: 90, byteLimit: uploadLimit)]))
                let jpeg = prepared.renditions[0]
                guard let digest = Digest(Digest.hexadecimal(SHA256.hash(data: jpeg))) else {
                    throw HouseholdError(.internalFault, localized("The picture has no digest."))
                }
                return Upload(
                    jpeg: jpeg, digest: digest, lookalike: PerceptualHash(pixels: prepared.pixels, side: side))
            })
    }

    private static func prepared(
        _ pictures: PicturePool, _ bytes: [UInt8], _ preparation: Preparation
    ) async throws -> Prepared {
        do {
            return try await pictures.prepare(bytes, as: preparation)
        } catch let error as ImagingError {
            throw HouseholdError(error)
        }
    }
}

extension Photograph.Format {
    init(_ format: PictureFormat) {
        self =
            switch format {
            case .jpeg: .jpeg
            case .png: .png
            case .webp: .webp
            case .tiff: .tiff
            case .heic: .heic
            case .avif: .avif
            }
    }
}
