/// Base 64 for URLs and file names (RFC 4648 §5), without padding.
package enum Base64URL {
    package static func text(_ bytes: [UInt8]) -> String {
        var text = [UInt8]()
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var (held, bits): (UInt32, Int) = (0, 0)
        for byte in bytes {
            held = held << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[Int(held >> UInt32(bits)) & 63])
            }
            held &= (1 << UInt32(bits)) - 1
        }
        if bits > 0 { text.append(alphabet[Int(held << UInt32(6 - bits)) & 63]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns nil if the text is not valid; padding at the end is accepted.
    package static func bytes(_ text: String) -> [UInt8]? {
        var bytes = [UInt8]()
        var (held, bits): (UInt32, Int) = (0, 0)
        let digits = text.utf8.prefix { $0 != UInt8(ascii: "=") }
        guard text.utf8.count - digits.count <= 2, digits.count % 4 != 1 else { return nil }
        for digit in digits {
            guard let value = values[digit] else { return nil }
            held = held << 6 | value
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
            held &= (1 << UInt32(bits)) - 1
        }
        return held == 0 ? bytes : nil
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let values = Dictionary(
        zip(alphabet, (0 as UInt32)...), uniquingKeysWith: { first, _ in first })
}
