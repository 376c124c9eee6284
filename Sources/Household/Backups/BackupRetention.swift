import Calendar
package import Foundation

/// How many backups of the schedule are kept.
package struct BackupRetention: Sendable, Hashable {
    package let daily: Int
    package let weekly: Int
    package let monthly: Int

    package init(daily: Int, weekly: Int, monthly: Int) {
        self.daily = daily
        self.weekly = weekly
        self.monthly = monthly
    }

    /// Returns the times that are kept: the newest, and the newest of each of the last days, weeks (from Monday) and
    /// months that have one, in UTC. Days without a backup do not count, so a machine that was off for a year keeps what
    /// it has. A time after `now` comes from a clock that was wrong: it is kept, and takes the place of no other.
    package func kept(of times: some Sequence<Date>, at now: Date) -> Set<Date> {
        let all = Set(times)
        let newestFirst = all.filter { $0 <= now }.sorted(by: >)
        var kept = all.filter { $0 > now }.union(newestFirst.prefix(1))
        func keep<Period: Equatable>(_ count: Int, _ period: (LocalDay) -> Period) {
            var periods: [Period] = []
            for time in newestFirst {
                let its = period(Zone.utc.day(at: time))
                guard periods.last != its else { continue }
                guard periods.count < count else { return }
                periods.append(its)
                kept.insert(time)
            }
        }
        keep(daily) { $0.number }
        // Day 0, 1 January 1970, was a Thursday.
        keep(weekly) { Int((Double($0.number + 3) / 7).rounded(.down)) }
        keep(monthly) { [$0.year, $0.month] }
        return kept
    }
}
