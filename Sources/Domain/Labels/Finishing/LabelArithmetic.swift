package import Directions
import Messages

/// Compares the printed numbers of a label: "1 × 3 × 7 = 21, label says 21". The result is only shown; no dose is
/// derived from it.
package struct LabelArithmetic: Sendable, Hashable, Codable {
    /// A printed number and its place in the directions.
    package struct Factor: Sendable, Hashable, Codable {
        package let field: DirectionsReading.Field
        package let value: Double
        package let spans: [TextSpan]
    }

    /// Dose, times a day, and days.
    package let factors: [Factor]
    package let product: Double
    package let printed: Double
    /// The words of the printed quantity.
    package let words: [LabelReading.WordPlace]
    package let matches: Bool

    package var text: String {
        let left = factors.map { Self.written($0.value) }.joined(separator: " × ")
        let sum = "\(left) = \(Self.written(product))"
        return localized("\(sum, "calculation"), label says \(Self.written(printed), "quantity")")
    }

    /// Returns nil unless the directions are one instruction with one printed number each for dose, times a day, and
    /// days.
    init?(_ directions: DirectionsReading, quantity: LabelReading.Value<Double>, unit: String?) {
        guard directions.status != .refuse, directions.clauses.count == 1, let clause = directions.clauses.first,
            !clause.isAsNeeded, clause.days.isEmpty, clause.maximum == nil, let dose = clause.dose, let low = dose.low,
            low == dose.high, low > 0, Self.counts(dose.unit, in: unit), let often = clause.frequency,
            let times = often.count,
            often.countMax == nil, often.period == 1, often.periodMax == nil, often.periodUnit == .day,
            let duration = clause.duration, duration.valueMax == nil, duration.bound == nil, duration.unit == .day
        else { return nil }
        let numbers: [(DirectionsReading.Field, Double)] = [
            (.dose, low), (.frequency, Double(times)), (.duration, duration.value),
        ]
        factors = numbers.map { field, value in
            Factor(field: field, value: value, spans: directions.spans.filter { $0.field == field }.map(\.span))
        }
        guard factors.allSatisfy({ !$0.spans.isEmpty }) else { return nil }
        product = numbers.reduce(1) { $0 * $1.1 }
        printed = quantity.content
        words = quantity.words
        matches = abs(product - printed) < 0.001
    }

    /// Returns true if a dose in this unit is counted in the unit of the quantity: tablets in a bare number,
    /// millilitres in millilitres.
    private static func counts(_ dose: String?, in quantity: String?) -> Bool {
        let whole = ["tablet", "capsule", "caplet", "pill", "sachet", "suppository", "lozenge", "patch"]
        guard let dose else { return false }
        if dose == "mL" { return quantity == "mL" }
        return whole.contains(dose) && (quantity == nil || quantity == dose)
    }

    private static func written(_ number: Double) -> String {
        guard number == number.rounded(), abs(number) < 1_000_000 else { return "\(number)" }
        return "\(Int(number))"
    }
}
