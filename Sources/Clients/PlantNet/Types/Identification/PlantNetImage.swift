/// A photograph to be identified.
///
/// The service scales images down to 1,280 pixels on the long side and never scales up: an image of that size with a
/// JPEG quality of about 90 is as good as a larger one. The service ignores the EXIF orientation, so rotate the image
/// first; also remove EXIF, which may contain the place where the photograph was taken. File names are not sent: the
/// parts are called `image-1.jpg` and so on.
public struct PlantNetImage: Sendable, Hashable {
    /// The file types that the service reads.
    public enum MediaType: String, Sendable, Hashable, CaseIterable {
        /// JPEG.
        case jpeg = "image/jpeg"
        /// PNG.
        case png = "image/png"

        var fileExtension: String { self == .jpeg ? "jpg" : "png" }

        /// The signature at the beginning of a file of this type.
        var magic: [UInt8] {
            self == .jpeg ? [0xFF, 0xD8, 0xFF] : [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        }
    }

    /// The file's bytes.
    public let bytes: [UInt8]
    /// The file's type; the bytes must begin with its signature.
    public let type: MediaType
    /// The organ on it. Set it for all images of a request, or for none.
    public let organ: Organ?

    /// A photograph.
    public init(bytes: [UInt8], type: MediaType, organ: Organ? = nil) {
        self.bytes = bytes
        self.type = type
        self.organ = organ
    }
}
