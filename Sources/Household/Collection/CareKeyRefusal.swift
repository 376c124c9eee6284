package import FoundationEssentials

/// That the care service refuses a key, kept among the household's choices so that pages and commands can say so.
package struct CareKeyRefusal: Sendable, Hashable {
    /// Tells keys apart without telling the key.
    package let account: String
    package let since: Date

    static let choice = "care.key-refused"

    package init(account: String, since: Date) {
        self.account = account
        self.since = since
    }

    /// As it is kept: "1763807640/account".
    var text: String { "\(Int(since.timeIntervalSince1970))/\(account)" }

    /// nil where none is kept.
    package init?(choices: [String: String]) {
        guard let parts = choices[Self.choice]?.split(separator: "/", maxSplits: 1).map(String.init), parts.count == 2,
            let seconds = Int(parts[0])
        else { return nil }
        self.init(account: parts[1], since: Date(timeIntervalSince1970: Double(seconds)))
    }

    /// Since when this key is refused; nil where it is another one, or none.
    package func since(for key: KeyRing.State) -> Date? {
        guard case .present(let account, _) = key, account == self.account else { return nil }
        return since
    }
}
