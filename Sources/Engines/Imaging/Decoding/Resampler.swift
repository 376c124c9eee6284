/// Reproduces Pillow's BILINEAR exactly: a triangle filter as wide as the replaced pixels, first horizontally, then
/// vertically, rounded to bytes in between. Models are trained on pictures resized in this way. libvips' own filter
/// rounds positions to 1/64 pixel (8.14): its results differ by up to seven levels at an edge, which is enough to
/// change a close result.
struct Resampler {
    /// The source pixels of each target pixel and their weights, scaled to integers.
    private struct Taps {
        /// The first source pixel of each target pixel.
        var first: [Int] = []
        /// The number of weights of each target pixel, which is the same for all; missing ones are 0.
        var count = 0
        var weights: [Int32] = []
    }

    private static let precision: Int32 = 22

    /// Resizes `bytes`: `width × height` pixels of `bands` bytes, row by row.
    static func resize(
        _ bytes: UnsafeRawBufferPointer, width: Int, height: Int, bands: Int, to newWidth: Int, _ newHeight: Int
    ) -> [UInt8] {
        let narrow = narrowed(
            bytes.bindMemory(to: UInt8.self), width: width, height: height, bands: bands,
            by: taps(from: width, to: newWidth))
        let rows = taps(from: height, to: newHeight)
        let line = newWidth * bands
        return [UInt8](unsafeUninitializedCapacity: line * newHeight) { target, count in
            narrow.withUnsafeBufferPointer { narrow in
                var sums = [Int32](repeating: 0, count: line)
                sums.withUnsafeMutableBufferPointer { sums in
                    for (row, first) in rows.first.enumerated() {
                        sums.update(repeating: 1 << (precision - 1))
                        // Row by row, so that the compiler adds many bytes at once.
                        for (tap, weight) in rows.weights[row * rows.count..<(row + 1) * rows.count].enumerated()
                        where weight != 0 {
                            let source = (first + tap) * line
                            for part in 0..<line { sums[part] &+= Int32(narrow[source + part]) &* weight }
                        }
                        for part in 0..<line { target[row * line + part] = clamped(sums[part]) }
                    }
                }
            }
            count = line * newHeight
        }
    }

    private static func narrowed(
        _ bytes: UnsafeBufferPointer<UInt8>, width: Int, height: Int, bands: Int, by columns: Taps
    ) -> [UInt8] {
        let line = columns.first.count * bands
        return [UInt8](unsafeUninitializedCapacity: line * height) { target, count in
            columns.weights.withUnsafeBufferPointer { weights in
                for row in 0..<height {
                    var place = row * line
                    for (column, first) in columns.first.enumerated() {
                        let source = (row * width + first) * bands
                        // A missing weight may belong to a pixel beyond the end of the row.
                        let taps = min(columns.count, width - first)
                        if bands == 3 {
                            let middle: Int32 = 1 << (precision - 1)
                            var (red, green, blue) = (middle, middle, middle)
                            for tap in 0..<taps {
                                let weight = weights[column * columns.count + tap]
                                red &+= Int32(bytes[source + tap * 3]) &* weight
                                green &+= Int32(bytes[source + tap * 3 + 1]) &* weight
                                blue &+= Int32(bytes[source + tap * 3 + 2]) &* weight
                            }
                            target[place] = clamped(red)
                            target[place + 1] = clamped(green)
                            target[place + 2] = clamped(blue)
                            place += 3
                        } else {
                            for band in 0..<bands {
                                var sum: Int32 = 1 << (precision - 1)
                                for tap in 0..<taps {
                                    sum &+=
                                        Int32(bytes[source + tap * bands + band])
                                        &* weights[column * columns.count + tap]
                                }
                                target[place] = clamped(sum)
                                place += 1
                            }
                        }
                    }
                }
            }
            count = line * height
        }
    }

    private static func clamped(_ sum: Int32) -> UInt8 { UInt8(clamping: sum >> precision) }

    private static func taps(from count: Int, to size: Int) -> Taps {
        let scale = Double(count) / Double(size)
        let support = max(scale, 1)
        var taps = Taps()
        var all: [[Int32]] = []
        for place in 0..<size {
            let centre = (Double(place) + 0.5) * scale
            let first = max(0, Int(centre - support + 0.5))
            let last = min(count, Int(centre + support + 0.5))
            let weights = (first..<last).map { max(0, 1 - abs((Double($0) + 0.5 - centre) / support)) }
            let sum = weights.reduce(0, +)
            taps.first.append(first)
            all.append(weights.map { Int32(($0 / sum * Double(1 << precision)).rounded()) })
        }
        taps.count = all.map(\.count).max() ?? 0
        taps.weights = all.flatMap { $0 + Array(repeating: 0, count: taps.count - $0.count) }
        return taps
    }
}
