package import Household
package import Imaging

extension LabelScanner {
    /// Reads labels with the pool of child processes; the pool's command must run `PictureWorker` with
    /// `LocalText.inspectors`.
    package static func local(_ pictures: PicturePool) -> LabelScanner {
        let text = LocalText(pictures: pictures)
        return LabelScanner(
            read: { try await text.read($0) },
            strip: { bytes in
                do {
                    let prepared = try await pictures.prepare(
                        bytes,
                        as: Preparation(renditions: [
                            .init(longestSide: labelSide, quality: 92, byteLimit: labelLimit)
                        ]))
                    return prepared.renditions[0]
                } catch let error as ImagingError {
                    throw HouseholdError(error)
                }
            })
    }

    /// The longer side in pixels; small print stays readable at this size.
    private static let labelSide = 2048
    /// The maximum size in bytes; in Base64 it is well below the limits of services.
    private static let labelLimit = 5_000_000
}
