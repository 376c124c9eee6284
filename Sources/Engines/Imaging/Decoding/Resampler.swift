/// Reproduces Pillow's BILINEAR exactly: a triangle filter as wide as the replaced pixels, first horizontally, then
/// vertically, rounded to bytes in between. Models are trained on pictures resized in this way. libvips' own filter
/// rounds positions to 1/64 pixel (8.14): its results differ by up to seven levels at an edge, which is enough to
/// change a close result.
struct Resampler {
    /// The source pixels of one target pixel and their weights, scaled to integers.
    private struct Taps {
        let first: Int
        let weights: [Int32]
    }

    private static let precision: Int32 = 22

    /// Resizes `bytes`: `width × height` pixels of `bands` bytes, row by row.
    static func resize(
        _ bytes: UnsafeRawBufferPointer, width: Int, height: Int, bands: Int, to newWidth: Int, _ newHeight: Int
    ) -> [UInt8] {
        let columns = taps(from: width, to: newWidth)
        let rows = taps(from: height, to: newHeight)
        let line = newWidth * bands
        let narrow = [UInt8](unsafeUninitializedCapacity: line * height) { target, count in
            for row in 0..<height {
                let source = row * width * bands
                for (column, taps) in columns.enumerated() {
                    for band in 0..<bands {
                        var sum: Int32 = 1 << (precision - 1)
                        var place = source + taps.first * bands + band
                        for weight in taps.weights {
                            sum &+= Int32(bytes[place]) &* weight
                            place += bands
                        }
                        target[row * line + column * bands + band] = UInt8(clamping: sum >> precision)
                    }
                }
            }
            count = line * height
        }
        return [UInt8](unsafeUninitializedCapacity: line * newHeight) { target, count in
            narrow.withUnsafeBufferPointer { narrow in
                for (row, taps) in rows.enumerated() {
                    for part in 0..<line {
                        var sum: Int32 = 1 << (precision - 1)
                        var place = taps.first * line + part
                        for weight in taps.weights {
                            sum &+= Int32(narrow[place]) &* weight
                            place += line
                        }
                        target[row * line + part] = UInt8(clamping: sum >> precision)
                    }
                }
            }
            count = line * newHeight
        }
    }

    private static func taps(from count: Int, to size: Int) -> [Taps] {
        let scale = Double(count) / Double(size)
        let support = max(scale, 1)
        return (0..<size).map { place in
            let centre = (Double(place) + 0.5) * scale
            let first = max(0, Int(centre - support + 0.5))
            let last = min(count, Int(centre + support + 0.5))
            let weights = (first..<last).map { max(0, 1 - abs((Double($0) + 0.5 - centre) / support)) }
            let sum = weights.reduce(0, +)
            return Taps(
                first: first, weights: weights.map { Int32(($0 / sum * Double(1 << precision)).rounded()) })
        }
    }
}
