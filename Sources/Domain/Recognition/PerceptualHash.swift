/// What a photograph looks like from afar, in 64 bits: they hardly change when it is saved again, made smaller or a
/// little brighter, and differ in many places from those of another photograph.
///
/// The bits are the 8 × 8 lowest frequencies of its brightness, each against their median. `Benchmarks/perceptual.py`
/// compared it with others and computes the same bits; what it measured is in `Benchmarks/README.md`.
package struct PerceptualHash: Sendable, Hashable {
    /// Pixels across and down of the picture that it is computed from: the whole photograph, upright, squeezed.
    package static let side = 32

    /// Row by row from the lowest vertical frequency; the lowest bit is the mean.
    package let bits: UInt64

    package init(bits: UInt64) {
        self.bits = bits
    }

    /// From side × side pixels, row by row, each a byte of red, green and blue; nothing where there are more or fewer.
    package init?(pixels: [UInt8], side: Int) {
        guard side == Self.side, pixels.count == 3 * side * side else { return nil }
        var brightness: [Int] = []
        brightness.reserveCapacity(side * side)
        for first in stride(from: 0, to: pixels.count, by: 3) {
            let red = Int(pixels[first])
            let green = Int(pixels[first + 1])
            let blue = Int(pixels[first + 2])
            brightness.append(299 * red + 587 * green + 114 * blue)
        }
        let frequencies = Self.frequencies(of: Self.frequencies(of: brightness))
        let sorted = frequencies.sorted()
        // Twice the median and twice each value: the mean of the two in the middle need not be a whole number.
        let middle = sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]
        var bits: UInt64 = 0
        for (place, value) in frequencies.enumerated() where 2 * value > middle {
            bits |= 1 << UInt64(place)
        }
        self.bits = bits
    }

    /// In how many of the 64 bits two hashes differ; an even number between photographs.
    package func distance(to other: Self) -> Int {
        (bits ^ other.bits).nonzeroBitCount
    }

    /// Whether two pictures may be taken for one.
    ///
    /// Never where either is plain: half of a photograph's frequencies lie above their median (all 13,501 measured), but
    /// nearly none of a picture in one colour or with a regular pattern, and those would all be taken for each other.
    package func matches(_ other: Self, within maximum: Int = 2) -> Bool {
        !isPlain && !other.isPlain && distance(to: other) <= maximum
    }

    private var isPlain: Bool { bits.nonzeroBitCount != 32 }

    /// The lowest frequencies of each line of values, as columns; so twice is both directions, and upright again.
    private static func frequencies(of values: [Int]) -> [Int] {
        var result: [Int] = []
        result.reserveCapacity(waves.count * values.count / side)
        for wave in waves {
            for start in stride(from: 0, to: values.count, by: side) {
                var sum = 0
                for place in 0..<side {
                    sum += wave[place] * values[start + place]
                }
                result.append(sum)
            }
        }
        return result
    }

    /// The eight lowest cosines along one side, times 8,192. In whole numbers every machine and language gives the same
    /// bits, and what is even has exactly no frequency but the mean.
    private static let waves: [[Int]] = (0..<8).map { (frequency: Int) -> [Int] in
        (0..<side).map { (place: Int) -> Int in cosine(frequency * (2 * place + 1)) }
    }

    /// cos(step × π / 64) × 8,192.
    private static func cosine(_ step: Int) -> Int {
        let quarter = [
            8192, 8182, 8153, 8103, 8035, 7946, 7839, 7713, 7568, 7405, 7225, 7027, 6811, 6580, 6333, 6070, 5793, 5501,
            5197, 4880, 4551, 4212, 3862, 3503, 3135, 2760, 2378, 1990, 1598, 1202, 803, 402, 0,
        ]
        let turned = step % 128
        let half = min(turned, 128 - turned)
        return half <= 32 ? quarter[half] : -quarter[64 - half]
    }
}
