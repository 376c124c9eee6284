import Agenda
package import Calendar
package import FoundationEssentials

extension Reminder {
    /// The start of the key of a reminder of all chores of a day.
    static let dailyPrefix = "chores "

    /// True for a reminder of all chores of a day. Until its time comes, its notice is stored without its chores: only
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
        /// True if one of the chores is a reason for this reminder since the change, and none was before.
        package let isGained: Bool
        /// True if one of the chores was a reason for this reminder, and none is any more.
        package let isLost: Bool
    }

    /// Returns what a change of a few chores from `before` to `after` means for the reminders of the coming days, without the other
    /// chores; the days without an effect are left out. Returns nil if that cannot be said: there are reminders of single
    /// chores, or a chore is or was snoozed.
    package static func effect(
        of before: [DueChore], to after: [DueChore], wishes: ReminderPreferences, zone: Zone, now: Date,
        through horizon: Date
    ) -> [DayEffect]? {
        guard wishes.isOn, Set(before) != Set(after) else { return [] }
        guard wishes.groups, (before + after).allSatisfy({ $0.snoozedUntil == nil }) else { return nil }
        let expectation = Expectation(wishes: wishes, zone: zone, now: now, last: zone.day(at: horizon))
        return expectation.days.compactMap { day, _ in
            let (was, isNow) = (expectation.isReason(before, on: day), expectation.isReason(after, on: day))
            guard was != isNow else { return nil }
            return DayEffect(key: expectation.key(of: day), day: day, isGained: isNow, isLost: was)
        }
    }

    /// Returns true if one of these chores, none of which is snoozed, is a reason for the reminder of that day.
    package static func isReason(
        _ chores: [DueChore], on day: LocalDay, wishes: ReminderPreferences, zone: Zone, now: Date
    ) -> Bool {
        Expectation(wishes: wishes, zone: zone, now: now, last: day)
            .isReason(chores.filter { $0.snoozedUntil == nil }, on: day)
    }

    /// Returns the chores of these that the reminder of the day with this key contains. Returns nil if it is of no use any
    /// more.
    package static func contained(
        _ chores: [DueChore], in key: Key, wishes: ReminderPreferences, zone: Zone, now: Date
    ) -> [DueChore]? {
        let expectation = Expectation(wishes: wishes, zone: zone, now: now, last: zone.day(at: now).adding(days: 1))
        guard let (day, at) = expectation.days.first(where: { expectation.key(of: $0.day) == key }) else { return nil }
        return chores.filter { expectation.isOpen($0, on: day, at: at) }
    }
}
