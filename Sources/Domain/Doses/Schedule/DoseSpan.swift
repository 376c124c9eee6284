import Calendar
import Foundation

/// The part of a schedule that a call asks for.
struct DoseWindow {
    let from: Date
    let to: Date
    let zone: Zone
    let pauses: [DosePlan.Pause]
    let most: Int
    /// Restricts the window to one clause; nil for all.
    let clause: Int?

    func holds(_ instant: Date) -> Bool {
        instant >= from && instant < to && !pauses.contains { $0.holds(instant) }
    }
}

/// A step with its beginning and end.
struct DoseSpan {
    let tracks: [DoseTrack]
    let start: DosePoint
    let startInstant: Date
    /// nil if no step follows.
    let end: DosePoint?
    let endInstant: Date?
    /// For a repeated plan: the offset of this repetition in days.
    var shift = 0

    static func spans(of revision: DosePlan.Revision, in zone: Zone) -> [DoseSpan] {
        var spans: [DoseSpan] = []
        for step in revision.steps {
            spans.append(DoseSpan(step, after: spans.last, of: revision, in: zone))
        }
        return spans
    }

    private init(_ step: DosePlan.Step, after last: DoseSpan?, of revision: DosePlan.Revision, in zone: Zone) {
        let elapsed = step.tracks.compactMap(\.first).min()
        let clock = zone.clock(at: elapsed ?? last?.endInstant ?? revision.from)
        let start = step.first ?? (elapsed == nil ? last?.end : nil) ?? DosePoint(clock.day, clock.time)
        let wallStart = zone.instant(of: start.day, at: start.time)
        let startInstant = step.first == nil ? elapsed ?? last?.endInstant ?? wallStart : wallStart
        tracks = step.tracks.map { DoseTrack($0, start: start, startInstant: startInstant, in: zone) }
        self.start = start
        self.startInstant = min(startInstant, elapsed ?? startInstant)
        let isElapsed = !step.isRest && step.tracks.allSatisfy(\.isElapsed)
        guard step.length != .open else {
            (end, endInstant) = (nil, nil)
            return
        }
        if isElapsed || step.endsByCount {
            let last = tracks.compactMap(\.endInstant).max()
            endInstant = last
            end = last.map { zone.clock(at: $0) }.map { DosePoint($0.day, $0.time) }
        } else {
            let point = start.ending(step.length)
            end = point
            let wall = point.map { zone.instant(of: $0.day, at: $0.time) }
            endInstant = (tracks.compactMap(\.elapsedEnd) + [wall].compactMap { $0 }).max()
        }
    }

    private init(_ span: DoseSpan, days: Int, until: DosePoint?) {
        tracks = span.tracks.map { $0.shifted(days: days, until: until) }
        start = span.start.adding(days: days)
        startInstant = span.startInstant
        end = span.end?.adding(days: days)
        endInstant = span.endInstant
        shift = days
    }

    /// Returns true if a step begins before the previous one ends.
    static func overlaps(_ spans: [DoseSpan]) -> Bool {
        zip(spans, spans.dropFirst()).contains { first, second in
            first.endInstant.map { second.startInstant < $0 } ?? false
        }
    }

    static func endBeforeStart(_ spans: [DoseSpan], repeating: DosePlan.Limit?) -> DosePlan.Problem? {
        for span in spans {
            for track in span.tracks {
                guard case .lastDay(let day) = track.track.limit, day < span.start.day else { continue }
                return DosePlan.Problem(.endsBeforeStart, clause: track.track.clause)
            }
        }
        if case .lastDay(let day)? = repeating, let first = spans.first, day < first.start.day {
            return DosePlan.Problem(.endsBeforeStart)
        }
        return nil
    }

    /// Returns the repetitions that a window may need.
    static func repeated(_ spans: [DoseSpan], repeating: DosePlan.Limit?, in window: DoseWindow) -> [DoseSpan] {
        guard let repeating, let first = spans.first, let end = spans.last?.end else { return spans }
        let length = first.start.day.days(until: end.day)
        guard length > 0 else { return spans }
        var until: DosePoint?
        if case .lastDay(let day) = repeating { until = DosePoint(day.adding(days: 1), .midnight) }
        let low = first.start.day.days(until: window.zone.day(at: window.from)) / length - 1
        let high = first.start.day.days(until: window.zone.day(at: window.to)) / length + 1
        guard high >= 0 else { return [] }
        // Each repetition has at least one dose, which bounds the number of repetitions needed.
        return (max(0, low)...min(high, max(0, low) + window.most + 2)).flatMap { round in
            spans.map { DoseSpan($0, days: round * length, until: until) }
        }
    }
}

extension DosePoint {
    /// Returns the point at which a limit that begins here ends; nil if the limit is not counted in calendar time.
    func ending(_ limit: DosePlan.Limit) -> DosePoint? {
        switch limit {
        case .days(let days): adding(days: days)
        case .months(let months): DosePoint(day.adding(months: months, on: day.day), time)
        case .lastDay(let last): DosePoint(last.adding(days: 1), .midnight)
        case .open, .untilGone, .elapsed, .doses: nil
        }
    }

    /// The point one second later.
    var after: DosePoint {
        let second = time.second + 1
        guard let next = LocalTime(hour: second / 3600, minute: second / 60 % 60, second: second % 60) else {
            return DosePoint(day.adding(days: 1), .midnight)
        }
        return DosePoint(day, next)
    }
}
