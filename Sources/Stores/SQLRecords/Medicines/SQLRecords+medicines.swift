import Accounts
package import Doses
import FoundationEssentials
package import Household
import Messages
package import Recognition
import Reminders

extension SQLRecords {
    package func add(_ medicine: StoredMedicine) async throws {
        try await plan(
            once { transaction in
                guard viewer.mayChange(belongingTo: medicine.account) else { throw HouseholdError.notPermitted }
                try Self.require(.changeMedicines, of: medicine.account, in: household, transaction)
                if let label = medicine.label, let entry = medicine.entry {
                    try confirm(entry, of: label, by: medicine.id, in: transaction)
                }
                try transaction.execute(
                    """
                    INSERT INTO medicine (household_id, id, label_id, added_at, is_over, document, account_id, given_by)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                    [
                        household.rawValue, medicine.id.rawValue, medicine.label?.rawValue,
                        medicine.addedAt.milliseconds, medicine.isOver, try Columns.json(medicine),
                        medicine.account?.rawValue, medicine.givenBy?.rawValue,
                    ])
            })
    }

    package func medicine(_ id: Medicine.ID) async throws -> StoredMedicine? {
        try await read { try medicine(id, in: $0) }
    }

    package func medicines(withOver: Bool) async throws -> [StoredMedicine] {
        try await read { try Self.medicines(withOver: withOver, of: household, by: viewer, in: $0) }
    }

    package func amend(
        _ id: Medicine.ID,
        _ body: @escaping @Sendable (inout StoredMedicine, DoseLog) throws -> Void
    ) async throws -> StoredMedicine {
        try await plan { transaction in
            var medicine = try changeable(id, in: transaction)
            try body(&medicine, try Self.doseLog(of: id, household: household, in: transaction))
            try transaction.execute(
                "UPDATE medicine SET is_over = ?, document = ? WHERE household_id = ? AND id = ?",
                [
                    medicine.isOver, try Columns.json(medicine), household.rawValue, medicine.id.rawValue,
                ])
            return medicine
        }
    }

    package func remove(_ id: Medicine.ID) async throws {
        try await plan { transaction in
            _ = try changeable(id, in: transaction)
            try transaction.execute(
                "DELETE FROM medicine WHERE household_id = ? AND id = ?",
                [household.rawValue, id.rawValue])
            try Self.forgetDoseAnswers(in: household, transaction)
            try Self.forget(id, inNoticesOf: household, in: transaction)
        }
    }

    /// Removes the medicine's name and amount from notices about its doses.
    static func forget(
        _ id: Medicine.ID, inNoticesOf household: Household.ID, in transaction: any SQLTransaction
    ) throws {
        let rows = try transaction.query(
            """
            SELECT number, subjects FROM notice
            WHERE household_id = ? AND sort IN ('dose', 'missed') AND (state <> 'pending' OR sort = 'missed')
                AND \(transaction.dialect.position)(subjects, ?) > 0
            """, [household.rawValue, id.rawValue])
        for row in rows {
            let subjects = try SubjectsText.read(try row.required("subjects")).map { subject -> Reminder.Subject in
                guard case .dose(let dose) = subject, dose.medicine == id.rawValue else { return subject }
                return subject.withoutName
            }
            try transaction.execute(
                "UPDATE notice SET subjects = ? WHERE number = ?",
                [try SubjectsText.text(subjects), try row.required("number", as: Int64.self)])
        }
    }

    package func doseLog(of id: Medicine.ID) async throws -> DoseLog {
        try await read { transaction in
            guard try medicine(id, in: transaction) != nil else { return DoseLog([]) }
            return try Self.doseLog(of: id, household: household, in: transaction)
        }
    }

    package func note(
        of id: Medicine.ID,
        _ body: @escaping @Sendable (StoredMedicine, DoseLog) throws -> [DoseNote]
    ) async throws -> [DoseLog.Entry] {
        try await plan(
            once { transaction in
                guard let medicine = try medicine(id, in: transaction) else { throw Self.noMedicine }
                let log = try Self.doseLog(of: id, household: household, in: transaction)
                return try body(medicine, log).map { note in
                    let number = try transaction.value(
                        Int.self,
                        """
                        INSERT INTO dose_event (household_id, medicine_id, at, subject, action, account_id)
                        VALUES (?, ?, ?, ?, ?, ?) RETURNING number
                        """,
                        [
                            household.rawValue, id.rawValue, note.notedAt.milliseconds, try Columns.json(note.subject),
                            try Columns.json(note.action), viewer.account?.rawValue,
                        ])
                    guard let number else { throw SQLRow.damaged("number") }
                    return DoseLog.Entry(
                        number: number, subject: note.subject, action: note.action, notedAt: note.notedAt,
                        author: try author(in: transaction))
                }
            })
    }

    /// The viewer as the author of an entry.
    private func author(in transaction: any SQLTransaction) throws -> DoseLog.Author? {
        guard let account = viewer.account?.rawValue else { return nil }
        return try transaction.value(String.self, "SELECT name FROM account WHERE id = ?", [account])
            .map { DoseLog.Author(account: account, name: $0) }
    }

    package func removeMedicines() async throws -> [Photograph] {
        let photographs = try await removeMedicineRows()
        // If a reader prevents it now, the database does it later.
        try? await database.purgeDeleted()
        return photographs
    }

    private func removeMedicineRows() async throws -> [Photograph] {
        try await plan { transaction in
            let (ofLabel, ofMedicine) = (viewer.owns("medicine_label"), viewer.owns("medicine"))
            let photographs = try transaction.values(
                String.self,
                """
                SELECT photograph_id FROM medicine_label
                WHERE household_id = ? AND photograph_id IS NOT NULL AND \(ofLabel.sql)
                """, [household.rawValue] + ofLabel.arguments)
            let medicines = try transaction.values(
                String.self, "SELECT id FROM medicine WHERE household_id = ? AND \(ofMedicine.sql)",
                [household.rawValue] + ofMedicine.arguments)
            // The log of doses goes with its medicine.
            try transaction.execute(
                "DELETE FROM medicine WHERE household_id = ? AND \(ofMedicine.sql)",
                [household.rawValue] + ofMedicine.arguments)
            try transaction.execute(
                "DELETE FROM medicine_label WHERE household_id = ? AND \(ofLabel.sql)",
                [household.rawValue] + ofLabel.arguments)
            // A stored answer to a repeated request can contain doses.
            try transaction.execute(
                """
                DELETE FROM request
                WHERE household_id = :household AND (account = :account OR :account IS NULL)
                    AND route LIKE '%/medicines/%'
                """, ["household": household.rawValue, "account": viewer.account?.rawValue])
            // Also those of people with whom the medicines were shared.
            try Self.forgetDoseAnswers(in: household, transaction)
            // A notice about a dose contains the name of its medicine.
            let rest = try transaction.value(
                Int.self, "SELECT count(*) FROM medicine WHERE household_id = ?", [household.rawValue])
            if rest == 0 {
                try transaction.execute(
                    "DELETE FROM notice WHERE household_id = ? AND sort IN ('dose', 'missed')", [household.rawValue])
            } else {
                for id in medicines { try Self.forget(.init(rawValue: id), inNoticesOf: household, in: transaction) }
            }
            return try Set(photographs).compactMap { name in
                try Photograph.ID(name).flatMap { try Self.delete($0, of: household, in: transaction) }
            }
        }
    }

    package func personNames() async throws -> [String] {
        try await read { transaction in
            let all = try Self.medicines(withOver: true, of: household, by: .machine, in: transaction)
            return Set(all.compactMap(\.medicine.person)).sorted()
        }
    }

    // MARK: -

    /// Returns the medicines of whose doses people are reminded, each with its recent log.
    static func courses(of household: Household.ID, at now: Date, in transaction: any SQLTransaction) throws -> [Course]
    {
        let past = now.addingTimeInterval(-Course.looksBack)
        return try medicines(withOver: false, of: household, by: .machine, in: transaction).filter {
            $0.plan != nil && !$0.isSilent
        }
        .map {
            medicine in
            Course(
                kept: medicine,
                log: try doseLog(of: medicine.id, since: past, household: household, in: transaction))
        }
    }

    static var noMedicine: HouseholdError { HouseholdError(.notFound, localized("There is no such medicine.")) }

    /// Returns a medicine that the viewer sees.
    func medicine(_ id: Medicine.ID, in transaction: any SQLTransaction) throws -> StoredMedicine? {
        let condition = viewer.seesMedicine("medicine")
        return try transaction.first(
            "SELECT * FROM medicine WHERE household_id = ? AND id = ? AND \(condition.sql)",
            [household.rawValue, id.rawValue] + condition.arguments)?.keptMedicine()
    }

    /// Returns a medicine that the viewer may change. Throws `notFound`, and `notPermitted` if it is only shared.
    private func changeable(_ id: Medicine.ID, in transaction: any SQLTransaction) throws -> StoredMedicine {
        guard let found = try medicine(id, in: transaction) else { throw Self.noMedicine }
        guard viewer.mayChange(belongingTo: found.account) else { throw HouseholdError.medicineShared }
        return found
    }

    private static func medicines(
        withOver: Bool, of household: Household.ID, by viewer: MedicineViewer, in transaction: any SQLTransaction
    ) throws -> [StoredMedicine] {
        let condition = viewer.seesMedicine("medicine")
        return try transaction.query(
            """
            SELECT * FROM medicine WHERE household_id = ? AND (? OR NOT is_over) AND \(condition.sql)
            ORDER BY added_at, id
            """, [household.rawValue, withOver] + condition.arguments
        ).map { try $0.keptMedicine() }
    }

    private static func doseLog(
        of id: Medicine.ID, since: Date? = nil, household: Household.ID, in transaction: any SQLTransaction
    ) throws -> DoseLog {
        DoseLog(
            try transaction.query(
                """
                SELECT dose_event.*, account.name AS account_name
                FROM dose_event LEFT JOIN account ON account.id = dose_event.account_id
                WHERE household_id = ? AND medicine_id = ? AND at >= ? ORDER BY number
                """, [household.rawValue, id.rawValue, since?.milliseconds ?? Int64.min]
            ).map { row in
                DoseLog.Entry(
                    number: try row.required("number"), subject: try row.document(DoseLog.Subject.self, in: "subject"),
                    action: try row.document(DoseLog.Action.self, in: "action"),
                    notedAt: Date(milliseconds: try row.required("at")), author: try author(of: row))
            })
    }

    private static func author(of row: SQLRow) throws -> DoseLog.Author? {
        guard let account: String = row["account_id"] else { return nil }
        return DoseLog.Author(account: account, name: try row.required("account_name"))
    }

    /// Marks the entry of a label as confirmed. Throws if it was confirmed before and its medicine still exists: an
    /// entry makes only one medicine.
    private func confirm(
        _ entry: Int, of label: MedicineLabel.ID, by medicine: Medicine.ID, in transaction: any SQLTransaction
    ) throws {
        guard var found = try self.label(label, in: transaction) else {
            throw HouseholdError(.notFound, localized("There is no such label."))
        }
        if let before = found.confirmed[entry], try Self.exists(before, of: household, in: transaction) {
            throw HouseholdError(.alreadyKept, localized("This medicine was confirmed before."))
        }
        found.confirmed[entry] = medicine
        try Self.put(found, for: household, in: transaction)
    }

    /// Returns whether the household has the medicine, also if the viewer does not see it.
    private static func exists(
        _ id: Medicine.ID, of household: Household.ID, in transaction: any SQLTransaction
    ) throws -> Bool {
        try transaction.value(
            Int.self, "SELECT 1 FROM medicine WHERE household_id = ? AND id = ?", [household.rawValue, id.rawValue])
            != nil
    }
}

extension SQLRow {
    fileprivate func keptMedicine() throws -> StoredMedicine {
        var medicine = try document(StoredMedicine.self)
        medicine.account = try accountIfAny("account_id")
        medicine.givenBy = try accountIfAny("given_by")
        return medicine
    }
}
