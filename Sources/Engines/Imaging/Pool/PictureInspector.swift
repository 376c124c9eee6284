/// Something that looks for signs in a picture: bars, letters. It runs in the child that decoded the picture, so that a
/// fault in it costs that child, and its time and memory are bounded with the decoder's.
package struct PictureInspector {
    /// What it finds may have this many bytes at most.
    package static let longestFindings = 1 << 20

    package let name: String
    /// What it found, in words of its own.
    package let inspect: (PictureLight) throws(ImagingError) -> [UInt8]

    package init(_ name: String, inspect: @escaping (PictureLight) throws(ImagingError) -> [UInt8]) {
        self.name = name
        self.inspect = inspect
    }
}
