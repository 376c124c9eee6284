package import Accounts
import FoundationEssentials
package import Household
import Recognition

extension SQLRecords {
    package func attempts() async throws -> [StoredAttempt] {
        try await read { transaction in
            try transaction.query(
                "SELECT * FROM attempt WHERE household_id = ?", [household.rawValue]
            ).compactMap { row in
                let (name, address): (String, String) = (try row.required("name"), try row.required("address"))
                guard let kind = StoredAttempt.Kind(rawValue: try row.required("kind")) else { return nil }
                let times: String = try row.required("times")
                return StoredAttempt(
                    kind: kind, key: Self.key(name: name, address: address), count: try row.required("count"),
                    times: times.split(separator: " ").compactMap { Int64($0).map(Date.init(milliseconds:)) })
            }
        }
    }

    package func store(
        _ attempts: [StoredAttempt], removing gone: [AttemptLimit.Entry.Key], of kind: StoredAttempt.Kind
    ) async throws {
        try await write { transaction in
            for attempt in attempts {
                let (name, address) = Self.columns(attempt.key)
                try transaction.execute(
                    """
                    INSERT INTO attempt (household_id, kind, name, address, count, times) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (household_id, kind, name, address)
                    DO UPDATE SET count = excluded.count, times = excluded.times
                    """,
                    [
                        household.rawValue, attempt.kind.rawValue, name, address, attempt.count,
                        attempt.times.map { "\($0.milliseconds)" }.joined(separator: " "),
                    ])
            }
            for key in gone {
                let (name, address) = Self.columns(key)
                try transaction.execute(
                    "DELETE FROM attempt WHERE household_id = ? AND kind = ? AND name = ? AND address = ?",
                    [household.rawValue, kind.rawValue, name, address])
            }
        }
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
