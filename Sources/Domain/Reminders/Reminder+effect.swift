import Agenda
package import Calendar
package import FoundationEssentials

extension Reminder {
    /// The start of the key of a reminder of all chores of a day that have the same time.
    static let dailyPrefix = "chores "

    /// True for a reminder of all chores of a day that have the same time. Until its time comes, its notice is stored without its chores: only
    /// whether it is sent, and when, depends on them until then.
    package var isOfDay: Bool { sort == .chores && key.rawValue.hasPrefix(Self.dailyPrefix) }

    /// Returns the reminder as its notice is stored at `now`.
    package func stored(at now: Date) -> Reminder {
        guard isOfDay, meantAt > now, !subjects.isEmpty else { return self }
        return Reminder(key: key, sort: sort, at: at, until: until, subjects: [], meantAt: meantAt, wait: wait)
    }

    /// What a change of a few chores means for the reminders of all chores of a day.
    package struct DayEffect: Sendable, Hashable {
        package let key: Key
        package let day: LocalDay
        /// The preferred time of the plants; nil for that of the household.
        let time: LocalTime?
        /// True if one of the chores is a reason for this reminder since the change, and none was before.
        package let isGained: Bool
        /// True if one of the chores was a reason for this reminder, and none is any more.
        package let isLost: Bool
    }

    /// Returns what a change of a few chores from `before` to `after` means for the reminders of the coming days, without the other
    /// chores; the days without an effect are left out. Returns nil if that cannot be said: there are reminders of single
    /// chores, or a chore is or was snoozed.
    package static func effect(
        of before: [DueChore], to after: [DueChore], preferences: ReminderPreferences, zone: Zone, now: Date,
        through horizon: Date
    ) -> [DayEffect]? {
        guard preferences.isOn, Set(before) != Set(after) else { return [] }
        guard preferences.groups, (before + after).allSatisfy({ $0.snoozedUntil == nil }) else { return nil }
        let expectation = Expectation(preferences: preferences, zone: zone, now: now, last: zone.day(at: horizon))
        return Set((before + after).map(expectation.ownTime)).flatMap { own -> [DayEffect] in
            let (earlier, later) = (expectation.chores(before, at: own), expectation.chores(after, at: own))
            return expectation.days(at: own).compactMap { day, _ in
                let (was, isNow) = (expectation.isReason(earlier, on: day), expectation.isReason(later, on: day))
                guard was != isNow else { return nil }
                return DayEffect(
                    key: expectation.key(of: day, at: own), day: day, time: own, isGained: isNow, isLost: was)
            }
        }
    }

    /// Returns true if one of these chores is a reason for the reminder of that effect; snoozed ones are none.
    package static func isReason(
        _ chores: [DueChore], for effect: DayEffect, preferences: ReminderPreferences, zone: Zone, now: Date
    ) -> Bool {
        let expectation = Expectation(preferences: preferences, zone: zone, now: now, last: effect.day)
        return expectation.isReason(
            expectation.chores(chores.filter { $0.snoozedUntil == nil }, at: effect.time), on: effect.day)
    }

    /// Returns the chores of these that the reminder of the day with this key contains. Returns nil if it is of no use any
    /// more.
    package static func contained(
        _ chores: [DueChore], in key: Key, preferences: ReminderPreferences, zone: Zone, now: Date
    ) -> [DueChore]? {
        let expectation = Expectation(
            preferences: preferences, zone: zone, now: now, last: zone.day(at: now).adding(days: 1))
        let words = key.rawValue.dropFirst(dailyPrefix.count).split(separator: " ")
        let own = words.count == 2 ? LocalTime(String(words[1])) : nil
        let day = expectation.days(at: own).first { expectation.key(of: $0.day, at: own) == key }
        guard let (day, at) = day, preferences.ownTime(own) == own else { return nil }
        return expectation.chores(chores, at: own).filter { expectation.isOpen($0, on: day, at: at) }.map(\.dueChore)
    }
}

extension Expectation {
    /// The chores of the reminders at that preferred time.
    fileprivate func chores(_ chores: [DueChore], at own: LocalTime?) -> [DueChore] {
        chores.filter { ownTime(of: $0) == own }
    }
}
