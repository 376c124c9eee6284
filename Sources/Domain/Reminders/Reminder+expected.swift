package import Agenda
package import Calendar
package import FoundationEssentials

extension Reminder {
    /// Seconds after its time that a reminder of chores is worth telling: late in the evening one for the morning still
    /// is, and the next morning has its own.
    package static let choreWorth: TimeInterval = 14 * 3600
    /// Seconds after the time of a dose that a word about it is worth something: by then the next day's has come.
    package static let doseWorth: TimeInterval = 24 * 3600
    /// Days after the first on which a chore that nobody does is told each morning; from then on it is one morning in so
    /// many, and mentioned with newer ones: whoever has not done it for a week does not need to hear of it every day for
    /// a year.
    package static let insistence = 7
    /// Seconds that what was put off waits for a reminder that is to tell it anyway.
    package static let snoozePlay: TimeInterval = 30 * 60
    /// Seconds that a put-off chore waits for the reminder of its day, where quiet hours made it wait already.
    package static let morningPlay: TimeInterval = 3 * 3600

    /// What is to be told up to the day of `horizon`, and what of the past is still worth telling; soonest first.
    /// Of each chore only the next occurrence is given: later ones depend on when that is done. What was put off is
    /// among them even where another one tells it soon after: see `joined`.
    package static func expected(
        chores: [DueChore], doses: [Dose], wishes: ReminderWishes, zone: Zone, now: Date, through horizon: Date
    ) -> [Reminder] {
        guard wishes.isOn else { return [] }
        let telling = Telling(wishes: wishes, zone: zone, now: now, last: zone.day(at: horizon))
        let ofChores = (telling.daily(chores) + telling.snoozed(chores)).compactMap(telling.afterQuiet)
        return (ofChores + telling.doses(doses, through: horizon)).sorted(by: precedes)
    }

    /// Without chores that were put off and that another one of these tells soon after. What was told before the time
    /// they were put off to, under another `agenda.time`, will not.
    package static func joined(_ expected: [Reminder], standing: [Standing]) -> [Reminder] {
        let told = Dictionary(standing.filter { $0.state == .settled }.map { ($0.reminder.key, $0.reminder.at) }) { $1 }
        return expected.compactMap { reminder in
            guard let wait = reminder.wait else { return reminder }
            let near = expected.filter { other in
                other.wait == nil && wait.contains(other.meantAt)
                    && told[other.key].map { $0 >= wait.lowerBound } ?? true
            }
            return reminder.with(
                reminder.subjects.filter { subject in !near.contains { $0.subjects.contains(subject) } })
        }
    }

    /// Days beyond the horizon that a store must look so that no chore is missing that is told before its day.
    package static func reach(of wishes: ReminderWishes) -> Int {
        Chore.Kind.allCases.map(wishes.lead).max() ?? 0
    }

    /// Throws `past` where `at` is not later than `now`.
    package static func refusePast(_ at: Date, now: Date) throws(ReminderError) {
        guard at > now else { throw .past(at) }
    }

    /// The order in which they are told: who waits for a medicine comes before the plants.
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
        case .test: 3
        }
    }
}

// MARK: - Wishes

extension ReminderWishes {
    /// When a chore that is shown on `day` and has that kind is told: as many days before as the kind and the person
    /// want, never before `today`, and not in quiet hours.
    package func instant(for kind: Chore.Kind, on day: LocalDay, today: LocalDay, in zone: Zone) -> Date {
        loud(zone.instant(of: max(day.adding(days: -lead(of: kind)), today), at: time), in: zone)
    }

    /// Days before the day on which a chore is shown.
    fileprivate func lead(of kind: Chore.Kind) -> Int {
        let allowed = Self.advanceDaysAllowed
        return kind.reminderOffset + min(max(advanceDays, allowed.lowerBound), allowed.upperBound)
    }

    /// That instant, or the end of the quiet hours that hold it.
    fileprivate func loud(_ instant: Date, in zone: Zone) -> Date {
        quiet?.end(holding: instant, in: zone) ?? instant
    }
}

extension QuietHours {
    /// The end is not part of them.
    package func contains(_ time: LocalTime) -> Bool {
        from < to ? from <= time && time < to : from <= time || time < to
    }

    /// When the quiet hours end that hold an instant; nothing where none do.
    package func end(holding instant: Date, in zone: Zone) -> Date? {
        let (day, time) = zone.clock(at: instant)
        guard contains(time) else { return nil }
        let end = zone.instant(of: time < to ? day : day.adding(days: 1), at: to)
        if end > instant { return end }
        // Clocks were put back over the end: it was there once, and comes again.
        return instant.addingTimeInterval(Double((to.second - time.second + LocalDay.seconds) % LocalDay.seconds))
    }
}

// MARK: - Telling

/// What the wishes of a person make of chores and doses at one moment.
private struct Telling {
    let wishes: ReminderWishes
    let zone: Zone
    let now: Date
    let last: LocalDay

    /// Those of each day, at their own time even where that has passed, so that they are the same all day long. Also
    /// yesterday's: quiet hours move what is for the evening to the next day.
    func daily(_ chores: [DueChore]) -> [Reminder] {
        var told: [Reminder] = []
        for day in stride(from: zone.day(at: now).adding(days: -1), through: last, by: 1) {
            guard let at = time(of: day), at + Reminder.choreWorth > now else { continue }
            // Nothing that is done until then: who looks ahead cannot know better.
            let open = chores.filter { begin(of: $0) <= day && $0.snoozedUntil.map { $0 <= at } ?? true }
            if wishes.groups {
                guard open.contains(where: { isNews($0, on: day) }) else { continue }
                told.append(reminder("chores \(day)", at, open))
            } else {
                told += open.filter { isNews($0, on: day) }.map { chore in
                    reminder("chore \(chore.chore) \(chore.due) \(day)", at, [chore])
                }
            }
        }
        return told
    }

    /// Those that were put off.
    func snoozed(_ chores: [DueChore]) -> [Reminder] {
        let bySecond = Dictionary(grouping: chores) { chore in
            chore.snoozedUntil.flatMap { Int(exactly: $0.timeIntervalSince1970.rounded(.down)) }
        }
        return bySecond.compactMap { second, chores in
            guard let second else { return nil }
            let asked = Date(timeIntervalSince1970: Double(second))
            let at = wishes.loud(asked, in: zone)
            guard zone.day(at: at) <= last, at + Reminder.choreWorth > now else { return nil }
            // Between the time that was asked for and the end of quiet hours there is no other one. Who is woken by
            // neither is told once that morning.
            let play = at > asked ? Reminder.morningPlay : Reminder.snoozePlay
            return reminder("snoozed \(second)", at, chores, wait: asked...(at + play))
        }
    }

    /// At their time by night as by day: whether they make a sound is the sender's business.
    func doses(_ doses: [Dose], through horizon: Date) -> [Reminder] {
        doses.compactMap { dose in
            let at = dose.at - Double(wishes.doseAdvanceMinutes) * 60
            let until = dose.at + Reminder.doseWorth
            guard at <= horizon, until > now else { return nil }
            return Reminder(
                key: .init(rawValue: "dose \(dose.id)"), sort: .dose, at: at, until: until, subjects: [.dose(dose)])
        }
    }

    /// What is late waits while it is quiet now; nothing where it is worth nothing by then.
    func afterQuiet(_ reminder: Reminder) -> Reminder? {
        guard reminder.at <= now, let end = wishes.quiet?.end(holding: now, in: zone) else { return reminder }
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
            subjects: chores.map { .chore($0) }, wait: wait)
    }

    /// When the chores of a day are told. Nothing for a day that a zone left out, as Samoa did when it crossed the date
    /// line: its time would be that of the next day.
    private func time(of day: LocalDay) -> Date? {
        let instant = zone.instant(of: day, at: wishes.time)
        guard instant < zone.instant(of: day.adding(days: 1), at: wishes.time) else { return nil }
        return wishes.loud(instant, in: zone)
    }

    /// The first day on which a chore is told.
    private func begin(of chore: DueChore) -> LocalDay { chore.day.adding(days: -wishes.lead(of: chore.kind)) }

    /// Whether a chore is a reason to tell anything. Its own day always is, also where it was told a week ahead. After
    /// some days it is one only once in so many, so that it neither nags nor is forgotten.
    private func isNews(_ chore: DueChore, on day: LocalDay) -> Bool {
        let days = begin(of: chore).days(until: day)
        return chore.day == day || days < Reminder.insistence || days.isMultiple(of: Reminder.insistence)
    }
}
