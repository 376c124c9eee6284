package import Directions
package import FoundationEssentials

/// One taking of a medicine, as it was noted; planned doses count like those taken as needed.
package struct DoseIntake: Sendable, Hashable {
    package let at: Date
    /// Nothing where nobody said how much, and the label leaves a choice.
    package let amount: Double?
    /// The most it can have been: the upper number of the label's range if nobody said how much; nil if not even that is
    /// known.
    package let most: Double?
    package let unit: String?
    /// The entry of the log that holds.
    package let number: Int
    package let subject: DoseLog.Subject

    package var isAsNeeded: Bool { if case .asNeeded = subject { true } else { false } }

    package init(
        at: Date, amount: Double?, most: Double? = nil, unit: String?, number: Int, subject: DoseLog.Subject
    ) {
        self.at = at
        self.amount = amount
        self.most = most ?? amount
        self.unit = unit
        self.number = number
        self.subject = subject
    }
}

extension DoseSchedule {
    /// What was taken, in the order of time. An amount that was not noted is the label's where that is one number.
    package func intakes(in log: DoseLog) -> [DoseIntake] {
        var intakes: [DoseIntake] = []
        for (subject, standing) in log.standings {
            let answers: [DoseStanding.Answer] =
                switch subject {
                case .dose: [standing.answered].compactMap { $0 }
                // Each is one taking; none replaces another.
                case .asNeeded: standing.answers
                }
            for answer in answers {
                guard case .taken(let at, let noted) = answer.action else { continue }
                let amount = printed(subject, at: at)
                let taken = noted ?? amount
                let value = taken.flatMap { $0.low == $0.high ? $0.low : nil }
                intakes.append(
                    DoseIntake(
                        at: at, amount: value, most: taken?.high ?? taken?.low, unit: taken?.unit ?? amount?.unit,
                        number: answer.numbers[0], subject: subject))
            }
        }
        return intakes.sorted { ($0.at, $0.number) < ($1.at, $1.number) }
    }

    func printed(_ subject: DoseLog.Subject, at instant: Date) -> Direction.Amount? {
        switch subject {
        case .dose(let id):
            // Of years of doses: each has its clause's amount, and need not be looked for among its days.
            guard let (revision, clause, _) = plan.origin(of: id) else { return nil }
            return revision.steps.flatMap(\.tracks).first { $0.clause == clause }?.amount
        case .asNeeded(let clause):
            // As the label was then.
            let revision = plan.revisions.last { $0.from <= instant } ?? plan.latest
            let clauses = revision.medicine.clauses
            return clauses.indices.contains(clause) ? clauses[clause].dose : nil
        }
    }
}

/// What was noted of a medicine beside what its label prints. Facts, side by side; whether to take one is not said.
package struct AsNeeded: Sendable, Hashable {
    /// A number that the label says not to go over.
    package struct Limit: Sendable, Hashable {
        package let most: Double
        /// Nil if doses are counted; `unnamed` if the label prints no unit and the doses have none or several.
        package let unit: String?
        /// The label prints a number alone, and `unit` is the one of the doses. If it meant doses of two, the warning comes
        /// too early, never too late.
        package var isUnitOfDose = false
        /// Equal to no unit, so that nothing is ever counted in it.
        package static let unnamed = "?"
        /// Nothing where it is of all there will ever be.
        package let seconds: Int?
        /// "24 hours", "1 day": as the label has it.
        package let period: String?
    }

    package struct Count: Sendable, Hashable {
        package let limit: Limit
        /// In the limit's period up to now; nothing where it cannot be counted.
        package let noted: Double?
        /// What would be noted with one more of what was asked about; nothing where nothing was.
        package let after: Double?

        package var isReached: Bool { noted.map { $0 >= limit.most - Stock.tolerance } ?? false }
        package var wouldExceed: Bool { after.map { $0 > limit.most + Stock.tolerance } ?? false }
    }

    package let last: Date?
    /// Hours that the label wants between two; the lower number of a range.
    package let gapHours: Double?
    package let gapWords: String?
    /// `last` and the printed gap; nothing where none is printed, or nothing was taken.
    package let earliestNext: Date?
    package let counts: [Count]
    package let now: Date

    package var isTooEarly: Bool { earliestNext.map { now < $0 } ?? false }
    /// Something to point out. Nothing is ever forbidden, or called safe.
    package var warns: Bool { isTooEarly || counts.contains { $0.isReached || $0.wouldExceed || $0.noted == nil } }

    /// `adding` is what a person is about to note.
    package static func status(
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

    /// Nothing where one of them has another unit, or no number.
    private static func amount(_ taken: [(Double?, String?)], in unit: String?) -> Double? {
        guard let unit else { return Double(taken.count) }
        var sum = 0.0
        for (amount, other) in taken {
            guard let amount, other == unit else { return nil }
            sum += amount
        }
        return sum
    }

    /// "Every 4 to 6 hours" is at least 4. A number a day is no gap.
    static func gap(of clause: Direction) -> (hours: Double, words: String)? {
        guard let frequency = clause.frequency, frequency.count ?? 1 == 1, frequency.countMax ?? 1 == 1,
            frequency.period > 0
        else { return nil }
        let number = DosePlan.number(frequency.period)
        switch frequency.periodUnit {
        case .minute:
            return (frequency.period / 60, "\(number) \(frequency.period == 1 ? "minute" : "minutes")")
        case .hour: return (frequency.period, "\(number) \(frequency.period == 1 ? "hour" : "hours")")
        case .day, .week, .month: return nil
        }
    }

    /// Those of a clause that is taken as needed: its maximum, how often it is allowed at most, and the other maxima of
    /// the medicine.
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

    /// The printed maxima of all clauses, each once.
    static func maxima(of medicine: Medicine) -> [Limit] {
        var limits: [Limit] = []
        for maximum in medicine.clauses.compactMap(\.maximum).compactMap({ limit(of: $0, in: medicine) })
        where !limits.contains(maximum) {
            limits.append(maximum)
        }
        return limits
    }

    /// "No more than 8 in 24 hours" names no unit: it is counted in the unit that all doses have.
    private static func limit(of maximum: Direction.Maximum, in medicine: Medicine) -> Limit? {
        guard maximum.period > 0, maximum.value >= 0 else { return nil }
        let (seconds, name): (Double, String) =
            switch maximum.periodUnit {
            case .minute: (60, "minute")
            case .hour: (3600, "hour")
            case .day: (86_400, "day")
            case .week: (604_800, "week")
            // The longest there is: what is noted is rather counted than left out.
            case .month: (2_678_400, "month")
            }
        guard let whole = Int(exactly: (maximum.period * seconds).rounded()) else { return nil }
        let period = "\(DosePlan.number(maximum.period)) \(name)\(maximum.period == 1 ? "" : "s")"
        let unit = maximum.unit == "dose" ? nil : maximum.unit ?? medicine.doseUnit ?? Limit.unnamed
        return Limit(
            most: maximum.value, unit: unit, isUnitOfDose: maximum.unit == nil && unit != Limit.unnamed, seconds: whole,
            period: period)
    }
}
