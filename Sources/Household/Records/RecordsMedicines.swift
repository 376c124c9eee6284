package import Doses
package import FoundationEssentials
package import Recognition

/// What is remembered of medicines. Verbs that change when a dose is due bring the notices along in the same transaction.
package protocol MedicineRecords: Sendable {
    // Labels.

    /// Adds a label with its photograph, where it has one, which must be announced as for `Records.add`.
    func add(_ label: MedicineLabel, photograph: Photograph?, for household: Household.ID) async throws
    func label(_ id: MedicineLabel.ID, of household: Household.ID) async throws -> MedicineLabel?
    /// Newest first.
    func labels(limit: Int, of household: Household.ID) async throws -> [MedicineLabel]
    /// What `body` makes of the label as it is now is kept, with nobody in between. Throws what it throws, and `notFound`.
    func amend(
        _ id: MedicineLabel.ID, for household: Household.ID,
        _ body: @escaping @Sendable (inout MedicineLabel) throws -> Void
    ) async throws -> MedicineLabel
    /// The label loses its photograph; which row went, where nothing else refers to it. `notFound` without a label.
    func removePhotograph(of id: MedicineLabel.ID, for household: Household.ID) async throws -> Photograph?
    /// The same, and the label goes. Medicines that were confirmed from it stay.
    func remove(_ id: MedicineLabel.ID, for household: Household.ID) async throws -> Photograph?
    /// Labels added then or earlier that still have a photograph.
    func labelsToClear(before: Date, of household: Household.ID) async throws -> [MedicineLabel.ID]

    // Medicines.

    /// Adds a medicine; where it comes from a label's entry, that entry is confirmed by it, all or nothing.
    /// `alreadyKept` where it was confirmed before, `notFound` where there is no such label.
    func add(_ medicine: KeptMedicine, for household: Household.ID) async throws
    func medicine(_ id: Medicine.ID, of household: Household.ID) async throws -> KeptMedicine?
    /// In the order they were added; those that are over only where that is asked for.
    func medicines(withOver: Bool, of household: Household.ID) async throws -> [KeptMedicine]
    /// What `body` makes of it as it is now, and of all that was noted of its doses, is kept, with nobody in between.
    /// Throws what it throws, and `notFound`.
    @discardableResult
    func amend(
        _ id: Medicine.ID, for household: Household.ID,
        _ body: @escaping @Sendable (inout KeptMedicine, DoseLog) throws -> Void
    ) async throws -> KeptMedicine
    /// With all that was noted of its doses. `notFound` where there is none.
    func remove(_ id: Medicine.ID, for household: Household.ID) async throws

    // Doses.

    /// All that was noted of a medicine's doses; empty where there is no such medicine.
    func doseLog(of id: Medicine.ID, household: Household.ID) async throws -> DoseLog
    /// Adds what `body` makes of the medicine and of all that was noted so far, with nobody in between; the notices
    /// follow. Throws what it throws, and `notFound` where there is no such medicine.
    @discardableResult
    func note(
        of id: Medicine.ID, for household: Household.ID,
        _ body: @escaping @Sendable (KeptMedicine, DoseLog) throws -> [DoseNote]
    ) async throws -> [DoseLog.Entry]

    /// All labels, medicines and doses of the household; which photographs went. How often a service was asked stays.
    func removeMedicines(of household: Household.ID) async throws -> [Photograph]
}

extension MedicineRecords {
    /// The same where what was noted does not matter.
    @discardableResult
    package func amend(
        _ id: Medicine.ID, for household: Household.ID,
        _ body: @escaping @Sendable (inout KeptMedicine) throws -> Void
    ) async throws -> KeptMedicine {
        try await amend(id, for: household) { kept, _ in try body(&kept) }
    }
}

/// Something to be noted of a dose; the records give it its number.
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

/// A medicine with a plan, and what was noted of its doses: what reminders are made of.
package struct Course: Sendable, Hashable {
    /// What was noted longer ago says nothing of doses that are still told; seconds.
    package static let looksBack = 45.0 * 86_400
    /// So long before its time a dose may be noted; seconds. Less than `looksBack`.
    package static let looksAhead = 40.0 * 86_400

    package let kept: KeptMedicine
    /// Of the last `looksBack`.
    package let log: DoseLog

    package init(kept: KeptMedicine, log: DoseLog) {
        self.kept = kept
        self.log = log
    }
}
