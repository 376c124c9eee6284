import Synchronization

/// The key of passkey challenges and sign-in tickets. It is stored, so that all nodes of the household accept what one of
/// them made. If it cannot be read, this process makes and accepts its own.
final class TicketKey: Sendable {
    private static let byteCount = 32

    private let secrets: HouseholdSecrets
    private let services: CredentialServices
    private let own: [UInt8]
    private let stored = Mutex<[UInt8]?>(nil)

    init(secrets: HouseholdSecrets, services: CredentialServices) {
        self.secrets = secrets
        self.services = services
        own = services.random(Self.byteCount)
    }

    /// Reads the stored key, and stores one if there is none. Idempotent.
    func load() async {
        if stored.withLock({ $0 != nil }) { return }
        guard let key = try? await secrets.secret("tickets", { services.random(Self.byteCount) }) else { return }
        stored.withLock { $0 = key }
    }

    /// Returns a key that differs for each use.
    func bytes(for use: String) -> [UInt8] {
        let key = stored.withLock { $0 } ?? own
        return services.digest(key + Array(use.utf8))
    }
}

/// What a mark of use is for. They are counted apart, so that strangers who use tickets do not take the room of passkeys.
package enum UsedTicketKind: String, Sendable, Hashable, CaseIterable {
    case challenge, ticket
}
