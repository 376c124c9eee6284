import Directions
import Foundation

extension DosePlan {
    /// The frequency of a clause, before any question is answered.
    enum Pattern: Hashable {
        enum Days: Hashable {
            /// Every N days; a range leads to a question.
            case every(ClosedRange<Int>)
            case printed([Direction.Day], everyWeeks: Int)
            case asked(ClosedRange<Int>, everyWeeks: Int)
            case months(Int)
        }

        case asNeeded
        /// The clause states at most a duration.
        case silent
        /// A number of times on each of those days.
        case wall(ClosedRange<Int>, Days)
        /// A fixed interval in seconds.
        case elapsed(ClosedRange<Int>)
    }
}

extension DosePlan.Pattern {
    /// The maximum number of planned doses of a clause per day.
    static let mostADay = 24

    init(_ clause: Direction, at place: Int) throws(DosePlan.Problem) {
        func problem(_ kind: DosePlan.Problem.Kind) -> DosePlan.Problem { DosePlan.Problem(kind, clause: place) }
        if clause.isAsNeeded {
            self = .asNeeded
            return
        }
        let named = clause.times.count + clause.when.filter { !$0.isUnplaced }.count
        guard let frequency = clause.frequency else {
            self = try Self.unsaid(clause, named: named, problem)
            return
        }
        switch frequency.periodUnit {
        case .minute: throw problem(.tooOften)
        case .hour: self = try Self.hours(clause, frequency, named: named, problem)
        case .day: self = try Self.days(clause, frequency, problem)
        case .week: self = try Self.weeks(clause, frequency, problem)
        case .month:
            let every = try Self.whole(frequency.period, problem)
            guard frequency.count == 1, frequency.countMax ?? 1 == 1,
                frequency.periodMax ?? frequency.period == frequency.period,
                clause.days.isEmpty, every <= 120
            else { throw problem(.frequencyUnusual) }
            self = .wall(1...1, .months(every))
        }
    }

    /// Returns the pattern of a clause without a frequency, from its other fields.
    private static func unsaid(
        _ clause: Direction, named: Int, _ problem: (DosePlan.Problem.Kind) -> DosePlan.Problem
    ) throws(DosePlan.Problem) -> Self {
        if !clause.days.isEmpty { return .wall(max(1, named)...max(named, 6), .printed(clause.days, everyWeeks: 1)) }
        // "One dose only". Several doses without an interval cannot be planned.
        if let count = clause.count {
            guard count == 1 else { throw problem(.frequencyMissing) }
            return .wall(1...1, .every(1...1))
        }
        // A named part of the day means every day. A clock time alone may mean a single day.
        guard clause.times.isEmpty else { throw problem(.frequencyMissing) }
        if named > 0 { return .wall(named...named, .every(1...1)) }
        // "Before meals": a person chooses the meals.
        if !clause.when.isEmpty { return .wall(1...6, .every(1...1)) }
        let isSilent = clause.dose == nil && clause.relation == .then && clause.duration != nil
        guard isSilent else { throw problem(.frequencyMissing) }
        return .silent
    }

    private static func hours(
        _ clause: Direction, _ frequency: Direction.Frequency, named: Int,
        _ problem: (DosePlan.Problem.Kind) -> DosePlan.Problem
    ) throws(DosePlan.Problem) -> Self {
        guard clause.days.isEmpty else { throw problem(.daysContradict) }
        let low = try whole(frequency.period * 3600, problem)
        let high = try whole((frequency.periodMax ?? frequency.period) * 3600, problem)
        guard let count = frequency.count, frequency.countMax ?? count == count, high >= low else {
            throw problem(.frequencyUnusual)
        }
        // "4 times in 24 hours" is a number per day. Other numbers of hours are not tied to a clock.
        if count > 1 {
            guard low == 86_400, high == low, count <= mostADay else { throw problem(.frequencyUnusual) }
            return .wall(count...count, .every(1...1))
        }
        guard count == 1 else { throw problem(.frequencyUnusual) }
        guard low >= 3600 else { throw problem(.tooOften) }
        guard high <= 366 * 86_400 else { throw problem(.frequencyUnusual) }
        guard low == high || low.isMultiple(of: 3600) && high.isMultiple(of: 3600) else {
            throw problem(.frequencyUnusual)
        }
        if named > 0 {
            // "Every 8 hours at 6am, 2pm and 10pm": the printed times are used if they match the interval.
            guard low == high, named * low == 86_400 else { throw problem(.timesContradict) }
            return .wall(named...named, .every(1...1))
        }
        return .elapsed(low...high)
    }

    private static func days(
        _ clause: Direction, _ frequency: Direction.Frequency,
        _ problem: (DosePlan.Problem.Kind) -> DosePlan.Problem
    ) throws(DosePlan.Problem) -> Self {
        let low = try whole(frequency.period, problem)
        let high = try whole(frequency.periodMax ?? frequency.period, problem)
        let counts = try counts(frequency, problem)
        guard high >= low, high <= 366 else { throw problem(.frequencyUnusual) }
        if !clause.days.isEmpty {
            guard low == 1, high == 1 else { throw problem(.daysContradict) }
            return .wall(counts, .printed(clause.days, everyWeeks: 1))
        }
        // "3 times every two days" does not say on which day.
        guard high == 1 || counts == 1...1 else { throw problem(.frequencyUnusual) }
        return .wall(counts, .every(low...high))
    }

    private static func weeks(
        _ clause: Direction, _ frequency: Direction.Frequency,
        _ problem: (DosePlan.Problem.Kind) -> DosePlan.Problem
    ) throws(DosePlan.Problem) -> Self {
        let every = try whole(frequency.period, problem)
        guard frequency.periodMax ?? frequency.period == frequency.period, every <= 52 else {
            throw problem(.frequencyUnusual)
        }
        let counts = try counts(frequency, problem)
        guard clause.days.isEmpty else {
            let days = Set(clause.days).count
            guard counts.lowerBound == counts.upperBound, counts.lowerBound.isMultiple(of: days) else {
                throw problem(.daysContradict)
            }
            return .wall(counts.lowerBound / days...counts.lowerBound / days, .printed(clause.days, everyWeeks: every))
        }
        // For an interval of several weeks the first dose determines the day of the week.
        if every > 1, counts == 1...1 { return .wall(1...1, .every(7 * every...7 * every)) }
        guard every == 1, counts.upperBound <= 7 else { throw problem(.frequencyUnusual) }
        return .wall(1...1, .asked(counts, everyWeeks: 1))
    }

    /// Returns the number of times in a period. "up to three times" is 1 to 3, and a person chooses.
    private static func counts(
        _ frequency: Direction.Frequency, _ problem: (DosePlan.Problem.Kind) -> DosePlan.Problem
    ) throws(DosePlan.Problem) -> ClosedRange<Int> {
        let low = frequency.count ?? 1
        guard let high = frequency.countMax ?? frequency.count, low >= 1, high >= low else {
            throw problem(.frequencyMissing)
        }
        guard high <= mostADay else { throw problem(.tooOften) }
        return low...high
    }

    private static func whole(
        _ number: Double, _ problem: (DosePlan.Problem.Kind) -> DosePlan.Problem
    ) throws(DosePlan.Problem) -> Int {
        guard let whole = Int(exactly: number), whole >= 1, whole <= 1_000_000_000 else {
            throw problem(.frequencyUnusual)
        }
        return whole
    }
}
