/// Parses texts as numbers and flags, for all clients.
package enum LenientScalar {
    /// Parses a finite number.
    ///
    /// - Parameters:
    ///   - text: digits, optionally with a sign, a fraction or an exponent.
    ///   - decimalComma: whether `0,5` is a number.
    /// - Returns: the number; nil if the text is not a number.
    package static func number(_ text: String, decimalComma: Bool = false) -> Double? {
        Double(decimalComma ? text.replacing(",", with: ".") : text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Parses true or false; case does not matter.
    ///
    /// - Parameters:
    ///   - text: `true` or `false`.
    ///   - digits: whether `1` and `0` are flags.
    /// - Returns: the flag; nil if the text is not a flag.
    package static func flag(_ text: String, digits: Bool = false) -> Bool? {
        Bool(text.lowercased()) ?? (digits ? ["1": true, "0": false][text] : nil)
    }
}
