package import Accounts
package import FoundationEssentials
package import Household
import Messages
import Recognition

extension SQLRecords {
    private static let tokenColumns = """
        access_token.id AS token_id, access_token.account_id AS account_id, access_token.name AS token_name,
        access_token.scopes AS scopes, access_token.created_at AS created_at, access_token.expires_at AS expires_at,
        access_token.used_at AS used_at
        """

    package func add(_ stored: StoredToken) async throws {
        let token = stored.token
        try await write { transaction in
            guard let account = try Self.account(token.account, of: household, in: transaction) else {
                throw HouseholdError(.notFound, localized("There is no such account."))
            }
            let key: SQLArguments = [household.rawValue, account.id.rawValue]
            try transaction.execute(
                "DELETE FROM access_token WHERE household_id = ? AND account_id = ? AND expires_at <= ?",
                key + [token.createdAt.milliseconds])
            let held = try transaction.value(
                Int.self, "SELECT count(*) FROM access_token WHERE household_id = ? AND account_id = ?", key)
            guard held ?? 0 < AccessToken.limit else {
                throw HouseholdError(
                    .valueRefused, localized("An account has at most \(AccessToken.limit, "count") tokens."),
                    detail: "tokens",
                    hint: localized("End one that is not needed any more."))
            }
            try transaction.execute(
                """
                INSERT INTO access_token
                    (household_id, digest, id, account_id, name, scopes, created_at, expires_at, used_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    household.rawValue, stored.digest, token.id.rawValue, account.id.rawValue, token.name,
                    TokenScope.allCases.filter(token.scopes.contains).map(\.rawValue).joined(separator: " "),
                    token.createdAt.milliseconds, token.expires.milliseconds, token.lastUse?.milliseconds,
                ])
            try Self.note(
                AccountEvent(
                    at: token.createdAt, kind: .tokenMade, name: account.name.text, address: stored.address),
                in: household, transaction)
        }
    }

    package func token(digest: String) async throws -> (token: AccessToken, account: Account)? {
        try await read { transaction in
            try transaction.first(
                """
                SELECT \(Self.tokenColumns), account.name AS name, account.created_at AS account_created_at,
                    \(Self.personColumns),
                    membership.role AS role
                FROM access_token
                JOIN membership ON membership.household_id = access_token.household_id
                    AND membership.account_id = access_token.account_id
                JOIN account ON account.id = access_token.account_id
                WHERE access_token.household_id = ? AND access_token.digest = ?
                """, [household.rawValue, digest]
            ).map { (token: try $0.accessToken(), account: try $0.account()) }
        }
    }

    package func touch(_ token: AccessToken.ID, at now: Date) async throws {
        try await writeUnnoticed { transaction in
            try transaction.execute(
                "UPDATE access_token SET used_at = ? WHERE household_id = ? AND id = ?",
                [now.milliseconds, household.rawValue, token.rawValue])
        }
    }

    package func tokens(of account: Account.ID) async throws -> [AccessToken] {
        try await read { transaction in
            try transaction.query(
                """
                SELECT \(Self.tokenColumns) FROM access_token WHERE household_id = ? AND account_id = ?
                ORDER BY created_at DESC, id
                """, [household.rawValue, account.rawValue]
            ).map { try $0.accessToken() }
        }
    }

    package func end(_ token: AccessToken.ID, of account: Account.ID?, at now: Date) async throws {
        try await write { transaction in
            let key: SQLArguments = [household.rawValue, token.rawValue]
            let owner = try transaction.value(
                String.self, "SELECT account_id FROM access_token WHERE household_id = ? AND id = ?", key)
            guard let owner = owner.flatMap({ Account.ID($0) }), account == nil || owner == account else {
                throw HouseholdError(
                    .notFound, localized("There is no such token."),
                    hint: localized("stillroom accounts tokens NAME lists those of a person."))
            }
            try transaction.execute("DELETE FROM access_token WHERE household_id = ? AND id = ?", key)
            try noteEnd(of: 1, account: owner, at: now, transaction)
        }
    }

    package func endTokens(of account: Account.ID, at now: Date) async throws {
        try await write { transaction in
            let ended = try transaction.execute(
                "DELETE FROM access_token WHERE household_id = ? AND account_id = ?",
                [household.rawValue, account.rawValue])
            if ended > 0 { try noteEnd(of: ended, account: account, at: now, transaction) }
        }
    }

    private func noteEnd(
        of count: Int, account: Account.ID, at now: Date, _ transaction: any SQLTransaction
    ) throws {
        let name = try Self.account(account, of: household, in: transaction)?.name.text
        try Self.note(
            AccountEvent(at: now, kind: .tokenEnded, name: name, count: count), in: household, transaction)
    }
}
