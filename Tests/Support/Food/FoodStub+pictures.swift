import Foundation

extension FoodStub {
    /// Any picture below `/images/`: 200 or 400 pixels wide according to its name, otherwise 800.
    func picture(_ path: String) -> StubReply {
        guard path.hasSuffix(".jpg") else { return .html(404) }
        let width = path.hasSuffix(".200.jpg") ? 200 : path.hasSuffix(".400.jpg") ? 400 : 800
        return .answer(
            status: 200, headers: [("Content-Type", "image/jpeg")],
            body: GreyJPEG.bytes(width: width, height: width * 3 / 4, seed: path))
    }
}

/// A minimal JPEG: one component, one grey value for every eight by eight pixels, with a pattern that depends on the
/// seed.
enum GreyJPEG {
    static func bytes(width: Int, height: Int, seed: String) -> [UInt8] {
        let start = seed.utf8.reduce(5381 as UInt64) { ($0 &* 33) ^ UInt64($1) }
        var bits = Bits()
        var before = 0
        for row in 0..<(height + 7) / 8 {
            for column in 0..<(width + 7) / 8 {
                let isDark = (start >> UInt64((row / 4 * 7 + column / 4 * 3) % 60)) & 1 == 1
                let grey = isDark ? -60 : 60 + Int(start % 40)
                bits.add(difference: grey - before)
                before = grey
                // The end of the block, which has only a mean.
                bits.add(0, count: 1)
            }
        }
        return head(width: width, height: height) + bits.bytes + [0xFF, 0xD9]
    }

    private static func head(width: Int, height: Int) -> [UInt8] {
        func part(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
            let length = bytes.count + 2
            return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + bytes
        }
        let size = [UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF)]
        // All values are 8, so that a block's mean is the written value.
        let quantities = [0x00] + [UInt8](repeating: 8, count: 64)
        // Twelve codes of four bits for the means; one code of one bit for the end of a block.
        let means: [UInt8] = [0x00] + [0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + (0..<12)
        let rest: [UInt8] = [0x10] + [1] + [UInt8](repeating: 0, count: 15) + [0x00]
        return [0xFF, 0xD8] + part(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
            + part(0xDB, quantities) + part(0xC0, [8] + size + [1, 1, 0x11, 0]) + part(0xC4, means)
            + part(0xC4, rest) + part(0xDA, [1, 1, 0x00, 0, 63, 0])
    }

    private struct Bits {
        private var whole: [UInt8] = []
        private var open = 0
        private var count = 0

        /// The bytes, padded with ones.
        var bytes: [UInt8] {
            var all = self
            if all.count > 0 { all.add((1 << (8 - all.count)) - 1, count: 8 - all.count) }
            return all.whole
        }

        mutating func add(_ value: Int, count added: Int) {
            for place in (0..<added).reversed() {
                open = open << 1 | (value >> place) & 1
                count += 1
                guard count == 8 else { continue }
                whole.append(UInt8(open))
                if open == 0xFF { whole.append(0) }
                (open, count) = (0, 0)
            }
        }

        /// Writes the length of the difference in four bits and then the difference; a negative one as its complement.
        mutating func add(difference: Int) {
            let size = Int.bitWidth - abs(difference).leadingZeroBitCount
            add(size, count: 4)
            add(difference < 0 ? difference + (1 << size) - 1 : difference, count: size)
        }
    }
}
