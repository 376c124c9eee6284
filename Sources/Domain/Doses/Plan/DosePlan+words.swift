public import Directions
import Messages
import Wording

extension DosePlan {
    /// Returns "1 tablet", "half a tablet (½)", "1 to 2 tablets" or "up to 5 puffs" in the language of the current task. A
    /// range stays a range.
    public static func words(of amount: Direction.Amount?) -> String {
        amount.flatMap(LocalAmount.words) ?? localized("as the label says", context: "amount of a dose")
    }

    /// Returns "2 tablets" in the language of the current task.
    public static func words(_ value: Double, _ unit: String?) -> String { LocalAmount.counted(tidied(value), unit) }

    /// Returns the same in English, for documents of other programs, for models and for sources of an explanation.
    public static func englishWords(of amount: Direction.Amount?) -> String {
        amount.flatMap(PlainAmount.words) ?? "as the label says"
    }

    static func englishWords(_ value: Double, _ unit: String?) -> String {
        let value = tidied(value)
        guard value > 0 else { return unit.map { "0 \(PlainAmount.name(of: $0, for: 0))" } ?? "0" }
        return PlainAmount.counted(value, unit)
    }

    /// Returns "1,250" or "0.5" in the language of the current task, for sentences.
    public static func localNumber(_ value: Double) -> String { LocalAmount.number(tidied(value)) }

    /// Returns "1,250" or "0.5" in every language, for fields of forms.
    public static func number(_ value: Double) -> String {
        let value = tidied(value)
        return value > 0 ? PlainAmount.number(value) : "0"
    }

    /// Rounds to four decimal places: sums of decimal fractions are not exact in binary.
    static func tidied(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }

    /// The sentence shown for every missed dose.
    public static var missedDose: String { SafetyText.missedDose }
}
