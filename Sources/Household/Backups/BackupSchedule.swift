package import Calendar
package import Foundation

/// When the backup of a day is made.
package struct BackupSchedule: Sendable {
    /// The hour of the day, in the zone of the machine.
    package let hour: Int
    package let zone: Zone

    package init(hour: Int, zone: Zone) {
        self.hour = hour
        self.zone = zone
    }

    /// The wait after a backup that failed.
    package static let patience: Double = 3600

    /// Returns when the next backup is made; not after `now` if one is due. A day on which the machine was off at the hour
    /// has its backup as soon as it is on.
    package func next(after last: Date?, failedAt: Date?, now: Date) -> Date {
        let today = zone.day(at: now)
        let time = LocalTime(hour: hour, minute: 0) ?? .midnight
        let hours = (-1...1).map { zone.instant(of: today.adding(days: $0), at: time) }
        let latest = hours.last { $0 <= now } ?? now
        let following = hours.first { $0 > now } ?? now.addingTimeInterval(86_400)
        // A backup of the future was made while the clock was wrong.
        if let last, last >= latest, last <= now { return following }
        guard let failedAt, failedAt <= now else { return latest }
        return max(latest, failedAt.addingTimeInterval(Self.patience))
    }
}
