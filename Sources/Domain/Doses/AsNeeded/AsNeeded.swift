public import Directions
public import Foundation
import Messages

/// One logged intake of a medicine. Planned and as-needed doses count alike.
public struct DoseIntake: Sendable, Hashable {
    /// When the medicine was taken, as the log states it.
    public let at: Date
    /// nil if no amount was logged and the label prints a range or no amount.
    public let amount: Double?
    /// The largest possible amount: the upper number of the label's range if no amount was logged; nil if unknown.
    public let most: Double?
    /// The unit of `amount`, singular; nil if neither the log nor the label names one.
    public let unit: String?
    /// The number of the log entry that is in force.
    public let number: Int
    /// The planned dose or the as-needed clause that the intake belongs to.
    public let subject: DoseLog.Subject
    /// The person who logged it.
    public let author: DoseLog.Author?

    /// True for an as-needed dose, false for a planned dose.
    public var isAsNeeded: Bool { if case .asNeeded = subject { true } else { false } }

    public init(
        at: Date, amount: Double?, most: Double? = nil, unit: String?, number: Int, subject: DoseLog.Subject,
        author: DoseLog.Author? = nil
    ) {
        self.at = at
        self.amount = amount
        self.most = most ?? amount
        self.unit = unit
        self.number = number
        self.subject = subject
        self.author = author
    }
}

extension DoseSchedule {
    /// Returns the logged intakes in order of time. An intake without an amount gets the amount of the label if that is
    /// a single number.
    public func intakes(in log: DoseLog) -> [DoseIntake] {
        var intakes: [DoseIntake] = []
        for (subject, state) in log.states {
            let answers: [DoseState.Answer] =
                switch subject {
                case .dose: [state.answered].compactMap { $0 }
                // Each entry is one intake; a later one does not replace it.
                case .asNeeded: state.answers
                }
            for answer in answers {
                guard case .taken(let at, let noted) = answer.action else { continue }
                let amount = printed(subject, at: at)
                let taken = noted ?? amount
                let value = taken.flatMap { $0.low == $0.high ? $0.low : nil }
                intakes.append(
                    DoseIntake(
                        at: at, amount: value, most: taken?.high ?? taken?.low, unit: taken?.unit ?? amount?.unit,
                        number: answer.numbers[0], subject: subject, author: answer.author))
            }
        }
        return intakes.sorted { ($0.at, $0.number) < ($1.at, $1.number) }
    }

    func printed(_ subject: DoseLog.Subject, at instant: Date) -> Direction.Amount? {
        switch subject {
        case .dose(let id):
            // The clause gives the amount, so that the dose need not be searched in the schedule.
            guard let (revision, clause, _) = plan.origin(of: id) else { return nil }
            return revision.steps.flatMap(\.tracks).first { $0.clause == clause }?.amount
        case .asNeeded(let clause):
            // Uses the label as it was at that time.
            let revision = plan.revisions.last { $0.from <= instant } ?? plan.latest
            let clauses = revision.medicine.clauses
            return clauses.indices.contains(clause) ? clauses[clause].dose : nil
        }
    }
}

/// What was logged of a medicine beside what its label prints. The two are shown side by side; no advice is given.
public struct AsNeeded: Sendable, Hashable {
    /// A maximum printed on the label.
    public struct Limit: Sendable, Hashable {
        /// The printed maximum, in `unit`, within the period.
        public let most: Double
        /// The unit of the maximum; nil if doses are counted; `unnamed` if the label prints no unit and the doses have
        /// none or several.
        public let unit: String?
        /// True if the label prints a number without a unit and `unit` is that of the doses. If the label meant doses
        /// of two tablets, the warning comes too early, never too late.
        public var isUnitOfDose = false
        /// Equal to no unit, so no intake is counted in it.
        public static let unnamed = "?"
        /// The period in seconds; nil if the maximum has no period.
        public let seconds: Int?
        /// The period in the words of the label: "24 hours", "1 day".
        public let period: Period?
    }

    /// A length of time: "24 hours", "1 day".
    public struct Period: Sendable, Hashable {
        /// The number of units; may be a fraction.
        public let value: Double
        /// The unit of `value`.
        public let unit: Direction.Frequency.Unit
    }

    /// The logged amount beside one printed maximum.
    public struct Count: Sendable, Hashable {
        /// The maximum with which the logged amount is compared.
        public let limit: Limit
        /// The amount logged in the period up to now; nil if it cannot be counted.
        public let noted: Double?
        /// The amount including the dose asked about; nil if no dose was asked about, or if it cannot be counted.
        public let after: Double?

        /// True if `noted` is at least the maximum; false if `noted` is nil.
        public var isReached: Bool { noted.map { $0 >= limit.most - Stock.tolerance } ?? false }
        /// True if `after` is more than the maximum; false if `after` is nil.
        public var wouldExceed: Bool { after.map { $0 > limit.most + Stock.tolerance } ?? false }
    }

    /// The time of the last intake up to `now`; nil if there is none.
    public let last: Date?
    /// The minimum hours between two doses on the label; the lower number of a range.
    public let gapHours: Double?
    /// The minimum gap in words, such as "4 hours", in the language of the task that made it; nil if none is printed.
    public let gapWords: String?
    /// The earliest time of the next dose by the printed gap; nil if no gap is printed or no dose was taken.
    public let earliestNext: Date?
    /// One count for each printed maximum that applies; empty if the label prints none.
    public let counts: [Count]
    /// The time for which the values are computed.
    public let now: Date

    /// True if `now` is before `earliestNext`; false if `earliestNext` is nil.
    public var isTooEarly: Bool { earliestNext.map { now < $0 } ?? false }
    /// True if there is something to point out. A dose is never forbidden, and never called safe.
    public var warns: Bool { isTooEarly || counts.contains { $0.isReached || $0.wouldExceed || $0.noted == nil } }

    /// Returns the state at `now`; `adding` is the amount that a person is about to log.
    public static func status(
        of clause: Direction, in medicine: Medicine, intakes: [DoseIntake], at now: Date,
        adding: Direction.Amount? = nil
    ) -> AsNeeded {
        let taken = intakes.filter { $0.at <= now }
        let gap = gap(of: clause)
        let last = taken.map(\.at).max()
        let earliest = last.flatMap { last in gap.map { last.addingTimeInterval($0.hours * 3600) } }
        let limits = limits(of: clause, in: medicine)
        let counts = limits.map { limit in
            let since = limit.seconds.map { now.addingTimeInterval(-Double($0)) } ?? .distantPast
            let within = taken.filter { $0.at > since }
            let noted = amount(within.map { ($0.amount, $0.unit) }, in: limit.unit)
            let one = adding.map { amount([($0.low == $0.high ? $0.high : nil, $0.unit)], in: limit.unit) } ?? nil
            return Count(limit: limit, noted: noted, after: noted.flatMap { noted in one.map { noted + $0 } })
        }
        return AsNeeded(
            last: last, gapHours: gap?.hours, gapWords: gap?.words, earliestNext: earliest, counts: counts, now: now)
    }

    /// Returns the sum; nil if one of the intakes has another unit or no number.
    private static func amount(_ taken: [(Double?, String?)], in unit: String?) -> Double? {
        guard let unit else { return Double(taken.count) }
        var sum = 0.0
        for (amount, other) in taken {
            guard let amount, other == unit else { return nil }
            sum += amount
        }
        return sum
    }

    /// Returns the gap of "every 4 to 6 hours", which is at least 4, and its words in the language of the current task. A
    /// number of times a day is no gap.
    static func gap(of clause: Direction) -> (hours: Double, words: String)? {
        guard let frequency = clause.frequency, frequency.count ?? 1 == 1, frequency.countMax ?? 1 == 1,
            frequency.period > 0
        else { return nil }
        let number = DosePlan.localNumber(frequency.period)
        // A fraction is plural.
        let count = frequency.period == 1 ? 1 : 2
        switch frequency.periodUnit {
        case .minute:
            let words = localized(
                count, one: "1 minute", other: "\(number, "number") minutes", context: "time between doses")
            return (frequency.period / 60, words)
        case .hour:
            let words = localized(
                count, one: "1 hour", other: "\(number, "number") hours", context: "time between doses")
            return (frequency.period, words)
        case .day, .week, .month: return nil
        }
    }

    /// Returns the limits of an as-needed clause: its maximum, its highest frequency, and the other maximums of the
    /// medicine.
    static func limits(of clause: Direction, in medicine: Medicine) -> [Limit] {
        var limits: [Limit] = []
        if let maximum = clause.maximum.flatMap({ limit(of: $0, in: medicine) }) { limits.append(maximum) }
        if let frequency = clause.frequency, let most = frequency.countMax ?? frequency.count,
            ![.hour, .minute].contains(frequency.periodUnit),
            let limit = limit(
                of: Direction.Maximum(
                    value: Double(most), unit: "dose", period: frequency.period, periodUnit: frequency.periodUnit),
                in: medicine),
            !limits.contains(limit)
        {
            limits.append(limit)
        }
        if let count = clause.count {
            limits.append(Limit(most: Double(count), unit: nil, seconds: nil, period: nil))
        }
        return limits + maxima(of: medicine).filter { !limits.contains($0) }
    }

    /// Returns the printed maximums of all clauses, without duplicates.
    static func maxima(of medicine: Medicine) -> [Limit] {
        var limits: [Limit] = []
        for maximum in medicine.clauses.compactMap(\.maximum).compactMap({ limit(of: $0, in: medicine) })
        where !limits.contains(maximum) {
            limits.append(maximum)
        }
        return limits
    }

    /// "No more than 8 in 24 hours" names no unit: the common unit of all doses is used.
    private static func limit(of maximum: Direction.Maximum, in medicine: Medicine) -> Limit? {
        guard maximum.period > 0, maximum.value >= 0 else { return nil }
        let seconds: Double =
            switch maximum.periodUnit {
            case .minute: 60
            case .hour: 3600
            case .day: 86_400
            case .week: 604_800
            // The longest month, so that an intake is counted rather than missed.
            case .month: 2_678_400
            }
        guard let whole = Int(exactly: (maximum.period * seconds).rounded()) else { return nil }
        let period = Period(value: maximum.period, unit: maximum.periodUnit)
        let unit = maximum.unit == "dose" ? nil : maximum.unit ?? medicine.doseUnit ?? Limit.unnamed
        return Limit(
            most: maximum.value, unit: unit, isUnitOfDose: maximum.unit == nil && unit != Limit.unnamed, seconds: whole,
            period: period)
    }
}
