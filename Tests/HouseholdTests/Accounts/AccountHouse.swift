import Accounts
import Contracts
import Foundation
import Household
import SQLRecords
import Synchronization
import Testing

/// A household with accounts and a clock that a test sets. Hashes are counted and cost nothing.
struct AccountHouse: Sendable {
    /// The passphrase of each account that `owner` and `joined` create.
    static let word = "four plain words"

    final class Count: Sendable {
        private let count = Atomic(0)
        var value: Int { count.load(ordering: .relaxed) }
        func add() { count.add(1, ordering: .relaxed) }
    }

    let clock: SetClock
    let records: SQLRecords
    let hashes = Count()
    let accounts: AccountDirectory
    let phone = Device(userAgent: "Firefox", address: "192.168.1.2")
    let stranger = Device(userAgent: "curl", address: "203.0.113.9")

    init(records: SQLRecords = SQLRecords.inMemory(), cost: String = "drawn", openID: DrawnOpenID? = nil) throws {
        let clock = try SetClock("2026-11-23T10:00:00Z")
        self.clock = clock
        self.records = records
        let hashes = hashes
        accounts =
            Household.drawn(
                records: records, credentials: .drawn(cost: cost, openID: openID?.services) { hashes.add() },
                environment: .at({ clock.now }, steady: { clock.steady })
            ).accounts
    }

    /// The owner, signed in on the phone.
    @discardableResult
    func owner(_ name: String = "Ada") async throws -> (session: NewSession, codes: [Secret]) {
        let link = try await accounts.makeSetupLink()
        let (session, codes) = try await accounts.createOwner(
            link.text, name: AccountName(name), passphrase: Passphrase(Self.word), on: phone)
        return (session, codes)
    }

    /// A person who was invited by the owner and joined.
    func joined(_ name: String, as role: Role, by owner: SignedIn) async throws -> NewSession {
        let link = try await accounts.invite(as: role, by: owner)
        return try await accounts.accept(
            link.text, name: AccountName(name), passphrase: Passphrase(Self.word), on: phone
        ).session
    }

    func signIn(
        _ name: String = "Ada", _ passphrase: String = AccountHouse.word, on device: Device? = nil
    ) async throws -> NewSession {
        try await accounts.signIn(name: name, passphrase: passphrase, on: device ?? phone)
    }
}
