package import Calendar
import Directions
package import FoundationEssentials

/// How much of a medicine is in the house: what a person confirmed or counted, and what was noted since.
package struct Stock: Sendable, Hashable, Codable {
    /// "I count 12 now"; also what was dispensed, and each refill, are counted.
    package struct Count: Sendable, Hashable, Codable {
        package let at: Date
        package let amount: Double

        package init(at: Date, amount: Double) {
            self.at = at
            self.amount = amount
        }
    }

    /// Singular, as a dose has it; nothing where the label names none.
    package let unit: String?
    /// In the order of time; never empty.
    package private(set) var counts: [Count]
    /// How many are left; nothing where the label says nothing.
    package var refills: Int?
    package var expires: LocalDay?
    /// So many days before it runs out a person wants to know; nothing until they said so.
    package var warnDays: Int?

    package init(unit: String?, first: Count, refills: Int? = nil) {
        self.unit = unit
        counts = [first]
        self.refills = refills
    }

    package mutating func count(_ count: Count) {
        let place = counts.firstIndex { $0.at > count.at } ?? counts.count
        counts.insert(count, at: place)
    }

    /// A refill adds what was dispensed to what is left, where that is known.
    package mutating func refill(_ amount: Double, intakes: [DoseIntake], at instant: Date) -> Bool {
        guard let left = left(after: intakes, at: instant).exactly else { return false }
        count(Count(at: instant, amount: left + amount))
        if let refills, refills > 0 { self.refills = refills - 1 }
        return true
    }

    /// Sums of tenths are no tenths in binary.
    static let tolerance = 1e-6

    package struct Left: Sendable, Hashable {
        /// Nothing where something was taken whose amount nobody knows.
        package let exactly: Double?
        /// Without what is not known.
        package let atMost: Double
        /// How many takings have no amount in this unit.
        package let unknown: Int

        package init(exactly: Double?, atMost: Double, unknown: Int) {
            self.exactly = exactly
            self.atMost = atMost
            self.unknown = unknown
        }
    }

    /// Never below nothing: who has taken more than there was has miscounted.
    package func left(after intakes: [DoseIntake], at now: Date) -> Left {
        guard let last = counts.last(where: { $0.at <= now }) ?? counts.first else {
            return Left(exactly: nil, atMost: 0, unknown: 0)
        }
        var (rest, unknown) = (last.amount, 0)
        for intake in intakes where intake.at > last.at && intake.at <= now {
            if let amount = intake.amount, intake.unit == unit { rest -= amount } else { unknown += 1 }
        }
        rest = max(0, rest)
        return Left(exactly: unknown == 0 ? rest : nil, atMost: rest, unknown: unknown)
    }
}

/// How long what is left lasts at the planned rate.
package struct StockOutlook: Sendable, Hashable {
    /// The first dose there is not enough for; of a range, if the greater number is taken each time. Nothing where the
    /// plan ends before, where it is far away, or where it is not known.
    package let runsOutAt: Date?
    /// Whole days until then.
    package let daysLeft: Int?
    /// Why it is not known.
    package let unknown: Unknown?
    /// It runs out within the number of days the person named.
    package let isLow: Bool
    package let isExpired: Bool

    package enum Unknown: String, Sendable, Hashable {
        /// Something was taken of which nobody knows how much.
        case takings
        /// Doses and stock have not the same unit, or the label names no amount.
        case units
        /// As needed: there is no rate.
        case noPlan = "no-plan"
    }
}

extension DoseSchedule {
    /// `answered` doses are those that do not draw on it any more.
    package func outlook(of stock: Stock, log: DoseLog, at now: Date) -> StockOutlook {
        let zone = revisions[revisions.count - 1].zone
        let isExpired = stock.expires.map { zone.day(at: now) > $0 } ?? false
        func outlook(_ runsOut: Date?, _ unknown: StockOutlook.Unknown?) -> StockOutlook {
            let days = runsOut.map { max(0, Int($0.timeIntervalSince(now) / 86_400)) }
            let isLow = days.flatMap { days in stock.warnDays.map { days <= $0 } } ?? false
            return StockOutlook(
                runsOutAt: runsOut, daysLeft: days, unknown: unknown, isLow: isLow, isExpired: isExpired)
        }
        guard let left = stock.left(after: intakes(in: log), at: now).exactly else { return outlook(nil, .takings) }
        let isAllAsNeeded = plan.latest.steps.allSatisfy { $0.tracks.allSatisfy { !$0.isScheduled } }
        guard !isAllAsNeeded else { return outlook(nil, .noPlan) }
        let standings = log.standings
        var rest = left
        for dose in doses(from: now, to: .distantFuture) where standings[.dose(dose.id)]?.answered == nil {
            guard let amount = dose.amount?.high ?? dose.amount?.low, dose.amount?.unit == stock.unit else {
                return outlook(nil, .units)
            }
            if rest < amount - Stock.tolerance { return outlook(dose.at, nil) }
            rest -= amount
        }
        return outlook(nil, nil)
    }
}
