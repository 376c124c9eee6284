/// The rule of a zone after its last transition: a POSIX TZ string with the extensions of RFC 9636 §3.3.1.
struct ZoneRule: Sendable, Hashable {
    /// A day of every year.
    enum Day: Sendable, Hashable {
        /// Jn: 1–365; 29 February is not counted.
        case julian(Int)
        /// n: 0–365; 29 February is counted.
        case ordinal(Int)
        /// Mm.w.d: the w-th weekday d of month m, where 0 is Sunday and w = 5 is the last.
        case weekday(month: Int, week: Int, weekday: Int)

        /// Returns the day as days since 1970.
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

    /// A yearly change of the offset.
    struct Change: Sendable, Hashable {
        let day: Day
        /// Seconds after midnight of the day, in the offset before the change; −167 to 167 hours.
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
    /// Daylight saving time, of any sign and season; nil if the offset never changes.
    let summer: Summer?

    /// Returns the stretch that contains the instant.
    func stretch(at seconds: Int) -> Zone.Stretch {
        guard let summer else { return Zone.Stretch(offset: standard, end: .max) }
        let day = LocalDay(number: (seconds + standard).dividedDown(by: LocalDay.seconds))
        let year = day.parts.year
        var latest = Int.min
        var offset = standard
        var end = Int.max
        // A change may be up to a week outside its year, so the neighbouring years are included. If standard time ends
        // at its beginning, it is summer all year; this determines the order of the two.
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
