import Accounts
import Doses
package import FoundationEssentials
package import Household
import Labels
import Messages
package import Recognition

extension SQLRecords {
    package func add(
        _ label: MedicineLabel, photograph: Photograph?
    ) async throws {
        try await write(
            once { transaction in
                try Self.require(.changeMedicines, of: label.account, in: household, transaction)
                if let photograph { try Self.insert(photograph, for: household, in: transaction) }
                try Self.put(label, for: household, in: transaction)
            })
    }

    package func label(_ id: MedicineLabel.ID) async throws -> MedicineLabel? {
        try await read { try label(id, in: $0) }
    }

    package func labels(limit: Int) async throws -> [MedicineLabel] {
        try await read { transaction in
            let condition = viewer.seesLabel("medicine_label")
            return try transaction.query(
                """
                SELECT * FROM medicine_label WHERE household_id = ? AND \(condition.sql)
                ORDER BY added_at DESC, id LIMIT ?
                """, [household.rawValue] + condition.arguments + [limit]
            ).map { try $0.medicineLabel() }
        }
    }

    package func amend(
        _ id: MedicineLabel.ID,
        _ body: @escaping @Sendable (inout MedicineLabel) throws -> Void
    ) async throws -> MedicineLabel {
        try await write { transaction in
            guard var label = try self.label(id, in: transaction) else { throw Self.noLabel }
            try body(&label)
            try Self.put(label, for: household, in: transaction)
            return label
        }
    }

    package func removePhotograph(
        of id: MedicineLabel.ID
    ) async throws -> Photograph? {
        try await write { transaction in
            guard var label = try self.label(id, in: transaction) else { throw Self.noLabel }
            guard let photograph = label.photograph else { return nil }
            label.photograph = nil
            try Self.put(label, for: household, in: transaction)
            return try Self.delete(photograph, of: household, in: transaction)
        }
    }

    package func remove(_ id: MedicineLabel.ID) async throws -> Photograph? {
        try await write { transaction in
            guard let label = try self.label(id, in: transaction) else { throw Self.noLabel }
            try transaction.execute(
                "DELETE FROM medicine_label WHERE household_id = ? AND id = ?",
                [household.rawValue, id.rawValue])
            // The mark of a request contains a fingerprint of the text.
            try Self.forgetLabelAnswers(of: label.account, in: household, transaction)
            return try label.photograph.flatMap { try Self.delete($0, of: household, in: transaction) }
        }
    }

    package func labelsToClear(before: Date) async throws -> [MedicineLabel.ID] {
        try await read { transaction in
            try transaction.values(
                String.self,
                """
                SELECT id FROM medicine_label
                WHERE household_id = ? AND added_at <= ? AND photograph_id IS NOT NULL
                """, [household.rawValue, before.milliseconds]
            ).compactMap { MedicineLabel.ID($0) }
        }
    }

    // MARK: -

    private static var noLabel: HouseholdError { HouseholdError(.notFound, localized("There is no such label.")) }

    /// Returns a label that the viewer sees. All of these can be changed, too: a label is not shared.
    func label(_ id: MedicineLabel.ID, in transaction: any SQLTransaction) throws -> MedicineLabel? {
        let condition = viewer.seesLabel("medicine_label")
        return try transaction.first(
            "SELECT * FROM medicine_label WHERE household_id = ? AND id = ? AND \(condition.sql)",
            [household.rawValue, id.rawValue] + condition.arguments)?.medicineLabel()
    }

    static func put(_ label: MedicineLabel, for household: Household.ID, in transaction: any SQLTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO medicine_label
                (household_id, id, photograph_id, added_at, own, second, corrections, confirmed, account_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (household_id, id) DO UPDATE SET photograph_id = excluded.photograph_id,
                second = excluded.second, corrections = excluded.corrections, confirmed = excluded.confirmed
            """,
            [
                household.rawValue, label.id.rawValue, label.photograph?.rawValue, label.addedAt.milliseconds,
                try Columns.json(label.own), try label.second.map(Columns.json), try Columns.json(label.corrections),
                try Columns.json(label.confirmed), label.account?.rawValue,
            ])
    }

    /// Deletes a photograph and returns it. Returns nil and keeps it if something else refers to it.
    static func delete(
        _ id: Photograph.ID, of household: Household.ID, in transaction: any SQLTransaction
    ) throws -> Photograph? {
        let key: SQLArguments = [household.rawValue, id.rawValue]
        let row = try transaction.first(
            "DELETE FROM photograph AS p WHERE household_id = ? AND id = ? AND \(isUnattached) RETURNING *",
            key)
        guard let photograph = try row?.photograph() else { return nil }
        // The file is removed after this transaction is on the disk; after a crash in between, it is removed later.
        try putDown(photograph.digest, of: household, in: transaction)
        return photograph
    }
}

extension SQLRow {
    fileprivate func medicineLabel() throws -> MedicineLabel {
        let second: String? = self["second"]
        let photograph: String? = self["photograph_id"]
        return MedicineLabel(
            id: try identifier("id"), photograph: photograph.flatMap { Photograph.ID($0) },
            addedAt: Date(milliseconds: try required("added_at")),
            own: try document(RecognisedText.self, in: "own"),
            second: try second.map { try Columns.value(RecognisedText.self, of: $0, "second") },
            corrections: try document([Int: String].self, in: "corrections"),
            confirmed: try document([Int: Medicine.ID].self, in: "confirmed"),
            account: try accountIfAny("account_id"))
    }
}
