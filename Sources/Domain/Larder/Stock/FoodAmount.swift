import Messages

/// How much of a food there is.
package struct FoodAmount: Sendable, Hashable, CustomStringConvertible {
    package enum Unit: String, Sendable, Hashable, CaseIterable {
        case piece, package
        case gram = "g"
        case kilogram = "kg"
        case millilitre = "ml"
        case centilitre = "cl"
        case litre = "l"
        case ounce = "oz"
        case pound = "lb"
        case fluidOunce = "fl-oz"

        /// The unit after a number: "pieces", "kg".
        package func words(for number: Double) -> String {
            switch self {
            case .piece: number == 1 ? localized("piece") : localized("pieces")
            case .package: number == 1 ? localized("package") : localized("packages")
            case .fluidOunce: "fl oz"
            default: rawValue
            }
        }
    }

    package let number: Double
    package let unit: Unit

    /// The largest number.
    package static let limit = 100_000.0

    /// Rounds to three decimals. Throws `amount` for a number that is not above 0, or above `limit`.
    package init(_ number: Double, _ unit: Unit) throws(StockError) {
        guard number.isFinite, number <= Self.limit else { throw .amount }
        let rounded = (number * 1000).rounded() / 1000
        guard rounded > 0 else { throw .amount }
        self.number = rounded
        self.unit = unit
    }

    /// Reads typed texts. Without a number there is no amount; without a unit the number counts pieces.
    package static func read(number: String, unit: String) throws(StockError) -> FoodAmount? {
        let number = TagWords.line(number)
        if number.isEmpty { return nil }
        guard let value = decimal(number) else { throw .amount }
        let word = TagWords.line(unit)
        guard let unit = word.isEmpty ? .piece : Unit(rawValue: word) else { throw .unit }
        return try FoodAmount(value, unit)
    }

    /// Returns nil for "1,000" and "1.000" too: in one country a thousand, in another one one. "0.125" is clear.
    private static func decimal(_ text: String) -> Double? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        if parts.count == 2, parts[1].count == 3, parts[0] != "0" { return nil }
        return Double(text.replacing(",", with: "."))
    }

    /// "1.5", "6".
    package var digits: String { number == number.rounded() ? String(Int(number)) : String(number) }

    /// "1.5 kg", "6 pieces".
    package var description: String {
        // A number with decimals is in the plural.
        let count = number == 1 ? 1 : max(2, Int(number.rounded()))
        return switch unit {
        case .piece: localized(count, one: "1 piece", other: "\(digits, "count") pieces")
        case .package: localized(count, one: "1 package", other: "\(digits, "count") packages")
        default: "\(digits) \(unit.words(for: number))"
        }
    }
}

extension FoodAmount {
    /// Reads the quantity of a product as Open Food Facts has it: "400 g", "1,5L". Returns nil for other notations, such as
    /// "6 x 33 cl".
    package init?(quantity: String) {
        let line = TagWords.line(quantity).lowercased()
        let digits = line.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
        let word = line.dropFirst(digits.count).drop { $0 == " " }
        guard let number = Self.decimal(String(digits)),
            let unit = Unit(rawValue: word == "fl oz" ? "fl-oz" : String(word)),
            let amount = try? FoodAmount(number, unit)
        else { return nil }
        self = amount
    }
}
