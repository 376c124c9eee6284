import Foundation

extension Zone {
    /// An offset and its beginning, as iCalendar describes zones (RFC 5545 §3.6.5).
    struct Observance: Sendable, Hashable {
        /// Seconds since 1970.
        let at: Int
        /// The offset before, in seconds east of UTC.
        let from: Int
        /// The offset after, in seconds east of UTC.
        let to: Int
        let isDaylight: Bool

        /// The local time of the change, with the offset before it.
        var clockBefore: (day: LocalDay, time: LocalTime) {
            let local = at + from
            let number = local.dividedDown(by: LocalDay.seconds)
            return (LocalDay(number: number), LocalTime(ofDay: local - number * LocalDay.seconds))
        }
    }

    /// Returns the observances of the years that contain the period, and of one more year at each end. A zone with two
    /// offsets thus shows both, and the text stays the same throughout a year. The first observance begins before
    /// `first`.
    func observances(from first: Date, through last: Date) -> [Observance] {
        let start = Self.utc.clock(at: first)
        let begin = LocalDay(existing: max(start.day.year - 1, 1), 1, 1).number * LocalDay.seconds
        let end = LocalDay(existing: Self.utc.day(at: last).year + 2, 1, 1).number * LocalDay.seconds
        let year = 366 * LocalDay.seconds
        var changes = changes(from: begin, to: end + year)
        // If there is a change before `first`, the initial offset is not needed.
        let firstSecond = start.day.number * LocalDay.seconds + start.time.second
        if changes.count > 1, changes[1].at <= firstSecond { changes.removeFirst() }
        return changes.indices.compactMap { index in
            let change = changes[index]
            guard change.at < end else { return nil }
            // The legal definition of summer time is not stored, and in Ireland it applies to the winter. Subscribers
            // expect daylight time to be the larger of two offsets, and a permanent offset to be standard time.
            let next = index + 1 < changes.count ? changes[index + 1] : nil
            let isDaylight = next.map { next in
                change.from != change.to && change.to > min(change.from, next.to) && next.at - change.at < year
            }
            return Observance(at: change.at, from: change.from, to: change.to, isDaylight: isDaylight ?? false)
        }
    }

    /// Returns the offset at the beginning, from its local midnight, and each later change of the offset.
    private func changes(from begin: Int, to end: Int) -> [(at: Int, from: Int, to: Int)] {
        var stretch = stretch(at: begin)
        var changes = [(at: begin - stretch.offset, from: stretch.offset, to: stretch.offset)]
        while stretch.end < end {
            let next = self.stretch(at: stretch.end)
            if next.offset != stretch.offset { changes.append((stretch.end, stretch.offset, next.offset)) }
            stretch = next
        }
        return changes
    }
}
