/// Normalises untrusted text, written by a photograph, a person or a model, so that it is harmless and comparable.
enum UntrustedText {
    /// Removes invisible characters, changes of writing direction and control characters; joins runs of spaces.
    static func visible(_ text: String) -> String {
        var kept = ""
        var isSpaceDue = false
        for scalar in text.unicodeScalars {
            if isSpace(scalar) {
                isSpaceDue = !kept.isEmpty
            } else if !isHidden(scalar) {
                if isSpaceDue {
                    kept.append(" ")
                    isSpaceDue = false
                }
                kept.unicodeScalars.append(scalar)
            }
        }
        return kept
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.value == 0x2800
    }

    static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isDefaultIgnorableCodePoint { return true }
        return switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Converts to lower-case Latin letters: full-width forms, accents and look-alikes of other scripts become plain.
    static func folded(_ text: String) -> String {
        var folded = ""
        for scalar in visible(text).unicodeScalars {
            if scalar.isASCII {
                folded += scalar.properties.lowercaseMapping
            } else if (0xFF01...0xFF5E).contains(scalar.value), let plain = Unicode.Scalar(scalar.value - 0xFEE0) {
                folded += plain.properties.lowercaseMapping
            } else {
                folded += plain[scalar] ?? latin(scalar) ?? scalar.properties.lowercaseMapping
            }
        }
        return folded
    }

    /// Returns the words and numbers. An apostrophe does not split a word: "can't" is "cant".
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        for scalar in folded(text).unicodeScalars where scalar != "'" {
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                word.unicodeScalars.append(scalar)
            } else if !word.isEmpty {
                words.append(word)
                word = ""
            }
        }
        return word.isEmpty ? words : words + [word]
    }

    /// Removes repeated letters: "heeelp" and "help" become equal. Numbers are unchanged.
    static func squeezed(_ word: String) -> String {
        if word.unicodeScalars.allSatisfy({ $0.properties.numericType != nil }) { return word }
        var squeezed = ""
        for scalar in word.unicodeScalars where scalar != squeezed.unicodeScalars.last {
            squeezed.unicodeScalars.append(scalar)
        }
        return squeezed
    }

    /// Returns true if all letters and digits are used in English, so that no look-alike hides a word.
    static func isPlainScript(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            if scalar.isASCII || (0xC0...0x17F).contains(scalar.value) { return true }
            if ["½", "¼", "¾", "µ", "μ"].contains(scalar) { return true }
            return !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
                && !scalar.properties.isEmojiPresentation
        }
    }

    /// Returns the Latin letter in the Unicode name: "e" for "LATIN SMALL LETTER E WITH ACUTE".
    private static func latin(_ scalar: Unicode.Scalar) -> String? {
        guard (0xC0...0x24F).contains(scalar.value) || (0x1E00...0x1EFF).contains(scalar.value),
            let parts = scalar.properties.name?.split(separator: " "), parts.count > 4, parts[3].count == 1
        else { return nil }
        return parts[3].lowercased()
    }

    private static let plain: [Unicode.Scalar: String] = [
        "’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'", "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-",
        "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ſ": "s", "µ": "u", "μ": "u",
        "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x", "і": "i", "ѕ": "s", "к": "k",
        "А": "a", "Е": "e", "О": "o", "Р": "p", "С": "c", "У": "y", "Х": "x", "І": "i", "Ѕ": "s", "К": "k",
        "М": "m", "Т": "t", "В": "b", "Н": "h", "α": "a", "ε": "e", "ο": "o", "ι": "i", "ρ": "p", "ν": "v",
        "Α": "a", "Ε": "e", "Ο": "o", "Ι": "i", "Ρ": "p", "Τ": "t", "Κ": "k", "Ν": "n", "Β": "b", "Μ": "m",
    ]
}
