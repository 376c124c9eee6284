import Accounts
import Support
import Testing

@Suite("The limit of attempts to sign in", .tags(.small))
struct AttemptLimitTests {
    private func attempt(
        _ name: String = "Ada", from address: String = "192.0.2.1", isFamiliar: Bool = false
    ) -> AttemptLimit.Attempt {
        AttemptLimit.Attempt(name: name, address: address, isFamiliar: isFamiliar)
    }

    /// Lets an attempt fail as soon as it may; returns the time at which it began.
    private func fail(_ attempt: AttemptLimit.Attempt, _ limit: inout AttemptLimit, _ now: inout Duration) -> Duration {
        while let wait = limit.begin(attempt, at: now) { now += wait }
        return now
    }

    @Test("After 5 failures, one name waits 1 s, 2 s, 4 s … and at most 15 minutes at one address")
    func growing() {
        var rules = AttemptLimit.Rules()
        (rules.addressFailures, rules.nameFailures) = (1000, 1000)
        var (limit, now) = (AttemptLimit(rules), Duration.zero)
        var waits: [Duration] = []
        for _ in 0..<18 {
            let before = now
            waits.append(fail(attempt(), &limit, &now) - before)
        }
        let expected = [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]
        #expect(waits == expected.map { .seconds($0) })
    }

    @Test("An attempt that must wait counts nowhere")
    func waitingIsFree() {
        var limit = AttemptLimit()
        for _ in 0..<5 { #expect(limit.begin(attempt(), at: .zero) == nil) }
        for _ in 0..<100 { #expect(limit.begin(attempt(), at: .zero) == .seconds(1)) }
        #expect(limit.begin(attempt(), at: .seconds(1)) == nil)
        #expect(limit.begin(attempt(), at: .seconds(1)) == .seconds(2))
    }

    @Test("Attempts at the same time do not pass the limit together")
    func together() {
        var limit = AttemptLimit()
        let begun = (0..<1000).count { _ in limit.begin(attempt(), at: .zero) == nil }
        #expect(begun == 5)
    }

    @Test(
        "Of 1,000 attempts with different names from one address, 20 begin in 15 minutes, and other addresses are free")
    func address() {
        var limit = AttemptLimit()
        let begun = (0..<1000).count { limit.begin(attempt("name \($0)"), at: .seconds($0)) == nil }
        #expect(begun == 20 + 20, "20 at once, and 20 after the first 900 seconds")
        var (fresh, now) = (AttemptLimit(), Duration.zero)
        for number in 0..<20 { _ = fail(attempt("name \(number)"), &fresh, &now) }
        #expect(fresh.begin(attempt("Ada"), at: .seconds(10)) == .seconds(890))
        #expect(fresh.begin(attempt("Ada", from: "192.0.2.2"), at: .seconds(10)) == nil)
        #expect(fresh.begin(attempt("Ada"), at: .seconds(900)) == nil)
    }

    @Test("Of an address of version 6, only the first 64 bits count; version 4 inside version 6 is version 4")
    func subscribers() {
        var (limit, now) = (AttemptLimit(), Duration.zero)
        for number in 0..<20 { _ = fail(attempt("name \(number)", from: "2001:db8::\(number + 1)"), &limit, &now) }
        #expect(limit.begin(attempt(from: "2001:db8:0:0:ffff::1"), at: now) != nil)
        #expect(limit.begin(attempt(from: "2001:db8:0:1::1"), at: now) == nil)
        for number in 0..<20 { _ = fail(attempt("name \(number)", from: "::ffff:198.51.100.7"), &limit, &now) }
        #expect(limit.begin(attempt("Zoe", from: "198.51.100.7"), at: now) != nil)
        #expect(limit.begin(attempt("Zoe", from: "198.51.100.8"), at: now) == nil)
    }
}

extension AttemptLimitTests {
    @Test("A device of the local network counts alone, and all addresses of this machine count as one")
    func neighbours() {
        var (limit, now) = (AttemptLimit(), Duration.zero)
        for number in 0..<20 { _ = fail(attempt("name \(number)", from: "fd00::1"), &limit, &now) }
        #expect(limit.begin(attempt("Zoe", from: "fd00::1"), at: now) != nil)
        #expect(limit.begin(attempt("Zoe", from: "fd00::2"), at: now) == nil)
        for number in 0..<20 { _ = fail(attempt("name \(number)", from: "127.0.0.\(number + 1)"), &limit, &now) }
        #expect(limit.begin(attempt("Ann", from: "127.9.9.9"), at: now) != nil)
        #expect(limit.begin(attempt("Ann", from: "::1"), at: now) != nil)
    }

    @Test("Failures of others at an address do not hold up a name that is familiar there")
    func neighboursDoNotLockOut() {
        var (limit, now) = (AttemptLimit(), Duration.zero)
        for number in 0..<20 { _ = fail(attempt("name \(number)"), &limit, &now) }
        #expect(limit.begin(attempt("Zoe"), at: now) != nil)
        #expect(limit.begin(attempt("Zoe", isFamiliar: true), at: now) == nil)
        // Guesses of that name are still limited there.
        for _ in 0..<4 { _ = limit.begin(attempt("Zoe", isFamiliar: true), at: now) }
        #expect(limit.begin(attempt("Zoe", isFamiliar: true), at: now) == .seconds(1))
    }

    @Test("The name of an attempt is short, however long the typed one is")
    func longNames() {
        let marks = String(repeating: "\u{301}\u{323}", count: 16_000)
        #expect(AccountName.key(of: "a" + marks) == "")
        var limit = AttemptLimit()
        for _ in 0..<5 { #expect(limit.begin(attempt("a" + marks), at: .zero) == nil) }
        #expect(limit.begin(attempt("b" + marks), at: .zero) == .seconds(1), "they share one entry")
    }

    @Test("A success ends the wait of its name at its address, and does not free the address for other names")
    func success() {
        var limit = AttemptLimit()
        for _ in 0..<4 { #expect(limit.begin(attempt(), at: .zero) == nil) }
        limit.succeed(attempt())
        for _ in 0..<5 { #expect(limit.begin(attempt(), at: .zero) == nil) }
        // 3 + 5 failures of this address count; 12 others are free.
        let begun = (0..<50).count { limit.begin(attempt("name \($0)"), at: .zero) == nil }
        #expect(begun == 12)
        // With an account of his own, an attacker gets no further attempts.
        var (other, now) = (AttemptLimit(), Duration.zero)
        var guesses = 0
        for number in 0..<100 where other.begin(attempt("victim \(number)"), at: now) == nil {
            guesses += 1
            if other.begin(attempt("own"), at: now) == nil { other.succeed(attempt("own")) }
            now += .seconds(1)
        }
        #expect(guesses == 20)
    }

    @Test("At an address with 20 failures, own successes give no further guess, also several at the same time")
    func successesAtTheLimit() {
        let (zoe, address) = (attempt("Zoe", isFamiliar: true), "192.0.2.1")
        var limit = AttemptLimit()
        for second in 0..<20 { #expect(limit.begin(.init(address: address), at: .seconds(second)) == nil) }
        for _ in 0..<50 {
            #expect(limit.begin(zoe, at: .seconds(20)) == nil)
            limit.succeed(zoe)
            #expect(limit.begin(.init(address: address), at: .seconds(20)) == .seconds(880))
        }
        for number in 0..<15 {
            #expect(limit.begin(attempt("name \(number)", isFamiliar: true), at: .seconds(20)) == nil)
        }
        for number in 0..<15 { limit.succeed(attempt("name \(number)", isFamiliar: true)) }
        #expect(limit.begin(.init(address: address), at: .seconds(20)) == .seconds(880))
        #expect(limit.begin(.init(address: address), at: .seconds(900)) == nil)
    }
}

extension AttemptLimitTests {
    @Test("With more than 20 failures, an address waits until fewer than 20 are left within 15 minutes")
    func moreThanTheLimit() {
        var limit = AttemptLimit()
        for second in 0..<20 { #expect(limit.begin(.init(address: "192.0.2.1"), at: .seconds(second)) == nil) }
        #expect(limit.begin(attempt("Zoe", isFamiliar: true), at: .seconds(100)) == nil)
        #expect(limit.begin(attempt("Ann"), at: .seconds(200)) == .seconds(701))
        #expect(limit.begin(attempt("Ann"), at: .seconds(901)) == nil)
    }

    @Test("Strangers at many addresses delay a name by at most a minute, and not at all where it is familiar")
    func strangers() {
        var (limit, now) = (AttemptLimit(), Duration.zero)
        for number in 0..<1000 { _ = fail(attempt(from: "10.0.\(number / 250).\(number % 250)"), &limit, &now) }
        let wait = limit.begin(attempt(from: "192.0.2.9"), at: now)
        #expect(wait.map { $0 > .zero && $0 <= .seconds(60) } == true)
        #expect(limit.begin(attempt(from: "192.0.2.9", isFamiliar: true), at: now) == nil)
        #expect(limit.begin(attempt("Zoe", from: "192.0.2.9"), at: now) == nil, "other names are free")
        #expect(limit.begin(attempt(from: "192.0.2.8"), at: now + .seconds(86_400)) == nil, "forgotten after a day")
    }

    @Test("An attempt that was not decided is taken back")
    func withdrawn() {
        var limit = AttemptLimit()
        for _ in 0..<100 {
            #expect(limit.begin(attempt(), at: .zero) == nil)
            limit.withdraw(attempt())
        }
        #expect(limit.entryCount == 0)
    }

    @Test("Names are compared as accounts do")
    func names() {
        var limit = AttemptLimit()
        for name in ["Ada", "ADA", " ada ", "Ａｄａ", "a\u{200D}da"] {
            #expect(limit.begin(attempt(name), at: .zero) == nil)
        }
        #expect(limit.begin(attempt("ada"), at: .zero) == .seconds(1))
    }

    @Test("Memory is bounded, and the least recent failures are forgotten first")
    func memory() {
        var rules = AttemptLimit.Rules()
        rules.capacity = 64
        var limit = AttemptLimit(rules)
        for _ in 0..<5 { _ = limit.begin(attempt(), at: .zero) }
        for number in 0..<10_000 {
            _ = limit.begin(
                attempt("name \(number)", from: "10.\(number / 62_500).\(number / 250 % 250).\(number % 250)"),
                at: .milliseconds(number + 1))
            if number == 10 { #expect(limit.begin(attempt(), at: .milliseconds(11)) != nil) }
        }
        #expect(limit.entryCount <= 3 * 64)
        #expect(limit.begin(attempt(), at: .milliseconds(500)) == nil)
        _ = limit.begin(
            attempt(String(repeating: "x", count: 100_000), from: String(repeating: "y", count: 100_000)), at: .zero)
    }
}

extension AttemptLimitTests {
    @Test("An attempt without a name counts for its address alone, and holds no name up")
    func withoutName() {
        var limit = AttemptLimit()
        let program = AttemptLimit.Attempt(address: "192.0.2.1")
        for second in 0..<20 { #expect(limit.begin(program, at: .seconds(second)) == nil) }
        #expect(limit.entryCount == 1)
        #expect(limit.begin(program, at: .seconds(20)) == .seconds(880))
        #expect(limit.begin(.init(address: "192.0.2.2"), at: .seconds(20)) == nil)
        #expect(limit.begin(attempt(from: "192.0.2.2"), at: .seconds(20)) == nil)
        #expect(limit.begin(program, at: .seconds(900)) == nil)
        var one = AttemptLimit()
        #expect(one.begin(program, at: .zero) == nil)
        one.withdraw(program)
        one.succeed(program)
        #expect(one.entryCount == 0)
    }
}
