public import HTTPTransport

/// The account, as its owner sees it: names, bills, keys, addresses. Its description and mirror hide all of it.
///
/// The service documents these five sections but not all their contents, so they are kept as JSON.
public struct Subscription: Codable, Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The account's owner.
    public let account: JSONValue?
    /// The contract.
    public let contract: JSONValue?
    /// Earlier contracts.
    public let history: JSONValue?
    /// Payments.
    public let billing: JSONValue?
    /// The addresses and domains from which the key may be used: `exposeKey`, `domains`, `ips`.
    public let security: JSONValue?

    private enum CodingKeys: String, CodingKey, CaseIterable { case account, contract, history, billing, security }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard CodingKeys.allCases.contains(where: { container.contains($0) }) else {
            throw DecodingError.missing("every section", decoder)
        }
        account = container.value(.account)
        contract = container.value(.contract)
        history = container.value(.history)
        billing = container.value(.billing)
        security = container.value(.security)
    }

    public var description: String { "Subscription(••••)" }

    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
