/// The rule by which a zone goes on after its last transition: the TZ string of POSIX, as RFC 9636 §3.3.1 extends it.
struct ZoneRule: Sendable, Hashable {
    /// A day of every year.
    enum Day: Sendable, Hashable {
        /// Jn: 1–365; 29 February is never counted.
        case julian(Int)
        /// n: 0–365; 29 February is counted.
        case ordinal(Int)
        /// Mm.w.d: the w-th such weekday of the month, 0 being Sunday; the fifth is its last.
        case weekday(month: Int, week: Int, weekday: Int)

        /// Days since 1970.
        func number(in year: Int) -> Int {
            switch self {
            case .julian(let day):
                let isAfterLeapDay = day > 59 && LocalDay.isLeap(year)
                return LocalDay(existing: year, 1, 1).number + day - (isAfterLeapDay ? 0 : 1)
            case .ordinal(let day): return LocalDay(existing: year, 1, 1).number + day
            case .weekday(let month, let week, let weekday):
                let first = LocalDay(existing: year, month, 1)
                let earliest = (weekday - first.weekday + 7) % 7
                let day = earliest + (week - 1) * 7
                return first.number + (day < LocalDay.length(ofMonth: month, in: year) ? day : day - 7)
            }
        }
    }

    /// A change of the clocks, every year.
    struct Change: Sendable, Hashable {
        let day: Day
        /// Seconds after that day's midnight, by the clock that is changed; −167 to 167 hours.
        let time: Int
    }

    struct Summer: Sendable, Hashable {
        /// Seconds east of UTC.
        let offset: Int
        let start: Change
        let end: Change
    }

    /// Seconds east of UTC.
    let standard: Int
    /// Daylight saving time, of whatever sign and season; nothing where clocks are never changed.
    let summer: Summer?

    /// The stretch of time around an instant of the calendar's years, which one change begins and the next one ends.
    func stretch(at seconds: Int) -> Zone.Stretch {
        guard let summer else { return Zone.Stretch(offset: standard, end: .max) }
        let day = LocalDay(number: (seconds + standard).dividedDown(by: LocalDay.seconds))
        let year = day.parts.year
        var latest = Int.min
        var offset = standard
        var end = Int.max
        // A change can lie a week outside its year, so those of the neighbours count as well. Where standard time ends
        // when it begins, the year round is summer; hence the order of the two.
        for year in max(year - 1, 1)...year + 1 {
            let stop = summer.end.day.number(in: year) * LocalDay.seconds + summer.end.time - summer.offset
            let start = summer.start.day.number(in: year) * LocalDay.seconds + summer.start.time - standard
            for (at, after) in [(stop, standard), (start, summer.offset)] {
                if at > seconds {
                    end = min(end, at)
                } else if at >= latest {
                    latest = at
                    offset = after
                }
            }
        }
        return Zone.Stretch(offset: offset, end: end)
    }
}
