import Accounts
import Support
import Testing

@Suite("The limit of attempts after a restart", .tags(.small))
struct AttemptLimitEntriesTests {
    private typealias Key = AttemptLimit.Entry.Key

    /// What a store contains: entries by their keys.
    private struct Store {
        var entries: [Key: AttemptLimit.Entry] = [:]

        mutating func take(_ limit: inout AttemptLimit) {
            let (changed, gone) = limit.takeChanges()
            for entry in changed { entries[entry.key] = entry }
            for key in gone { entries[key] = nil }
        }
    }

    @Test("A limit that is restored after each attempt decides as one that stays in memory", arguments: 1...8)
    func contract(seed: Int) {
        var random = SplitMix64(UInt64(seed))
        var rules = AttemptLimit.Rules()
        (rules.addressFailures, rules.nameFailures) = (6, 8)
        var (stays, store, now) = (AttemptLimit(rules), Store(), Duration.zero)
        for _ in 0..<600 {
            var restored = AttemptLimit(rules)
            restored.restore(Array(store.entries.values), masking: { "masked \($0)" }, at: now)
            let attempt = AttemptLimit.Attempt(
                name: random.pick(["Ada", "Ben", "Zoe"]), address: random.pick(["192.0.2.1", "192.0.2.2"]),
                isFamiliar: random.pick([true, false, false]))
            let wait = stays.begin(attempt, at: now)
            #expect(restored.begin(attempt, at: now) == wait)
            if wait == nil, random.pick([true, false, false, false]) {
                stays.succeed(attempt)
                restored.succeed(attempt)
            }
            store.take(&restored)
            #expect(store.entries.keys.allSatisfy { !"\($0)".contains("\"ada\"") })
            now += .seconds(random.pick([0, 1, 3, 60, 400, 20_000]))
        }
        #expect(!store.entries.isEmpty)
    }

    @Test("Two processes that share a store decide together as one limit in memory", arguments: 1...8)
    func nodes(seed: Int) {
        var random = SplitMix64(UInt64(seed))
        var rules = AttemptLimit.Rules()
        (rules.addressFailures, rules.nameFailures) = (6, 8)
        var (one, nodes, store) = (AttemptLimit(rules), [AttemptLimit(rules), AttemptLimit(rules)], Store())
        var (now, waits) = (Duration.zero, 0)
        for _ in 0..<600 {
            let attempt = AttemptLimit.Attempt(
                name: random.pick(["Ada", "Ben", "Zoe"]), address: random.pick(["192.0.2.1", "192.0.2.2"]),
                isFamiliar: random.pick([true, false, false]))
            func atSomeNode<Value>(_ change: (inout AttemptLimit) -> Value) -> Value {
                let node = random.pick([0, 1])
                let keys = nodes[node].keys(of: attempt)
                nodes[node].replace(keys, by: keys.compactMap { store.entries[$0] }, at: now)
                defer { store.take(&nodes[node]) }
                return change(&nodes[node])
            }
            let wait = one.begin(attempt, at: now)
            #expect(atSomeNode { $0.begin(attempt, at: now) } == wait)
            if wait != nil { waits += 1 }
            if wait == nil, random.pick([true, false, false, false]) {
                one.succeed(attempt)
                atSomeNode { $0.succeed(attempt) }
            }
            now += .seconds(random.pick([0, 1, 3, 60, 400, 20_000]))
        }
        #expect(waits > 20)
    }

    @Test("Of an entry that could not be stored and one that another process stored, the stricter one counts")
    func notStored() {
        let attempt = AttemptLimit.Attempt(name: "Ada", address: "192.0.2.1", isFamiliar: true)
        let pair = Key.pair(name: "ada", address: attempt.address)
        var limit = AttemptLimit()
        for _ in 0..<5 { #expect(limit.begin(attempt, at: .zero) == nil) }
        limit.replace(limit.keys(of: attempt), by: [], at: .zero)
        #expect(limit.begin(attempt, at: .zero) == .seconds(1))
        limit.replace([pair], by: [.init(key: pair, count: 8, times: [.zero])], at: .zero)
        #expect(limit.wait(attempt, at: .zero) == .seconds(8))
        #expect(limit.pendingKeys.contains(pair))
        _ = limit.takeChanges()
        limit.replace(limit.keys(of: attempt), by: [], at: .zero)
        #expect(limit.entryCount == 0)
    }

    @Test("A stored entry that was to be removed stays if another process has changed it")
    func notRemoved() {
        let attempt = AttemptLimit.Attempt(address: "192.0.2.1")
        let key = Key.address(attempt.address)
        var limit = AttemptLimit()
        limit.restore([.init(key: key, count: 1, times: [.seconds(-900)])], masking: { $0 }, at: .zero)
        #expect(limit.pendingKeys == [key])
        limit.replace([key], by: [.init(key: key, count: 20, times: Array(repeating: .zero, count: 20))], at: .zero)
        #expect(limit.pendingKeys.isEmpty)
        #expect(limit.wait(attempt, at: .zero) == .seconds(900))
    }

    @Test("A time in the future counts as now, and old entries are dropped")
    func clamped() {
        var limit = AttemptLimit()
        limit.restore(
            [
                .init(key: .pair(name: "a", address: "b"), count: 50, times: [.seconds(1_000_000)]),
                .init(key: .name("old"), count: 50, times: [.seconds(-86_400)]),
                .init(key: .address("b"), count: 2, times: [.seconds(-900), .seconds(-1)]),
            ], masking: { $0 }, at: .zero)
        #expect(limit.entryCount == 2)
        let attempt = AttemptLimit.Attempt(name: "a", address: "b", isFamiliar: false)
        #expect(limit.begin(attempt, at: .zero) == .seconds(900))
        #expect(limit.begin(attempt, at: .seconds(900)) == nil)
    }

    @Test("After a restart, an own success gives no further guess at an address with 20 failures")
    func successAfterRestart() {
        let zoe = AttemptLimit.Attempt(name: "Zoe", address: "192.0.2.1", isFamiliar: true)
        var (limit, store) = (AttemptLimit(), Store())
        for _ in 0..<20 { #expect(limit.begin(.init(address: "192.0.2.1"), at: .zero) == nil) }
        #expect(limit.begin(zoe, at: .zero) == nil)
        store.take(&limit)
        var restored = AttemptLimit()
        restored.restore(Array(store.entries.values), masking: { $0 }, at: .seconds(1))
        restored.succeed(zoe)
        #expect(restored.begin(.init(address: "192.0.2.1"), at: .seconds(1)) == .seconds(899))
    }

    @Test("Entries that make room for others are named as gone, and what could not be stored is named again")
    func gone() {
        var rules = AttemptLimit.Rules()
        rules.capacity = 8
        var (limit, store) = (AttemptLimit(rules), Store())
        for number in 0..<100 {
            _ = limit.begin(.init(address: "192.0.2.\(number)"), at: .seconds(number))
            if number == 50 {
                // What is taken from a copy is not stored, and the copy is thrown away.
                var copy = limit
                #expect(!copy.takeChanges().changed.isEmpty)
            }
            if number > 50 { store.take(&limit) }
        }
        #expect(store.entries.count == limit.entryCount && limit.entryCount <= 8)
        #expect(limit.takeChanges().changed.isEmpty)
    }

    @Test("Attempts that were counted before the stored entries are loaded are added to them")
    func merged() {
        let attempt = AttemptLimit.Attempt(name: "Ada", address: "192.0.2.1", isFamiliar: true)
        var limit = AttemptLimit()
        for _ in 0..<3 { #expect(limit.begin(attempt, at: .zero) == nil) }
        limit.restore(
            [.init(key: .pair(name: "masked ada", address: attempt.address), count: 2, times: [.zero])],
            masking: { "masked \($0)" }, at: .zero)
        #expect(limit.begin(attempt, at: .zero) == .seconds(1))
    }
}
