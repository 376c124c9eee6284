package import Doses
package import FoundationEssentials

/// The results of a medicine's doses in a period.
package struct DoseHistory: Sendable {
    package let kept: StoredMedicine
    /// The complete dose log.
    package let log: DoseLog
    package let from: Date
    package let to: Date
    /// The planned doses, sorted by time; future ones only if they are answered.
    package let doses: [AgendaDose]
    /// The doses taken as needed, sorted by time.
    package let asNeeded: [DoseIntake]

    /// The unanswered doses whose time is over.
    package var missed: [AgendaDose] { doses.filter { $0.status == .missed } }
}

extension MedicineCabinet {
    /// Returns the results of a medicine's doses in a period; by default from the start of its plan until now.
    package func doseHistory(of kept: StoredMedicine, from: Date? = nil, to: Date? = nil) async throws -> DoseHistory {
        let log = try await records.doseLog(of: kept.id)
        let now = environment.now()
        // A dose may be answered before its time.
        let (from, to) = (from ?? .distantPast, to ?? now.addingTimeInterval(Course.looksAhead))
        guard let plan = kept.plan, let schedule = try? DoseSchedule(plan, zones: zones(of: plan)) else {
            return DoseHistory(kept: kept, log: log, from: from, to: to, doses: [], asNeeded: [])
        }
        let lastNoted = log.entries.last?.notedAt
        let doses = schedule.history(from: from, to: to, log: log, grace: Self.grace, now: now).filter { dose in
            dose.answer != nil
                || dose.status != .planned && !kept.wasAway(at: dose.at, lastNoted: lastNoted)
        }
        let asNeeded = schedule.intakes(in: log).filter { $0.isAsNeeded && $0.at >= from && $0.at <= to }
        return DoseHistory(kept: kept, log: log, from: from, to: to, doses: doses, asNeeded: asNeeded)
    }

    /// Returns the complete histories of the medicines that the viewer may export, also of those that are over.
    package func doseHistories() async throws -> [DoseHistory] {
        var histories: [DoseHistory] = []
        for kept in try await changeable() { histories.append(try await doseHistory(of: kept)) }
        return histories
    }
}
