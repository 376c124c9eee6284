package import Calendar
package import Doses
import FoundationEssentials

/// A plan on its way: what is open, and what its doses would be.
package struct PlanPreview: Sendable {
    package let kept: KeptMedicine
    package let draft: DosePlan.Draft
    /// In the order of the label, answered ones too.
    package let questions: [DosePlan.Question]
    package let problems: [DosePlan.Problem]
    /// The doses of the revision that would be started, where nothing is open.
    package let schedule: DoseSchedule?
    /// The next of them.
    package let doses: [PlannedDose]?
    package let refusal: DosePlan.Refusal?
    package let clock: WallClock
    /// Whose clocks the doses would go by.
    package let zone: Zone

    /// Days that a preview shows.
    package static let days = 14
}

extension MedicineCabinet {
    /// The household's own hours, to be proposed.
    func doseTimes(_ home: Home) -> DoseTimes {
        let wishes = home.medicines
        let afternoon = LocalTime(hour: 15, minute: 0) ?? wishes.noon
        return DoseTimes(
            wake: wishes.morning, breakfast: wishes.morning, lunch: wishes.noon, dinner: wishes.evening,
            morning: wishes.morning, noon: wishes.noon, afternoon: afternoon, evening: wishes.evening,
            bedtime: wishes.bedtime)
    }

    /// What would come of the answers so far; nothing is kept. Without answers those of the plan that is.
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
            let log = try await records.doseLog(of: id, household: self.id)
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

    /// The next doses of the plan that was started, with their own names.
    package func nextDoses(of id: Medicine.ID) async throws -> [PlannedDose] {
        guard let plan = try await medicine(id).plan else { return [] }
        let now = environment.now()
        let schedule = try DoseSchedule(plan, zones: zones(of: plan))
        let first = schedule.next(from: now)?.at ?? now
        return schedule.doses(from: now, to: first.addingTimeInterval(Double(PlanPreview.days) * 86_400))
    }

    /// What was answered for the very same directions.
    private func before(_ kept: KeptMedicine) -> DosePlan.Answers? {
        guard let latest = kept.plan?.latest, latest.medicine.clauses == kept.medicine.clauses else { return nil }
        return latest.answers
    }

    /// Whose clocks a plan goes by: its own where the person chose so, else the household's.
    private func zone(for kept: KeptMedicine, _ clock: WallClock) -> Zone {
        guard let plan = kept.plan, plan.keptIn.contains(clock.zone.name) else { return clock.zone }
        return careServices.zones.named(plan.latest.zone) ?? clock.zone
    }

    /// When a change takes hold: now, or after the last dose that was noted ahead of its time, which stays as it was.
    private func begin(_ kept: KeptMedicine, _ log: DoseLog, at now: Date) -> Date {
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

    /// What the answers make of a medicine: its first revision, or the next one, whose doses take the place of those to come.
    private func revision(
        _ draft: DosePlan.Draft, of kept: KeptMedicine, _ log: DoseLog, in zone: Zone, at now: Date
    ) throws(DosePlan.Refusal) -> DosePlan.Revision {
        guard let plan = kept.plan else { return try draft.revision(zone: zone, from: now) }
        return try draft.revision(number: plan.latest.number + 1, zone: zone, from: begin(kept, log, at: now))
    }

    /// Starts the plan that the preview showed; a medicine that has one gets a new revision from now on, and its doses up
    /// to now stay. Throws `medicineRefused` where something is open, `notFound`.
    @discardableResult
    package func startPlan(of id: Medicine.ID, answers: DosePlan.Answers) async throws -> KeptMedicine {
        let home = try await settings.home()
        let clock = try settings.clock(of: home)
        let name = environment.uniqueName()
        return try await records.amend(id, for: self.id) { [self] kept, log in
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
                    .medicineRefused, refusal.sentence, detail: "plan", hint: "Answer what is open.")
            } catch is DosePlan.ChangeError {
                throw HouseholdError(
                    .medicineRefused, "The plan has ended.", detail: "plan",
                    hint: "Open the medicine and choose “Go on”.")
            }
        }
    }

    package enum PlanChange: String, Sendable, CaseIterable {
        case pause, resume, end, reopen
        /// Keep the plan's own clocks where the household is in another zone.
        case keepZone = "keep-zone"
        /// Go by the clocks of the household's zone from now on.
        case shiftZone = "shift-zone"
        /// Put the medicine away, or take it out again.
        case putAway = "put-away"
        case takeOut = "take-out"
    }

    /// Throws `medicineRefused` where it cannot be changed so, `notFound`.
    @discardableResult
    package func change(_ id: Medicine.ID, _ change: PlanChange) async throws -> KeptMedicine {
        let clock = try settings.clock(of: try await settings.home())
        return try await records.amend(id, for: self.id) { [self] kept, log in
            if change == .putAway || change == .takeOut {
                if change == .putAway { kept.putAway(at: clock.instant) } else { kept.takeOut(at: clock.instant) }
                return
            }
            guard var plan = kept.plan else {
                throw HouseholdError(.medicineRefused, "This medicine has no plan yet.", detail: "plan")
            }
            do {
                switch change {
                case .pause: try plan.pause(at: clock.instant)
                case .resume: try plan.resume(at: clock.instant)
                case .end: try plan.end(at: clock.instant)
                case .reopen: plan.reopen()
                case .keepZone: plan.keep(in: clock.zone.name)
                case .shiftZone:
                    // The same clocks are no change.
                    if plan.latest.zone != clock.zone.name {
                        try plan.shift(to: clock.zone, at: begin(kept, log, at: clock.instant))
                    }
                case .putAway, .takeOut: break
                }
            } catch {
                throw HouseholdError(
                    .medicineRefused, "The plan is already so.", detail: "plan", hint: "Look at it once more.")
            }
            kept.plan = plan
        }
    }

    private func draft(of kept: KeptMedicine, _ home: Home, answers: DosePlan.Answers) -> DosePlan.Draft {
        DosePlan.Draft(
            kept.medicine, status: kept.status, usual: doseTimes(home), answers: answers,
            confirmations: kept.confirmations)
    }

    /// The rules of the zones that a plan's clocks are of; those that this machine has lost are left out.
    func zones(of plan: DosePlan) -> [Zone] { Set(plan.revisions.map(\.zone)).compactMap(careServices.zones.named) }
}

extension DosePlan.Refusal {
    var sentence: String {
        if isRefused { return "These directions could not be read safely, so no doses are planned." }
        if let problem = problems.first { return problem.kind.sentence }
        if !unconfirmed.isEmpty { return "Not everything was confirmed." }
        return "Something is still open: \(open.count) question\(open.count == 1 ? "" : "s")."
    }
}

extension DosePlan.Problem.Kind {
    /// As a person reads it.
    package var sentence: String {
        switch self {
        case .nothing: "The directions say nothing that could be planned."
        case .frequencyMissing: "The label does not say how often. Ask your pharmacist."
        case .durationMissing: "The label does not say how long a step lasts. Ask your pharmacist."
        case .lengthsDiffer: "Parts of one step last differently long."
        case .durationUnusual: "That length cannot be planned."
        case .frequencyUnusual: "That rhythm cannot be planned."
        case .tooOften: "More than once an hour is not planned."
        case .timesContradict: "The times contradict how often."
        case .daysContradict: "The days contradict how often."
        case .countContradicts: "The number of doses contradicts the rest."
        case .timeMalformed: "A time is not one."
        case .stepsOverlap: "A step begins before the one before it is over."
        case .endsBeforeStart: "It would be over before it begins."
        case .orderUnclear: "It is not clear which part comes first."
        }
    }
}
