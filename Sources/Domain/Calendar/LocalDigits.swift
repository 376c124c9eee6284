/// Numbers in dates and times: ASCII decimal digits only, whereas `Int("+1")` accepts a sign.
enum LocalDigits {
    /// Returns nil if there is no byte, more than nine, or a byte that is no digit.
    static func value(of bytes: some Collection<UInt8>) -> Int? {
        guard 1...9 ~= bytes.count else { return nil }
        var value = 0
        for byte in bytes {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }

    /// Returns the number with leading zeros.
    static func text(_ number: Int, width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
