/// Searches for barcodes or text in a picture. It runs in the child process that decoded the picture, so that a fault
/// ends only that child, and its time and memory are limited together with the decoder's.
package struct PictureInspector {
    /// The maximum size of the findings in bytes.
    package static let maximumReportLength = 1 << 20

    package let name: String
    /// Returns the findings in the inspector's own format.
    package let inspect: (PictureLight) throws(ImagingError) -> [UInt8]

    package init(_ name: String, inspect: @escaping (PictureLight) throws(ImagingError) -> [UInt8]) {
        self.name = name
        self.inspect = inspect
    }
}
