/// Folds letters for comparison: lower case, without accents; Latin letters become ASCII if possible.
enum FoodFolding {
    /// Appends the folded character. Returns false if it is neither a letter nor a digit.
    static func append(_ scalar: Unicode.Scalar, to word: inout String) -> Bool {
        if scalar.isASCII {
            switch scalar.value {
            case 0x61...0x7A, 0x30...0x39: word.unicodeScalars.append(scalar)
            case 0x41...0x5A: word.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) + 32))
            default: return false
            }
            return true
        }
        if let plain = plain[scalar] {
            word += plain
            return true
        }
        guard scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal else { return false }
        word += scalar.properties.lowercaseMapping
        return true
    }

    /// Returns true for combining accents and invisible characters.
    static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .nonspacingMark || scalar.properties.isDefaultIgnorableCodePoint
    }

    static func joins(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace && !["\n", "\r", "\u{2028}", "\u{2029}"].contains(scalar)
            || ["-", "_", "'", "’", "ʼ", "‐", "‑", "*"].contains(scalar)
    }

    /// Latin letters with diacritics, by their Unicode names, and ligatures.
    private static let plain: [Unicode.Scalar: String] = {
        var plain: [Unicode.Scalar: String] = [
            "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "þ": "th", "Þ": "th", "ð": "d", "Ð": "d",
            "ı": "i", "ĳ": "ij", "Ĳ": "ij", "ё": "е", "Ё": "е", "й": "и", "Й": "и", "ς": "σ", "ά": "α", "έ": "ε",
            "ή": "η", "ί": "ι", "ό": "ο", "ύ": "υ", "ώ": "ω", "ϊ": "ι", "ϋ": "υ", "ΐ": "ι", "ΰ": "υ",
        ]
        for number in [UInt32](0xC0...0x24F) + [UInt32](0x1E00...0x1EFF) {
            guard let scalar = Unicode.Scalar(number), plain[scalar] == nil,
                let parts = scalar.properties.name?.split(separator: " "), parts.count > 4, parts[0] == "LATIN",
                parts[2] == "LETTER", parts[3].count == 1, parts[4] == "WITH"
            else { continue }
            plain[scalar] = parts[3].lowercased()
        }
        return plain
    }()
}
