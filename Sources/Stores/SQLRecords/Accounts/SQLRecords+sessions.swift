package import Accounts
package import FoundationEssentials
package import Household
import Messages
import Recognition

extension SQLRecords {
    /// The most sessions of an account; a further one ends the one that was not used for the longest time.
    private static let sessionLimit = 100
    private static let sessionColumns = """
        session.id AS session_id, session.account_id AS account_id, session.user_agent AS user_agent,
        session.address AS address, session.created_at AS created_at, session.used_at AS used_at,
        session.is_confirmed AS is_confirmed
        """

    package func signIn(
        _ account: Account.ID, verified hash: String, rehash: String?, session: StoredSession
    ) async throws -> Account {
        try await write { transaction in
            guard let account = try Self.account(account, of: household, in: transaction),
                try Self.hash(of: account.id, in: transaction) == hash
            else { throw HouseholdError.signInRefused }
            if let rehash {
                try transaction.execute("UPDATE account SET hash = ? WHERE id = ?", [rehash, account.id.rawValue])
            }
            try Self.note(.signedIn, of: account, session, in: household, transaction)
            try Self.begin(session, of: account.id, in: household, transaction)
            return account
        }
    }

    package func session(digest: String) async throws -> (session: Session, account: Account)? {
        try await read { transaction in
            try transaction.first(
                """
                SELECT \(Self.sessionColumns), account.name AS name, account.created_at AS account_created_at,
                    \(Self.personColumns),
                    membership.role AS role
                FROM session
                JOIN membership ON membership.household_id = session.household_id
                    AND membership.account_id = session.account_id
                JOIN account ON account.id = session.account_id
                WHERE session.household_id = ? AND session.digest = ?
                """, [household.rawValue, digest]
            ).map { (session: try $0.session(), account: try $0.account()) }
        }
    }

    package func touch(_ session: Session.ID, at now: Date) async throws {
        try await writeUnnoticed { transaction in
            try transaction.execute(
                "UPDATE session SET used_at = ? WHERE household_id = ? AND id = ?",
                [now.milliseconds, household.rawValue, session.rawValue])
        }
    }

    package func sessions(of account: Account.ID) async throws -> [Session] {
        try await read { transaction in
            try transaction.query(
                """
                SELECT \(Self.sessionColumns) FROM session WHERE household_id = ? AND account_id = ?
                ORDER BY used_at DESC, id
                """, [household.rawValue, account.rawValue]
            ).map { try $0.session() }
        }
    }

    package func signOut(_ session: Session.ID, at now: Date) async throws {
        try await write { transaction in
            let key: SQLArguments = [household.rawValue, session.rawValue]
            let name = try transaction.value(
                String.self,
                """
                SELECT account.name FROM session JOIN account ON account.id = session.account_id
                WHERE session.household_id = ? AND session.id = ?
                """, key)
            guard let name else { return }
            try transaction.execute("DELETE FROM session WHERE household_id = ? AND id = ?", key)
            try Self.note(AccountEvent(at: now, kind: .signedOut, name: name), in: household, transaction)
        }
    }

    package func end(_ session: Session.ID, of account: Account.ID, at now: Date) async throws {
        try await write { transaction in
            let ended = try transaction.execute(
                "DELETE FROM session WHERE household_id = ? AND account_id = ? AND id = ?",
                [household.rawValue, account.rawValue, session.rawValue])
            guard ended > 0 else { throw HouseholdError(.notFound, localized("There is no such device.")) }
            let name = try Self.account(account, of: household, in: transaction)?.name.text
            try Self.note(AccountEvent(at: now, kind: .sessionEnded, name: name), in: household, transaction)
        }
    }

    package func endAll(of account: Account.ID, except session: Session.ID?, at now: Date) async throws {
        try await write { transaction in
            let ended = try transaction.execute(
                "DELETE FROM session WHERE household_id = ? AND account_id = ? AND id <> ?",
                [household.rawValue, account.rawValue, session?.rawValue ?? ""])
            guard ended > 0 else { return }
            let name = try Self.account(account, of: household, in: transaction)?.name.text
            try Self.note(
                AccountEvent(at: now, kind: .sessionsEnded, name: name, count: ended), in: household, transaction)
        }
    }

    /// Adds a session, and removes those that are over and those beyond the limit.
    static func begin(
        _ session: StoredSession, of account: Account.ID, in household: Household.ID, _ transaction: any SQLTransaction
    ) throws {
        let lifetime = session.lifetime
        try transaction.execute(
            "DELETE FROM session WHERE household_id = ? AND (used_at <= ? OR created_at <= ?)",
            [
                household.rawValue, session.at.addingTimeInterval(-lifetime.idle).milliseconds,
                session.at.addingTimeInterval(-lifetime.absolute).milliseconds,
            ])
        try transaction.execute(
            """
            DELETE FROM session WHERE household_id = ? AND id IN (
                SELECT id FROM session WHERE household_id = ? AND account_id = ?
                ORDER BY used_at DESC, id LIMIT 1000000 OFFSET ?)
            """, [household.rawValue, household.rawValue, account.rawValue, sessionLimit - 1])
        try transaction.execute(
            """
            INSERT INTO session (
                household_id, digest, id, account_id, user_agent, address, created_at, used_at, is_confirmed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                household.rawValue, session.digest, session.id.rawValue, account.rawValue, session.device.userAgent,
                session.device.address, session.at.milliseconds, session.at.milliseconds, session.isConfirmed,
            ])
    }

    // MARK: The log of sensitive acts

    /// The most rows of the log, by who can cause them. The rows of one group do not remove those of another.
    private static let budgets: [(kinds: Set<AccountEvent.Kind>, limit: Int)] = {
        let groups: [(kinds: Set<AccountEvent.Kind>, limit: Int)] = [
            // Strangers cause failures.
            ([.signInFailed, .tokenRefused], 300),
            // Every person can repeat a sign-in and a sign-out.
            ([.signedIn, .signedOut, .sessionEnded, .sessionsEnded, .passkeyUsed, .openIDUsed], 2000),
            // A member can repeat them, too; repeats within an hour are one row.
            (repeatable, 1000), (removals, 1000), (medicineRemovals, 1000), (sendings, 1000),
            // What lets a person or a program in, as a person does it for the own account.
            (
                [
                    .passkeyAdded, .passkeyRemoved, .passphraseRemoved, .passphraseChanged, .recoveryCodesMade,
                    .tokenMade, .tokenEnded, .guestLinkMade, .guestLinkEnded, .openIDAdded, .openIDRemoved,
                ], 2000
            ),
            // Where doses and notices of the own account go.
            ([.medicinesShared, .medicineShareEnded, .channelAdded, .feedAdded], 2000),
            ([.networkOpened, .networkClosed, .settingChanged, .keySet, .keyRemoved], 2000),
            // A device that sends an old counter causes it. Other events do not push it out, and it pushes out no other.
            ([.passkeyCopied], 1000),
        ]
        let rest = groups.reduce(into: Set(AccountEvent.Kind.allCases)) { $0.subtract($1.kinds) }
        return groups + [(rest, 5000)]
    }()

    private static let repeatable: Set<AccountEvent.Kind> = [.exported, .everythingRemoved]
    /// A person can repeat them with other names, so they push out no other removals.
    private static let removals: Set<AccountEvent.Kind> = [.plantRemoved, .photographRemoved]
    private static let medicineRemovals: Set<AccountEvent.Kind> = [
        .medicineRemoved, .labelRemoved, .labelPhotographRemoved,
    ]
    private static let sendings: Set<AccountEvent.Kind> = [.labelPhotographSent, .labelWordsSent]
    /// Repeats within an hour are one row.
    private static let counted = repeatable.union(removals).union(medicineRemovals).union(sendings)

    package func events(before number: Int?, limit: Int) async throws -> AccountEventPage {
        try await read { transaction in
            let limit = max(0, limit)
            // One more than asked for says whether there are older ones.
            let rows = try transaction.query(
                "SELECT * FROM account_event WHERE household_id = ? AND number < ? ORDER BY number DESC LIMIT ?",
                [household.rawValue, number ?? .max, min(limit, .max - 1) + 1])
            let shown = rows.prefix(limit)
            return AccountEventPage(
                events: try shown.map { try $0.accountEvent() },
                next: rows.count > limit ? try shown.last?.required("number") : nil)
        }
    }

    package func note(_ event: AccountEvent) async throws {
        try await write { transaction in
            if Self.counted.contains(event.kind), try Self.repeats(event, in: household, transaction) { return }
            try Self.note(event, in: household, transaction)
        }
    }

    package func noteOnce(_ event: AccountEvent) async throws {
        try await write { transaction in
            let known = try transaction.first(
                "SELECT 1 AS known FROM account_event WHERE household_id = ? AND kind = ? AND at = ?",
                [household.rawValue, event.kind.rawValue, event.at.milliseconds])
            if known == nil { try Self.note(event, in: household, transaction) }
        }
    }

    package func countFailure(of account: Account.ID?, address: String, at now: Date) async throws {
        try await count(.signInFailed, of: account, address: address, at: now)
    }

    package func count(
        _ kind: AccountEvent.Kind, of account: Account.ID?, address: String, at now: Date
    ) async throws {
        try await write { transaction in
            let name = try account.flatMap { try Self.account($0, of: household, in: transaction)?.name.text }
            // An unknown name is not stored: it can be a passphrase that was typed into the wrong field.
            let event = AccountEvent(at: now, kind: kind, name: name, address: address)
            if try Self.repeats(event, in: household, transaction) { return }
            try Self.note(event, in: household, transaction)
        }
    }

    /// Counts the event in the row of an equal one within the last hour: of the same kind, name, address and subject.
    /// Returns false if there is no such row.
    private static func repeats(
        _ event: AccountEvent, in household: Household.ID, _ transaction: any SQLTransaction
    ) throws -> Bool {
        try transaction.execute(
            """
            UPDATE account_event SET count = count + 1
            WHERE household_id = ? AND kind = ? AND coalesce(address, '') = ? AND coalesce(name, '') = ?
                AND coalesce(subject, '') = ? AND at > ? AND at <= ?
            """,
            [
                household.rawValue, event.kind.rawValue, event.address ?? "", event.name ?? "", event.subject ?? "",
                event.at.addingTimeInterval(-3600).milliseconds, event.at.milliseconds,
            ]) > 0
    }

    static func note(
        _ kind: AccountEvent.Kind, of account: Account, by person: Account? = nil, _ session: StoredSession,
        in household: Household.ID, _ transaction: any SQLTransaction
    ) throws {
        try note(
            AccountEvent(
                at: session.at, kind: kind, name: account.name.text, by: person?.name.text,
                role: kind == .joined ? account.role : nil, address: session.device.address), in: household, transaction
        )
    }

    static func note(
        _ event: AccountEvent, in household: Household.ID, _ transaction: any SQLTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO account_event (household_id, number, at, kind, name, made_by, role, address, count, subject)
            VALUES (
                :household,
                1 + coalesce(
                    (SELECT number FROM account_event WHERE household_id = :household ORDER BY number DESC LIMIT 1), 0),
                :at, :kind, :name, :by, :role, :address, :count, :subject)
            """,
            [
                "household": household.rawValue, "at": event.at.milliseconds, "kind": event.kind.rawValue,
                "name": event.name, "by": event.by, "role": event.role?.rawValue, "address": event.address,
                "count": event.count, "subject": event.subject,
            ])
        guard let budget = budgets.first(where: { $0.kinds.contains(event.kind) }) else { return }
        let kinds = budget.kinds.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
        try transaction.execute(
            """
            DELETE FROM account_event WHERE household_id = ? AND number IN (
                SELECT number FROM account_event WHERE household_id = ? AND kind IN (\(kinds))
                ORDER BY number DESC LIMIT 1000000 OFFSET ?)
            """, [household.rawValue, household.rawValue, budget.limit])
    }
}
