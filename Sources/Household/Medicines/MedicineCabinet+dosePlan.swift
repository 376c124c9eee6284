import Accounts
package import Calendar
package import Doses
import FoundationEssentials
import Messages

/// A plan before it is started: its open questions and its doses.
package struct PlanPreview: Sendable {
    package let kept: StoredMedicine
    package let draft: DosePlan.Draft
    /// In the order of the label, including answered ones.
    package let questions: [DosePlan.Question]
    package let problems: [DosePlan.Problem]
    /// The doses of the revision that would be started; nil while a question is open.
    package let schedule: DoseSchedule?
    /// The next doses of it.
    package let doses: [PlannedDose]?
    package let refusal: DosePlan.Refusal?
    package let clock: WallClock
    /// The time zone of the doses.
    package let zone: Zone

    /// The number of days in a preview.
    package static let days = 14
}

extension MedicineCabinet {
    /// The household's usual hours, as proposals.
    func doseTimes(_ home: Home) -> DoseTimes {
        let preferences = home.medicines
        let afternoon = LocalTime(hour: 15, minute: 0) ?? preferences.noon
        return DoseTimes(
            wake: preferences.morning, breakfast: preferences.morning, lunch: preferences.noon,
            dinner: preferences.evening,
            morning: preferences.morning, noon: preferences.noon, afternoon: afternoon, evening: preferences.evening,
            bedtime: preferences.bedtime)
    }

    /// Returns the plan that the answers would give, without storing it. Without answers, uses those of the current
    /// plan.
    package func planPreview(of id: Medicine.ID, answers: DosePlan.Answers? = nil) async throws -> PlanPreview {
        let kept = try await medicine(id)
        let home = try await settings.home()
        let clock = try settings.clock(of: home)
        let draft = draft(of: kept, home, answers: answers ?? before(kept) ?? .init())
        let zone = zone(for: kept, clock)
        var schedule: DoseSchedule?
        var doses: [PlannedDose]?
        var refusal: DosePlan.Refusal?
        do {
            let log = try await records.doseLog(of: id)
            let revision = try revision(draft, of: kept, log, in: zone, at: clock.instant)
            let found = try DoseSchedule(
                DosePlan(id: .init(rawValue: "preview"), medicine: id, first: revision), zones: [zone])
            let first = found.next(from: revision.from)?.at ?? clock.instant
            doses = found.doses(
                from: revision.from, to: first.addingTimeInterval(Double(PlanPreview.days) * 86_400))
            schedule = found
        } catch let found as DosePlan.Refusal { refusal = found }
        return PlanPreview(
            kept: kept, draft: draft, questions: draft.questions, problems: draft.problems, schedule: schedule,
            doses: doses, refusal: refusal, clock: clock, zone: zone)
    }

    /// Returns the next doses of the started plan, with their identifiers.
    package func nextDoses(of id: Medicine.ID) async throws -> [PlannedDose] {
        guard let plan = try await medicine(id).plan else { return [] }
        let now = environment.now()
        let schedule = try DoseSchedule(plan, zones: zones(of: plan))
        let first = schedule.next(from: now)?.at ?? now
        return schedule.doses(from: now, to: first.addingTimeInterval(Double(PlanPreview.days) * 86_400))
    }

    /// Returns the answers for the same directions.
    private func before(_ kept: StoredMedicine) -> DosePlan.Answers? {
        guard let latest = kept.plan?.latest, latest.medicine.clauses == kept.medicine.clauses else { return nil }
        return latest.answers
    }

    /// Returns the time zone of a plan: its own if the person has chosen to keep it, otherwise the household's.
    private func zone(for kept: StoredMedicine, _ clock: WallClock) -> Zone {
        guard let plan = kept.plan, plan.keptIn.contains(clock.zone.name) else { return clock.zone }
        return careServices.zones.named(plan.latest.zone) ?? clock.zone
    }

    /// Returns when a change takes effect: now, or after the last dose that was answered before its time, which stays
    /// unchanged.
    private func begin(_ kept: StoredMedicine, _ log: DoseLog, at now: Date) -> Date {
        guard let plan = kept.plan else { return now }
        var begin = max(now, plan.latest.from)
        guard let schedule = try? DoseSchedule(plan, zones: zones(of: plan)) else { return begin }
        let states = log.states
        for dose in schedule.doses(from: now, to: now.addingTimeInterval(2 * DoseSchedule.longestMove))
        where states[.dose(dose.id)]?.answered != nil {
            begin = max(begin, dose.at.addingTimeInterval(1))
        }
        return begin
    }

    /// Returns the revision that the answers give: the first one, or the next one, which replaces all later doses.
    private func revision(
        _ draft: DosePlan.Draft, of kept: StoredMedicine, _ log: DoseLog, in zone: Zone, at now: Date
    ) throws(DosePlan.Refusal) -> DosePlan.Revision {
        guard let plan = kept.plan else { return try draft.revision(zone: zone, from: now) }
        return try draft.revision(number: plan.latest.number + 1, zone: zone, from: begin(kept, log, at: now))
    }

    /// Starts the plan of the preview. A medicine with a plan gets a new revision from now on; its earlier doses stay.
    /// Throws `medicineRefused` if a question is open, and `notFound`.
    @discardableResult
    package func startPlan(of id: Medicine.ID, answers: DosePlan.Answers) async throws -> StoredMedicine {
        try ActingPerson.require(.changeMedicines)
        let home = try await settings.home()
        let clock = try settings.clock(of: home)
        let name = environment.uniqueName()
        return try await records.amend(id) { [self] kept, log in
            do {
                let revision = try revision(
                    draft(of: kept, home, answers: answers), of: kept, log, in: zone(for: kept, clock),
                    at: clock.instant)
                if var plan = kept.plan {
                    try plan.revise(revision)
                    kept.plan = plan
                } else {
                    kept.plan = DosePlan(id: .init(rawValue: name), medicine: id, first: revision)
                }
                kept.takeOut(at: clock.instant)
            } catch let refusal as DosePlan.Refusal {
                throw HouseholdError(
                    .medicineRefused, refusal.sentence, detail: "plan",
                    hint: localized("Answer the open questions."))
            } catch is DosePlan.ChangeError {
                throw HouseholdError(
                    .medicineRefused, localized("The plan has ended."), detail: "plan",
                    hint: localized("Open the medicine and choose “Continue plan”."))
            }
        }
    }

    package enum PlanChange: String, Sendable, CaseIterable {
        case pause, resume, end, reopen
        /// Keep the plan's time zone although the household is in another one.
        case keepZone = "keep-zone"
        /// Use the household's time zone from now on.
        case shiftZone = "shift-zone"
        /// Put the medicine away, or take it out again.
        case putAway = "put-away"
        case takeOut = "take-out"
        /// Switch the reminders of its doses off or on, for everyone who sees it.
        case silence, remind
    }

    /// Throws `medicineRefused` if the change is not possible, and `notFound`.
    @discardableResult
    package func change(_ id: Medicine.ID, _ change: PlanChange) async throws -> StoredMedicine {
        try ActingPerson.require(.changeMedicines)
        let clock = try settings.clock(of: try await settings.home())
        return try await records.amend(id) { [self] kept, log in
            if change == .putAway || change == .takeOut {
                if change == .putAway { kept.putAway(at: clock.instant) } else { kept.takeOut(at: clock.instant) }
                return
            }
            if change == .silence || change == .remind {
                kept.isSilent = change == .silence
                return
            }
            guard var plan = kept.plan else {
                throw HouseholdError(.medicineRefused, localized("This medicine has no plan yet."), detail: "plan")
            }
            do {
                switch change {
                case .pause: try plan.pause(at: clock.instant)
                case .resume: try plan.resume(at: clock.instant)
                case .end: try plan.end(at: clock.instant)
                case .reopen: plan.reopen()
                case .keepZone: plan.keep(in: clock.zone.name)
                case .shiftZone:
                    // The same time zone is no change.
                    if plan.latest.zone != clock.zone.name {
                        try plan.shift(to: clock.zone, at: begin(kept, log, at: clock.instant))
                    }
                case .putAway, .takeOut, .silence, .remind: break
                }
            } catch {
                throw HouseholdError(
                    .medicineRefused, localized("The plan is already in this state."), detail: "plan",
                    hint: localized("Open the medicine again."))
            }
            kept.plan = plan
        }
    }

    private func draft(of kept: StoredMedicine, _ home: Home, answers: DosePlan.Answers) -> DosePlan.Draft {
        DosePlan.Draft(
            kept.medicine, status: kept.status, usual: doseTimes(home), answers: answers,
            confirmations: kept.confirmations)
    }

    /// Returns the rules of the plan's time zones, without zones that this machine does not know.
    func zones(of plan: DosePlan) -> [Zone] { Set(plan.revisions.map(\.zone)).compactMap(careServices.zones.named) }
}

extension DosePlan.Refusal {
    var sentence: String {
        if isRefused { return localized("These directions could not be read safely, so no doses are planned.") }
        if let problem = problems.first { return problem.kind.sentence }
        if !unconfirmed.isEmpty { return localized("Not everything was confirmed.") }
        return localized(
            open.count, one: "1 question is still open.", other: "\(open.count, "count") questions are still open.")
    }
}

extension DosePlan.Problem.Kind {
    /// The sentence for a person.
    package var sentence: String {
        switch self {
        case .nothing: localized("The directions say nothing that could be planned.")
        case .frequencyMissing: localized("The label does not say how often. Ask your pharmacist.")
        case .durationMissing: localized("The label does not say how long a step lasts. Ask your pharmacist.")
        case .lengthsDiffer: localized("The parts of one step have different lengths.")
        case .durationUnusual: localized("This length cannot be planned.")
        case .frequencyUnusual: localized("This frequency cannot be planned.")
        case .tooOften: localized("More than one dose in an hour cannot be planned.")
        case .timesContradict: localized("The times contradict how often.")
        case .daysContradict: localized("The days contradict how often.")
        case .countContradicts: localized("The number of doses contradicts the rest.")
        case .timeMalformed: localized("A time is not valid.")
        case .stepsOverlap: localized("A step begins before the one before it is over.")
        case .endsBeforeStart: localized("It would end before it begins.")
        case .orderUnclear: localized("It is not clear which part comes first.")
        }
    }
}
