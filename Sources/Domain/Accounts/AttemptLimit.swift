/// Limits how often passphrases can be guessed. A pure state machine; times are those of a monotonic clock.
///
/// An attempt counts as failed when it begins, so that many at the same time do not pass the limit together; a success
/// takes it back. Three counters decide, and the longest wait wins:
///
/// - **Name and address.** The first 5 failures cost nothing. From then on an attempt waits 1 s, 2 s, 4 s … up to 15
///   minutes. A success, or a day without failures, ends this.
/// - **Address.** With 20 failures within 15 minutes the address waits until the oldest of the last 20 is 15 minutes
///   old. A success of the same address takes back no failure but its own: otherwise a person with an account could
///   guess without limit. Of a public address of version 6 only the first 64 bits count, and this machine is one
///   address.
/// - **Name, over all addresses.** After 20 failures within a day, the name waits 1 s, 2 s … up to 1 minute after each
///   attempt.
///
/// The last two do not hold a name up at an address where it is familiar, that is, where a session of the account began.
/// So a stranger can delay a sign-in at a new place, for as long as the stranger goes on, and cannot prevent it at home.
///
/// An attempt that must wait counts nowhere. Memory is bounded: of each counter at most `capacity` entries are kept, and
/// the least recently used are removed first.
///
/// `takeChanges` and `restore` carry the entries over a restart (`AttemptLimit+entries.swift`).
package struct AttemptLimit: Sendable {
    /// Who tries to sign in, and from where.
    package struct Attempt: Sendable, Hashable {
        /// The key of the typed name, which need not exist; nil if the attempt is about no name.
        let name: String?
        package let address: String
        package let isFamiliar: Bool
        private static let byteLimit = 2048

        /// `name` is the text that was typed.
        package init(name: String, address: String, isFamiliar: Bool) {
            // The key of a valid name is never longer, so that two names do not share an entry.
            let key = AccountName.key(of: name)
            self.name = key.utf8.count <= Self.byteLimit ? key : ""
            self.address = Self.subscriber(address)
            self.isFamiliar = isFamiliar
        }

        /// An attempt that counts for its address alone.
        package init(address: String, isFamiliar: Bool = false) {
            name = nil
            self.address = Self.subscriber(address)
            self.isFamiliar = isFamiliar
        }

        private static func subscriber(_ address: String) -> String {
            NetworkAddress(address).map { "\($0.subscriber)" } ?? String(address.prefix(64))
        }
    }

    package struct Rules: Sendable, Hashable {
        package var freeFailures = 5
        package var longestWait = Duration.seconds(900)
        package var addressFailures = 20
        package var addressWindow = Duration.seconds(900)
        package var nameFailures = 20
        package var longestNameWait = Duration.seconds(60)
        package var memory = Duration.seconds(86_400)
        package var capacity = 4096

        /// The most times that are kept of an address. An attempt that succeeds takes its own time back; with twice
        /// the limit, attempts at the same time push out no time that still counts.
        var addressTimes: Int { 2 * addressFailures }

        package init() {}
    }

    struct Pair: Hashable {
        let name: String
        let address: String
    }

    struct Failures {
        var count = 0
        var last = Duration.zero

        var less: Failures? { count > 1 ? Failures(count: count - 1, last: last) : nil }
    }

    let rules: Rules
    var pairs: [Pair: Failures] = [:]
    var names: [String: Failures] = [:]
    /// The times of the failures within the window, oldest first; at most `Rules.addressTimes`.
    var addresses: [String: [Duration]] = [:]
    /// The entries that differ from those that were stored.
    var changes: Set<Entry.Key> = []
    /// Makes the key of a name under which it is counted. Names that are stored must not be readable.
    var mask: @Sendable (String) -> String = { $0 }

    package init(_ rules: Rules = Rules()) { self.rules = rules }

    /// The number of entries in memory.
    package var entryCount: Int { pairs.count + names.count + addresses.count }

    /// Returns how long an attempt must wait; nil if it may begin. Counts nothing.
    package func wait(_ attempt: Attempt, at now: Duration) -> Duration? {
        let wait = max(pairWait(attempt, now), addressWait(attempt, now), nameWait(attempt, now))
        return wait > .zero ? wait : nil
    }

    /// Counts an attempt and returns nil, or returns how long it must wait and counts nothing.
    package mutating func begin(_ attempt: Attempt, at now: Duration) -> Duration? {
        if let wait = wait(attempt, at: now) { return wait }
        makeRoom(at: now)
        if let pair = pair(attempt) {
            pairs[pair] = counted(pairs[pair], now)
            names[pair.name] = counted(names[pair.name], now)
        }
        noteChange(of: attempt)
        let recent = (addresses[attempt.address] ?? []).filter { now - $0 < rules.addressWindow }
        addresses[attempt.address] = recent.suffix(rules.addressTimes - 1) + [now]
        return nil
    }

    /// Takes back an attempt that succeeded, and ends the wait of this name at this address.
    package mutating func succeed(_ attempt: Attempt) {
        withdraw(attempt)
        if let pair = pair(attempt) { pairs[pair] = nil }
    }

    /// Takes back an attempt that was not decided, because of a fault of the program.
    package mutating func withdraw(_ attempt: Attempt) {
        noteChange(of: attempt)
        if let pair = pair(attempt) {
            pairs[pair] = pairs[pair]?.less
            names[pair.name] = names[pair.name]?.less
        }
        if var times = addresses[attempt.address] {
            _ = times.popLast()
            addresses[attempt.address] = times.isEmpty ? nil : times
        }
    }

    /// Returns nil if the attempt is about no name.
    func pair(_ attempt: Attempt) -> Pair? {
        attempt.name.map { Pair(name: mask($0), address: attempt.address) }
    }

    private mutating func noteChange(of attempt: Attempt) {
        changes.insert(.address(attempt.address))
        guard let pair = pair(attempt) else { return }
        changes.formUnion([.pair(name: pair.name, address: pair.address), .name(pair.name)])
    }

    private func counted(_ failures: Failures?, _ now: Duration) -> Failures {
        let isFresh = failures.map { now - $0.last >= rules.memory } ?? true
        return Failures(count: isFresh ? 1 : (failures?.count ?? 0) + 1, last: now)
    }

    private func pairWait(_ attempt: Attempt, _ now: Duration) -> Duration {
        wait(
            after: pair(attempt).flatMap { pairs[$0] }, free: rules.freeFailures, atMost: rules.longestWait, now)
    }

    private func nameWait(_ attempt: Attempt, _ now: Duration) -> Duration {
        if attempt.isFamiliar { return .zero }
        return wait(
            after: pair(attempt).flatMap { names[$0.name] }, free: rules.nameFailures, atMost: rules.longestNameWait,
            now)
    }

    private func addressWait(_ attempt: Attempt, _ now: Duration) -> Duration {
        if attempt.isFamiliar { return .zero }
        let recent = (addresses[attempt.address] ?? []).filter { now - $0 < rules.addressWindow }
        // The wait ends when fewer than `addressFailures` are left within the window.
        guard let deciding = recent.suffix(rules.addressFailures).first, recent.count >= rules.addressFailures else {
            return .zero
        }
        return deciding + rules.addressWindow - now
    }

    private func wait(
        after failures: Failures?, free: Int, atMost longest: Duration, _ now: Duration
    ) -> Duration {
        guard let failures, failures.count >= free, now - failures.last < rules.memory else { return .zero }
        let doublings = min(failures.count - free, 20)
        let wait = min(.seconds(1 << doublings), longest)
        return max(.zero, failures.last + wait - now)
    }

    private mutating func makeRoom(at now: Duration) {
        let (rules, keep) = (rules, rules.capacity * 3 / 4)
        guard max(pairs.count, names.count, addresses.count) >= rules.capacity else { return }
        let before = keys
        defer { changes.formUnion(before.subtracting(keys)) }
        if pairs.count >= rules.capacity { pairs = Self.latest(keep, of: pairs) { $0.last } }
        if names.count >= rules.capacity { names = Self.latest(keep, of: names) { $0.last } }
        if addresses.count >= rules.capacity {
            addresses = Self.latest(keep, of: addresses.filter { now - ($1.last ?? .zero) < rules.addressWindow }) {
                $0.last ?? .zero
            }
        }
    }

    private static func latest<Key, Value>(
        _ count: Int, of entries: [Key: Value], by time: (Value) -> Duration
    ) -> [Key: Value] {
        Dictionary(
            entries.sorted { time($0.value) > time($1.value) }.prefix(count).map { ($0.key, $0.value) },
            uniquingKeysWith: { first, _ in first })
    }
}

/// Without the typed names: a person may type a passphrase into the wrong field.
extension AttemptLimit: CustomStringConvertible, CustomReflectable {
    package var description: String { "AttemptLimit(\(entryCount) entries)" }
    package var customMirror: Mirror { Mirror(self, children: ["entryCount": entryCount]) }
}

extension AttemptLimit.Attempt: CustomStringConvertible, CustomReflectable {
    package var description: String { "Attempt(\(address))" }
    package var customMirror: Mirror { Mirror(self, children: ["address": address]) }
}
