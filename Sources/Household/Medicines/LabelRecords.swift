package import FoundationEssentials
package import Recognition

/// Labels of medicines. A slice of `Records`.
package protocol LabelRecords: Sendable {
    /// Adds a label, with its photograph if it has one. The photograph must be announced as for `Records.add`.
    func add(_ label: MedicineLabel, photograph: Photograph?) async throws
    func label(_ id: MedicineLabel.ID) async throws -> MedicineLabel?
    /// Newest first.
    func labels(limit: Int) async throws -> [MedicineLabel]
    /// Reads the label, calls `body` and stores the result, in one transaction. Throws what `body` throws, and
    /// `notFound`.
    func amend(
        _ id: MedicineLabel.ID,
        _ body: @escaping @Sendable (inout MedicineLabel) throws -> Void
    ) async throws -> MedicineLabel
    /// Removes the photograph from the label. Returns the photograph if its row was removed because it has no other
    /// reference. Throws `notFound` if there is no such label.
    func removePhotograph(of id: MedicineLabel.ID) async throws -> Photograph?
    /// Removes the label and its photograph, with the same result. Medicines that were confirmed from it stay.
    func remove(_ id: MedicineLabel.ID) async throws -> Photograph?
    /// Returns labels added at that time or earlier that still have a photograph.
    func labelsToClear(before: Date) async throws -> [MedicineLabel.ID]
}
