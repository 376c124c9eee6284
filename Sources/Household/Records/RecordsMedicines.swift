package import Doses
package import FoundationEssentials
package import Recognition

/// The store of medicines. Verbs that change when a dose is due update the notices in the same transaction.
package protocol MedicineRecords: Sendable {
    // Labels.

    /// Adds a label, with its photograph if it has one. The photograph must be announced as for `Records.add`.
    func add(_ label: MedicineLabel, photograph: Photograph?, for household: Household.ID) async throws
    func label(_ id: MedicineLabel.ID, of household: Household.ID) async throws -> MedicineLabel?
    /// Newest first.
    func labels(limit: Int, of household: Household.ID) async throws -> [MedicineLabel]
    /// Reads the label, calls `body` and stores the result, in one transaction. Throws what `body` throws, and
    /// `notFound`.
    func amend(
        _ id: MedicineLabel.ID, for household: Household.ID,
        _ body: @escaping @Sendable (inout MedicineLabel) throws -> Void
    ) async throws -> MedicineLabel
    /// Removes the photograph from the label. Returns the photograph if its row was removed because it has no other
    /// reference. Throws `notFound` if there is no such label.
    func removePhotograph(of id: MedicineLabel.ID, for household: Household.ID) async throws -> Photograph?
    /// Removes the label and its photograph, with the same result. Medicines that were confirmed from it stay.
    func remove(_ id: MedicineLabel.ID, for household: Household.ID) async throws -> Photograph?
    /// Returns labels added at that time or earlier that still have a photograph.
    func labelsToClear(before: Date, of household: Household.ID) async throws -> [MedicineLabel.ID]

    // Medicines.

    /// Adds a medicine; if it comes from an entry of a label, marks that entry as confirmed, in one transaction. Throws
    /// `alreadyKept` if the entry was confirmed before, and `notFound` if there is no such label.
    func add(_ medicine: KeptMedicine, for household: Household.ID) async throws
    func medicine(_ id: Medicine.ID, of household: Household.ID) async throws -> KeptMedicine?
    /// In the order of addition; ended medicines only on request.
    func medicines(withOver: Bool, of household: Household.ID) async throws -> [KeptMedicine]
    /// Reads the medicine and its dose log, calls `body` and stores the result, in one transaction. Throws what `body`
    /// throws, and `notFound`.
    @discardableResult
    func amend(
        _ id: Medicine.ID, for household: Household.ID,
        _ body: @escaping @Sendable (inout KeptMedicine, DoseLog) throws -> Void
    ) async throws -> KeptMedicine
    /// Removes the medicine with its dose log. Throws `notFound` if there is none.
    func remove(_ id: Medicine.ID, for household: Household.ID) async throws

    // Doses.

    /// Returns the dose log of a medicine; empty if there is no such medicine.
    func doseLog(of id: Medicine.ID, household: Household.ID) async throws -> DoseLog
    /// Reads the medicine and its dose log, calls `body`, adds the returned entries and updates the notices, in one
    /// transaction. Throws what `body` throws, and `notFound` if there is no such medicine.
    @discardableResult
    func note(
        of id: Medicine.ID, for household: Household.ID,
        _ body: @escaping @Sendable (KeptMedicine, DoseLog) throws -> [DoseNote]
    ) async throws -> [DoseLog.Entry]

    /// Removes all labels, medicines and doses of the household. Returns the photographs that were removed. Rate limit
    /// counts of services stay.
    func removeMedicines(of household: Household.ID) async throws -> [Photograph]
}

extension MedicineRecords {
    /// The same without the dose log.
    @discardableResult
    package func amend(
        _ id: Medicine.ID, for household: Household.ID,
        _ body: @escaping @Sendable (inout KeptMedicine) throws -> Void
    ) async throws -> KeptMedicine {
        try await amend(id, for: household) { kept, _ in try body(&kept) }
    }
}

/// An entry to add to a dose log; the store assigns its number.
package struct DoseNote: Sendable, Hashable {
    package let subject: DoseLog.Subject
    package let action: DoseLog.Action
    package let notedAt: Date

    package init(_ subject: DoseLog.Subject, _ action: DoseLog.Action, notedAt: Date) {
        self.subject = subject
        self.action = action
        self.notedAt = notedAt
    }
}

/// A medicine with a plan, and its dose log: the input for reminders.
package struct Course: Sendable, Hashable {
    /// How far back the dose log is read, in seconds. Older entries do not affect doses that still have reminders.
    package static let looksBack = 45.0 * 86_400
    /// How long before its time a dose can be logged, in seconds. Less than `looksBack`.
    package static let looksAhead = 40.0 * 86_400

    package let kept: KeptMedicine
    /// The entries of the last `looksBack` seconds.
    package let log: DoseLog

    package init(kept: KeptMedicine, log: DoseLog) {
        self.kept = kept
        self.log = log
    }
}
