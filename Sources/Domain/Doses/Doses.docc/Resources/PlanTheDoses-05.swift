import Calendar
import Directions
import Doses
import Foundation

/// The plan for one medicine.
struct MedicinePlan {
    var draft: DosePlan.Draft

    /// `usual` has the household's times of the day; they are only suggested.
    init(name: String, _ directions: DirectionsReading, usual: DoseTimes) {
        let medicine = Medicine(
            name: name, sig: directions.text, clauses: directions.clauses, remarks: directions.remarks)
        draft = DosePlan.Draft(medicine, status: directions.status, usual: usual)
    }

    /// What the label leaves open.
    var questions: [DosePlan.Question] { draft.open }

    /// What the person must still compare with the label.
    var toConfirm: [DosePlan.Confirmation] { draft.confirmations.missing(for: draft.medicine) }

    /// Records the times of the day for a clause, and the first dose.
    mutating func answer(times: [LocalTime], ofClause clause: Int, from start: DosePoint) {
        draft.answers.times[clause] = times
        draft.answers.starts[0] = start
    }

    /// Records that the person compared a value with the label.
    mutating func confirm(_ value: DosePlan.Confirmation) {
        draft.confirmations.confirm(value)
    }

    /// Returns the plan. Throws what is missing.
    func plan(_ id: String, in zone: Zone, from now: Date) throws(DosePlan.Refusal) -> DosePlan {
        let revision = try draft.revision(zone: zone, from: now)
        return DosePlan(id: .init(rawValue: id), medicine: .init(rawValue: id), first: revision)
    }

    /// Returns the doses of the next seven days.
    static func week(of plan: DosePlan, in zone: Zone, from now: Date) throws -> [PlannedDose] {
        try DoseSchedule(plan, zones: [zone]).doses(from: now, to: now.addingTimeInterval(7 * 86_400))
    }
}
