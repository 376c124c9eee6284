public import Calendar
public import Directions
public import Foundation

/// One dose of a plan with its time.
public struct PlannedDose: Sendable, Hashable, Codable, Identifiable {
    /// Built from plan, revision, clause, and day and time or ordinal number. The same dose always has the same
    /// identifier.
    public struct ID: RawRepresentable, Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
        /// The identifier as text: "p1-r1-c0-20261121-0800", or "p1-r1-c0-n3" for a fixed interval.
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public var description: String { rawValue }
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// The identifier, by which the log refers to the dose.
    public let id: ID
    /// The planned instant. A move in the log does not change it.
    public let at: Date
    /// The number of the revision that plans the dose.
    public let revision: Int
    /// The index of the clause in the medicine.
    public let clause: Int
    /// The amount of the dose; nil if the label prints none.
    public let amount: Direction.Amount?
    /// The day and time of the plan; nil for a fixed interval.
    public let point: DosePoint?
    /// True if clocks are put forward over the planned time, so that it does not exist on that day; `at` is later.
    public let isMovedByClock: Bool

    /// "1 tablet", "1 to 2 tablets"; a range stays a range.
    public var amountText: String { DosePlan.words(of: amount) }
}

/// A plan together with the rules of its zones.
public struct DoseSchedule: Sendable {
    /// The rules of a zone of the plan were not given.
    public struct ZoneMissing: Error, Sendable, Hashable {
        /// The identifier of the missing zone.
        public let name: String
    }

    /// The maximum number of doses of one call; the earliest are returned.
    public static let most = 1000

    /// The plan whose doses are computed.
    public let plan: DosePlan
    let revisions: [(revision: DosePlan.Revision, zone: Zone, spans: [DoseSpan])]

    /// `zones` must contain the zones of all revisions; others are ignored. Throws `ZoneMissing`.
    public init(_ plan: DosePlan, zones: [Zone]) throws(ZoneMissing) {
        self.plan = plan
        var revisions: [(DosePlan.Revision, Zone, [DoseSpan])] = []
        for revision in plan.revisions {
            guard let zone = zones.first(where: { $0.name == revision.zone }) else {
                throw ZoneMissing(name: revision.zone)
            }
            revisions.append((revision, zone, DoseSpan.spans(of: revision, in: zone)))
        }
        self.revisions = revisions
    }

    /// Returns the doses from `from` up to but not including `to`, in order of time, at most `most`.
    public func doses(from: Date, to: Date) -> [PlannedDose] { doses(from: from, to: to, clause: nil) }

    /// With `isAll`, doses in pauses and after the end are included.
    private func doses(from: Date, to: Date, clause: Int?, isAll: Bool = false) -> [PlannedDose] {
        let pauses = isAll ? [] : plan.pauses
        // Only the last pause can be open, and no dose follows it.
        let ends =
            isAll ? [] : [plan.ended, pauses.last.flatMap { $0.until == nil ? $0.from : nil }].compactMap(\.self)
        let over = ends.min() ?? .distantFuture
        var doses: [PlannedDose] = []
        for (place, entry) in revisions.enumerated() where doses.count < Self.most {
            let next = place + 1 < revisions.count ? revisions[place + 1].revision.from : .distantFuture
            let window = DoseWindow(
                from: max(from, entry.revision.from), to: min(to, next, over),
                zone: entry.zone, pauses: pauses, most: Self.most, clause: clause)
            guard window.from < window.to else { continue }
            doses += Self.doses(of: entry.revision, entry.spans, in: window, plan: plan.id)
        }
        return Array(doses.prefix(Self.most))
    }

    private static func doses(
        of revision: DosePlan.Revision, _ spans: [DoseSpan], in window: DoseWindow, plan: DosePlan.ID
    ) -> [PlannedDose] {
        var doses: [PlannedDose] = []
        for span in DoseSpan.repeated(spans, repeating: revision.repeating, in: window) {
            for track in span.tracks
            where track.track.isScheduled && track.track.clause == window.clause ?? track.track.clause {
                for (name, at, point) in track.occurrences(in: window) {
                    let isMoved = point.map { window.zone.time(at: at) != $0.time } ?? false
                    doses.append(
                        PlannedDose(
                            id: PlannedDose.ID(
                                rawValue: "\(plan)-r\(revision.number)-c\(track.track.clause)-\(name)"),
                            at: at, revision: revision.number, clause: track.track.clause,
                            amount: track.track.amount, point: point, isMovedByClock: isMoved))
                }
            }
        }
        return Array(doses.sorted { ($0.at, $0.clause, $0.id) < ($1.at, $1.clause, $1.id) }.prefix(window.most))
    }

    /// Returns the dose with this identifier, also in a pause and after the end; nil if the plan never had it.
    public func dose(_ id: PlannedDose.ID) -> PlannedDose? {
        guard let (revision, clause, place) = plan.origin(of: id),
            let entry = revisions.first(where: { $0.revision.number == revision.number })
        else { return nil }
        guard place.first == "n" else {
            let digits = place
            let text = "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.dropFirst(6))"
            guard let day = LocalDay(text) else { return nil }
            let from = entry.zone.instant(of: day.adding(days: -1), at: .midnight)
            let to = entry.zone.instant(of: day.adding(days: 3), at: .midnight)
            return doses(from: from, to: to, clause: clause, isAll: true).first { $0.id == id }
        }
        guard let ordinal = Int(place.dropFirst()), ordinal >= 0 else { return nil }
        let track = entry.spans.flatMap(\.tracks).first { $0.track.clause == clause }
        guard let at = track?.instant(ordinal: ordinal) else { return nil }
        return doses(from: at, to: at.addingTimeInterval(1), clause: clause, isAll: true).first { $0.id == id }
    }

    /// Returns the first dose at or after the instant; nil if there is none.
    public func next(from: Date, clause: Int? = nil) -> PlannedDose? {
        // No printed interval is longer than ten years.
        var (low, days) = (from, 8.0)
        while days <= 8192 {
            let high = from.addingTimeInterval(days * 86_400)
            if let next = doses(from: low, to: high, clause: clause).first { return next }
            (low, days) = (high, days * 8)
        }
        return nil
    }

    /// Returns the as-needed clauses that apply at the instant.
    public func asNeeded(at instant: Date) -> [Int] {
        guard instant < plan.ended ?? .distantFuture, !plan.pauses.contains(where: { $0.holds(instant) }),
            let entry = revisions.last(where: { $0.revision.from <= instant })
        else { return [] }
        let window = DoseWindow(
            from: instant, to: instant.addingTimeInterval(1), zone: entry.zone, pauses: [], most: 1, clause: nil)
        let point = entry.zone.clock(at: instant)
        return DoseSpan.repeated(entry.spans, repeating: entry.revision.repeating, in: window).flatMap { span in
            span.tracks.filter { track in
                !track.track.isScheduled && track.holds(DosePoint(point.day, point.time))
            }.map(\.track.clause)
        }.sorted()
    }
}

extension DosePlan {
    /// Returns the parts of an identifier: revision, clause, and day or ordinal; nil for a dose of another plan.
    public func origin(of id: PlannedDose.ID) -> (revision: Revision, clause: Int, place: Substring)? {
        let prefix = "\(self.id)-r"
        guard id.rawValue.hasPrefix(prefix) else { return nil }
        let parts = id.rawValue.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 3, let number = Int(parts[0]), parts[1].first == "c",
            let clause = Int(parts[1].dropFirst()), let revision = revisions.first(where: { $0.number == number })
        else { return nil }
        return (revision, clause, parts[2])
    }

    /// Shorthand for `DoseSchedule.doses(from:to:)`.
    public func doses(from: Date, to: Date, zones: [Zone]) throws(DoseSchedule.ZoneMissing) -> [PlannedDose] {
        try DoseSchedule(self, zones: zones).doses(from: from, to: to)
    }
}
