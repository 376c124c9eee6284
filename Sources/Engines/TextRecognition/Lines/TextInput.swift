/// The input of the networks for text: three equal channels of luminance, from -1 to 1.
package enum TextInput {
    /// `values` is the luminance, one byte per pixel, row by row. The result has the size `full`; what the
    /// picture does not fill, to the right and below, is 0. Throws if the values do not fill the picture, or it is larger
    /// than `full`.
    package static func channels(
        _ values: [UInt8], width: Int, height: Int, filledTo full: (width: Int, height: Int)
    ) throws(TextRecognitionError) -> [Float] {
        guard width > 0, height > 0, values.count == width * height, width <= full.width, height <= full.height
        else {
            throw TextRecognitionError(
                .invalidImage, during: "text input", "The picture is too small, too large or damaged.")
        }
        let levels = (0..<256).map { Float($0) / 127.5 - 1 }
        let channel = full.width * full.height
        var input = [Float](repeating: 0, count: 3 * full.width * full.height)
        input.withUnsafeMutableBufferPointer { input in
            values.withUnsafeBufferPointer { values in
                // Indexes, because an iterator takes most of the time in a debug build.
                var y = 0
                while y < height {
                    var x = 0
                    while x < width {
                        let level = levels[Int(values[y * width + x])]
                        let place = y * full.width + x
                        input[place] = level
                        input[place + channel] = level
                        input[place + 2 * channel] = level
                        x += 1
                    }
                    y += 1
                }
            }
        }
        return input
    }
}
