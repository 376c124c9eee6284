public import Calendar
public import Foundation
import Messages

/// A dose of a schedule with the answer logged for it.
public struct AgendaDose: Sendable, Hashable {
    /// The dose as planned.
    public let dose: PlannedDose
    /// The planned time, or the time it was moved to.
    public let at: Date
    /// The status at the time that was given as `now`.
    public let status: DoseStatus
    /// The number of the entry to undo; nil if there is none.
    public let undoable: Int?
    /// Taken or skipped; nil without an answer.
    public let answer: DoseState.Answer?
}

/// A dose without an answer: neither taken nor skipped.
public struct UnansweredDose: Sendable, Hashable {
    /// The dose as planned.
    public let dose: PlannedDose
    /// The planned time, or the time it was moved to.
    public let at: Date
    /// The medicine as it was in the revision that plans the dose.
    public let medicine: Medicine
}

extension DoseSchedule {
    /// How far a dose may be moved, in seconds.
    public static let longestMove: TimeInterval = 86_400

    /// Returns the doses whose time, after moving, is in the window, in order of time.
    public func agenda(
        from: Date, to: Date, log: DoseLog, grace: TimeInterval, now: Date
    ) -> [AgendaDose] {
        agenda(from: from, to: to, log.states, grace: grace, now: now)
    }

    /// Returns the same for a window of any length; `to` must not be the distant future.
    public func history(
        from: Date, to: Date, log: DoseLog, grace: TimeInterval, now: Date
    ) -> [AgendaDose] {
        let states = log.states
        var doses: [AgendaDose] = []
        var start = max(from, plan.revisions[0].from)
        // A plan of several years has more doses than one computation returns.
        while start < to {
            let end = min(start.addingTimeInterval(28 * 86_400), to)
            doses += agenda(from: start, to: end, states, grace: grace, now: now)
            start = end
        }
        return doses
    }

    private func agenda(
        from: Date, to: Date, _ states: [DoseLog.Subject: DoseState], grace: TimeInterval, now: Date
    ) -> [AgendaDose] {
        let wide = doses(from: from - Self.longestMove, to: to + Self.longestMove)
        var doses: [AgendaDose] = []
        for (place, dose) in wide.enumerated() {
            let state = states[.dose(dose.id)] ?? DoseState()
            let at = state.movedTo ?? dose.at
            guard at >= from, at < to else { continue }
            let following = wide.dropFirst(place + 1).first { $0.clause == dose.clause && $0.at > dose.at }
            let next = following?.at ?? next(after: dose)
            let status = DoseStatus(of: dose, state, next: next.map { max($0, at) }, grace: grace, now: now)
            doses.append(
                AgendaDose(
                    dose: dose, at: at, status: status, undoable: state.undoable, answer: state.answered))
        }
        return doses.sorted { ($0.at, $0.dose.clause, $0.dose.id) < ($1.at, $1.dose.clause, $1.dose.id) }
    }

    /// Returns the time of the clause's next dose; a day later if there is none.
    private func next(after dose: PlannedDose) -> Date? {
        next(from: dose.at.addingTimeInterval(1), clause: dose.clause)?.at ?? dose.at.addingTimeInterval(86_400)
    }

    /// Returns true if the dose may be moved to this time: within `longestMove` and not into the past.
    public func canMove(_ dose: PlannedDose, to instant: Date, now: Date) -> Bool {
        instant >= now && abs(instant.timeIntervalSince(dose.at)) <= Self.longestMove
    }

    /// Returns the unanswered doses in the window, in order of time. Doses that the stock may not cover are included:
    /// the count may be wrong, and an unnecessary notice is better than a missing one.
    public func unanswered(from: Date, to: Date, log: DoseLog) -> [UnansweredDose] {
        let states = log.states
        return doses(from: from - Self.longestMove, to: to + Self.longestMove).compactMap { dose in
            let state = states[.dose(dose.id)] ?? DoseState()
            let at = state.movedTo ?? dose.at
            guard state.answered == nil else { return nil }
            guard at >= from, at < to, let medicine = medicine(of: dose) else { return nil }
            return UnansweredDose(dose: dose, at: at, medicine: medicine)
        }.sorted { ($0.at, $0.dose.id) < ($1.at, $1.dose.id) }
    }

    /// Returns the medicine as it was in the dose's revision; nil if the plan has no such revision.
    public func medicine(of dose: PlannedDose) -> Medicine? {
        plan.revisions.first { $0.number == dose.revision }?.medicine
    }

    /// Returns one calendar event for each unanswered dose in the window. `host` makes the identifiers globally unique.
    /// With `hidesNames` an event contains neither the medicine nor the amount. `owner` is the name of the person to
    /// whom the medicine belongs, if it is not the reader of the calendar.
    public func events(
        from: Date, to: Date, log: DoseLog, feed: Zone, hidesNames: Bool, owner: String? = nil, host: String,
        alarms: Bool = true
    ) -> [CalendarEvent] {
        let states = log.states
        return doses(from: from - Self.longestMove, to: to + Self.longestMove).compactMap { dose in
            let state = states[.dose(dose.id)] ?? DoseState()
            let at = state.movedTo ?? dose.at
            guard state.answered == nil, at >= from, at < to,
                let revision = plan.revisions.first(where: { $0.number == dose.revision })
            else { return nil }
            let time: CalendarEvent.Time
            if let point = dose.point, state.movedTo == nil, feed.name == revision.zone {
                time = .local(point.day, point.time, minutes: Self.minutes)
            } else {
                time = .instant(at, minutes: Self.minutes)
            }
            let label = revision.medicine.label
            let summary =
                if let owner {
                    hidesNames
                        ? localized("\(owner, "person")'s medicine") : "\(owner): \(label), \(dose.amountText)"
                } else {
                    hidesNames
                        ? localized("Medicine", context: "event in a calendar") : "\(label): \(dose.amountText)"
                }
            let person = revision.medicine.person.map { localized("For \($0, "person")") }
            return CalendarEvent(
                uid: "\(dose.id)@\(host)", time: time, summary: summary,
                description: hidesNames ? nil : person, categories: ["Medicine"], alarm: alarms ? at : nil,
                modified: state.answers.last?.notedAt ?? revision.from)
        }
    }

    /// The length of an event in minutes. A dose takes no time, but some calendars do not show an event of length 0.
    private static let minutes = 15
}

extension Medicine {
    /// "Amoxicillin 500 mg".
    public var label: String { [name, strength].compactMap { $0 }.joined(separator: " ") }
}
