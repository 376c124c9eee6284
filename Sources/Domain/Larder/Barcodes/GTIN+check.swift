extension GTIN {
    /// The check digit that belongs behind that number: from the right, every other digit counts three times, and all
    /// together with the check digit make tens (GS1 General Specifications §7.9).
    static func checkDigit(behind number: UInt64) -> UInt64 {
        var rest = number
        var sum: UInt64 = 0
        while rest > 0 {
            let pair = rest % 100
            // The tens count once, the ones three times.
            sum += pair % 10 * 3 + pair / 10
            rest /= 100
        }
        return (10 - sum % 10) % 10
    }

    /// Whether a number's last digit is right for those before it, of whatever length.
    static func isCheckRight(_ number: UInt64) -> Bool { checkDigit(behind: number / 10) == number % 10 }
}
