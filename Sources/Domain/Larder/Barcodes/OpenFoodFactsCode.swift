/// The code of a product in Open Food Facts, normalised as its server does.
public enum OpenFoodFactsCode {
    /// The lengths that the server can store.
    public static let lengths = 4...24

    /// Returns the GTIN if GS1 syntax contains one, otherwise all digits of the text. Leading zeros are dropped, then
    /// the code is filled to 8 digits, or to 13 if it is longer. Check digits are not verified and a UPC-E is not
    /// expanded. Returns an empty string for a text without digits.
    ///
    /// The server takes all digits of a text with wrong GS1 syntax. This function takes the GTIN if its check digit is
    /// right, also from `http:` links and after symbology identifiers.
    public static func normalised(_ text: String) -> String {
        let reading = BarcodeReading(text)
        if reading.elements != nil, let gtin = reading.gtin { return gtin.description }
        return ofDigits(in: text)
    }

    /// Returns true if the server can store the code.
    public static func isStorable(_ code: String) -> Bool {
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
