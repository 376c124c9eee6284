package import Accounts
import Concurrency
package import FoundationEssentials
import Logging
import Synchronization

/// Stores the failed attempts of a household, so that a restart does not forget them.
///
/// The limits in `AccountMemory` decide, by a monotonic clock. The store contains times of the wall clock. A stored time
/// in the future, after the clock went back, counts as now: it neither ends a wait nor makes it longer than the rules do.
/// Names are stored as HMAC-SHA-256 with a key of the household, because a typed name can be a passphrase.
final class AttemptLedger: Sendable {
    private let memory: AccountMemory
    private let records: any AccountRecords
    private let secrets: HouseholdSecrets
    private let environment: Household.Environment
    /// One task at a time reads or writes, so that an older state never replaces a newer one.
    private let turn = AsyncSemaphore(1)
    private let isRestored = Atomic(false)
    private let isKeyUnreadable = Atomic(false)

    init(
        memory: AccountMemory, records: any AccountRecords, secrets: HouseholdSecrets,
        environment: Household.Environment
    ) {
        self.memory = memory
        self.records = records
        self.secrets = secrets
        self.environment = environment
    }

    /// Adds the stored attempts to memory. Idempotent. If the key of names cannot be read, the limits work in memory
    /// alone. Throws if the store cannot be read.
    ///
    /// Without `makesKey` nothing is written: as long as there is no key, nothing can have been stored, either.
    func restore(makesKey: Bool = true) async throws {
        if isRestored.load(ordering: .acquiring) { return }
        try await turn.withPermit {
            if isRestored.load(ordering: .acquiring) { return }
            let key: [UInt8]
            do {
                if makesKey {
                    key = try await secrets.secret("attempts") { secrets.secretBox.random(32) }
                } else {
                    guard let known = try await secrets.knownSecret("attempts") else { return }
                    key = known
                }
            } catch {
                if !isKeyUnreadable.exchange(true, ordering: .relaxed) {
                    secrets.logger.warning("failed attempts to sign in are not stored, because the key cannot be read")
                }
                return
            }
            let stored = try await records.attempts()
            let (now, steady) = (environment.now(), environment.steady())
            let authenticate = secrets.secretBox.authenticate
            for kind in StoredAttempt.Kind.allCases {
                let entries = stored.filter { $0.kind == kind }.map { attempt in
                    AttemptLimit.Entry(
                        key: attempt.key, count: attempt.count,
                        times: attempt.times.map { time in
                            // Later than any rule looks back is as good as never.
                            steady - .seconds(min(max(0, now.timeIntervalSince(time)), 1_000_000))
                        })
                }
                withLimit(kind) {
                    $0.restore(
                        entries, masking: { Base64URL.text(authenticate(Array($0.utf8), key)) }, at: steady)
                }
            }
            isRestored.store(true, ordering: .releasing)
        }
    }

    /// Stores what changed. If that fails, for example because the disk is full, a later call stores it.
    func save() async {
        guard isRestored.load(ordering: .acquiring) else { return }
        try? await turn.withPermit {
            for kind in StoredAttempt.Kind.allCases {
                let taken = withLimit(kind) { $0.takeChanges() }
                if taken.changed.isEmpty, taken.gone.isEmpty { continue }
                let (now, steady) = (environment.now(), environment.steady())
                do {
                    try await records.store(
                        taken.changed.map { entry in
                            StoredAttempt(
                                kind: kind, key: entry.key, count: entry.count,
                                times: entry.times.map { now.addingTimeInterval(($0 - steady) / .seconds(1)) })
                        }, removing: taken.gone, of: kind)
                } catch { withLimit(kind) { $0.keepChanges(taken) } }
            }
        }
    }

    private func withLimit<Value>(
        _ kind: StoredAttempt.Kind, _ body: (inout sending AttemptLimit) -> sending Value
    ) -> Value {
        switch kind {
        case .signIn: memory.limit.withLock(body)
        case .token: memory.tokenLimit.withLock(body)
        }
    }
}

/// The failed attempts of one counter, by the wall clock.
package struct StoredAttempt: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case signIn = "sign-in"
        case token
    }

    package let kind: Kind
    package let key: AttemptLimit.Entry.Key
    package let count: Int
    /// Oldest first.
    package let times: [Date]

    package init(kind: Kind, key: AttemptLimit.Entry.Key, count: Int, times: [Date]) {
        self.kind = kind
        self.key = key
        self.count = count
        self.times = times
    }
}
