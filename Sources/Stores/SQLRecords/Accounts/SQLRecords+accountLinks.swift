package import Accounts
package import FoundationEssentials
package import Household
import Messages
import Recognition

extension SQLRecords {
    package func add(_ link: AccountLink) async throws {
        try await write { transaction in
            try transaction.execute(
                "DELETE FROM account_link WHERE household_id = ? AND expires_at <= ?",
                [household.rawValue, link.madeAt.milliseconds])
            let event =
                switch link.kind {
                case .setup: try setUp(link, transaction)
                case .invitation: try invite(link, transaction)
                case .reset: try resetLink(link, transaction)
                }
            try transaction.execute(
                """
                INSERT INTO account_link
                    (household_id, digest, id, kind, role, account_id, made_by, made_at, expires_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    household.rawValue, link.digest, link.id.rawValue, link.kind.rawValue, link.role?.rawValue,
                    link.account?.rawValue, link.by?.rawValue, link.madeAt.milliseconds, link.expires.milliseconds,
                ])
            try Self.note(event, in: household, transaction)
        }
    }

    private func setUp(_ link: AccountLink, _ transaction: any SQLTransaction) throws -> AccountEvent {
        guard try Self.owners(of: household, in: transaction) == 0 else {
            throw HouseholdError(
                .notPermitted, localized("This household has an owner already."),
                hint: localized("An owner invites people. A new passphrase: stillroom accounts reset NAME."))
        }
        try transaction.execute(
            "DELETE FROM account_link WHERE household_id = ? AND kind = 'setup'", [household.rawValue])
        return AccountEvent(at: link.madeAt, kind: .setupLinkMade, name: nil)
    }

    private func invite(_ link: AccountLink, _ transaction: any SQLTransaction) throws -> AccountEvent {
        guard let role = link.role, let person = link.by,
            let host = try Self.account(person, of: household, in: transaction), host.role.mayGrant(role)
        else { throw HouseholdError.notPermitted }
        let open = try transaction.value(
            Int.self, "SELECT count(*) FROM account_link WHERE household_id = ? AND kind = 'invitation'",
            [household.rawValue])
        guard open ?? 0 < AccountLink.limit else {
            throw HouseholdError(
                .notPermitted, localized("A household has \(AccountLink.limit, "count") open invitations at most."),
                hint: localized("Withdraw one first."))
        }
        return AccountEvent(at: link.madeAt, kind: .invited, name: nil, by: host.name.text, role: role)
    }

    private func resetLink(_ link: AccountLink, _ transaction: any SQLTransaction) throws -> AccountEvent {
        guard let id = link.account, let account = try Self.account(id, of: household, in: transaction) else {
            throw HouseholdError(.notFound, localized("There is no such account."))
        }
        try transaction.execute(
            "DELETE FROM account_link WHERE household_id = ? AND account_id = ?", [household.rawValue, id.rawValue])
        return AccountEvent(at: link.madeAt, kind: .resetLinkMade, name: account.name.text)
    }

    package func link(
        _ kind: AccountLink.Kind, digest: String, at now: Date
    ) async throws -> (link: AccountLink, from: AccountName?)? {
        try await read { transaction in
            try transaction.first(
                """
                SELECT account_link.*, account.name AS from_name
                FROM account_link LEFT JOIN account ON account.id = account_link.made_by
                WHERE account_link.household_id = ? AND account_link.digest = ? AND account_link.kind = ?
                    AND account_link.expires_at > ?
                """, [household.rawValue, digest, kind.rawValue, now.milliseconds]
            ).map { row in
                let name: String? = row["from_name"]
                return (link: try row.accountLink(), from: name == nil ? nil : try row.accountName("from_name"))
            }
        }
    }

    package func invitations(at now: Date) async throws -> [Invitation] {
        try await read { transaction in
            try transaction.query(
                """
                SELECT account_link.*, account.name AS from_name
                FROM account_link JOIN account ON account.id = account_link.made_by
                WHERE account_link.household_id = ? AND account_link.kind = 'invitation'
                    AND account_link.expires_at > ?
                ORDER BY account_link.made_at DESC, account_link.id
                """, [household.rawValue, now.milliseconds]
            ).compactMap { row in
                let link = try row.accountLink()
                guard let role = link.role else { return nil }
                return Invitation(
                    id: link.id, role: role, from: try row.accountName("from_name"), madeAt: link.madeAt,
                    expires: link.expires)
            }
        }
    }

    package func withdraw(_ invitation: Invitation.ID, by account: Account.ID, at now: Date) async throws {
        try await write { transaction in
            guard let person = try Self.account(account, of: household, in: transaction), person.permits(.people) else {
                throw HouseholdError.notPermitted
            }
            let withdrawn = try transaction.execute(
                "DELETE FROM account_link WHERE household_id = ? AND id = ? AND kind = 'invitation'",
                [household.rawValue, invitation.rawValue])
            guard withdrawn > 0 else { throw HouseholdError(.notFound, localized("There is no such invitation.")) }
            try Self.note(
                AccountEvent(at: now, kind: .invitationWithdrawn, name: nil, by: person.name.text), in: household,
                transaction)
        }
    }

    /// Removes a valid link and returns it; nil if there is none. The transaction that uses it fails together with it.
    static func use(
        _ kind: AccountLink.Kind, _ digest: String, at now: Date, of household: Household.ID,
        in transaction: any SQLTransaction
    ) throws -> AccountLink? {
        try transaction.first(
            """
            DELETE FROM account_link WHERE household_id = ? AND digest = ? AND kind = ? AND expires_at > ? RETURNING *
            """, [household.rawValue, digest, kind.rawValue, now.milliseconds]
        ).map { try $0.accountLink() }
    }
}
