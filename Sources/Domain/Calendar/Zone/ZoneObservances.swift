import FoundationEssentials

extension Zone {
    /// An offset and when it begins to hold, as iCalendar tells zones (RFC 5545 §3.6.5).
    struct Observance: Sendable, Hashable {
        /// Seconds since 1970.
        let at: Int
        /// Seconds east of UTC, until then.
        let from: Int
        /// Seconds east of UTC, from then on.
        let to: Int
        let isDaylight: Bool

        /// What clocks would have shown had they not been changed.
        var clockBefore: (day: LocalDay, time: LocalTime) {
            let local = at + from
            let number = local.dividedDown(by: LocalDay.seconds)
            return (LocalDay(number: number), LocalTime(ofDay: local - number * LocalDay.seconds))
        }
    }

    /// All of the years around that time and of one more at either end, so that a zone with two offsets shows both,
    /// and the text stays the same while a feed moves on through a year. The first one begins before that time.
    func observances(from first: Date, through last: Date) -> [Observance] {
        let start = Self.utc.clock(at: first)
        let begin = LocalDay(existing: max(start.day.year - 1, 1), 1, 1).number * LocalDay.seconds
        let end = LocalDay(existing: Self.utc.day(at: last).year + 2, 1, 1).number * LocalDay.seconds
        let year = 366 * LocalDay.seconds
        var changes = changes(from: begin, to: end + year)
        // With a change before that time, what held at the beginning is of no use.
        let firstSecond = start.day.number * LocalDay.seconds + start.time.second
        if changes.count > 1, changes[1].at <= firstSecond { changes.removeFirst() }
        return changes.indices.compactMap { index in
            let change = changes[index]
            guard change.at < end else { return nil }
            // What law calls summer time is not kept, and in Ireland it is the winter. Subscribers expect it to be the
            // later of two clocks, and an offset that stays to be none.
            let next = index + 1 < changes.count ? changes[index + 1] : nil
            let isDaylight = next.map { next in
                change.from != change.to && change.to > min(change.from, next.to) && next.at - change.at < year
            }
            return Observance(at: change.at, from: change.from, to: change.to, isDaylight: isDaylight ?? false)
        }
    }

    /// What holds at the beginning, as from its local midnight, and each change of the offset that follows.
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
