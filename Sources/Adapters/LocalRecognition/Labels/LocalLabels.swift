package import Household
package import Imaging

extension LabelScanner {
    /// Reads labels through the pool of child processes; its command must run `PictureWorker` with `LocalText.inspectors`.
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

    /// Pixels; small print can still be read in it.
    private static let labelSide = 2048
    /// Bytes, so that in Base64 it is well below what a service takes.
    private static let labelLimit = 5_000_000
}
