import Calendar
import Directions
import Foundation

extension DosePlan.Builder {
    /// Returns the track of a clause; nil if a problem prevents it. Unanswered parts are empty.
    mutating func track(_ place: Int, _ pattern: DosePlan.Pattern, limit: DosePlan.Limit) -> DosePlan.Track? {
        let rhythm: DosePlan.Rhythm
        var times: [LocalTime] = []
        var first: Date?
        switch pattern {
        case .silent: return nil
        case .asNeeded: rhythm = .asNeeded
        case .elapsed(let allowed):
            rhythm = .elapsed(seconds: interval(allowed, of: place))
            if needsInstant() { first = answers.firsts[place]?.at }
        case .wall(let allowed, let days):
            guard let wanted = self.times(allowed, of: place) else { return nil }
            times = wanted
            rhythm = self.rhythm(days, of: place)
        }
        return DosePlan.Track(
            clause: place, amount: clause(place).dose, rhythm: rhythm, times: times, limit: limit, first: first)
    }

    private mutating func interval(_ allowed: ClosedRange<Int>, of place: Int) -> Int {
        if allowed.lowerBound == allowed.upperBound { return allowed.lowerBound }
        let hours = allowed.lowerBound / 3600...allowed.upperBound / 3600
        let answer = answers.intervals[place].flatMap { hours ~= $0 ? $0 : nil }
        ask(.interval(hours, .hour), of: place, answered: answer != nil)
        // A placeholder: without an answer there is no plan.
        return (answer ?? hours.upperBound) * 3600
    }

    /// Returns the times of a day; nil if the label contradicts itself.
    private mutating func times(_ allowed: ClosedRange<Int>, of place: Int) -> [LocalTime]? {
        let printed = clause(place).times.compactMap { LocalTime($0) }
        guard printed.count == clause(place).times.count, Set(printed).count == printed.count else {
            refuse(.timeMalformed, place)
            return nil
        }
        guard let slots = draft.usual.slots(of: clause(place), allowed: allowed, printed: printed) else {
            refuse(.timesContradict, place)
            return nil
        }
        if allowed == printed.count...printed.count { return printed.sorted() }
        let answer = (answers.times[place] ?? []).sorted()
        let isValid =
            allowed ~= answer.count && Set(answer).count == answer.count && Set(answer).isSuperset(of: printed)
            // Every named part of the day needs a time.
            && answer.count >= printed.count + clause(place).when.filter { !$0.isUnplaced }.count
        ask(.times(allowed, slots: slots), of: place, answered: isValid)
        return isValid ? answer : []
    }

    private mutating func rhythm(_ days: DosePlan.Pattern.Days, of place: Int) -> DosePlan.Rhythm {
        switch days {
        case .every(let allowed) where allowed.lowerBound == allowed.upperBound:
            return .days(every: allowed.lowerBound)
        case .every(let allowed):
            let answer = answers.intervals[place].flatMap { allowed ~= $0 ? $0 : nil }
            ask(.interval(allowed, .day), of: place, answered: answer != nil)
            return .days(every: answer ?? allowed.upperBound)
        case .printed(let days, let weeks):
            return .weekdays(Set(days).sorted { $0.number < $1.number }, everyWeeks: weeks)
        case .asked(let allowed, let weeks):
            let answer = Set(answers.weekdays[place] ?? [])
            let isValid = allowed ~= answer.count
            ask(.weekdays(allowed), of: place, answered: isValid)
            return .weekdays(isValid ? answer.sorted { $0.number < $1.number } : [], everyWeeks: weeks)
        case .months(let every): return .months(every: every)
        }
    }
}

extension DosePlan.Builder {
    /// The duration of a clause.
    struct Duration {
        enum Kind: Hashable {
            case none
            case exact(DosePlan.Limit)
            case range(ClosedRange<Int>, DosePlan.Question.Unit)
            case atLeast(days: Int)
        }

        let kind: Kind
        let problem: DosePlan.Problem?
        var isAtLeast: Bool { if case .atLeast = kind { true } else { false } }

        init(_ clause: Direction, at place: Int, _ pattern: DosePlan.Pattern) {
            var isElapsed = false
            if case .elapsed = pattern { isElapsed = true }
            var kind = Kind.none
            var problem: DosePlan.Problem?
            if let duration = clause.duration {
                if let read = Self.kind(duration, isElapsed: isElapsed) {
                    kind = read
                } else {
                    problem = DosePlan.Problem(.durationUnusual, clause: place)
                }
            }
            if let count = clause.count, pattern != .asNeeded {
                if kind == .none, problem == nil, 1...10_000 ~= count {
                    kind = .exact(.doses(count))
                } else if !Self.agrees(count, kind, pattern) {
                    problem = problem ?? DosePlan.Problem(.countContradicts, clause: place)
                }
            }
            (self.kind, self.problem) = (kind, problem)
        }

        private static func kind(_ duration: Direction.Duration, isElapsed: Bool) -> Kind? {
            let (unit, factor): (DosePlan.Question.Unit, Double) =
                switch duration.unit {
                case .hour: (.hour, 1)
                case .day: (.day, 1)
                case .week: (.day, 7)
                case .month: (.month, 1)
                case .year: (.month, 12)
                }
            guard var low = Int(exactly: duration.value * factor), 1...36_600 ~= low,
                var high = Int(exactly: (duration.valueMax ?? duration.value) * factor), low...36_600 ~= high
            else { return nil }
            var read = unit
            if unit == .hour, low.isMultiple(of: 24), high.isMultiple(of: 24) {
                (low, high, read) = (low / 24, high / 24, .day)
            }
            // Hours that are not whole days cannot limit clock times.
            guard read != .hour || isElapsed else { return nil }
            switch duration.bound {
            case .min: return .atLeast(days: read == .day ? low : read == .month ? low * 28 : 1)
            case .max: return .range(1...high, read)
            case nil where low < high: return .range(low...high, read)
            case nil:
                return switch read {
                case .hour: .exact(.elapsed(seconds: low * 3600))
                case .day: .exact(.days(low))
                case .month: .exact(.months(low))
                }
            }
        }

        private static func agrees(_ count: Int, _ kind: Kind, _ pattern: DosePlan.Pattern) -> Bool {
            switch (kind, pattern) {
            case (.exact(.doses), _): true
            case (.exact(.days(let days)), .wall(let times, .every(1...1))):
                times.lowerBound == times.upperBound && times.lowerBound * days == count
            case (.exact(.days(let days)), .elapsed(let seconds)):
                seconds.lowerBound == seconds.upperBound
                    && (days * 86_400 + seconds.lowerBound - 1) / seconds.lowerBound == count
            default: false
            }
        }
    }
}
