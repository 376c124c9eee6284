public import Calendar
import Directions
public import Foundation

/// How much of a medicine is in the house: what a person counted, minus the intakes logged since.
public struct Stock: Sendable, Hashable, Codable {
    /// A counted amount: "I count 12 now". A dispensed quantity and a refill are counts, too.
    public struct Count: Sendable, Hashable, Codable {
        /// When the amount was counted.
        public let at: Date
        /// The counted amount, in the `unit` of the stock.
        public let amount: Double

        public init(at: Date, amount: Double) {
            self.at = at
            self.amount = amount
        }
    }

    /// Singular, as in a dose; nil if the label names none.
    public let unit: String?
    /// In order of time; never empty.
    public private(set) var counts: [Count]
    /// The number of refills left; nil if the label does not state it.
    public var refills: Int?
    /// The last day on which the medicine may be used; nil if not set.
    public var expires: LocalDay?
    /// How many days before the stock runs out to warn; nil if not set.
    public var warnDays: Int?

    public init(unit: String?, first: Count, refills: Int? = nil) {
        self.unit = unit
        counts = [first]
        self.refills = refills
    }

    /// Adds a count at its place in the order of time. The last count up to an instant is the one in force.
    public mutating func count(_ count: Count) {
        let place = counts.firstIndex { $0.at > count.at } ?? counts.count
        counts.insert(count, at: place)
    }

    /// Adds a refill to what is left, if that is known.
    public mutating func refill(_ amount: Double, intakes: [DoseIntake], at instant: Date) -> Bool {
        guard let left = left(after: intakes, at: instant).exactly else { return false }
        count(Count(at: instant, amount: left + amount))
        if let refills, refills > 0 { self.refills = refills - 1 }
        return true
    }

    /// Sums of decimal fractions are not exact in binary.
    static let tolerance = 1e-6

    /// The amount that is left, in the unit of the stock.
    public struct Left: Sendable, Hashable {
        /// The exact amount; nil if the amount of an intake is unknown.
        public let exactly: Double?
        /// The upper bound: intakes with an unknown amount are not subtracted.
        public let atMost: Double
        /// The number of intakes without an amount in this unit.
        public let unknown: Int

        public init(exactly: Double?, atMost: Double, unknown: Int) {
            self.exactly = exactly
            self.atMost = atMost
            self.unknown = unknown
        }
    }

    /// Returns what is left, at least 0. More intakes than the stock mean that the count was wrong.
    public func left(after intakes: [DoseIntake], at now: Date) -> Left {
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

/// How long the stock lasts at the planned rate.
public struct StockOutlook: Sendable, Hashable {
    /// The time of the first dose that the stock does not cover; for a range, the greater number is used. nil if the
    /// plan ends before, if the time is too far away, or if it is unknown.
    public let runsOutAt: Date?
    /// Whole days until `runsOutAt`.
    public let daysLeft: Int?
    /// The reason if the time is unknown.
    public let unknown: Unknown?
    /// True if the stock runs out within `warnDays`.
    public let isLow: Bool
    /// True if the current day is after the stock's `expires`; false if that is nil.
    public let isExpired: Bool

    /// Why the time at which the stock runs out is unknown.
    public enum Unknown: String, Sendable, Hashable {
        /// The amount of an intake is unknown.
        case takings
        /// Doses and stock have different units, or the label names no amount.
        case units
        /// Taken as needed: there is no rate.
        case noPlan = "no-plan"
    }
}

extension DoseSchedule {
    /// Returns the outlook. Doses that are taken or skipped in `log` need no stock.
    public func outlook(of stock: Stock, log: DoseLog, at now: Date) -> StockOutlook {
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
        let states = log.states
        var rest = left
        for dose in doses(from: now, to: .distantFuture) where states[.dose(dose.id)]?.answered == nil {
            guard let amount = dose.amount?.high ?? dose.amount?.low, dose.amount?.unit == stock.unit else {
                return outlook(nil, .units)
            }
            if rest < amount - Stock.tolerance { return outlook(dose.at, nil) }
            rest -= amount
        }
        return outlook(nil, nil)
    }
}
