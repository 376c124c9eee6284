package import Directions
import Wording

extension DosePlan {
    /// "1 tablet", "half a tablet (½)", "1 to 2 tablets", "up to 5 puffs"; a range stays a range.
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

    /// Sums of tenths are no tenths in binary: what is beyond the fourth place is no part of a dose.
    static func tidied(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }

    /// What is always said of a dose that was missed.
    package static let missedDose = SafetyText.missedDose
}
