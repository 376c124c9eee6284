public import Calendar
import Directions
import Foundation
import Messages

/// The doses of a plan, shown before it is confirmed.
public struct DosePreview: Sendable, Hashable {
    /// The doses of one calendar day.
    public struct Day: Sendable, Hashable {
        /// The calendar day in the zone of the latest revision.
        public let day: LocalDay
        /// The doses of the day in order of time; empty on a day without a dose.
        public let doses: [PlannedDose]
        /// "3 tablets", "2 to 4 tablets"; nil if the amounts cannot be added.
        public let total: String?
    }

    /// Consecutive days, from the day of the first dose on; empty if the plan has no dose.
    public let days: [Day]
    /// The total number of doses; nil if no end is known or it is too far away.
    public let count: Int?
    /// The last dose of the plan; nil if `count` is nil or 0.
    public let last: PlannedDose?
    /// The sum of all doses of the plan, beside the dispensed quantity if that is known; nil if the doses have no sum.
    public let sum: Sum?
    /// The last dose that the dispensed quantity covers, if the greater number of each range is taken and no dose is
    /// skipped; nil if unknown or too far away.
    public let covered: PlannedDose?

    /// The sum of the amounts of several doses, beside the dispensed quantity.
    public struct Sum: Sendable, Hashable {
        /// The sum of the lower numbers of the amounts; an amount without one, such as "up to 5 puffs", adds 0.
        public let low: Double
        /// The sum of the higher numbers of the amounts; equal to `low` if no amount is a range.
        public let high: Double
        /// The unit of all amounts, singular; nil if they have none.
        public let unit: String?
        /// The dispensed quantity, in the same unit; nil if it is unknown or has another unit.
        public let printed: Double?

        /// True if the sum is one number and equals `printed`; false if `printed` is nil.
        public var agrees: Bool { printed.map { low == high && abs($0 - low) < Stock.tolerance } ?? false }

        /// "21 of 21 tablets", "14 to 28 of 30 tablets", "21 tablets".
        public var words: String {
            guard let printed else {
                let amount = Direction.Amount(low: DosePlan.tidied(low), high: DosePlan.tidied(high), unit: unit)
                return DosePlan.words(of: amount)
            }
            let total = DosePlan.words(printed, unit)
            let (least, most) = (DosePlan.localNumber(low), DosePlan.localNumber(high))
            return low == high
                ? localized("\(most, "amount") of \(total, "total")", context: "doses of a package")
                : localized(
                    "\(least, "low") to \(most, "high") of \(total, "total")", context: "doses of a package")
        }
    }
}

extension DoseSchedule {
    /// Returns the first days of the latest revision, from its first dose on.
    public func preview(days: Int) -> DosePreview {
        guard let entry = revisions.last, let first = next(from: entry.revision.from) else {
            return DosePreview(days: [], count: 0, last: nil, sum: nil, covered: nil)
        }
        let zone = entry.zone
        let start = zone.day(at: first.at)
        let shown = doses(
            from: first.at, to: zone.instant(of: start.adding(days: max(1, days)), at: .midnight))
        let byDay = Dictionary(grouping: shown) { zone.day(at: $0.at) }
        let list = (0..<max(1, days)).map { place in
            let day = start.adding(days: place)
            let doses = byDay[day] ?? []
            return DosePreview.Day(day: day, doses: doses, total: Self.sum(of: doses, printed: nil)?.words)
        }
        let all = doses(from: first.at, to: .distantFuture)
        let unit = all.first?.amount?.unit
        let quantity = entry.revision.medicine.quantity(forDosesIn: unit)
        let covered = quantity.flatMap { Self.covered(all, by: $0) }
        guard entry.revision.isFinite, all.count < Self.most else {
            return DosePreview(days: list, count: nil, last: nil, sum: nil, covered: covered)
        }
        return DosePreview(
            days: list, count: all.count, last: all.last,
            sum: Self.sum(of: all, printed: quantity), covered: covered)
    }

    private static func covered(_ doses: [PlannedDose], by quantity: Double) -> PlannedDose? {
        var rest = quantity
        var last: PlannedDose?
        for dose in doses {
            guard let amount = dose.amount?.high ?? dose.amount?.low, dose.amount?.unit == doses[0].amount?.unit else {
                return nil
            }
            guard rest >= amount - Stock.tolerance else { return last }
            rest -= amount
            last = dose
        }
        return doses.count < most ? last : nil
    }

    /// Returns the sum; nil if a dose has no amount or the units differ.
    static func sum(of doses: [PlannedDose], printed: Double?) -> DosePreview.Sum? {
        guard let first = doses.first else { return nil }
        var (low, high) = (0.0, 0.0)
        for dose in doses {
            guard let amount = dose.amount, amount.unit == first.amount?.unit, let top = amount.high ?? amount.low
            else { return nil }
            low += amount.low ?? 0
            high += top
        }
        return DosePreview.Sum(low: low, high: high, unit: first.amount?.unit, printed: printed)
    }
}

extension DosePlan.Revision {
    /// True if the plan ends without an action of a person.
    var isFinite: Bool {
        if let repeating {
            if case .lastDay = repeating { return true }
            return false
        }
        guard let last = steps.last else { return true }
        return last.tracks.filter(\.isScheduled).allSatisfy { $0.limit != .open && $0.limit != .untilGone }
    }
}
