public import Agenda
public import Calendar
import Messages

extension CarePlan {
    /// A chore that the plan requires or offers.
    public struct Suggested: Sendable, Hashable {
        /// What is done.
        public let kind: Chore.Kind
        /// How often it is done.
        public let recurrence: Recurrence
        /// Why, in words.
        public let reason: String
        /// The first due day.
        public let startsOn: LocalDay
        /// The earliest due day, independent of the log.
        public let notBefore: LocalDay?
        /// True if the chore is only offered: it starts when a person chooses it.
        public let isOffered: Bool

        init(
            _ kind: Chore.Kind, _ recurrence: Recurrence, from startsOn: LocalDay, notBefore: LocalDay? = nil,
            isOffered: Bool = false, _ reason: String
        ) {
            self.kind = kind
            self.recurrence = recurrence
            self.reason = reason
            self.startsOn = startsOn
            self.notBefore = notBefore
            self.isOffered = isOffered
        }
    }

    /// The chores of the plan; `isOffered` marks those that are only offered, which may stand between the others.
    public var chores: [Suggested] {
        [wateringChore, fertilisingChore, repottingChore, pruningChore].compactMap { $0 } + offers
    }

    /// The last watering is unknown, so the soil is checked on the first day.
    private var wateringChore: Suggested? {
        watering.byMonth.map { Suggested(.watering, .days($0), from: day, watering.why) }
    }

    private var fertilisingChore: Suggested? {
        fertilising.byMonth.map { days in
            let start = Recurrence.days(days).firstDay(from: fertilising.firstDay) ?? fertilising.firstDay
            return Suggested(
                .fertilising, .days(days), from: start,
                notBefore: fertilising.isFresh ? situation.repotted?.adding(days: Situation.settlingDays) : nil,
                fertilisingReason)
        }
    }

    /// Due at the start of growth, when roots recover fastest.
    private var repottingChore: Suggested? {
        guard situation.isPotted, facts.form?.value != .annual, let known = facts.repotting, known.value.isFinite else {
            return nil
        }
        let years = known.value
        let months = Int((min(max(years, 0.25), 10) * 12).rounded())
        let first = growth.firstMonth(season)
        let recurrence = Recurrence.season(months: months, within: Months([first, first % 12 + 1]))
        let wanted =
            situation.repotted.flatMap { recurrence.next(after: $0, due: $0) } ?? day.adding(months: 12, on: day.day)
        let start = recurrence.firstDay(from: max(wanted, day)) ?? wanted
        return Suggested(
            .repotting, recurrence, from: start, isOffered: known.source.kind == .assumed,
            repottingReason)
    }

    private var pruningChore: Suggested? {
        guard let known = facts.pruningMonths, !known.value.isEmpty else { return nil }
        let months = season.local(known)
        let recurrence = Recurrence.season(months: 12, within: months)
        // A new plant is not repotted for a month.
        let arrived = day.adding(days: CareFertilising.arrivalDays)
        return Suggested(
            .pruning, recurrence, from: recurrence.firstDay(from: arrived) ?? arrived, pruningReason(months))
    }

    private var offers: [Suggested] {
        var offers: [Suggested] = []
        if situation.place == .indoor, facts.form?.value != .cactus, let often = Recurrence.every(days: 14) {
            offers.append(
                Suggested(
                    .rotation, often, from: day.adding(days: 14), isOffered: true,
                    localized("a quarter turn every two weeks, so that it does not lean to the window")))
        }
        if air.wantsMist, let often = Recurrence.every(days: 7) {
            offers.append(Suggested(.misting, often, from: day, isOffered: true, air.mistingReason))
        }
        if let often = Recurrence.every(days: 30) {
            offers.append(
                Suggested(
                    .pestControl, often, from: day.adding(days: 30), isOffered: true,
                    localized("a look under its leaves once a month finds pests while they are few")))
        }
        return offers
    }
}
