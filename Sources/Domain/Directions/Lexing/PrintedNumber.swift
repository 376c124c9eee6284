/// Reads printed numbers for directions, labels and the checks of a model's answer. All three use it, so that each
/// reads the same value.
public enum PrintedNumber {
    /// Returns the value of digits with an optional decimal point and with commas as thousands separators only. Returns
    /// nil for ambiguous text ("1,5", "1,00", "1.5.2") and for more than twelve characters.
    public static func value(of text: some StringProtocol) -> Double? {
        guard (1...12).contains(text.utf8.count),
            text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 || $0 == 44 })
        else { return nil }
        let groups = text.split(separator: ",", omittingEmptySubsequences: false)
        if groups.count > 1 {
            guard (1...3).contains(groups[0].utf8.count), !groups[0].contains("."),
                groups.dropFirst().dropLast().allSatisfy({ $0.utf8.count == 3 && !$0.contains(".") }),
                groups[groups.count - 1].prefix(while: { $0 != "." }).utf8.count == 3
            else { return nil }
        }
        let plain = groups.joined()
        return Double(plain.hasPrefix(".") ? "0" + plain : plain)
    }

    /// Returns true if the point of a number may be a decimal point or a thousands separator: "2.500 units", "1.500 mg".
    /// Three decimals are not ambiguous if the last one is not 0, except for units, which are not split.
    public static func isPerhapsThousands(_ text: some StringProtocol, isUnits: Bool = false) -> Bool {
        let sides = text.split(separator: ".", omittingEmptySubsequences: false)
        guard sides.count == 2, sides[1].utf8.count == 3, (1...3).contains(sides[0].utf8.count), sides[0].first != "0"
        else { return false }
        return isUnits || sides[1].hasSuffix("0")
    }

    /// Fractions that are a single character.
    public static let fractions: [Unicode.Scalar: Double] = [
        "½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1.0 / 3, "⅔": 2.0 / 3, "⅛": 0.125,
    ]

    /// Whole numbers in letters, without compounds such as "twenty-one".
    public static let words: [String: Double] = [
        "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
        "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
        "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
        "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    ]
}
