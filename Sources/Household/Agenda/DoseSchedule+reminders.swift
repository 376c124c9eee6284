package import Doses
package import FoundationEssentials
package import Reminders

extension DoseSchedule {
    /// Returns the unanswered doses of the period for reminders.
    package func reminders(from: Date, to: Date, log: DoseLog) -> [Dose] {
        unanswered(from: from, to: to, log: log).map { pending in
            Dose(
                id: pending.dose.id.rawValue, medicine: plan.medicine.rawValue, name: pending.medicine.label,
                amount: pending.dose.amountText, at: pending.at)
        }
    }
}
