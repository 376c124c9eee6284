package import Accounts
package import Doses
package import FoundationEssentials
package import Household
import Messages
import Recognition

extension SQLRecords {
    package func shares() async throws -> [MedicineShare] {
        guard let account = viewer.account else { return [] }
        return try await read { transaction in
            try transaction.query(
                """
                SELECT share.*, owner.name AS owner_name, carer.name AS carer_name
                FROM medicine_share AS share
                    JOIN account AS owner ON owner.id = share.account_id
                    JOIN account AS carer ON carer.id = share.carer_id
                WHERE share.household_id = ? AND (share.account_id = ? OR share.carer_id = ?)
                ORDER BY owner.name_key, carer.name_key
                """, [household.rawValue, account.rawValue, account.rawValue]
            ).map { row in
                MedicineShare(
                    owner: try row.identifier("account_id"), ownerName: try row.accountName("owner_name"),
                    carer: try row.identifier("carer_id"), carerName: try row.accountName("carer_name"),
                    reminds: try row.required("reminds"))
            }
        }
    }

    package func share(with carer: Account.ID, reminds: Bool, at now: Date) async throws {
        guard let account = viewer.account else { throw HouseholdError.notPermitted }
        try await plan { transaction in
            guard account != carer, let person = try Self.account(account, of: household, in: transaction),
                let other = try Self.account(carer, of: household, in: transaction), other.permits(.readMedicines)
            else { throw Self.noPerson }
            guard person.permits(.changeMedicines) else { throw HouseholdError.notPermitted }
            try transaction.execute(
                """
                INSERT INTO medicine_share (household_id, account_id, carer_id, reminds, shared_at)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (household_id, account_id, carer_id) DO UPDATE SET reminds = excluded.reminds
                """, [household.rawValue, account.rawValue, carer.rawValue, reminds, now.milliseconds])
            if !reminds { try Self.hideUnseen(of: household, in: transaction) }
            try Self.note(
                AccountEvent(
                    at: now, kind: .medicinesShared, name: person.name.text,
                    subject: other.name.text + (reminds ? ", with reminders" : ", without reminders")),
                in: household, transaction)
        }
    }

    package func endShare(_ direction: ShareDirection, _ person: Account.ID, at now: Date) async throws {
        guard let account = viewer.account else { throw HouseholdError.notPermitted }
        let (owner, carer) = direction == .given ? (account, person) : (person, account)
        try await plan { transaction in
            let ended = try transaction.execute(
                "DELETE FROM medicine_share WHERE household_id = ? AND account_id = ? AND carer_id = ?",
                [household.rawValue, owner.rawValue, carer.rawValue])
            guard ended > 0 else { throw Self.noPerson }
            for person in [owner, carer] { try Self.forgetDoseAnswers(of: person, in: household, transaction) }
            try Self.hideUnseen(of: household, in: transaction)
            let names = try [owner, carer].map { try Self.account($0, of: household, in: transaction)?.name.text }
            try Self.note(
                AccountEvent(
                    at: now, kind: .medicineShareEnded, name: names[0],
                    by: direction == .received ? names[1] : nil, subject: names[1]), in: household, transaction)
        }
    }

    private static var noPerson: HouseholdError { HouseholdError(.notFound, localized("There is no such person.")) }

    package func move(_ id: Medicine.ID, to belonging: MedicineBelonging) async throws {
        guard let account = viewer.account else { throw HouseholdError.notPermitted }
        try await plan { transaction in
            guard let medicine = try medicine(id, in: transaction) else { throw Self.noMedicine }
            let key: SQLArguments = [household.rawValue, id.rawValue]
            switch belonging {
            case .household:
                if medicine.account == nil { return }
                guard medicine.account == account else { throw HouseholdError.medicineShared }
                try transaction.execute(
                    "UPDATE medicine SET account_id = NULL, given_by = ? WHERE household_id = ? AND id = ?",
                    [account.rawValue] + key)
            case .person:
                if medicine.account == account { return }
                try Self.require(.changeMedicines, of: account, in: household, transaction)
                // What an earlier release stored was given by no account: an owner can take it.
                let mayTake =
                    try medicine.givenBy.map { $0 == account }
                    ?? (Self.account(account, of: household, in: transaction)?.role == .owner)
                guard medicine.account == nil, mayTake else { throw HouseholdError.medicineShared }
                try transaction.execute(
                    "UPDATE medicine SET account_id = ?, given_by = NULL WHERE household_id = ? AND id = ?",
                    [account.rawValue] + key)
                try Self.hideUnseen(of: household, in: transaction)
            }
            try Self.forgetDoseAnswers(in: household, transaction)
        }
    }

    // MARK: Accounts

    package func belongings(of account: Account.ID) async throws -> Belongings {
        try await read { transaction in
            func count(_ table: String, _ condition: String = "TRUE") throws -> Int {
                try transaction.value(
                    Int.self,
                    "SELECT count(*) FROM \(table) WHERE household_id = ? AND account_id = ? AND \(condition)",
                    [household.rawValue, account.rawValue]) ?? 0
            }
            return Belongings(
                medicines: try count("medicine"), labels: try count("medicine_label"),
                channels: try count("channel", "kind <> 'page'"), calendars: try count("feed"))
        }
    }

    /// The tables whose rows belong to an account or to the household.
    private static let personal = ["medicine", "medicine_label", "channel", "feed"]

    /// Gives everything of the household to its first owner, who was the only person until now.
    static func claim(for owner: Account.ID, of household: Household.ID, in transaction: any SQLTransaction) throws {
        for table in personal {
            try transaction.execute(
                "UPDATE \(table) SET account_id = ? WHERE household_id = ? AND account_id IS NULL",
                [owner.rawValue, household.rawValue])
        }
    }

    /// Removes what belongs to an account: its medicines, labels, channels and calendars. The names of the medicines
    /// leave the notices of other people.
    static func removeBelongings(
        of account: Account.ID, in household: Household.ID, _ transaction: any SQLTransaction
    ) throws {
        let key: SQLArguments = [household.rawValue, account.rawValue]
        let photographs = try transaction.values(
            String.self,
            """
            SELECT photograph_id FROM medicine_label
            WHERE household_id = ? AND account_id = ? AND photograph_id IS NOT NULL
            """, key)
        for table in personal {
            try transaction.execute("DELETE FROM \(table) WHERE household_id = ? AND account_id = ?", key)
        }
        for name in Set(photographs) {
            if let id = Photograph.ID(name) { _ = try delete(id, of: household, in: transaction) }
        }
        try transaction.execute("UPDATE medicine SET given_by = NULL WHERE household_id = ? AND given_by = ?", key)
        try forgetDoseAnswers(in: household, transaction)
    }

    /// Ends the shares of a person whose role may not read medicines: those with this person, and those that this person
    /// gave and could not end any more.
    static func endShares(of account: Account.ID, in household: Household.ID, _ transaction: any SQLTransaction) throws
    {
        try transaction.execute(
            "DELETE FROM medicine_share WHERE household_id = ? AND (carer_id = ? OR account_id = ?)",
            [household.rawValue, account.rawValue, account.rawValue])
        try forgetDoseAnswers(in: household, transaction)
    }
}
