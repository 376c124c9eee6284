public import Directions
import Messages

/// Amounts and numbers for pages, in the language of the current task; in English the words of ``PlainAmount``.
public enum LocalAmount {
    /// Returns "2 tablets" or "1 to 2 tablets"; nil if there is no number.
    public static func words(_ amount: Direction.Amount) -> String? {
        guard let english = PlainAmount.words(amount) else { return nil }
        guard let amounts else { return Localization.current.pattern(english) }
        if let words = amounts.words(amount) { return words }
        let bare = Direction.Amount(low: amount.low, high: amount.high, unit: nil)
        guard let unit = amount.unit, let numbers = amounts.words(bare) else { return english }
        return "\(numbers) \(PlainAmount.name(of: unit, for: amount.high ?? amount.low ?? 0))"
    }

    /// Returns "8 tablets", "0 tablets", or "8" without a unit.
    public static func counted(_ value: Double, _ unit: String?) -> String {
        let english =
            value > 0
            ? PlainAmount.counted(value, unit) : unit.map { "0 \(PlainAmount.name(of: $0, for: 0))" } ?? "0"
        guard let amounts else { return Localization.current.pattern(english) }
        let value = max(0, value)
        if let words = amounts.counted(value, unit) { return words }
        guard let unit, let number = amounts.counted(value, nil) else { return english }
        return "\(number) \(PlainAmount.name(of: unit, for: value))"
    }

    /// Returns "0.5" or "1,250"; in German and French with a decimal comma. It is not for fields of forms.
    public static func number(_ value: Double) -> String {
        let english = value > 0 ? PlainAmount.number(value) : "0"
        return amounts?.number(max(0, value)) ?? english
    }

    /// Returns the plural of a unit: "tablets"; in English, and for an unknown unit, the unit itself.
    public static func unit(_ unit: String) -> String {
        guard let amounts else { return Localization.current.pattern(unit) }
        return amounts.name(of: unit, for: 2) ?? unit
    }

    private static var amounts: TranslatedAmount? { PlainLanguage.current.map { TranslatedAmount(language: $0) } }
}
