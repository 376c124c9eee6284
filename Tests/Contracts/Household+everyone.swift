package import Household

/// The capabilities of a household without accounts. Most tests have no accounts.
extension Household {
    package var medicines: MedicineCabinet { medicines(for: .household) }
    package var reminders: ReminderCenter { reminders(for: .household) }
    package var photographs: PhotographCollection { photographs(for: .household) }
}
