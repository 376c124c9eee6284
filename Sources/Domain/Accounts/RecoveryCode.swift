/// A code on paper with which a person gets back in after losing the passphrase: 80 random bits, one use.
package enum RecoveryCode {
    /// The number of codes that an owner gets.
    package static let count = 8
    /// The number of random bytes of a code.
    package static let byteCount = 10

    /// Digits and letters without those that look like another one (I, L, O, U).
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// Returns the text of a code, in groups of four: "8KQ2-…".
    package static func text(_ bytes: [UInt8]) -> String {
        var text = ""
        var (held, bits): (UInt32, UInt32) = (0, 0)
        for byte in bytes {
            held = held << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                if !text.isEmpty, text.count % 5 == 4 { text.append("-") }
                text.append(alphabet[Int(held >> bits & 31)])
            }
            held &= (1 << bits) - 1
        }
        return text
    }

    /// Returns the form that is digested: a person may type it in small letters, without hyphens, and with a letter that
    /// looks like the printed one.
    package static func canonical(_ text: String) -> String {
        String(
            text.uppercased().prefix(64).compactMap { character -> Character? in
                switch character {
                case "O": "0"
                case "I", "L": "1"
                case let one where alphabet.contains(one): one
                default: nil
                }
            })
    }
}
