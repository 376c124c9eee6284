package import Accounts
package import FoundationEssentials
package import Household
import Messages
import Recognition

extension SQLRecords {
    /// Identities of people of this household. An identity belongs to an account, as its passphrase does.
    private static let identityTables = "identity JOIN membership ON membership.account_id = identity.account_id"

    package func add(
        _ identity: OpenIDIdentity, session: Session.ID, since: Date, from address: String
    ) async throws {
        try await write { transaction in
            guard let account = try Self.account(identity.account, of: household, in: transaction),
                let begun = try transaction.value(
                    Int64.self,
                    """
                    SELECT CASE WHEN is_confirmed THEN created_at ELSE 0 END FROM session
                    WHERE household_id = ? AND account_id = ? AND id = ?
                    """,
                    [household.rawValue, account.id.rawValue, session.rawValue])
            else { throw HouseholdError.signedOut }
            guard begun >= since.milliseconds else { throw HouseholdError.signInAgain }
            try Self.add(identity, to: account, from: address, in: household, transaction)
        }
    }

    /// Adds an identity and its event. Throws `openIDRefused` if any account has it, or if this one has too many.
    static func add(
        _ identity: OpenIDIdentity, to account: Account, from address: String, in household: Household.ID,
        _ transaction: any SQLTransaction
    ) throws {
        let count = try transaction.value(
            Int.self, "SELECT count(*) FROM identity WHERE account_id = ?", [account.id.rawValue])
        guard (count ?? 0) < OpenIDIdentity.limit else { throw HouseholdError.tooManyIdentities }
        let isKnown = try transaction.value(
            Int.self, "SELECT 1 FROM identity WHERE issuer = ? AND subject = ?", [identity.issuer, identity.subject])
        guard isKnown == nil else { throw HouseholdError.knownIdentity }
        try transaction.execute(
            """
            INSERT INTO identity (issuer, subject, id, account_id, name, created_at, used_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                identity.issuer, identity.subject, identity.id.rawValue, account.id.rawValue, identity.name,
                identity.createdAt.milliseconds, identity.lastUse?.milliseconds,
            ])
        try note(
            AccountEvent(
                at: identity.createdAt, kind: .openIDAdded, name: account.name.text, address: address,
                subject: identity.name),
            in: household, transaction)
    }

    package func identities(of account: Account.ID) async throws -> [OpenIDIdentity] {
        try await read { transaction in
            try transaction.query(
                """
                SELECT identity.* FROM \(Self.identityTables)
                WHERE membership.household_id = ? AND identity.account_id = ? ORDER BY identity.created_at, identity.id
                """, [household.rawValue, account.rawValue]
            ).map { try $0.identity() }
        }
    }

    package func signIn(
        issuer: String, subject: String, confirming current: Session.ID?, session: StoredSession
    ) async throws -> Account? {
        try await write { transaction in
            var person: Account.ID?
            if let current {
                let owner = try transaction.value(
                    String.self, "SELECT account_id FROM session WHERE household_id = ? AND id = ?",
                    [household.rawValue, current.rawValue])
                guard let owner = owner.flatMap(Account.ID.init) else { throw HouseholdError.signedOut }
                person = owner
            }
            let found = try transaction.value(
                String.self,
                """
                SELECT identity.account_id FROM \(Self.identityTables)
                WHERE membership.household_id = ? AND identity.issuer = ? AND identity.subject = ?
                """, [household.rawValue, issuer, subject])
            guard let id = found.flatMap(Account.ID.init), person == nil || person == id,
                let account = try Self.account(id, of: household, in: transaction)
            else { return nil }
            try transaction.execute(
                "UPDATE identity SET used_at = ? WHERE issuer = ? AND subject = ?",
                [session.at.milliseconds, issuer, subject])
            try Self.note(.openIDUsed, of: account, session, in: household, transaction)
            try Self.begin(session, of: account.id, in: household, transaction)
            return account
        }
    }

    package func remove(
        _ identity: OpenIDIdentity.ID, of account: Account.ID, issuer: String?, host: String?, address: String,
        at now: Date
    ) async throws {
        try await write { transaction in
            guard let person = try Self.account(account, of: household, in: transaction) else {
                throw Self.noIdentity
            }
            let removed = try transaction.execute(
                "DELETE FROM identity WHERE id = ? AND account_id = ?", [identity.rawValue, account.rawValue])
            guard removed > 0 else { throw Self.noIdentity }
            let passkeys = try transaction.value(
                Int.self, "SELECT count(*) FROM passkey WHERE account_id = ? AND host = ?",
                [account.rawValue, host ?? ""])
            guard
                try passkeys ?? 0 > 0 || Self.hash(of: account, in: transaction) != nil
                    || Self.identityCount(of: account, issuer: issuer, in: transaction) > 0
            else { throw HouseholdError.onlyIdentity }
            try Self.note(
                AccountEvent(at: now, kind: .openIDRemoved, name: person.name.text, address: address), in: household,
                transaction)
        }
    }

    /// The number of identities with which the person can sign in now; 0 without a sign-in service.
    static func identityCount(
        of account: Account.ID, issuer: String?, in transaction: any SQLTransaction
    ) throws -> Int {
        try transaction.value(
            Int.self, "SELECT count(*) FROM identity WHERE account_id = ? AND issuer = ?",
            [account.rawValue, issuer ?? ""]) ?? 0
    }

    private static var noIdentity: HouseholdError {
        HouseholdError(.notFound, localized("There is no such connection with the sign-in service."))
    }
}

extension SQLRow {
    /// Of a row of `identity`.
    fileprivate func identity() throws -> OpenIDIdentity {
        OpenIDIdentity(
            id: try identifier("id"), account: try identifier("account_id"), issuer: try required("issuer"),
            subject: try required("subject"), name: try required("name"),
            createdAt: Date(milliseconds: try required("created_at")),
            lastUse: (self["used_at"] as Int64?).map(Date.init(milliseconds:)))
    }
}
