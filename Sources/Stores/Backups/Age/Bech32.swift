/// Reads the texts of keys of age: Bech32 (BIP 173) without its limit of 90 characters.
enum Bech32 {
    private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)

    /// Returns the bytes behind the given human-readable part. Nil if the text is damaged, has another part, or mixes
    /// upper and lower case.
    static func bytes(_ text: String, prefix: String) -> [UInt8]? {
        guard text == text.lowercased() || text == text.uppercased() else { return nil }
        let all = Array(text.lowercased().utf8)
        let expected = Array(prefix.utf8)
        guard let separator = all.lastIndex(of: UInt8(ascii: "1")), Array(all[..<separator]) == expected else {
            return nil
        }
        var values: [UInt8] = []
        for character in all[(separator + 1)...] {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            values.append(UInt8(value))
        }
        guard values.count >= 6 else { return nil }
        let expanded = expected.map { $0 >> 5 } + [0] + expected.map { $0 & 31 } + values
        guard checksum(expanded) == 1 else { return nil }
        return regrouped(values.dropLast(6))
    }

    private static func checksum(_ values: [UInt8]) -> UInt32 {
        let generators: [UInt32] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]
        var sum: UInt32 = 1
        for value in values {
            let top = sum >> 25
            sum = (sum & 0x1ff_ffff) << 5 ^ UInt32(value)
            for (index, generator) in generators.enumerated() where top >> UInt32(index) & 1 == 1 { sum ^= generator }
        }
        return sum
    }

    /// Makes bytes of groups of five bits. Nil if bits that remain are not zero, or are a whole group.
    private static func regrouped(_ values: ArraySlice<UInt8>) -> [UInt8]? {
        var (bits, count) = (UInt32(0), 0)
        var bytes: [UInt8] = []
        for value in values {
            bits = bits << 5 | UInt32(value)
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        guard count < 5, bits & (1 << UInt32(count) - 1) == 0 else { return nil }
        return bytes
    }
}
