/// The code under which Open Food Facts keeps a product, as its server makes it of what it is asked for.
package enum OpenFoodFactsCode {
    /// How many digits can be kept at all.
    package static let lengths = 4...24

    /// The GTIN where GS1 syntax names one, else all digits of the text; zeros in front are dropped, and filled up to 8
    /// digits, else to 13. Check digits are not looked at, a UPC-E is not expanded, and it is empty without a digit.
    ///
    /// Unlike the server, which takes the digits of what it finds wrong with GS1 syntax, this takes the GTIN wherever
    /// that has a right check digit, also out of `http:` links and behind symbology identifiers.
    package static func normalised(_ text: String) -> String {
        let reading = BarcodeReading(text)
        if reading.elements != nil, let gtin = reading.gtin { return gtin.description }
        return ofDigits(in: text)
    }

    /// Whether it can be kept.
    package static func isStorable(_ code: String) -> Bool {
        lengths.contains(code.utf8.count) && code.utf8.allSatisfy(\.isDigit)
    }

    static func ofDigits(in text: String) -> String {
        let all = text.utf8.filter(\.isDigit)
        guard !all.isEmpty else { return "" }
        let digits = all.drop { $0 == UInt8(ascii: "0") }
        let width = digits.count <= 8 ? 8 : 13
        return String(repeating: "0", count: max(0, width - digits.count)) + String(decoding: digits, as: UTF8.self)
    }
}
