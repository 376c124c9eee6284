package import Directions
import Wording

extension DosePlan {
    /// Returns "1 tablet", "half a tablet (½)", "1 to 2 tablets" or "up to 5 puffs". A range stays a range.
    package static func words(of amount: Direction.Amount?) -> String {
        amount.flatMap(PlainAmount.words) ?? "as the label says"
    }

    /// "2 tablets".
    package static func words(_ value: Double, _ unit: String?) -> String {
        let value = tidied(value)
        guard value > 0 else { return unit.map { "0 \(PlainAmount.name(of: $0, for: 0))" } ?? "0" }
        return PlainAmount.counted(value, unit)
    }

    /// "1,250", "0.5".
    package static func number(_ value: Double) -> String {
        let value = tidied(value)
        return value > 0 ? PlainAmount.number(value) : "0"
    }

    /// Rounds to four decimal places: sums of decimal fractions are not exact in binary.
    static func tidied(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }

    /// The sentence shown for every missed dose.
    package static let missedDose = SafetyText.missedDose
}
