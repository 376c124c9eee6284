package import Doses
package import FoundationEssentials
package import Recognition

/// Medicines and doses. Verbs that change when a dose is due update the notices in the same transaction. A slice of `Records`.
package protocol MedicineRecords: Sendable {
    // MARK: - Medicines

    /// Adds a medicine; if it comes from an entry of a label, marks that entry as confirmed, in one transaction. Throws
    /// `alreadyKept` if the entry was confirmed before, and `notFound` if there is no such label.
    func add(_ medicine: StoredMedicine) async throws
    func medicine(_ id: Medicine.ID) async throws -> StoredMedicine?
    /// The names of people in all medicines of the household, also in those that the viewer does not see: they must not
    /// leave the house.
    func personNames() async throws -> [String]
    /// In the order of addition; ended medicines only on request.
    func medicines(withOver: Bool) async throws -> [StoredMedicine]
    /// Reads the medicine and its dose log, calls `body` and stores the result, in one transaction. Throws what `body`
    /// throws, `notFound`, and `notPermitted` if another person shares it with the viewer.
    @discardableResult
    func amend(
        _ id: Medicine.ID,
        _ body: @escaping @Sendable (inout StoredMedicine, DoseLog) throws -> Void
    ) async throws -> StoredMedicine
    /// Removes the medicine with its dose log. Throws as `amend`.
    func remove(_ id: Medicine.ID) async throws

    // MARK: - Doses

    /// Returns the dose log of a medicine; empty if there is no such medicine.
    func doseLog(of id: Medicine.ID) async throws -> DoseLog
    /// Reads the medicine and its dose log, calls `body`, adds the returned entries and updates the notices, in one
    /// transaction. Throws what `body` throws, and `notFound` if there is no such medicine.
    @discardableResult
    func note(
        of id: Medicine.ID,
        _ body: @escaping @Sendable (StoredMedicine, DoseLog) throws -> [DoseNote]
    ) async throws -> [DoseLog.Entry]
    /// Removes the labels, medicines and doses that are the viewer's own; for a household without accounts and for the
    /// machine, all of them. Returns the photographs that were removed. Rate limit
    /// counts of services stay.
    func removeMedicines() async throws -> [Photograph]
}

extension MedicineRecords {
    /// The same without the dose log.
    @discardableResult
    package func amend(
        _ id: Medicine.ID,
        _ body: @escaping @Sendable (inout StoredMedicine) throws -> Void
    ) async throws -> StoredMedicine {
        try await amend(id) { kept, _ in try body(&kept) }
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

    package let kept: StoredMedicine
    /// The entries of the last `looksBack` seconds.
    package let log: DoseLog

    package init(kept: StoredMedicine, log: DoseLog) {
        self.kept = kept
        self.log = log
    }
}
