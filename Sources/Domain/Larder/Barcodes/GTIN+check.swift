extension GTIN {
    /// Returns the check digit for a number: from the right, every second digit counts three times, and the sum with
    /// the check digit is a multiple of ten (GS1 General Specifications §7.9).
    static func checkDigit(behind number: UInt64) -> UInt64 {
        var rest = number
        var sum: UInt64 = 0
        while rest > 0 {
            let pair = rest % 100
            // In each pair the tens digit counts once, the ones digit three times.
            sum += pair % 10 * 3 + pair / 10
            rest /= 100
        }
        return (10 - sum % 10) % 10
    }

    /// Returns true if the last digit is the check digit of the others; any length.
    static func isCheckRight(_ number: UInt64) -> Bool { checkDigit(behind: number / 10) == number % 10 }
}
