package import Agenda

extension CarePlan {
    /// A chore that the plan asks for, or offers.
    package struct Suggested: Sendable, Hashable {
        package let kind: Chore.Kind
        package let recurrence: Recurrence
        package let reason: String
        package let startsOn: LocalDay
        /// Not started by itself: only a person who wants it gets it.
        package let isOffered: Bool

        init(
            _ kind: Chore.Kind, _ recurrence: Recurrence, from startsOn: LocalDay, isOffered: Bool = false,
            _ reason: String
        ) {
            self.kind = kind
            self.recurrence = recurrence
            self.reason = reason
            self.startsOn = startsOn
            self.isOffered = isOffered
        }
    }

    package var chores: [Suggested] {
        [wateringChore, fertilisingChore, repottingChore, pruningChore].compactMap { $0 } + offers
    }

    /// Nobody knows when it was watered last: it is looked at on the first day.
    private var wateringChore: Suggested? {
        watering.byMonth.map { Suggested(.watering, .days($0), from: day, watering.why) }
    }

    private var fertilisingChore: Suggested? {
        fertilising.byMonth.map { days in
            let start = Recurrence.days(days).firstDay(from: fertilising.firstDay) ?? fertilising.firstDay
            return Suggested(.fertilising, .days(days), from: start, fertilisingReason)
        }
    }

    /// With the start of growth, when roots mend fastest.
    private var repottingChore: Suggested? {
        guard situation.isPotted, facts.form?.value != .annual, let known = facts.repotting, known.value.isFinite else {
            return nil
        }
        let years = known.value
        let months = Int((min(max(years, 0.25), 10) * 12).rounded())
        let wanted =
            situation.repotted.map { $0.adding(months: months, on: $0.day) } ?? day.adding(months: 12, on: day.day)
        let start = max(wanted, day).nextFirst(of: growth.firstMonth(season))
        return Suggested(
            .repotting, .months(every: months, on: 1), from: start, isOffered: known.source.kind == .assumed,
            repottingReason)
    }

    private var pruningChore: Suggested? {
        guard let known = facts.pruningMonths, !known.value.isEmpty else { return nil }
        let months = season.local(known)
        let start =
            months.contains(day.month)
            ? day : (1...12).lazy.map { day.adding(months: $0, on: 1) }.first { months.contains($0.month) } ?? day
        return Suggested(.pruning, .months(every: 12, on: start.day), from: start, pruningReason(months))
    }

    private var offers: [Suggested] {
        var offers: [Suggested] = []
        if situation.place == .indoor, facts.form?.value != .cactus, let often = Recurrence.every(days: 14) {
            offers.append(
                Suggested(
                    .rotation, often, from: day.adding(days: 14), isOffered: true,
                    "a quarter turn every two weeks, so that it does not lean to the window"))
        }
        if air.wantsMist, let often = Recurrence.every(days: 7) {
            offers.append(
                Suggested(
                    .misting, often, from: day, isOffered: true, "it wants \(air.words) air: \(air.level.value) of 10"))
        }
        if let often = Recurrence.every(days: 30) {
            offers.append(
                Suggested(
                    .pestControl, often, from: day.adding(days: 30), isOffered: true,
                    "a look under its leaves once a month finds pests while they are few"))
        }
        return offers
    }
}

extension LocalDay {
    /// The first of that month, on this day or later.
    func nextFirst(of month: Int) -> LocalDay {
        var first = day == 1 ? self : adding(months: 1, on: 1)
        for _ in 0..<12 where first.month != month { first = first.adding(months: 1, on: 1) }
        return first
    }
}
