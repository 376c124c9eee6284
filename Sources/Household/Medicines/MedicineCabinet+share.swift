package import Accounts
package import Doses
import Messages

extension MedicineCabinet {
    /// The shares that the viewer has given or received.
    package func shares() async throws -> [MedicineShare] { try await records.shares() }

    /// Lets another person see the viewer's medicines and log their doses; with `reminds` this person gets the reminders,
    /// too. Throws `notFound` if no such person may read medicines.
    package func share(with carer: Account.ID, reminds: Bool) async throws {
        try ActingPerson.require(.changeMedicines)
        try await records.share(with: carer, reminds: reminds, at: environment.now())
    }

    /// Ends a share. Both sides can do that. Throws `notFound`.
    package func endShare(_ direction: ShareDirection, _ person: Account.ID) async throws {
        try ActingPerson.require(.changeMedicines)
        try await records.endShare(direction, person, at: environment.now())
    }

    /// Gives a medicine to the household, or takes it back. Throws `notFound` and `notPermitted`.
    package func move(_ id: Medicine.ID, to belonging: MedicineBelonging) async throws {
        try ActingPerson.require(.changeMedicines)
        try await records.move(id, to: belonging)
    }
}

extension HouseholdError {
    /// For a person with whom a medicine is shared.
    package static var medicineShared: HouseholdError {
        HouseholdError(
            .notPermitted, localized("This medicine is shared with you. You can log its doses, but not change it."),
            hint: localized("Ask the person whose medicine it is."))
    }
}
