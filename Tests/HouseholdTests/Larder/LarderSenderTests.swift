import Contracts
import Foundation
import Household
import Larder
import Recognition
import Support
import Synchronization
import Testing

@Suite("Interrupted senders of answers, and changes of the voter's name", .tags(.small))
struct LarderSenderTests {
    let house: LarderHouse
    var household: Household { house.household }
    var grocer: Grocer { house.grocer }

    init() throws { house = try LarderHouse() }

    // MARK: Interrupted senders

    @Test("An answer whose sender hangs past its lease is unknown, and the sender's late result is ignored")
    func leaseOver() async throws {
        let vote = try #require(try await house.answered("a").first)
        let (gate, household, other) = (Gate(), household, house.another())
        grocer.take(.hangs(gate, counted: true))
        let sending = Task { try await household.larder.sendVotes() }
        await gate.untilWaiting(1)
        #expect(try await other.larder.sendVotes().isNothing)
        #expect(try await house.state(vote) == .sending)
        house.clock.pass(119.75)
        #expect(try await other.larder.sendVotes().isNothing)
        house.clock.pass(0.25)
        #expect(try await other.larder.sendVotes().unknown == 1, "still asked, but it may be on its way")
        #expect(try await house.state(vote) == .unknown)
        gate.open()
        #expect(try await sending.value.isNothing, "it was not the sender's any more")
        #expect(try await house.state(vote) == .unknown)
        house.clock.pass(180)
        #expect(try await other.larder.sendVotes().counted == 1)
        #expect(grocer.votes.count == 1 && grocer.ballots.count == 1)
    }

    @Test("The late result of a sender counts if no other worker has checked the answer")
    func lateWord() async throws {
        let vote = try #require(try await house.answered("a").first)
        let (gate, household, other) = (Gate(), household, house.another())
        grocer.take(.hangs(gate, counted: true))
        let sending = Task { try await household.larder.sendVotes() }
        await gate.untilWaiting(1)
        house.clock.pass(120)
        house.cable.pull()
        #expect(try await other.larder.sendVotes().isNothing, "unknown also without a network")
        #expect(try await house.state(vote) == .unknown)
        gate.open()
        #expect(try await sending.value.counted == 1)
        #expect(try await house.state(vote) == .counted)
    }

    @Test(
        "The answer of a sender that dies is unknown after the lease, and a check settles it", arguments: [true, false])
    func killed(counted: Bool) async throws {
        let vote = try #require(try await house.answered("a").first)
        let claimed = try await house.records.claimVotes(
            limit: 1, at: house.clock.now, until: house.clock.now + 120)
        #expect(claimed.map(\.number) == [vote.number])
        let voter = try await household.larder.voter()
        guard case .device(let name) = voter else {
            Issue.record("an account without a login")
            return
        }
        if counted { grocer.count(.init(question: vote.question.id, choice: .yes, voter: name)) }
        try await house.settleAll()
        #expect(try await house.state(vote) == (counted ? .counted : .lost))
        #expect(grocer.votes.isEmpty)
    }

    @Test(
        "An answer whose sending is cancelled is recorded as unknown, and a check settles it", arguments: [true, false])
    func cancelled(counted: Bool) async throws {
        let votes = try await house.answered("a", "b")
        let (gate, household) = (Gate(), household)
        grocer.take(.hangs(gate, counted: counted))
        let sending = Task { try await household.larder.sendVotes() }
        await gate.untilWaiting(1)
        sending.cancel()
        await #expect(throws: CancellationError.self) { try await sending.value }
        let stored = try await house.stored(votes[0])
        #expect(stored.state == .unknown && stored.remark?.contains("interrupted") == true)
        #expect(try await house.state(votes[1]) == .waiting && grocer.votes.count == 1)
        grocer.take(.counts)
        try await house.settleAll()
        #expect(try await house.state(votes[0]) == (counted ? .counted : .lost))
        #expect(try await house.state(votes[1]) == .counted)
        #expect(grocer.votes.count == 2 && grocer.ballots.count == (counted ? 2 : 1))
    }

    @Test("A sender that is cancelled after the response arrived still records the result")
    func cancelledAfterwards() async throws {
        let votes = try await house.answered("a", "b")
        let household = household
        grocer.take { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            return .counts
        }
        let round = try await Task { try await household.larder.sendVotes() }.value
        #expect(round.counted == 1)
        #expect(try await house.state(votes[0]) == .counted)
        #expect(try await house.state(votes[1]) == .waiting)
    }
}

extension LarderSenderTests {
    @Test("A sender that slept for half of its lease does not send, and the answer is claimed again")
    func slept() async throws {
        let clock = house.clock
        let drawn = SecretBox.drawn()
        // The machine sleeps for a minute while the name is read.
        let isFirst = Flag()
        let secretBox = SecretBox(
            seal: drawn.seal,
            open: { bytes, context in
                if context.contains("device"), isFirst.take() { clock.pass(60) }
                return try drawn.open(bytes, context)
            }, random: drawn.random, authenticate: drawn.authenticate, digest: drawn.digest,
            newSigningKey: drawn.newSigningKey, publicKey: drawn.publicKey)
        let vote = try #require(try await house.answered("a").first)
        isFirst.set()
        let round = try await house.another(secretBox: secretBox).larder.sendVotes()
        #expect(round.waiting == 1 && round.counted == 1)
        #expect(try await house.stored(vote).attempts == 1 && grocer.votes.count == 1)
    }

    // MARK: Names

    @Test("The device name cannot be reset while the outcome of one of its answers is unknown")
    func reset() async throws {
        let first = try await household.larder.voter()
        let vote = try #require(try await house.answered("a").first)
        let (gate, household) = (Gate(), household)
        grocer.take(.hangs(gate, counted: true))
        let sending = Task { try await household.larder.sendVotes() }
        await gate.untilWaiting(1)
        var error = await #expect(throws: HouseholdError.self) { try await household.larder.resetDevice() }
        #expect(error?.code == .outcomeUnknown)
        sending.cancel()
        _ = await sending.result
        error = await #expect(throws: HouseholdError.self) { try await household.larder.resetDevice() }
        #expect(error?.code == .outcomeUnknown)
        #expect(try await household.larder.voter() == first)
        grocer.take(.counts)
        try await house.settleAll()
        #expect(try await house.state(vote) == .counted)
        try await household.larder.logIn(name: "anna", password: "secret")
        _ = try await house.doubtful(counted: true)
        try await household.larder.logOut()
        try await household.larder.resetDevice()
        #expect(try await household.larder.voter() != first)
    }

    @Test("If the device name has changed meanwhile, an unknown answer is closed and its question is not asked again")
    func renamed() async throws {
        let vote = try #require(try await house.answered("a").first)
        let (gate, household, records) = (Gate(), household, house.records)
        grocer.take(.hangs(gate, counted: true))
        let sending = Task { try await household.larder.sendVotes() }
        await gate.untilWaiting(1)
        // The device name is replaced just before the claim, as in a race with a reset.
        let name = "robotoff-device"
        let kept = try #require(try await records.secret(name))
        let fresh = try household.reminders.services.secretBox.seal(
            Array("another".utf8), "secret \(household.id) \(name)")
        #expect(try await records.replace(secret: name, kept, with: fresh) == fresh)
        sending.cancel()
        _ = await sending.result
        #expect(try await house.state(vote) == .closed)
        #expect(try await household.larder.nextVote() == nil)
        #expect(try await house.open().isEmpty)
    }

    @Test(
        "An unknown answer of a logged-out account stays unknown, does not block others and is settled after a login")
    func loggedOut() async throws {
        try await household.larder.logIn(name: "anna", password: "secret")
        let hers = try await house.doubtful(counted: true)
        try await household.larder.logOut()
        try await household.larder.hastenVotes()
        let ours = try #require(try await house.answered("b").first)
        grocer.take(.fails(.init(HouseholdError(.serviceTimedOut, "It broke."), mayHaveArrived: true), counted: true))
        _ = try await household.larder.sendVotes()
        grocer.take(.counts)
        house.clock.pass(30)
        let round = try await household.larder.sendVotes()
        #expect(round.counted == 1 && round.unknown == 1)
        #expect(try await house.state(ours) == .counted)
        #expect(try await house.state(hers) == .unknown)
        try await household.larder.logIn(name: "anna", password: "secret")
        house.clock.pass(120)
        grocer.ask([hers.question])
        #expect(try await household.larder.sendVotes().counted == 1)
        #expect(grocer.votes.count == 1 && grocer.ballots.count == 2, "each was sent once")
    }

    private final class Flag: Sendable {
        private let isUp = Mutex(false)

        func set() { isUp.withLock { $0 = true } }

        func take() -> Bool {
            isUp.withLock { isUp in
                defer { isUp = false }
                return isUp
            }
        }
    }
}
