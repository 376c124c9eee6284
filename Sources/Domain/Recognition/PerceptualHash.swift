/// A perceptual hash of 64 bits. It changes little if a photograph is saved again, scaled down or slightly brightened;
/// hashes of different photographs differ in many bits.
///
/// The bits are the 8 × 8 lowest frequencies of the brightness, each compared with their median.
/// `Benchmarks/perceptual.py` compares this hash with others and computes the same bits; `Benchmarks/README.md`
/// contains the measurements.
public struct PerceptualHash: Sendable, Hashable {
    /// Width and height in pixels of the input: the whole upright photograph, scaled to a square.
    public static let side = 32

    /// Row by row from the lowest vertical frequency; the least significant bit is the mean.
    public let bits: UInt64

    public init(bits: UInt64) {
        self.bits = bits
    }

    /// `pixels` has side × side pixels, row by row, three bytes each (red, green, blue). Returns nil if the size
    /// differs.
    public init?(pixels: [UInt8], side: Int) {
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
        // Median and values are doubled: the mean of the two middle values need not be an integer.
        let middle = sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]
        var bits: UInt64 = 0
        for (place, value) in frequencies.enumerated() where 2 * value > middle {
            bits |= 1 << UInt64(place)
        }
        self.bits = bits
    }

    /// Returns the number of different bits; even for two photographs.
    public func distance(to other: Self) -> Int {
        (bits ^ other.bits).nonzeroBitCount
    }

    /// Returns true if two pictures may be the same.
    ///
    /// Always false if one is plain. Half of a photograph's frequencies are above their median (true for all 13,501
    /// measured), but almost none of a picture in one colour or with a regular pattern; all such pictures would match
    /// each other.
    public func matches(_ other: Self, within maximum: Int = 2) -> Bool {
        !isPlain && !other.isPlain && distance(to: other) <= maximum
    }

    private var isPlain: Bool { bits.nonzeroBitCount != 32 }

    /// Returns the lowest frequencies of each row as columns. Applied twice, it transforms both directions and restores
    /// the orientation.
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

    /// The eight lowest cosines along one side, times 8,192. Integers give the same bits on every machine and in every
    /// language, and a plain picture has exactly no frequency except the mean.
    private static let waves: [[Int]] = (0..<8).map { (frequency: Int) -> [Int] in
        (0..<side).map { (place: Int) -> Int in cosine(frequency * (2 * place + 1)) }
    }

    /// Returns cos(step × π / 64) × 8,192.
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
