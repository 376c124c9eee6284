package import Accounts
package import FoundationEssentials
package import Household
import Recognition

extension SQLRecords {
    package func attempts() async throws -> [StoredAttempt] {
        try await read { transaction in
            try transaction.query(
                "SELECT * FROM attempt WHERE household_id = ?", [household.rawValue]
            ).compactMap(Self.attempt)
        }
    }

    package func attempts(
        _ keys: [AttemptLimit.Entry.Key], of kind: StoredAttempt.Kind
    ) async throws -> [StoredAttempt] {
        try await read { transaction in try attempts(keys, of: kind, in: transaction) }
    }

    private func attempts(
        _ keys: [AttemptLimit.Entry.Key], of kind: StoredAttempt.Kind, in transaction: any SQLTransaction
    ) throws -> [StoredAttempt] {
        try keys.compactMap { key in
            let (name, address) = Self.columns(key)
            return try transaction.first(
                "SELECT * FROM attempt WHERE household_id = ? AND kind = ? AND name = ? AND address = ?",
                [household.rawValue, kind.rawValue, name, address]
            ).flatMap(Self.attempt)
        }
    }

    package func updateAttempts<Value: Sendable>(
        _ keys: [AttemptLimit.Entry.Key], of kind: StoredAttempt.Kind,
        _ update: @escaping @Sendable ([StoredAttempt]) -> (AttemptUpdate, Value)
    ) async throws -> Value {
        try await writeUnnoticed { transaction in
            let (changes, value) = update(try attempts(keys, of: kind, in: transaction))
            for attempt in changes.changed {
                let (name, address) = Self.columns(attempt.key)
                try transaction.execute(
                    """
                    INSERT INTO attempt (household_id, kind, name, address, count, times) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (household_id, kind, name, address)
                    DO UPDATE SET count = excluded.count, times = excluded.times
                    """,
                    [
                        household.rawValue, kind.rawValue, name, address, attempt.count, Self.text(attempt.times),
                    ])
            }
            for attempt in changes.gone {
                let (name, address) = Self.columns(attempt.key)
                try transaction.execute(
                    """
                    DELETE FROM attempt WHERE household_id = ? AND kind = ? AND name = ? AND address = ?
                        AND count = ? AND times = ?
                    """,
                    [household.rawValue, kind.rawValue, name, address, attempt.count, Self.text(attempt.times)])
            }
            return value
        }
    }

    // MARK: - Used tickets

    package func useTicket(
        _ digest: String, kind: UsedTicketKind, until end: Date, keeping most: Int?, at now: Date
    ) async throws -> Bool {
        try await writeUnnoticed { transaction in
            try transaction.execute(
                "DELETE FROM used_ticket WHERE household_id = ? AND ends_at <= ?",
                [household.rawValue, now.addingTimeInterval(-3600).milliseconds])
            if let most {
                let count: Int? = try transaction.first(
                    "SELECT count(*) AS count FROM used_ticket WHERE household_id = ? AND kind = ? AND ends_at > ?",
                    [household.rawValue, kind.rawValue, now.milliseconds]
                )?.required("count")
                guard (count ?? 0) < most else { return false }
            }
            return try transaction.execute(
                """
                INSERT INTO used_ticket (household_id, digest, kind, ends_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (household_id, digest) DO NOTHING
                """, [household.rawValue, digest, kind.rawValue, end.milliseconds]) > 0
        }
    }

    package func restoreTicket(_ digest: String) async throws {
        try await writeUnnoticed { transaction in
            try transaction.execute(
                "DELETE FROM used_ticket WHERE household_id = ? AND digest = ?", [household.rawValue, digest])
        }
    }

    // MARK: - Rows

    private static func text(_ times: [Date]) -> String {
        times.map { "\($0.milliseconds)" }.joined(separator: " ")
    }

    private static func attempt(_ row: SQLRow) throws -> StoredAttempt? {
        let (name, address): (String, String) = (try row.required("name"), try row.required("address"))
        guard let kind = StoredAttempt.Kind(rawValue: try row.required("kind")) else { return nil }
        let times: String = try row.required("times")
        return StoredAttempt(
            kind: kind, key: key(name: name, address: address), count: try row.required("count"),
            times: times.split(separator: " ").compactMap { Int64($0).map(Date.init(milliseconds:)) })
    }

    /// A counter without a name, or without an address, has an empty text there. An address is never empty in a key.
    private static func columns(_ key: AttemptLimit.Entry.Key) -> (name: String, address: String) {
        switch key {
        case .pair(let name, let address): (name, "at \(address)")
        case .name(let name): (name, "")
        case .address(let address): ("", "at \(address)")
        }
    }

    private static func key(name: String, address: String) -> AttemptLimit.Entry.Key {
        if address.isEmpty { return .name(name) }
        let place = String(address.dropFirst(3))
        return name.isEmpty ? .address(place) : .pair(name: name, address: place)
    }
}
