/// The luminance of a picture: one byte per pixel, row by row from the top.
package struct GreyPicture: Sendable, Hashable {
    package let width: Int
    package let height: Int
    package let values: [UInt8]

    /// Returns nil if the number of values is not the number of pixels, or if a side is longer than a reader supports.
    package init?(width: Int, height: Int, values: [UInt8]) {
        guard 1...Self.longestSide ~= width, 1...Self.longestSide ~= height, values.count == width * height else {
            return nil
        }
        self.width = width
        self.height = height
        self.values = values
    }

    private static let longestSide = 32_767
}

extension GreyPicture {
    /// The part of the picture inside the box; nil if the box is outside the picture.
    func cropped(to box: Barcode.Box) -> (picture: GreyPicture, left: Int, top: Int)? {
        let (left, top) = (max(0, box.left), max(0, box.top))
        let (right, bottom) = (min(width, box.right), min(height, box.bottom))
        guard left < right, top < bottom else { return nil }
        var part: [UInt8] = []
        part.reserveCapacity((right - left) * (bottom - top))
        for row in top..<bottom { part += values[row * width + left..<row * width + right] }
        return GreyPicture(width: right - left, height: bottom - top, values: part).map { ($0, left, top) }
    }

    /// The same picture with the box painted over.
    func covered(_ box: Barcode.Box) -> GreyPicture {
        let (left, top) = (max(0, box.left), max(0, box.top))
        let (right, bottom) = (min(width, box.right), min(height, box.bottom))
        guard left < right, top < bottom else { return self }
        var values = values
        for row in top..<bottom {
            for place in row * width + left..<row * width + right { values[place] = 255 }
        }
        return GreyPicture(width: width, height: height, values: values) ?? self
    }
}
