/// Numbers in dates and times: decimal digits of ASCII and nothing else, where `Int("+1")` would take a sign.
enum LocalDigits {
    /// Nothing where a byte is no digit, where there is none, and where there are more than nine.
    static func value(of bytes: some Collection<UInt8>) -> Int? {
        guard 1...9 ~= bytes.count else { return nil }
        var value = 0
        for byte in bytes {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }

    /// With zeros before it.
    static func text(_ number: Int, width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
