package import FoundationEssentials

/// The fact that the care service refuses a key, stored with the household's settings so that pages and commands can
/// show it.
package struct CareKeyRefusal: Sendable, Hashable {
    /// Identifies the key without revealing it.
    package let account: String
    package let since: Date

    static let choice = "care.key-refused"

    package init(account: String, since: Date) {
        self.account = account
        self.since = since
    }

    /// The stored form: "1763807640/account".
    var text: String { "\(Int(since.timeIntervalSince1970))/\(account)" }

    /// Returns nil if none is stored.
    package init?(choices: [String: String]) {
        guard let parts = choices[Self.choice]?.split(separator: "/", maxSplits: 1).map(String.init), parts.count == 2,
            let seconds = Int(parts[0])
        else { return nil }
        self.init(account: parts[1], since: Date(timeIntervalSince1970: Double(seconds)))
    }

    /// Returns since when this key is refused; nil for another key or without a key.
    package func since(for key: KeyRing.State) -> Date? {
        guard case .present(let account, _) = key, account == self.account else { return nil }
        return since
    }
}
