package import Accounts
package import FoundationEssentials
package import Household
package import Messages
import Recognition

extension SQLRecords {
    /// The columns of an account in a household; the tables are `account` and `membership`.
    static let accountColumns = """
        account.id AS account_id, account.name AS name, account.created_at AS account_created_at,
        \(personColumns),
        membership.role AS role
        """
    /// What a person chose for the own pages and notices.
    static let personColumns = """
        account.language AS account_language, account.clock AS account_clock,
        account.week_start AS account_week_start, account.measures AS account_measures
        """
    static let accountTables = "membership JOIN account ON account.id = membership.account_id"

    package func hasOwner() async throws -> Bool {
        try await read { try Self.owners(of: household, in: $0) > 0 }
    }

    package func accounts() async throws -> [Account] {
        try await read { transaction in
            try transaction.query(
                """
                SELECT \(Self.accountColumns) FROM \(Self.accountTables)
                WHERE membership.household_id = ? ORDER BY membership.number
                """, [household.rawValue]
            ).map { try $0.account() }
        }
    }

    package func setLanguage(_ language: DisplayLanguage?, of account: Account.ID) async throws {
        try await write { transaction in
            guard try Self.account(account, of: household, in: transaction) != nil else {
                throw HouseholdError(.notFound, localized("There is no such account."))
            }
            try transaction.execute(
                "UPDATE account SET language = ? WHERE id = ?", [language?.rawValue, account.rawValue])
        }
    }

    package func set(_ language: DisplayLanguage?, _ habits: LocalHabits.Choice, of account: Account.ID) async throws {
        try await write { transaction in
            guard try Self.account(account, of: household, in: transaction) != nil else {
                throw HouseholdError(.notFound, localized("There is no such account."))
            }
            try transaction.execute(
                "UPDATE account SET language = ?, clock = ?, week_start = ?, measures = ? WHERE id = ?",
                [
                    language?.rawValue, habits.clock?.rawValue, habits.weekStart?.rawValue, habits.measures?.rawValue,
                    account.rawValue,
                ])
        }
    }

    package func credential(name key: String, address: String) async throws -> StoredCredential? {
        try await credential(where: "account.name_key = ?", key, address: address)
    }

    package func credential(of account: Account.ID) async throws -> StoredCredential? {
        try await credential(where: "account.id = ?", account.rawValue, address: "")
    }

    private func credential(
        where condition: String, _ value: String, address: String
    ) async throws -> StoredCredential? {
        try await read { transaction in
            let row = try transaction.first(
                """
                SELECT \(Self.accountColumns), account.hash AS hash
                FROM \(Self.accountTables) WHERE membership.household_id = ? AND \(condition)
                """, [household.rawValue, value])
            guard let row else { return nil }
            let account = try row.account()
            let hash: String = try row.required("hash")
            return StoredCredential(
                account: account, hash: hash.isEmpty ? nil : hash,
                isFamiliar: try Self.isFamiliar(address, to: account.id, of: household, in: transaction))
        }
    }

    /// Returns whether a session of the account began at the address.
    static func isFamiliar(
        _ address: String, to account: Account.ID, of household: Household.ID, in transaction: any SQLTransaction
    ) throws -> Bool {
        try transaction.query(
            "SELECT DISTINCT address FROM session WHERE household_id = ? AND account_id = ?",
            [household.rawValue, account.rawValue]
        ).contains { NetworkAddress.isSameSubscriber(try $0.required("address"), address) }
    }

    // MARK: Uses of links

    package func createOwner(
        _ account: NewAccount, codes: [String], using link: String, session: StoredSession
    ) async throws -> Account {
        try await plan { transaction in
            guard try Self.use(.setup, link, at: session.at, of: household, in: transaction) != nil,
                try Self.owners(of: household, in: transaction) == 0
            else { throw HouseholdError.accountLinkRefused }
            let isFirst = try transaction.value(
                Int.self, "SELECT 1 FROM membership WHERE household_id = ?", [household.rawValue])
            let owner = try Self.add(account, as: .owner, at: session.at, to: household, in: transaction)
            if isFirst == nil { try Self.claim(for: owner.id, of: household, in: transaction) }
            try Self.add(codes: codes, to: owner.id, in: transaction)
            try Self.note(.ownerCreated, of: owner, session, in: household, transaction)
            try Self.begin(session, of: owner.id, in: household, transaction)
            return owner
        }
    }

    package func join(
        _ account: NewAccount, identity: OpenIDIdentity?, codes: [String], using link: String, session: StoredSession
    ) async throws -> Account {
        // The pages of the new person have a channel from now on.
        try await plan { transaction in
            guard let used = try Self.use(.invitation, link, at: session.at, of: household, in: transaction),
                let role = used.role, let person = used.by,
                let host = try Self.account(person, of: household, in: transaction), host.role.mayGrant(role)
            else { throw HouseholdError.accountLinkRefused }
            let joined = try Self.add(account, as: role, at: session.at, to: household, in: transaction)
            try Self.add(codes: codes, to: joined.id, in: transaction)
            try Self.note(.joined, of: joined, by: host, session, in: household, transaction)
            if let identity {
                try Self.add(identity, to: joined, from: session.device.address, in: household, transaction)
            }
            try Self.begin(session, of: joined.id, in: household, transaction)
            return joined
        }
    }

    package func reset(hash: String, using link: String, session: StoredSession) async throws -> Account {
        try await write { transaction in
            guard let used = try Self.use(.reset, link, at: session.at, of: household, in: transaction),
                let id = used.account, let account = try Self.account(id, of: household, in: transaction)
            else { throw HouseholdError.accountLinkRefused }
            try Self.replace(hash, of: account, .passphraseReset, session, in: household, transaction)
            return account
        }
    }

    package func recover(
        _ account: Account.ID, code: String, hash: String, session: StoredSession
    ) async throws -> Account {
        try await write { transaction in
            guard let account = try Self.account(account, of: household, in: transaction),
                try transaction.execute(
                    "DELETE FROM recovery_code WHERE account_id = ? AND digest = ?", [account.id.rawValue, code]) > 0
            else { throw HouseholdError.signInRefused }
            try Self.replace(hash, of: account, .recovered, session, in: household, transaction)
            return account
        }
    }

    // MARK: Changes

    package func change(
        hash old: String?, to new: String, of account: Account.ID, session: StoredSession
    ) async throws -> Account {
        try await write { transaction in
            guard let account = try Self.account(account, of: household, in: transaction),
                try Self.hash(of: account.id, in: transaction) == old
            else { throw HouseholdError.signInRefused }
            try Self.replace(new, of: account, .passphraseChanged, session, in: household, transaction)
            return account
        }
    }

    package func remove(_ account: Account.ID, by person: Account.ID, at now: Date) async throws {
        try await removeRows(of: account, by: person, at: now)
        // The names of medicines leave the file. If a reader prevents it now, the database does it later.
        try? await database.purgeDeleted()
    }

    private func removeRows(of account: Account.ID, by person: Account.ID, at now: Date) async throws {
        try await plan { transaction in
            let (account, person) = try Self.pair(account, person, of: household, in: transaction)
            if account.role == .owner, try Self.owners(of: household, in: transaction) < 2 {
                throw HouseholdError.lastOwner
            }
            try Self.removeBelongings(of: account.id, in: household, transaction)
            // Sessions, tokens, links and shares go with the membership.
            try transaction.execute(
                "DELETE FROM membership WHERE household_id = ? AND account_id = ?",
                [household.rawValue, account.id.rawValue])
            try transaction.execute(
                "DELETE FROM request WHERE household_id = ? AND account = ?",
                [household.rawValue, account.id.rawValue])
            try Self.hideUnseen(of: household, in: transaction)
            try transaction.execute(
                "DELETE FROM account WHERE id = ? AND NOT EXISTS (SELECT 1 FROM membership WHERE account_id = ?)",
                [account.id.rawValue, account.id.rawValue])
            try Self.note(
                AccountEvent(
                    at: now, kind: .removed, name: account.name.text, by: Self.name(of: person, unless: account),
                    role: account.role), in: household, transaction)
        }
    }

    package func change(
        role: Role, of account: Account.ID, by person: Account.ID, at now: Date
    ) async throws {
        try await plan { transaction in
            let (account, person) = try Self.pair(account, person, of: household, in: transaction)
            guard person.role.mayGrant(role) else { throw HouseholdError.notPermitted }
            if account.role == role { return }
            if account.role == .owner, try Self.owners(of: household, in: transaction) < 2 {
                throw HouseholdError.lastOwner
            }
            let key: SQLArguments = [household.rawValue, account.id.rawValue]
            if !role.permits(.readMedicines) {
                let owns = ["medicine", "medicine_label"].map {
                    "EXISTS (SELECT 1 FROM \($0) WHERE household_id = ? AND account_id = ?)"
                }
                guard
                    try transaction.value(Bool.self, "SELECT " + owns.joined(separator: " OR "), key + key) != true
                else { throw HouseholdError.ownsMedicines(account.name) }
            }
            try transaction.execute(
                "UPDATE membership SET role = ? WHERE household_id = ? AND account_id = ?", [role.rawValue] + key)
            try transaction.execute("DELETE FROM session WHERE household_id = ? AND account_id = ?", key)
            try transaction.execute("DELETE FROM account_link WHERE household_id = ? AND made_by = ?", key)
            if !role.permits(.change) {
                // The person can neither see nor end them any more.
                for table in ["guest_link", "channel", "feed"] {
                    try transaction.execute("DELETE FROM \(table) WHERE household_id = ? AND account_id = ?", key)
                }
            }
            if !role.permits(.readMedicines) {
                try Self.endShares(of: account.id, in: household, transaction)
                // What this person gave to everyone can be taken by an owner.
                try transaction.execute(
                    "UPDATE medicine SET given_by = NULL WHERE household_id = ? AND given_by = ?", key)
                try Self.hideUnseen(of: household, in: transaction)
            }
            try Self.note(
                AccountEvent(
                    at: now, kind: .roleChanged, name: account.name.text, by: Self.name(of: person, unless: account),
                    role: role), in: household, transaction)
        }
    }

    // MARK: Rows

    /// Throws `notPermitted` if the role of the account does not allow it any more: the role may have changed since the
    /// request began. Nil stands for the household.
    static func require(
        _ permission: Permission, of account: Account.ID?, in household: Household.ID,
        _ transaction: any SQLTransaction
    ) throws {
        guard let account else { return }
        guard try Self.account(account, of: household, in: transaction)?.permits(permission) == true else {
            throw HouseholdError.notPermitted
        }
    }

    static func owners(of household: Household.ID, in transaction: any SQLTransaction) throws -> Int {
        try transaction.value(
            Int.self, "SELECT count(*) FROM membership WHERE household_id = ? AND role = 'owner'",
            [household.rawValue]) ?? 0
    }

    static func account(
        _ id: Account.ID, of household: Household.ID, in transaction: any SQLTransaction
    ) throws -> Account? {
        try transaction.first(
            """
            SELECT \(accountColumns) FROM \(accountTables)
            WHERE membership.household_id = ? AND membership.account_id = ?
            """, [household.rawValue, id.rawValue]
        ).map { try $0.account() }
    }

    /// Returns nil if the account has no passphrase.
    static func hash(of account: Account.ID, in transaction: any SQLTransaction) throws -> String? {
        let hash = try transaction.value(String.self, "SELECT hash FROM account WHERE id = ?", [account.rawValue])
        return hash?.isEmpty == true ? nil : hash
    }

    static func add(codes: [String], to account: Account.ID, in transaction: any SQLTransaction) throws {
        for code in codes {
            try transaction.execute(
                "INSERT INTO recovery_code (account_id, digest) VALUES (?, ?)", [account.rawValue, code])
        }
    }

    /// Returns the account that is to be changed, and the person who changes it and may do so.
    private static func pair(
        _ account: Account.ID, _ person: Account.ID, of household: Household.ID, in transaction: any SQLTransaction
    ) throws -> (account: Account, person: Account) {
        guard let person = try Self.account(person, of: household, in: transaction), person.permits(.people) else {
            throw HouseholdError.notPermitted
        }
        guard let account = try Self.account(account, of: household, in: transaction) else {
            throw HouseholdError(.notFound, localized("There is no such account."))
        }
        return (account, person)
    }

    private static func name(of person: Account, unless account: Account) -> String? {
        person.id == account.id ? nil : person.name.text
    }

    private static func add(
        _ account: NewAccount, as role: Role, at now: Date, to household: Household.ID,
        in transaction: any SQLTransaction
    ) throws -> Account {
        let isTaken = try transaction.value(
            Int.self, "SELECT 1 FROM account WHERE name_key = ?", [account.name.key])
        guard isTaken == nil else { throw HouseholdError.nameTaken }
        try transaction.execute(
            "INSERT INTO account (id, name, name_key, hash, created_at) VALUES (?, ?, ?, ?, ?)",
            [account.id.rawValue, account.name.text, account.name.key, account.hash, now.milliseconds])
        try transaction.execute(
            """
            INSERT INTO membership (household_id, account_id, number, role)
            SELECT :household, :account, coalesce(max(number), 0) + 1, :role
            FROM membership WHERE household_id = :household
            """, ["household": household.rawValue, "account": account.id.rawValue, "role": role.rawValue])
        guard let added = try Self.account(account.id, of: household, in: transaction) else {
            throw SQLRow.damaged("account")
        }
        return added
    }

    /// Replaces the hash, ends all sessions of the account, in every household, and begins one. Reset links end, too. If
    /// the person came back with a code or a link, another person may have been in: tokens, passkeys, identities at the
    /// sign-in service, invitations and guest links end, too; with a link also the recovery codes. Shares, channels and calendars stay, because a reminder
    /// of a dose could get lost. An empty hash means that there is no passphrase.
    static func replace(
        _ hash: String, of account: Account, _ kind: AccountEvent.Kind, _ session: StoredSession,
        in household: Household.ID, _ transaction: any SQLTransaction
    ) throws {
        try transaction.execute("UPDATE account SET hash = ? WHERE id = ?", [hash, account.id.rawValue])
        try transaction.execute("DELETE FROM session WHERE account_id = ?", [account.id.rawValue])
        try transaction.execute("DELETE FROM account_link WHERE account_id = ?", [account.id.rawValue])
        if kind == .recovered || kind == .passphraseReset {
            try transaction.execute("DELETE FROM access_token WHERE account_id = ?", [account.id.rawValue])
            try transaction.execute("DELETE FROM passkey WHERE account_id = ?", [account.id.rawValue])
            try transaction.execute("DELETE FROM identity WHERE account_id = ?", [account.id.rawValue])
            try transaction.execute("DELETE FROM account_link WHERE made_by = ?", [account.id.rawValue])
            try transaction.execute("DELETE FROM guest_link WHERE account_id = ?", [account.id.rawValue])
        }
        if kind == .passphraseReset {
            // A person with a code needs no link, so the codes are lost, or another person made these.
            try transaction.execute("DELETE FROM recovery_code WHERE account_id = ?", [account.id.rawValue])
        }
        try note(kind, of: account, session, in: household, transaction)
        try begin(session, of: account.id, in: household, transaction)
    }
}
