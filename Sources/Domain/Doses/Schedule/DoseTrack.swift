import Calendar
import Foundation

/// A clause with its beginning and end.
struct DoseTrack {
    let track: DosePlan.Track
    let start: DosePoint
    /// The end in calendar time; exclusive.
    let end: DosePoint?
    /// The first dose of a fixed interval.
    let first: Date
    /// The end of a fixed interval; exclusive.
    let elapsedEnd: Date?
    /// The number of doses of a fixed interval.
    let count: Int?
    private let zone: Zone

    init(_ track: DosePlan.Track, start: DosePoint, startInstant: Date, in zone: Zone) {
        self.track = track
        self.start = start
        self.zone = zone
        let first = track.first ?? startInstant
        self.first = first
        guard case .elapsed(let seconds) = track.rhythm else {
            (elapsedEnd, count) = (nil, nil)
            guard case .doses(let wanted) = track.limit else {
                end = start.ending(track.limit)
                return
            }
            var walker = DoseWalker(track, from: start, at: start.day)
            var last: DosePoint?
            var left = wanted
            while left > 0, let point = walker.next() { (last, left) = (point, left - 1) }
            end = last?.after
            return
        }
        end = nil
        switch track.limit {
        case .open, .untilGone: (elapsedEnd, count) = (nil, nil)
        case .elapsed(let length): (elapsedEnd, count) = (first.addingTimeInterval(Double(length)), nil)
        case .days(let days): (elapsedEnd, count) = (first.addingTimeInterval(Double(days) * 86_400), nil)
        case .doses(let wanted):
            (elapsedEnd, count) = (first.addingTimeInterval(Double(wanted) * Double(seconds)), wanted)
        case .months, .lastDay:
            let clock = zone.clock(at: first)
            let point = DosePoint(clock.day, clock.time).ending(track.limit)
            (elapsedEnd, count) = (point.map { zone.instant(of: $0.day, at: $0.time) }, nil)
        }
    }

    private init(_ other: DoseTrack, days: Int, until: DosePoint?) {
        track = other.track
        zone = other.zone
        start = other.start.adding(days: days)
        let shifted = other.end?.adding(days: days)
        end = [shifted, until].compactMap { $0 }.min()
        (first, elapsedEnd, count) = (other.first, other.elapsedEnd, other.count)
    }

    func shifted(days: Int, until: DosePoint?) -> DoseTrack { DoseTrack(self, days: days, until: until) }

    var endInstant: Date? { elapsedEnd ?? end.map { zone.instant(of: $0.day, at: $0.time) } }

    func holds(_ point: DosePoint) -> Bool { point >= start && end.map { point < $0 } ?? true }

    func instant(ordinal: Int) -> Date? {
        guard case .elapsed(let seconds) = track.rhythm else { return nil }
        return first.addingTimeInterval(Double(ordinal) * Double(seconds))
    }

    /// Returns the doses in order of time; `name` is the last part of the identifier.
    func occurrences(in window: DoseWindow) -> [(name: String, at: Date, point: DosePoint?)] {
        if case .elapsed(let seconds) = track.rhythm { return elapsed(max(1, seconds), in: window) }
        var occurrences: [(String, Date, DosePoint?)] = []
        // The window is extended by a day at each end: a dose is later than its day says if clocks are put forward over
        // it.
        var walker = DoseWalker(track, from: start, at: window.zone.day(at: window.from).adding(days: -2))
        let last = window.zone.day(at: window.to).adding(days: 1)
        while occurrences.count < window.most, let point = walker.next() {
            guard point.day <= last, end.map({ point < $0 }) ?? true else { break }
            let at = window.zone.instant(of: point.day, at: point.time)
            let shown = window.zone.clock(at: at)
            // A calendar day that the zone skips has no dose; the next day has its own.
            guard shown.day == point.day || shown.time != point.time else { continue }
            if window.holds(at) { occurrences.append((point.name, at, point)) }
        }
        return occurrences
    }

    private func elapsed(
        _ seconds: Int, in window: DoseWindow
    ) -> [(name: String, at: Date, point: DosePoint?)] {
        var occurrences: [(String, Date, DosePoint?)] = []
        let ahead = window.from.timeIntervalSince(first) / Double(seconds)
        guard ahead < 1e9 else { return [] }
        var ordinal = max(0, Int(ahead.rounded(.down)))
        while occurrences.count < window.most, ordinal < count ?? .max {
            let at = first.addingTimeInterval(Double(ordinal) * Double(seconds))
            guard at < window.to, elapsedEnd.map({ at < $0 }) ?? true else { break }
            if window.holds(at) { occurrences.append(("n\(ordinal)", at, nil)) }
            ordinal += 1
        }
        return occurrences
    }
}

extension DosePoint {
    /// "20261121-0800".
    fileprivate var name: String {
        let digits = "\(day)".filter { $0 != "-" }
        return "\(digits)-\("\(time)".filter { $0 != ":" })"
    }
}

/// Walks from dose to dose in calendar time.
struct DoseWalker {
    private let track: DosePlan.Track
    private let start: DosePoint
    /// The day from which days, weeks and months are counted.
    private let anchor: LocalDay
    private var day: LocalDay?
    private var slot = 0

    /// Starts at `earliest`, but not before `start`.
    init(_ track: DosePlan.Track, from start: DosePoint, at earliest: LocalDay) {
        self.track = track
        self.start = start
        anchor = track.times.last.map { $0 < start.time } ?? false ? start.day.adding(days: 1) : start.day
        day = track.times.isEmpty ? nil : Self.day(track.rhythm, anchor, from: max(earliest, anchor))
    }

    mutating func next() -> DosePoint? {
        while let day {
            guard slot < track.times.count else {
                let following = Self.day(track.rhythm, anchor, from: day.adding(days: 1))
                // The end of the calendar is reached.
                self.day = following.flatMap { $0 > day ? $0 : nil }
                slot = 0
                continue
            }
            let point = DosePoint(day, track.times[slot])
            slot += 1
            if point >= start { return point }
        }
        return nil
    }

    /// Returns the first day of the rhythm on or after `from`; `from` is not before `anchor`.
    private static func day(_ rhythm: DosePlan.Rhythm, _ anchor: LocalDay, from: LocalDay) -> LocalDay? {
        switch rhythm {
        case .days(let every):
            let every = max(1, every)
            return anchor.adding(days: (anchor.days(until: from) + every - 1) / every * every)
        case .weekdays(let days, let weeks):
            guard !days.isEmpty else { return nil }
            let monday = anchor.adding(days: 1 - anchor.weekday)
            var day = from
            for _ in 0...7 * (max(1, weeks) + 1) {
                let isWeek = (monday.days(until: day) / 7).isMultiple(of: max(1, weeks))
                if isWeek, days.contains(where: { $0.number == day.weekday }) { return day }
                day = day.adding(days: 1)
            }
            return nil
        case .months(let every):
            let (year, month, _) = from.parts
            let (firstYear, firstMonth, dayOfMonth) = anchor.parts
            var step = max(0, ((year - firstYear) * 12 + month - firstMonth) / max(1, every))
            // The day in that month may be before `from`.
            while true {
                let day = anchor.adding(months: step * max(1, every), on: dayOfMonth)
                if day >= from { return day }
                if day == .latest { return nil }
                step += 1
            }
        case .elapsed, .asNeeded: return nil
        }
    }
}
