package import Accounts
import Concurrency
package import FoundationEssentials
import Logging
import Synchronization

/// Stores the failed attempts of a household, so that a restart does not forget them, and so that all nodes of the
/// household count together.
///
/// The limits in `AccountMemory` decide, by a monotonic clock. The store contains times of the wall clock, which are read
/// once: at the start, and when another process has changed a row. A stored time in the future, after the clock went
/// back, counts as now: it neither ends a wait nor makes it longer than the rules do.
/// Names are stored as HMAC-SHA-256 with a key of the household, because a typed name can be a passphrase.
final class AttemptLedger: Sendable {
    private let memory: AccountMemory
    private let records: any AccountRecords
    private let secrets: HouseholdSecrets
    private let environment: Household.Environment
    /// One task at a time changes the limits, so that an older state never replaces a newer one.
    private let turn = AsyncSemaphore(1)
    /// The same for tokens: programs must not make people wait.
    private let tokenTurn = AsyncSemaphore(1)
    private let restoring = AsyncSemaphore(1)
    /// The stored rows of the entries in memory, by kind and key.
    private let known = Mutex<[StoredAttempt.Kind: [AttemptLimit.Entry.Key: StoredAttempt]]>([:])
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
    func restore() async throws {
        if isRestored.load(ordering: .acquiring) { return }
        try await restoring.withPermit {
            if isRestored.load(ordering: .acquiring) { return }
            let key: [UInt8]
            do {
                key = try await secrets.secret("attempts") { secrets.secretBox.random(32) }
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
                let rows = stored.filter { $0.kind == kind }
                let entries = rows.map { Self.entry($0, now, steady) }
                known.withLock {
                    $0[kind] = Dictionary(rows.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
                }
                withLimit(kind) {
                    $0.restore(
                        entries, masking: { Base64URL.text(authenticate(Array($0.utf8), key)) }, at: steady)
                }
            }
            isRestored.store(true, ordering: .releasing)
        }
    }

    /// Returns how long an attempt must wait; nil if it may be tried with `update`. Does not wait for other attempts and
    /// takes no lock, so that refused attempts do not hold up the people who may sign in.
    func wait(_ kind: StoredAttempt.Kind, for attempt: AttemptLimit.Attempt) async -> Duration? {
        let (now, steady) = (environment.now(), environment.steady())
        var limit = withLimit(kind) { $0 }
        guard let wait = limit.wait(attempt, at: steady), isRestored.load(ordering: .acquiring) else { return nil }
        // Another process may have counted a success.
        let keys = limit.keys(of: attempt)
        guard let stored = try? await records.attempts(keys, of: kind) else { return wait }
        _ = Self.replace(keys, by: stored, in: &limit, known: known.withLock { $0[kind] ?? [:] }, now, steady)
        return limit.wait(attempt, at: steady)
    }

    /// Changes the counters of an attempt: reads the stored ones, which other processes may have changed, performs
    /// `change`, and stores the result in the same transaction. If that fails, for example because the disk is full, the
    /// attempt counts in memory, and a later call stores it. Throws `CancellationError` before anything is changed.
    func update<Value: Sendable>(
        _ kind: StoredAttempt.Kind, for attempt: AttemptLimit.Attempt,
        _ change: @escaping @Sendable (inout AttemptLimit) -> Value
    ) async throws -> Value {
        try await (kind == .token ? tokenTurn : turn).withPermit {
            guard isRestored.load(ordering: .acquiring) else { return inMemory(kind, change) }
            let limit = withLimit(kind) { $0 }
            // Rows of changes that could not be stored are read, too: another process may have changed them since.
            let keys = Array(Set(limit.keys(of: attempt)).union(limit.pendingKeys))
            let (now, steady) = (environment.now(), environment.steady())
            do {
                let known = known.withLock { $0[kind] ?? [:] }
                let (value, next, rows) = try await records.updateAttempts(keys, of: kind) { stored in
                    // The transaction may be repeated, so each time begins with the same state.
                    var limit = limit
                    var known = Self.replace(keys, by: stored, in: &limit, known: known, now, steady)
                    let value = change(&limit)
                    let taken = limit.takeChanges()
                    let changed = taken.changed.map { entry in
                        StoredAttempt(
                            kind: kind, key: entry.key, count: entry.count,
                            times: entry.times.map { now.addingTimeInterval(($0 - steady) / .seconds(1)) })
                    }
                    let gone = taken.gone.compactMap { known[$0] }
                    for attempt in changed { known[attempt.key] = attempt }
                    for key in taken.gone { known[key] = nil }
                    return (AttemptUpdate(changed: changed, gone: gone), (value, limit, known))
                }
                withLimit(kind) { $0 = next }
                self.known.withLock { $0[kind] = rows }
                return value
            } catch {
                return inMemory(kind, change)
            }
        }
    }

    /// Takes over the rows of `keys` that another process has changed. Returns the rows that are known now.
    private static func replace(
        _ keys: [AttemptLimit.Entry.Key], by stored: [StoredAttempt], in limit: inout AttemptLimit,
        known: [AttemptLimit.Entry.Key: StoredAttempt], _ now: Date, _ steady: Duration
    ) -> [AttemptLimit.Entry.Key: StoredAttempt] {
        var known = known
        let rows = Dictionary(stored.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        let foreign = keys.filter { !StoredAttempt.isSame(rows[$0], known[$0]) }
        limit.replace(foreign, by: foreign.compactMap { rows[$0] }.map { entry($0, now, steady) }, at: steady)
        for key in foreign { known[key] = rows[key] }
        return known
    }

    private func inMemory<Value: Sendable>(
        _ kind: StoredAttempt.Kind, _ change: @Sendable (inout AttemptLimit) -> Value
    ) -> Value {
        withLimit(kind) { limit in
            var next = limit
            let value = change(&next)
            limit = next
            return value
        }
    }

    private static func entry(_ attempt: StoredAttempt, _ now: Date, _ steady: Duration) -> AttemptLimit.Entry {
        AttemptLimit.Entry(
            key: attempt.key, count: attempt.count,
            times: attempt.times.map { time in
                // Later than any rule looks back is as good as never.
                steady - .seconds(min(max(0, now.timeIntervalSince(time)), 1_000_000))
            })
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

/// Changes of stored attempts: those to add or to replace, and those to remove if they are still the same.
package struct AttemptUpdate: Sendable, Hashable {
    package let changed: [StoredAttempt]
    package let gone: [StoredAttempt]

    package init(changed: [StoredAttempt], gone: [StoredAttempt]) {
        self.changed = changed
        self.gone = gone
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

    /// Whether both are the same row. The store rounds times to milliseconds.
    static func isSame(_ one: Self?, _ other: Self?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return one.count == other.count && one.times.count == other.times.count
            && zip(one.times, other.times).allSatisfy { abs($0.timeIntervalSince($1)) < 0.002 }
    }
}
