package import Doses
package import FoundationEssentials
import Messages
package import Reminders

extension DoseSchedule {
    /// Returns the unanswered doses of the period for reminders. Their amounts are English in every language: they are
    /// stored with notices and compared, and a change of a person in another language must not change a notice.
    package func reminders(from: Date, to: Date, log: DoseLog) -> [Dose] {
        Localization.$current.withValue(.english) {
            unanswered(from: from, to: to, log: log).map { pending in
                Dose(
                    id: pending.dose.id.rawValue, medicine: plan.medicine.rawValue, name: pending.medicine.label,
                    amount: pending.dose.amountText, at: pending.at)
            }
        }
    }
}
