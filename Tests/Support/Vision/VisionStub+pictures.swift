extension VisionStub {
    /// The properties of a picture that is not kept.
    package struct Picture: Sendable, Hashable {
        package let size: Int
        /// The SHA-256 in hexadecimal.
        package let digest: String
        /// The width in a JPEG's frame header; nil for other files.
        package let width: Int?
        package let height: Int?
        /// The metadata of a JPEG: exif, xmp, iptc, icc, comment.
        package let metadata: Set<String>

        package var hasEXIF: Bool { metadata.contains("exif") }

        package init(_ bytes: [UInt8]) {
            size = bytes.count
            digest = SHA256Sum.hexadecimal(bytes)
            var frame: (width: Int, height: Int)?
            var metadata: Set<String> = []
            for segment in Self.segments(bytes) {
                let body = bytes[segment.body]
                func begins(_ text: String) -> Bool { body.starts(with: Array(text.utf8)) }
                switch segment.marker {
                case 0xE1 where begins("Exif"): metadata.insert("exif")
                case 0xE1: metadata.insert("xmp")
                case 0xE2 where begins("ICC_PROFILE"): metadata.insert("icc")
                case 0xED: metadata.insert("iptc")
                case 0xFE: metadata.insert("comment")
                case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(segment.marker) && body.count >= 5:
                    let part = Array(body.prefix(5)).map(Int.init)
                    frame = (part[3] << 8 | part[4], part[1] << 8 | part[2])
                default: break
                }
            }
            width = frame?.width
            height = frame?.height
            self.metadata = metadata
        }

        /// The segments of a JPEG before its pixels.
        private static func segments(_ bytes: [UInt8]) -> [(marker: UInt8, body: Range<Int>)] {
            var found: [(UInt8, Range<Int>)] = []
            guard bytes.starts(with: [0xFF, 0xD8]) else { return [] }
            var place = 2
            while place + 4 <= bytes.count, bytes[place] == 0xFF, bytes[place + 1] != 0xDA {
                let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
                let end = place + 2 + length
                guard length >= 2, end <= bytes.count else { break }
                found.append((bytes[place + 1], place + 4..<end))
                place = end
            }
            return found
        }
    }
}

/// SHA-256 (FIPS 180-4), for a target without a library for it. Use it for public pictures only: memory is not wiped.
enum SHA256Sum {
    static func hexadecimal(_ bytes: [UInt8]) -> String {
        var state = first
        var message = bytes + [0x80]
        message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
        message += (0..<8).map { UInt8(truncatingIfNeeded: (UInt64(bytes.count) * 8) >> (56 - 8 * UInt64($0))) }
        for block in stride(from: 0, to: message.count, by: 64) { mix(message[block..<block + 64], into: &state) }
        return state.map { word in
            let text = String(word, radix: 16)
            return String(repeating: "0", count: 8 - text.count) + text
        }.joined()
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { place in
            block[place..<place + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        }
        for place in 16..<64 {
            let (old, young) = (words[place - 15], words[place - 2])
            let low = turn(old, 7) ^ turn(old, 18) ^ (old >> 3)
            let high = turn(young, 17) ^ turn(young, 19) ^ (young >> 10)
            words.append(words[place - 16] &+ low &+ words[place - 7] &+ high)
        }
        var part = state
        for place in 0..<64 {
            let (a, b, c, e) = (part[0], part[1], part[2], part[4])
            let choice = (e & part[5]) ^ (~e & part[6])
            let one =
                part[7] &+ (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) &+ choice &+ constants[place] &+ words[place]
            let two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) &+ ((a & b) ^ (a & c) ^ (b & c))
            part = [one &+ two, a, b, c, part[3] &+ one, e, part[5], part[6]]
        }
        for place in state.indices { state[place] &+= part[place] }
    }

    private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    /// The first 64 primes. The constants come from the square roots of the first eight and the cube roots of all.
    private static let primes: [UInt64] = {
        var primes: [UInt64] = []
        var number: UInt64 = 2
        while primes.count < 64 {
            if primes.allSatisfy({ number % $0 != 0 }) { primes.append(number) }
            number += 1
        }
        return primes
    }()

    private static let first = primes.prefix(8).map { fraction(of: $0, power: 2) }
    private static let constants = primes.map { fraction(of: $0, power: 3) }

    /// The first 32 fractional bits of a root, computed bit by bit.
    private static func fraction(of prime: UInt64, power: Int) -> UInt32 {
        var root: UInt64 = 0
        for bit in (0..<40).reversed() {
            let tried = root | 1 << UInt64(bit)
            // Compares tried^power ≤ prime · 2^(32·power) without overflow.
            let square = UInt128(tried) * UInt128(tried)
            let product = power == 2 ? square : square * UInt128(tried)
            if product <= UInt128(prime) << UInt128(32 * power) { root = tried }
        }
        return UInt32(truncatingIfNeeded: root)
    }
}
