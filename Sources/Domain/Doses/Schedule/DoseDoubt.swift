public import Calendar
public import Directions
public import Foundation
import Messages

/// Something unusual in an intake that a person is about to log. The person is asked once; nothing is forbidden.
public struct DoseDoubt: Sendable, Hashable {
    /// What is unusual about an intake.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// More than one dose on the label.
        case aboveDose = "above-dose"
        /// The label prints no dose, and the amount is implausibly large.
        case implausible
        /// More than a printed maximum within its period.
        case aboveMaximum = "above-maximum"
        /// Sooner after another intake than the printed gap allows.
        case underGap = "under-gap"
        /// More than `earliest` before its time.
        case tooEarly = "too-early"
    }

    private enum Facts: Hashable {
        case dose(noting: Direction.Amount, printed: Direction.Amount)
        case much(Direction.Amount)
        case maximum(AsNeeded.Limit, sum: Double, isExact: Bool)
        case gap(words: String, isAtLeast: Bool, other: Date)
        case early(planned: Date)
    }

    private let facts: Facts

    /// What is unusual about the intake; `sentence(in:)` states the amounts and times.
    public var kind: Kind {
        switch facts {
        case .dose: .aboveDose
        case .much: .implausible
        case .maximum: .aboveMaximum
        case .gap: .underGap
        case .early: .tooEarly
        }
    }

    /// Returns one sentence with days and times in the zone, in the language of the current task.
    public func sentence(in zone: Zone) -> String {
        switch facts {
        case .dose(let noting, let printed):
            localized(
                """
                This is \(DosePlan.words(of: noting), "amount") at once. The label says \
                \(DosePlan.words(of: printed), "printed").
                """)
        case .much(let amount):
            localized("This is \(DosePlan.words(of: amount), "amount") at once, and the label names no amount.")
        case .maximum(let limit, let sum, let isExact): Self.sentence(limit, sum: sum, isExact: isExact)
        case .gap(let words, let isAtLeast, let other):
            Self.sentence(gap: words, isAtLeast: isAtLeast, logged: Self.clock(other, zone))
        case .early(let planned): Self.sentence(planned: Self.clock(planned, zone))
        }
    }

    private static func sentence(_ limit: AsNeeded.Limit, sum: Double, isExact: Bool) -> String {
        let sum = DosePlan.words(sum, limit.unit ?? "dose")
        let most =
            limit.isUnitOfDose ? DosePlan.localNumber(limit.most) : DosePlan.words(limit.most, limit.unit ?? "dose")
        let logged =
            switch (limit.period?.words, isExact) {
            case (let period?, true):
                localized("With this one \(sum, "amount") would be logged in \(period, "period").")
            case (let period?, false):
                localized("With this one up to \(sum, "amount") would be logged in \(period, "period").")
            case (nil, true): localized("With this one \(sum, "amount") would be logged in all.")
            case (nil, false): localized("With this one up to \(sum, "amount") would be logged in all.")
            }
        return logged + " " + localized("The label says no more than \(most, "amount").")
    }

    private static func sentence(gap: String, isAtLeast: Bool, logged: (day: String, time: String)) -> String {
        let (day, time) = logged
        return isAtLeast
            ? localized(
                """
                The label says at least \(gap, "gap") between doses, and one is logged on \(day, "day") at \
                \(time, "time").
                """)
            : localized(
                "The label says \(gap, "gap") between doses, and one is logged on \(day, "day") at \(time, "time").")
    }

    private static func sentence(planned: (day: String, time: String)) -> String {
        localized("This dose is planned for \(planned.day, "day") at \(planned.time, "time").")
    }

    private static func clock(_ instant: Date, _ zone: Zone) -> (day: String, time: String) {
        let (day, time) = zone.clock(at: instant)
        return (day.shortText, time.clockText)
    }
}

extension DoseSchedule {
    /// How long before its time a dose may be logged without a question, in seconds. A reminder comes at most as early.
    public static let earliest: TimeInterval = 7200
    /// By how much an intake of a planned dose may fall short of the printed gap, in seconds: planned doses are rarely
    /// taken to the minute.
    static let gapGrace: TimeInterval = 3600

    /// Returns what is unusual about an intake; empty if nothing is. `amount` is nil if no amount is given.
    public func doubts(
        about subject: DoseLog.Subject, at instant: Date, amount: Direction.Amount?, in log: DoseLog
    ) -> [DoseDoubt] {
        guard let (medicine, clause) = clause(of: subject, at: instant) else { return [] }
        let printed = printed(subject, at: instant)
        // A new answer for the same planned dose replaces the previous one.
        let others = intakes(in: log).filter { intake in
            if case .dose = subject { intake.subject != subject } else { true }
        }
        var doubts = DoseDoubt.ofAmount(amount, printed: printed)
        let isPlanned: Bool
        let limits: [AsNeeded.Limit]
        switch subject {
        case .dose(let id):
            isPlanned = true
            limits = AsNeeded.maxima(of: medicine)
            if let dose = dose(id) {
                let planned = log.state(of: id).movedTo ?? dose.at
                if instant < planned.addingTimeInterval(-Self.earliest) { doubts.append(.early(planned)) }
            }
        case .asNeeded:
            isPlanned = false
            limits = AsNeeded.limits(of: clause, in: medicine)
        }
        let taken = amount ?? printed
        let one = DoseIntake(
            at: instant, amount: taken.flatMap { $0.low == $0.high ? $0.low : nil }, most: taken?.high ?? taken?.low,
            unit: taken?.unit, number: -1, subject: subject)
        doubts += limits.compactMap { DoseDoubt.maximum($0, noting: one, beside: others) }
        if let gap = AsNeeded.gap(of: clause) {
            let least = gap.hours * 3600 - (isPlanned ? Self.gapGrace : 0)
            let nearest = others.map(\.at).min {
                abs($0.timeIntervalSince(instant)) < abs($1.timeIntervalSince(instant))
            }
            if let nearest, abs(nearest.timeIntervalSince(instant)) < least {
                doubts.append(.gap(gap.words, isAtLeast: !isPlanned, nearest))
            }
        }
        return doubts
    }

    private func clause(of subject: DoseLog.Subject, at instant: Date) -> (Medicine, Direction)? {
        let (medicine, place): (Medicine, Int)
        switch subject {
        case .dose(let id):
            guard let (revision, clause, _) = plan.origin(of: id) else { return nil }
            (medicine, place) = (revision.medicine, clause)
        case .asNeeded(let clause):
            let revision = plan.revisions.last { $0.from <= instant } ?? plan.latest
            (medicine, place) = (revision.medicine, clause)
        }
        return medicine.clauses.indices.contains(place) ? (medicine, medicine.clauses[place]) : nil
    }
}

extension DoseDoubt {
    fileprivate static func ofAmount(_ amount: Direction.Amount?, printed: Direction.Amount?) -> [Self] {
        guard let amount, let value = amount.high ?? amount.low else { return [] }
        if let printed, let most = printed.high {
            return value > most + Stock.tolerance ? [Self(facts: .dose(noting: amount, printed: printed))] : []
        }
        return value > PlausibleDose.most(atOnceOf: amount.unit) ? [Self(facts: .much(amount))] : []
    }

    fileprivate static func early(_ planned: Date) -> Self { Self(facts: .early(planned: planned)) }

    fileprivate static func gap(_ words: String, isAtLeast: Bool, _ other: Date) -> Self {
        Self(facts: .gap(words: words, isAtLeast: isAtLeast, other: other))
    }

    /// Checks every window of the limit's length that contains the new intake, also if it is logged late.
    fileprivate static func maximum(
        _ limit: AsNeeded.Limit, noting one: DoseIntake, beside others: [DoseIntake]
    ) -> Self? {
        let length = limit.seconds.map(Double.init)
        let ends: [Date]
        if let length {
            ends = [one.at] + others.map(\.at).filter { $0 > one.at && $0 < one.at.addingTimeInterval(length) }
        } else {
            ends = [.distantFuture]
        }
        var worst: (sum: Double, isExact: Bool)?
        for end in ends {
            let start = length.map { end.addingTimeInterval(-$0) } ?? .distantPast
            let within = [one] + others.filter { $0.at > start && $0.at <= end }
            guard let sum = sum(within, in: limit.unit) else { continue }
            if sum.value > worst?.sum ?? 0 { worst = (sum.value, sum.isExact) }
        }
        guard let worst, worst.sum > limit.most + Stock.tolerance else { return nil }
        return Self(facts: .maximum(limit, sum: worst.sum, isExact: worst.isExact))
    }

    /// Returns the sum. An intake without an amount counts with its maximum: an unnecessary question does no harm. nil
    /// if an intake cannot be counted in the unit.
    private static func sum(_ intakes: [DoseIntake], in unit: String?) -> (value: Double, isExact: Bool)? {
        guard let unit else { return (Double(intakes.count), true) }
        var (value, isExact) = (0.0, true)
        for intake in intakes {
            guard intake.unit == unit, let most = intake.amount ?? intake.most else { return nil }
            value += most
            isExact = isExact && intake.amount != nil
        }
        return (value, isExact)
    }
}
