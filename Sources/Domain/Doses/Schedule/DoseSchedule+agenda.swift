package import Calendar
package import FoundationEssentials

/// A dose of a schedule with what was noted about it.
package struct AgendaDose: Sendable, Hashable {
    package let dose: PlannedDose
    /// Its own time, or the one it was moved to.
    package let at: Date
    package let status: DoseStatus
    /// The entry to take back; nothing where there is none.
    package let undoable: Int?
    /// What holds of it: taken or skipped; nil while nobody has answered.
    package let answer: DoseStanding.Answer?
}

/// A dose without an answer: neither taken nor skipped.
package struct UnansweredDose: Sendable, Hashable {
    package let dose: PlannedDose
    /// The time of the plan, or the time that a person moved the dose to.
    package let at: Date
    package let medicine: Medicine
}

extension DoseSchedule {
    /// How far one dose may be moved.
    package static let longestMove: TimeInterval = 86_400

    /// Those whose time, after moving, is in the window, in the order of time.
    package func agenda(
        from: Date, to: Date, log: DoseLog, grace: TimeInterval, now: Date
    ) -> [AgendaDose] {
        agenda(from: from, to: to, log.standings, grace: grace, now: now)
    }

    /// The same over any time, however long; `to` must not be the distant future.
    package func history(
        from: Date, to: Date, log: DoseLog, grace: TimeInterval, now: Date
    ) -> [AgendaDose] {
        let standings = log.standings
        var doses: [AgendaDose] = []
        var start = max(from, plan.revisions[0].from)
        // A plan of years has more doses than are computed at once.
        while start < to {
            let end = min(start.addingTimeInterval(28 * 86_400), to)
            doses += agenda(from: start, to: end, standings, grace: grace, now: now)
            start = end
        }
        return doses
    }

    private func agenda(
        from: Date, to: Date, _ standings: [DoseLog.Subject: DoseStanding], grace: TimeInterval, now: Date
    ) -> [AgendaDose] {
        let wide = doses(from: from - Self.longestMove, to: to + Self.longestMove)
        var doses: [AgendaDose] = []
        for (place, dose) in wide.enumerated() {
            let standing = standings[.dose(dose.id)] ?? DoseStanding()
            let at = standing.movedTo ?? dose.at
            guard at >= from, at < to else { continue }
            let following = wide.dropFirst(place + 1).first { $0.clause == dose.clause && $0.at > dose.at }
            let next = following?.at ?? next(after: dose)
            let status = DoseStatus(of: dose, standing, next: next.map { max($0, at) }, grace: grace, now: now)
            doses.append(
                AgendaDose(
                    dose: dose, at: at, status: status, undoable: standing.undoable, answer: standing.answered))
        }
        return doses.sorted { ($0.at, $0.dose.clause, $0.dose.id) < ($1.at, $1.dose.clause, $1.dose.id) }
    }

    /// The next of the same clause; without one, a day later.
    private func next(after dose: PlannedDose) -> Date? {
        next(from: dose.at.addingTimeInterval(1), clause: dose.clause)?.at ?? dose.at.addingTimeInterval(86_400)
    }

    /// Whether a dose may be put there: within a day, and nowhere before now.
    package func canMove(_ dose: PlannedDose, to instant: Date, now: Date) -> Bool {
        instant >= now && abs(instant.timeIntervalSince(dose.at)) <= Self.longestMove
    }

    /// The doses in the window that nobody has answered yet, in the order of time. Doses that the stock may not cover are
    /// included: the count may be wrong, and one notice too many is better than none.
    package func unanswered(from: Date, to: Date, log: DoseLog) -> [UnansweredDose] {
        let standings = log.standings
        return doses(from: from - Self.longestMove, to: to + Self.longestMove).compactMap { dose in
            let standing = standings[.dose(dose.id)] ?? DoseStanding()
            let at = standing.movedTo ?? dose.at
            guard standing.answered == nil else { return nil }
            guard at >= from, at < to, let medicine = medicine(of: dose) else { return nil }
            return UnansweredDose(dose: dose, at: at, medicine: medicine)
        }.sorted { ($0.at, $0.dose.id) < ($1.at, $1.dose.id) }
    }

    package func medicine(of dose: PlannedDose) -> Medicine? {
        plan.revisions.first { $0.number == dose.revision }?.medicine
    }

    /// One event for each dose of the window that is not taken or skipped. `host` makes identifiers unique in the
    /// world; with `hidesNames` nothing tells which medicine it is, or how much.
    package func events(
        from: Date, to: Date, log: DoseLog, feed: Zone, hidesNames: Bool, host: String, alarms: Bool = true
    ) -> [CalendarEvent] {
        let standings = log.standings
        return doses(from: from - Self.longestMove, to: to + Self.longestMove).compactMap { dose in
            let standing = standings[.dose(dose.id)] ?? DoseStanding()
            let at = standing.movedTo ?? dose.at
            guard standing.answered == nil, at >= from, at < to,
                let revision = plan.revisions.first(where: { $0.number == dose.revision })
            else { return nil }
            let time: CalendarEvent.Time
            if let point = dose.point, standing.movedTo == nil, feed.name == revision.zone {
                time = .local(point.day, point.time, minutes: Self.minutes)
            } else {
                time = .instant(at, minutes: Self.minutes)
            }
            let summary = hidesNames ? "Medicine" : "\(revision.medicine.label): \(dose.amountText)"
            let person = revision.medicine.person.map { "For \($0)" }
            return CalendarEvent(
                uid: "\(dose.id)@\(host)", time: time, summary: summary,
                description: hidesNames ? nil : person, categories: ["Medicine"], alarm: alarms ? at : nil,
                modified: standing.answers.last?.notedAt ?? revision.from)
        }
    }

    /// Of an event: a dose takes no time, but an event without any is not shown everywhere.
    private static let minutes = 15
}

extension Medicine {
    /// "Amoxicillin 500 mg".
    package var label: String { [name, strength].compactMap { $0 }.joined(separator: " ") }
}
