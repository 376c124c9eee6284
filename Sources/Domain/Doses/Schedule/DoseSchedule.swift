package import Calendar
package import Directions
package import FoundationEssentials

/// One dose of a plan at its time.
package struct PlannedDose: Sendable, Hashable, Codable, Identifiable {
    /// Of its plan, revision, clause, and day and time or number: the same however often it is computed.
    package struct ID: RawRepresentable, Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
        package var description: String { rawValue }
        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    package let id: ID
    package let at: Date
    package let revision: Int
    /// Among the medicine's clauses.
    package let clause: Int
    package let amount: Direction.Amount?
    /// Its day and time of the plan; nothing where elapsed time is counted.
    package let point: DosePoint?
    /// Clocks never show its time on that day, since they are put forward over it: `at` is later.
    package let isMovedByClock: Bool

    /// "1 tablet", "1 to 2 tablets"; a range is never narrowed.
    package var amountText: String { DosePlan.words(of: amount) }
}

/// A plan with the rules of the zones whose clocks it goes by.
package struct DoseSchedule: Sendable {
    /// A plan names a zone whose rules were not given.
    package struct ZoneMissing: Error, Sendable, Hashable {
        package let name: String
    }

    /// The most doses of one asking: the earliest.
    package static let most = 1000

    package let plan: DosePlan
    let revisions: [(revision: DosePlan.Revision, zone: Zone, spans: [DoseSpan])]

    /// `zones` are those of all its revisions; others are passed over.
    package init(_ plan: DosePlan, zones: [Zone]) throws(ZoneMissing) {
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

    /// From one instant up to before another, in the order of time; never more than `most`.
    package func doses(from: Date, to: Date) -> [PlannedDose] { doses(from: from, to: to, clause: nil) }

    /// With `isAll` also those of pauses, and after the end.
    private func doses(from: Date, to: Date, clause: Int?, isAll: Bool = false) -> [PlannedDose] {
        let pauses = isAll ? [] : plan.pauses
        // Only the last pause can last still, and then there is nothing more to look for.
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

    /// Also in a pause, and after the end; nothing where the plan never had it.
    package func dose(_ id: PlannedDose.ID) -> PlannedDose? {
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

    /// The first one from that instant on; nothing where there is none.
    package func next(from: Date, clause: Int? = nil) -> PlannedDose? {
        // Nothing printed comes less often than every ten years.
        var (low, days) = (from, 8.0)
        while days <= 8192 {
            let high = from.addingTimeInterval(days * 86_400)
            if let next = doses(from: low, to: high, clause: clause).first { return next }
            (low, days) = (high, days * 8)
        }
        return nil
    }

    /// The clauses that are taken as needed at that time.
    package func asNeeded(at instant: Date) -> [Int] {
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
    /// What a dose's name says: its revision, its clause, and its day or ordinal. Nothing for a dose of another plan.
    package func origin(of id: PlannedDose.ID) -> (revision: Revision, clause: Int, place: Substring)? {
        let prefix = "\(self.id)-r"
        guard id.rawValue.hasPrefix(prefix) else { return nil }
        let parts = id.rawValue.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 3, let number = Int(parts[0]), parts[1].first == "c",
            let clause = Int(parts[1].dropFirst()), let revision = revisions.first(where: { $0.number == number })
        else { return nil }
        return (revision, clause, parts[2])
    }

    /// `DoseSchedule.doses(from:to:)` of it.
    package func doses(from: Date, to: Date, zones: [Zone]) throws(DoseSchedule.ZoneMissing) -> [PlannedDose] {
        try DoseSchedule(self, zones: zones).doses(from: from, to: to)
    }
}
