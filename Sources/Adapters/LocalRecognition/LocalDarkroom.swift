package import Household
package import Imaging
import Recognition

extension Darkroom {
    /// Develops through the pool of child processes.
    package static func local(_ pictures: PicturePool) -> Darkroom {
        Darkroom { bytes in
            do {
                let prepared = try await pictures.prepare(
                    bytes,
                    as: Preparation(renditions: [
                        .init(longestSide: 1280, quality: 85), .init(longestSide: 320, quality: 80),
                    ]))
                return Print(
                    format: .init(prepared.format), width: prepared.width, height: prepared.height,
                    display: prepared.renditions[0], thumbnail: prepared.renditions[1])
            } catch let error as ImagingError {
                throw HouseholdError(error)
            }
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
            }
    }
}
