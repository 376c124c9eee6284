package import Accounts
package import FoundationEssentials
package import Household
import Messages
import Recognition

extension SQLRecords {
    private static let passkeyColumns = """
        passkey.id AS passkey_id, passkey.account_id AS account_id, passkey.name AS passkey_name, passkey.host AS host,
        passkey.credential AS credential, passkey.public_key AS public_key, passkey.counter AS counter,
        passkey.transports AS transports, passkey.is_backed_up AS is_backed_up, passkey.created_at AS created_at,
        passkey.used_at AS used_at
        """
    /// Passkeys of people of this household. A passkey belongs to an account, as its passphrase does.
    private static let passkeyTables = """
        passkey JOIN membership ON membership.account_id = passkey.account_id
        JOIN account ON account.id = passkey.account_id
        """

    package func add(_ stored: StoredPasskey, from address: String) async throws {
        let passkey = stored.passkey
        try await write { transaction in
            guard let account = try Self.account(passkey.account, of: household, in: transaction) else {
                throw HouseholdError(.notFound, localized("There is no such account."))
            }
            guard try Self.passkeyCount(of: account.id, in: transaction) < Passkey.limit else {
                throw HouseholdError.tooManyPasskeys
            }
            let isKnown = try transaction.value(
                Int.self, "SELECT 1 FROM passkey WHERE credential = ?", [stored.credential])
            guard isKnown == nil else { throw HouseholdError.knownPasskey }
            try transaction.execute(
                """
                INSERT INTO passkey
                    (credential, id, account_id, name, host, public_key, counter, transports, is_backed_up, created_at,
                    used_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    stored.credential, passkey.id.rawValue, account.id.rawValue, passkey.name, passkey.host,
                    Base64URL.text(stored.publicKey), Int(stored.counter), stored.transports.joined(separator: " "),
                    passkey.isBackedUp, passkey.createdAt.milliseconds, passkey.lastUse?.milliseconds,
                ])
            try Self.note(
                AccountEvent(
                    at: passkey.createdAt, kind: .passkeyAdded, name: account.name.text, address: address),
                in: household, transaction)
        }
    }

    package func passkeys(of account: Account.ID) async throws -> [StoredPasskey] {
        try await read { transaction in
            try transaction.query(
                """
                SELECT \(Self.passkeyColumns) FROM \(Self.passkeyTables)
                WHERE membership.household_id = ? AND passkey.account_id = ? ORDER BY passkey.created_at, passkey.id
                """, [household.rawValue, account.rawValue]
            ).map { try $0.passkey() }
        }
    }

    package func passkey(credential: String, address: String) async throws -> FoundPasskey? {
        try await read { transaction in
            let row = try transaction.first(
                """
                SELECT \(Self.passkeyColumns), account.name AS name, account.created_at AS account_created_at,
                    \(Self.personColumns),
                    membership.role AS role
                FROM \(Self.passkeyTables) WHERE membership.household_id = ? AND passkey.credential = ?
                """, [household.rawValue, credential])
            guard let row else { return nil }
            let account = try row.account()
            return FoundPasskey(
                stored: try row.passkey(), account: account,
                isFamiliar: try Self.isFamiliar(address, to: account.id, of: household, in: transaction))
        }
    }

    package func hasPasskeys(host: String) async throws -> Bool {
        try await read { transaction in
            try transaction.value(
                Int.self,
                "SELECT 1 FROM \(Self.passkeyTables) WHERE membership.household_id = ? AND passkey.host = ? LIMIT 1",
                [household.rawValue, host]) != nil
        }
    }

    package func rename(_ passkey: Passkey.ID, of account: Account.ID, to name: String) async throws {
        try await write { transaction in
            guard try Self.account(account, of: household, in: transaction) != nil else { throw Self.noPasskey }
            let renamed = try transaction.execute(
                "UPDATE passkey SET name = ? WHERE id = ? AND account_id = ?",
                [name, passkey.rawValue, account.rawValue])
            guard renamed > 0 else { throw Self.noPasskey }
        }
    }

    package func remove(
        _ passkey: Passkey.ID, of account: Account.ID, issuer: String?, address: String, at now: Date
    ) async throws {
        try await write { transaction in
            guard let person = try Self.account(account, of: household, in: transaction) else { throw Self.noPasskey }
            let removed = try transaction.execute(
                "DELETE FROM passkey WHERE id = ? AND account_id = ?", [passkey.rawValue, account.rawValue])
            guard removed > 0 else { throw Self.noPasskey }
            let hasOther = try Self.passkeyCount(of: account, in: transaction) > 0
            guard
                try hasOther || Self.hash(of: account, in: transaction) != nil
                    || Self.identityCount(of: account, issuer: issuer, in: transaction) > 0
            else {
                throw HouseholdError.onlyPasskey
            }
            try Self.note(
                AccountEvent(at: now, kind: .passkeyRemoved, name: person.name.text, address: address), in: household,
                transaction)
        }
    }

    package func signIn(
        _ account: Account.ID, passkey credential: String, used: VerifiedAssertion, session: StoredSession
    ) async throws -> Account? {
        try await write { transaction in
            guard let account = try Self.account(account, of: household, in: transaction),
                let stored = try transaction.value(
                    Int.self, "SELECT counter FROM passkey WHERE credential = ? AND account_id = ?",
                    [credential, account.id.rawValue]
                ).flatMap(UInt32.init(exactly:))
            else { throw HouseholdError.passkeySignInRefused }
            guard Passkey.mayFollow(used.counter, after: stored) else {
                try Self.note(.passkeyCopied, of: account, session, in: household, transaction)
                return nil
            }
            try transaction.execute(
                "UPDATE passkey SET counter = ?, is_backed_up = ?, used_at = ? WHERE credential = ?",
                [Int(used.counter), used.isBackedUp, session.at.milliseconds, credential])
            try Self.note(.passkeyUsed, of: account, session, in: household, transaction)
            try Self.begin(session, of: account.id, in: household, transaction)
            return account
        }
    }

    package func removePassphrase(of account: Account.ID, session: StoredSession) async throws -> Account {
        try await write { transaction in
            guard let account = try Self.account(account, of: household, in: transaction) else {
                throw HouseholdError(.notFound, localized("There is no such account."))
            }
            guard try Self.passkeyCount(of: account.id, in: transaction) > 0 else { throw HouseholdError.noPasskey }
            try Self.replace("", of: account, .passphraseRemoved, session, in: household, transaction)
            return account
        }
    }

    package func recoveryCodeCount(of account: Account.ID) async throws -> Int {
        try await read { transaction in
            try transaction.value(
                Int.self,
                """
                SELECT count(*) FROM recovery_code JOIN membership ON membership.account_id = recovery_code.account_id
                WHERE membership.household_id = ? AND recovery_code.account_id = ?
                """, [household.rawValue, account.rawValue]) ?? 0
        }
    }

    package func replaceRecoveryCodes(
        _ codes: [String], of account: Account.ID, address: String, at now: Date
    ) async throws {
        try await write { transaction in
            guard let account = try Self.account(account, of: household, in: transaction) else {
                throw HouseholdError(.notFound, localized("There is no such account."))
            }
            try transaction.execute("DELETE FROM recovery_code WHERE account_id = ?", [account.id.rawValue])
            try Self.add(codes: codes, to: account.id, in: transaction)
            try Self.note(
                AccountEvent(at: now, kind: .recoveryCodesMade, name: account.name.text, address: address),
                in: household, transaction)
        }
    }

    private static func passkeyCount(of account: Account.ID, in transaction: any SQLTransaction) throws -> Int {
        try transaction.value(
            Int.self, "SELECT count(*) FROM passkey WHERE account_id = ?", [account.rawValue]) ?? 0
    }

    private static var noPasskey: HouseholdError { HouseholdError(.notFound, localized("There is no such passkey.")) }
}

extension SQLRow {
    /// Of a row of `passkey`.
    fileprivate func passkey() throws -> StoredPasskey {
        guard let publicKey = Base64URL.bytes(try required("public_key")) else { throw Self.damaged("public_key") }
        guard let counter = UInt32(exactly: try required("counter", as: Int.self)) else {
            throw Self.damaged("counter")
        }
        return StoredPasskey(
            passkey: Passkey(
                id: try identifier("passkey_id"), account: try identifier("account_id"),
                name: try required("passkey_name"), host: try required("host"),
                isBackedUp: try required("is_backed_up"), createdAt: Date(milliseconds: try required("created_at")),
                lastUse: (self["used_at"] as Int64?).map(Date.init(milliseconds:))),
            credential: try required("credential"), publicKey: publicKey, counter: counter,
            transports: try required("transports", as: String.self).split(separator: " ").map(String.init))
    }
}
