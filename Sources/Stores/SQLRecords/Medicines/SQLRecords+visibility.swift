import Accounts
import Doses
package import Household
import Recognition
import Reminders

/// A condition of a statement with the values of its parameters.
struct SQLCondition {
    let sql: String
    let arguments: SQLArguments

    static var always: SQLCondition { SQLCondition(sql: "TRUE", arguments: []) }
    static var never: SQLCondition { SQLCondition(sql: "FALSE", arguments: []) }
}

/// The only place that says which rows a viewer finds. `row` is the name of a table, or of its alias, with the columns
/// `household_id` and `account_id`.
extension MedicineViewer {
    /// What belongs to the viewer alone.
    func owns(_ row: String) -> SQLCondition {
        switch self {
        case .machine: .always
        case .household: SQLCondition(sql: "\(row).account_id IS NULL", arguments: [])
        case .person(let account): SQLCondition(sql: "\(row).account_id = ?", arguments: [account.rawValue])
        case .noAccess: .never
        }
    }

    /// Labels and photographs of labels: what belongs to the viewer, and to the household if the role may read medicines.
    func seesLabel(_ row: String) -> SQLCondition { sees(row, orShared: nil) }

    /// Medicines and their doses: as labels, and what other people share with the viewer.
    func seesMedicine(_ row: String) -> SQLCondition { sees(row, orShared: "TRUE") }

    /// Medicines whose reminders the viewer gets: as `seesMedicine`, but of shared ones only those with reminders.
    func isRemindedOf(_ row: String) -> SQLCondition { sees(row, orShared: "share.reminds") }

    /// Channels and calendars: those of the viewer, and those of the household.
    func usesChannel(_ row: String) -> SQLCondition {
        guard case .person(let account) = self else { return owns(row) }
        return SQLCondition(
            sql: "(\(row).account_id = ? OR \(row).account_id IS NULL)", arguments: [account.rawValue])
    }

    /// The roles that may read medicines of the household.
    private static let readers = Role.allCases.filter { $0.permits(.readMedicines) }.map { "'\($0.rawValue)'" }.sorted()
        .joined(separator: ", ")

    private func sees(_ row: String, orShared: String?) -> SQLCondition {
        guard case .person(let account) = self else { return owns(row) }
        var others = "\(row).account_id IS NULL"
        var arguments: SQLArguments = [account.rawValue, account.rawValue]
        if let orShared {
            others += """
                 OR EXISTS (SELECT 1 FROM medicine_share AS share
                    WHERE share.household_id = \(row).household_id AND share.account_id = \(row).account_id
                        AND share.carer_id = ? AND \(orShared))
                """
            arguments += [account.rawValue]
        }
        // Who has medicines does not become a guest; should it be so, the reminders of the own ones must not get lost.
        return SQLCondition(
            sql: """
                (\(row).account_id = ? OR EXISTS (SELECT 1 FROM membership AS reader
                    WHERE reader.household_id = \(row).household_id AND reader.account_id = ?
                        AND reader.role IN (\(Self.readers))) AND (\(others)))
                """, arguments: arguments)
    }
}

extension SQLRecords {
    package func seen(by viewer: MedicineViewer) -> any Records {
        var records = self
        records.viewer = viewer
        return records
    }

    /// Returns the medicines whose reminders a channel of this account carries, and the owners' names of those that belong
    /// to other people.
    static func reminded(
        _ account: Account.ID?, of household: Household.ID, in transaction: any SQLTransaction
    ) throws -> (medicines: Set<String>, owners: [String: String]) {
        let condition = MedicineViewer(account: account).isRemindedOf("medicine")
        let rows = try transaction.query(
            """
            SELECT medicine.id AS id, medicine.account_id AS owner_id, account.name AS owner_name
            FROM medicine LEFT JOIN account ON account.id = medicine.account_id
            WHERE medicine.household_id = ? AND \(condition.sql)
            """, [household.rawValue] + condition.arguments)
        var (medicines, owners): (Set<String>, [String: String]) = ([], [:])
        for row in rows {
            let id: String = try row.required("id")
            medicines.insert(id)
            if let owner: String = row["owner_id"], owner != account?.rawValue { owners[id] = row["owner_name"] ?? "" }
        }
        return (medicines, owners)
    }

    /// Removes what notices say about doses of medicines that the person of their channel is not reminded of any more.
    /// Pending reminders of single doses are removed by planning.
    static func hideUnseen(of household: Household.ID, in transaction: any SQLTransaction) throws {
        for channel in try channels(of: household, in: transaction).map(\.channel) {
            let seen = try reminded(channel.account, of: household, in: transaction).medicines
            let rows = try transaction.query(
                """
                SELECT number, sort, state, subjects FROM notice
                WHERE household_id = ? AND channel_id = ? AND sort IN ('dose', 'missed')
                """, [household.rawValue, channel.id.rawValue])
            for row in rows {
                let number: Int64 = try row.required("number")
                let subjects = (try? SubjectsText.read(try row.required("subjects"))) ?? []
                let isSeen = { (subject: Reminder.Subject) in
                    guard case .dose(let dose) = subject else { return true }
                    return seen.contains(dose.medicine)
                }
                if subjects.allSatisfy(isSeen) { continue }
                let isWaitingSummary: Bool = row["sort"] == "missed" && row["state"] == "pending"
                let left =
                    isWaitingSummary
                    ? subjects.filter(isSeen) : subjects.map { isSeen($0) ? $0 : $0.withoutName }
                if left.isEmpty {
                    try transaction.execute("DELETE FROM notice WHERE number = ?", [number])
                } else {
                    try transaction.execute(
                        "UPDATE notice SET subjects = ? WHERE number = ?", [try SubjectsText.text(left), number])
                }
            }
        }
    }
}

extension Reminder.Subject {
    /// The same dose without the name and the amount of its medicine. The owner stays, because the notice must not be
    /// read as one of the recipient's own doses.
    var withoutName: Reminder.Subject {
        guard case .dose(let dose) = self else { return self }
        return .dose(
            Dose(id: dose.id, medicine: dose.medicine, name: "", amount: "", at: dose.at, owner: dose.owner))
    }
}
