/// The short form of a UPC-A: the number system, six digits from which zeros were removed, and the check digit of the
/// long form.
enum UPCE {
    /// Returns the UPC-A without its check digit: 11 digits.
    ///
    /// The sixth digit encodes where the zeros were (GS1 General Specifications §5.2.2.4.2). All combinations of six
    /// digits are valid.
    static func expanded(system: UInt64, digits: UInt64) -> UInt64 {
        let last = digits % 10
        let five = digits / 10
        // Five digits of the manufacturer and five of the item.
        let (maker, item) =
            switch last {
            case 0...2: (five / 1000 * 1000 + last * 100, five % 1000)
            case 3: (five / 100 * 100, five % 100)
            case 4: (five / 10 * 10, five % 10)
            default: (five, last)
            }
        return system * 10_000_000_000 + maker * 100_000 + item
    }

    /// Returns the GTIN with its check digit; nil for six zeros in system 0.
    static func gtin(system: UInt64, digits: UInt64) -> GTIN? {
        let long = expanded(system: system, digits: digits)
        return GTIN(number: long * 10 + GTIN.checkDigit(behind: long))
    }
}
