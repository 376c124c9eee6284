package import Agenda
package import Calendar
package import FoundationEssentials

extension Reminder {
    /// How long a reminder of chores is useful after its time, in seconds: until late in the evening. The next morning
    /// has its own reminder.
    package static let choreWorth: TimeInterval = 14 * 3600
    /// How long a reminder of a dose is useful after its time, in seconds: until the dose of the next day.
    package static let doseWorth: TimeInterval = 24 * 3600
    /// For how many days a chore that is not done is included every morning. After that it is a reason for a reminder
    /// only once in as many days, and otherwise only listed with newer chores.
    package static let insistence = 7
    /// How long a snoozed chore waits for another reminder that contains it, in seconds.
    package static let snoozePlay: TimeInterval = 30 * 60
    /// The same for a snoozed chore that quiet hours have delayed already, in seconds.
    package static let morningPlay: TimeInterval = 3 * 3600

    /// Returns the reminders up to the day of `horizon`, and past ones that are still useful, sorted by time. Each
    /// chore has only its next occurrence, because later ones depend on when it is done. Snoozed chores are included
    /// even if another reminder contains them soon after; see `joined`.
    package static func expected(
        chores: [DueChore], doses: [Dose], foods: [DueFood] = [], preferences: ReminderPreferences, zone: Zone,
        now: Date,
        through horizon: Date
    ) -> [Reminder] {
        guard preferences.isOn else { return [] }
        let expectation = Expectation(preferences: preferences, zone: zone, now: now, last: zone.day(at: horizon))
        let daily = (expectation.daily(chores) + expectation.snoozed(chores) + expectation.daily(foods)).compactMap(
            expectation.afterQuiet)
        return (daily + expectation.doses(doses, through: horizon)).sorted(by: precedes)
    }

    /// Removes snoozed chores that another expected reminder contains soon after. A reminder that was sent before the
    /// end of the snooze, because `agenda.time` has changed, does not count.
    package static func joined(_ expected: [Reminder], known: [Status]) -> [Reminder] {
        let sentAt = Dictionary(known.filter { $0.state == .settled }.map { ($0.reminder.key, $0.reminder.at) }) { $1 }
        return expected.compactMap { reminder in
            guard let wait = reminder.wait else { return reminder }
            let near = expected.filter { other in
                other.wait == nil && wait.contains(other.meantAt)
                    && sentAt[other.key].map { $0 >= wait.lowerBound } ?? true
            }
            return reminder.with(
                reminder.subjects.filter { subject in !near.contains { $0.subjects.contains(subject) } })
        }
    }

    /// Returns how many days beyond the horizon a store must search, so that chores with a reminder before their day
    /// are found.
    package static func reach(of preferences: ReminderPreferences) -> Int {
        Chore.Kind.allCases.map(preferences.lead).max() ?? 0
    }

    /// Throws `past` if `at` is not after `now`.
    package static func refusePast(_ at: Date, now: Date) throws(ReminderError) {
        guard at > now else { throw .past(at) }
    }

    /// The order of sending: at the same time, doses come before chores.
    static func precedes(_ left: Reminder, _ right: Reminder) -> Bool {
        (left.at, left.sort.rank, left.key) < (right.at, right.sort.rank, right.key)
    }
}

extension Reminder.Sort {
    fileprivate var rank: Int {
        switch self {
        case .dose: 0
        case .missed: 1
        case .chores: 2
        case .food: 3
        case .test: 4
        }
    }
}

// MARK: - Wishes

extension ReminderPreferences {
    /// Returns when the reminder of a chore of this kind on `day` is sent: as many days before as the kind and the
    /// settings require, but not before `today` and not in quiet hours. `own` is the preferred time of its plant.
    package func instant(
        for kind: Chore.Kind, on day: LocalDay, at own: LocalTime? = nil, today: LocalDay, in zone: Zone
    ) -> Date {
        loud(zone.instant(of: max(day.adding(days: -lead(of: kind)), today), at: ownTime(own) ?? time), in: zone)
    }

    /// Returns when the reminders of a plant with this preferred time come, if that differs from the household's: a time in
    /// the quiet hours is their end.
    package func ownTime(_ time: LocalTime?) -> LocalTime? {
        time.map(loud).flatMap { $0 == loud(self.time) ? nil : $0 }
    }

    private func loud(_ time: LocalTime) -> LocalTime {
        quiet.flatMap { $0.contains(time) ? $0.to : nil } ?? time
    }

    /// Returns the days between the reminder and the day on which the chore is shown.
    fileprivate func lead(of kind: Chore.Kind) -> Int {
        let allowed = Self.advanceDaysAllowed
        return kind.reminderOffset + min(max(advanceDays, allowed.lowerBound), allowed.upperBound)
    }

    /// Returns the instant, or the end of the quiet hours that contain it.
    fileprivate func loud(_ instant: Date, in zone: Zone) -> Date {
        quiet?.end(holding: instant, in: zone) ?? instant
    }
}

extension QuietHours {
    /// Returns true if the time is in the quiet hours; the end is exclusive.
    package func contains(_ time: LocalTime) -> Bool {
        from < to ? from <= time && time < to : from <= time || time < to
    }

    /// Returns the end of the quiet hours that contain the instant; nil if none do.
    package func end(holding instant: Date, in zone: Zone) -> Date? {
        let (day, time) = zone.clock(at: instant)
        guard contains(time) else { return nil }
        let end = zone.instant(of: time < to ? day : day.adding(days: 1), at: to)
        if end > instant { return end }
        // Clocks were put back over the end: it occurs a second time.
        return instant.addingTimeInterval(Double((to.second - time.second + LocalDay.seconds) % LocalDay.seconds))
    }
}

// MARK: - Computing reminders

/// The settings and the time from which reminders are computed.
struct Expectation {
    let preferences: ReminderPreferences
    let zone: Zone
    let now: Date
    let last: LocalDay

    /// The days of the reminders that are still useful, with their regular times, even if they have passed, so that they are
    /// the same all day. Includes yesterday, because quiet hours move an evening reminder to the next day. `own` is the
    /// preferred time of plants; nil for the time of the household.
    func days(at own: LocalTime? = nil) -> [(day: LocalDay, at: Date)] {
        stride(from: zone.day(at: now).adding(days: -1), through: last, by: 1).compactMap { day in
            guard let at = time(of: day, at: own ?? preferences.time), at + Reminder.choreWorth > now else {
                return nil
            }
            return (day, at)
        }
    }

    /// The key of the reminder of a day: "chores 2026-11-21", or "chores 2026-11-21 18:30" for plants with that time.
    func key(of day: LocalDay, at own: LocalTime? = nil) -> Reminder.Key {
        .init(rawValue: Reminder.dailyPrefix + "\(day)" + (own.map { " \($0)" } ?? ""))
    }

    func ownTime(of chore: DueChore) -> LocalTime? { preferences.ownTime(chore.time) }

    /// Returns the reminders of each day: one of the chores at the time of the household, and one of each other time.
    func daily(_ chores: [DueChore]) -> [Reminder] {
        Dictionary(grouping: chores, by: ownTime).flatMap { own, chores in daily(chores, at: own) }
    }

    private func daily(_ chores: [DueChore], at own: LocalTime?) -> [Reminder] {
        var reminders: [Reminder] = []
        for (day, at) in days(at: own) {
            // Chores are assumed to stay undone until then.
            let open = chores.filter { isOpen($0, on: day, at: at) }
            if preferences.groups {
                guard isReason(open, on: day) else { continue }
                reminders.append(reminder(key(of: day, at: own).rawValue, at, open))
            } else {
                reminders += open.filter { isNews($0, on: day) }.map { chore in
                    reminder("chore \(chore.chore) \(chore.due) \(day)", at, [chore])
                }
            }
        }
        return reminders
    }

    /// Returns true if the reminder of that day contains the chore.
    func isOpen(_ chore: DueChore, on day: LocalDay, at time: Date) -> Bool {
        begin(of: chore) <= day && chore.snoozedUntil.map { $0 <= time } ?? true
    }

    /// Returns true if one of these chores is a reason for the reminder of that day; none of them is snoozed beyond it.
    func isReason(_ chores: [DueChore], on day: LocalDay) -> Bool {
        chores.contains { begin(of: $0) <= day && isNews($0, on: day) }
    }

    /// Returns one reminder a day at the regular time, on the days on which it has something new: on the first day of a
    /// food and on its last one. It lists all foods that are to be used by then.
    func daily(_ foods: [DueFood]) -> [Reminder] {
        guard !foods.isEmpty else { return [] }
        let foods = foods.sorted {
            ($0.day, $0.isUseBy ? 0 : 1, $0.name, $0.item) < ($1.day, $1.isUseBy ? 0 : 1, $1.name, $1.item)
        }
        return days().compactMap { day, at in
            let near = foods.filter { ($0.from...$0.day).contains(day) }
            guard near.contains(where: { $0.from == day || $0.day == day }) else { return nil }
            return Reminder(
                key: .init(rawValue: "food \(day)"), sort: .food, at: at, until: at + Reminder.choreWorth,
                subjects: near.map { .food($0) })
        }
    }

    /// Returns the reminders of snoozed chores.
    func snoozed(_ chores: [DueChore]) -> [Reminder] {
        let bySecond = Dictionary(grouping: chores) { chore in
            chore.snoozedUntil.flatMap { Int(exactly: $0.timeIntervalSince1970.rounded(.down)) }
        }
        return bySecond.compactMap { second, chores in
            guard let second else { return nil }
            let asked = Date(timeIntervalSince1970: Double(second))
            let at = preferences.loud(asked, in: zone)
            guard zone.day(at: at) <= last, at + Reminder.choreWorth > now else { return nil }
            // Quiet hours contain no other reminder, so the chore may wait longer and be included once in the morning
            // reminder.
            let play = at > asked ? Reminder.morningPlay : Reminder.snoozePlay
            return reminder("snoozed \(second)", at, chores, wait: asked...(at + play))
        }
    }

    /// Returns the reminders of doses at their time, also in quiet hours; the sender decides about the sound.
    func doses(_ doses: [Dose], through horizon: Date) -> [Reminder] {
        doses.compactMap { dose in
            let at = dose.at - Double(preferences.doseAdvanceMinutes) * 60
            let until = dose.at + Reminder.doseWorth
            guard at <= horizon, until > now else { return nil }
            return Reminder(
                key: .init(rawValue: "dose \(dose.id)"), sort: .dose, at: at, until: until, subjects: [.dose(dose)])
        }
    }

    /// Moves a late reminder to the end of the current quiet hours; returns nil if it is no longer useful by then.
    func afterQuiet(_ reminder: Reminder) -> Reminder? {
        guard reminder.at <= now, let end = preferences.quiet?.end(holding: now, in: zone) else { return reminder }
        guard end < reminder.until else { return nil }
        return Reminder(
            key: reminder.key, sort: reminder.sort, at: end, until: reminder.until, subjects: reminder.subjects,
            meantAt: reminder.at, wait: reminder.wait)
    }

    private func reminder(
        _ key: String, _ at: Date, _ chores: [DueChore], wait: ClosedRange<Date>? = nil
    ) -> Reminder {
        Reminder(
            key: .init(rawValue: key), sort: .chores, at: at, until: at + Reminder.choreWorth,
            subjects: chores.map { .chore($0.dueChore) }, wait: wait)
    }

    /// Returns when the reminder of a day is sent. Returns nil for a day that the zone skipped, as Samoa did when it
    /// crossed the date line: its time would be that of the next day.
    private func time(of day: LocalDay, at time: LocalTime) -> Date? {
        let instant = zone.instant(of: day, at: time)
        guard instant < zone.instant(of: day.adding(days: 1), at: time) else { return nil }
        return preferences.loud(instant, in: zone)
    }

    /// Returns the first day on which the chore is included.
    private func begin(of chore: DueChore) -> LocalDay { chore.day.adding(days: -preferences.lead(of: chore.kind)) }

    /// Returns true if the chore is a reason for a reminder: always on its own day, daily in the first days, and later
    /// once in `insistence` days.
    private func isNews(_ chore: DueChore, on day: LocalDay) -> Bool {
        let days = begin(of: chore).days(until: day)
        return chore.day == day || days < Reminder.insistence || days.isMultiple(of: Reminder.insistence)
    }
}
