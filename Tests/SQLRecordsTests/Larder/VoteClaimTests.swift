import Contracts
import Foundation
import Household
import Larder
import Recognition
import Support
import Testing

/// A vote is sent at most once.
@Suite("Records of claimed votes", .tags(.medium))
struct VoteClaimTests {
    @Test("A vote is settled only by the worker that holds it", arguments: RecordsStore.allCases)
    func votesAreSettledByHolders(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ballot = Ballot(records, sample)
            let ends: [(Vote.Event, Vote.State, String?)] = [
                (.counted, .counted, nil), (.closed("It is closed."), .closed, "It is closed."),
                (.refused("It was refused."), .lost, "It was refused."),
                (.uncertain("The line broke."), .unknown, "The line broke."),
            ]
            let waiting = Vote.Event.notSent("There is no network connection.", until: sample.time(0))
            for (event, state, remark) in ends {
                _ = try await ballot.intend("\(state)")
                let claimed = try #require(try await ballot.claim(at: 1).first)
                #expect(try await ballot.settle(claimed, event, at: 2))
                let settled = try await ballot.stored(claimed)
                #expect((settled.state, settled.remark, settled.attempts) == (state, remark, 0))
                #expect(settled.settledAt == (state.isSettled ? sample.time(2) : nil))
                #expect((settled.sentAt, settled.fence) == (sample.time(1), claimed.fence))
                // A settled claim cannot be settled again; in particular the vote does not wait again.
                guard state.isSettled else { continue }
                for second in [waiting, .counted] { #expect(try await !ballot.settle(claimed, second, at: 3)) }
                #expect(try await ballot.stored(claimed) == settled)
            }
            #expect(try await ballot.claim(at: 9).isEmpty)

            // A vote that was certainly not sent waits and is claimed again.
            let vote = try await ballot.intend("waits")
            let first = try #require(try await ballot.claim(at: 1).first)
            #expect(try await ballot.settle(first, .notSent("no network", until: sample.time(8)), at: 2))
            let back = try await ballot.stored(vote)
            #expect((back.state, back.attempts, back.remark, back.settledAt) == (.waiting, 1, "no network", nil))
            #expect(back.notBefore == sample.time(8))
            #expect(try await !ballot.settle(first, .counted, at: 3), "twice is once")
            #expect(try await ballot.claim(at: 7).isEmpty)
            let second = try #require(try await ballot.claim(at: 8).first)
            #expect((second.number, second.fence, second.attempts) == (vote.number, 2, 1))
            for event in [waiting, .counted, .uncertain("?")] {
                #expect(try await !ballot.settle(first, event, at: 9), "an older claim")
            }
            #expect(try await ballot.stored(vote) == second)
            #expect(try await ballot.settle(second, .counted, at: 9))

            // A vote that is not claimed, and a vote that does not exist.
            let untouched = try await ballot.intend("untouched", from: 9)
            let counted = try #require(first.outcome(of: .counted, at: sample.time(9)))
            #expect(try await !records.settle(untouched, counted, at: sample.time(9)))
            #expect(try await ballot.stored(untouched) == untouched)
            _ = try await ballot.undo(untouched)
            #expect(try await !records.settle(untouched, counted, at: sample.time(9)))
        }
    }

    @Test("A vote whose lease has ended has the state unknown", arguments: RecordsStore.allCases)
    func endedLeasesAreUnknown(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ballot = Ballot(records, sample)
            for name in ["a", "b", "c"] { _ = try await ballot.intend(name) }
            let claimed = try await ballot.claim(at: 1, until: 3)
            #expect(try await ballot.claim(at: 2).isEmpty)
            #expect(try await ballot.look(at: 2).isEmpty)
            #expect(try await ballot.states() == [.sending, .sending, .sending])
            // Regardless of the limit.
            #expect(try await ballot.claim(1, at: 3).isEmpty)
            for vote in claimed {
                let unknown = try await ballot.stored(vote)
                #expect((unknown.state, unknown.attempts, unknown.settledAt) == (.unknown, 0, nil))
                #expect(unknown.sentAt == vote.sentAt, "so that patience is counted from the sending")
                #expect(unknown.remark?.isEmpty == false)
                await refused(.voteSent) { _ = try await ballot.undo(vote) }
                await refused(.alreadyAnswered) { _ = try await ballot.intend(vote.question.id.rawValue) }
            }
            for minute in [3, 9, 99, Ballot.far] { #expect(try await ballot.claim(at: minute).isEmpty) }
            try await ballot.records.hastenVotes(at: ballot.sample.time(99))
            #expect(try await ballot.claim(at: 99).isEmpty)
            #expect(try await ballot.states() == [.unknown, .unknown, .unknown])
            #expect(try await Set(ballot.look(at: 99).map(\.number)) == Set(claimed.map(\.number)))

            // A limit of 0 claims no vote but still marks ended leases as unknown.
            let alone = try await ballot.intend("d")
            #expect(try await ballot.claim(at: 1, until: 3).map(\.number) == [alone.number])
            #expect(try await ballot.claim(0, at: 3).isEmpty)
            #expect(try await ballot.stored(alone).state == .unknown)
            #expect(try await ballot.look(at: 4).map(\.number) == [alone.number])
        }
    }

    @Test("A slow worker can still settle a vote that no other worker has claimed", arguments: RecordsStore.allCases)
    func slowHoldersStillTell(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ballot = Ballot(records, sample)
            for name in ["a", "b", "c"] { _ = try await ballot.intend(name) }
            let claimed = try await ballot.claim(at: 1, until: 3)
            #expect(try await ballot.claim(at: 4).isEmpty)
            #expect(try await ballot.settle(claimed[0], .counted, at: 5))
            #expect(try await ballot.settle(claimed[1], .notSent("no network", until: ballot.sample.time(6)), at: 5))
            #expect(try await ballot.states() == [.unknown, .waiting, .counted])
            let again = try await ballot.claim(at: 6)
            #expect(again.map(\.number) == [claimed[1].number] && again.map(\.fence) == [2])
            // After another worker has claimed it for a check, the first worker cannot settle it.
            let looked = try await ballot.look(at: 7)
            #expect(looked.map(\.number) == [claimed[2].number])
            for event in [Vote.Event.counted, .notSent("no network", until: ballot.sample.time(0)), .refused("no")] {
                #expect(try await !ballot.settle(claimed[2], event, at: 8))
            }
            #expect(try await ballot.stored(claimed[2]) == looked[0])
            #expect(try await ballot.claim(at: 99).isEmpty)
        }
    }

    @Test("An unknown vote is checked by one worker at a time", arguments: RecordsStore.allCases)
    func unknownVotesAreLookedAt(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ballot = Ballot(records, sample)
            let vote = try await ballot.intend("q")
            let sent = try #require(try await ballot.claim(at: 1).first)
            #expect(try await ballot.settle(sent, .uncertain("The line broke."), at: 2))
            #expect(try await ballot.look(at: 2).isEmpty, "not at once")
            let first = try #require(try await ballot.look(at: 3, until: 4).first)
            #expect((first.state, first.fence, first.attempts) == (.unknown, 2, 0))
            #expect((first.sentAt, first.remark) == (sample.time(1), "The line broke."))
            #expect(try await ballot.look(at: 3).isEmpty)
            let second = try #require(try await ballot.look(at: 4, until: 5).first)
            #expect(second.fence == 3)
            #expect(try await !ballot.settle(first, .seen(.gone), at: 4))
            #expect(try await ballot.settle(second, .seen(.stillAsked), at: 4))
            #expect(try await ballot.stored(vote).state == .unknown)
            #expect(try await ballot.look(at: 5).isEmpty, "it may still be under way")
            let third = try #require(try await ballot.look(at: 6).first)
            #expect(third.fence == 4 && third.remark == "The line broke.")
            #expect(try await ballot.settle(third, .seen(.stillAsked), at: 6))
            let lost = try await ballot.stored(vote)
            #expect((lost.state, lost.settledAt, lost.attempts) == (.lost, sample.time(6), 0))
            #expect(lost.remark?.isEmpty == false)
            #expect(try await ballot.look(at: 99).isEmpty)
            _ = try await ballot.vote("q", .no, state: .counted)

            // Only unknown votes are claimed, up to the limit.
            for state in Vote.State.allCases where state != .unknown {
                _ = try await ballot.vote("\(state)", state: state)
            }
            #expect(try await ballot.look(at: 9).isEmpty)
            var unknown: Set<Int> = []
            for name in ["a", "b", "c"] { unknown.insert(try await ballot.vote(name, state: .unknown).number) }
            #expect(try await ballot.look(0, at: 9).isEmpty)
            let two = try await ballot.look(2, at: 9)
            let one = try await ballot.look(2, at: 9)
            #expect(two.count == 2 && one.count == 1 && Set((two + one).map(\.number)) == unknown)
            let decided: [(Vote.InsightState, Vote.State)] = [
                (.decided(.yes, byVoter: true), .counted), (.decided(.no, byVoter: true), .closed), (.gone, .closed),
            ]
            for (vote, (insight, state)) in zip(two + one, decided) {
                #expect(try await ballot.settle(vote, .seen(insight), at: 10))
                let settled = try await ballot.stored(vote)
                #expect((settled.state, settled.settledAt) == (state, sample.time(10)))
            }
            #expect(try await ballot.look(at: 99).isEmpty)
        }
    }

    @Test("A vote is sent at most once under any sequence of operations", arguments: RecordsStore.allCases)
    func votesAreSentOnceAtMost(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ballot = Ballot(records, sample)
            var run = ChanceBallot(ballot)
            for _ in 0..<400 { try await run.step() }
            try await run.finish()
        }
    }

    // MARK: - Random operations
}

/// Runs random operations and keeps all claims for later use.
private struct ChanceBallot {
    private let ballot: Ballot
    private var numbers = SplitMix64(3)
    private var steps = 0
    private var minute = 0
    /// Claimed for sending and not reported as certainly unsent since.
    private var out: Set<Int> = []
    private var claims: [Vote] = []
    private var looks: [Vote] = []
    /// The latest fence of each vote; only this one can settle it.
    private var fences: [Int: Int] = [:]

    init(_ ballot: Ballot) { self.ballot = ballot }

    mutating func step() async throws {
        steps += 1
        switch Int.random(in: 0...12, using: &numbers) {
        case 0...2: try await intend()
        case 3...5: try await claim()
        case 6: try await look()
        case 7...8: try await settle()
        case 9: try await settleLook()
        case 10: try await undo()
        case 11: try await ballot.records.hastenVotes(at: ballot.sample.time(minute))
        // The clock can also be set back.
        default: minute += Int.random(in: -2...6, using: &numbers)
        }
    }

    /// Sends all waiting votes, then checks that no vote was claimed twice and no question has two answers of one
    /// voter.
    mutating func finish() async throws {
        minute += 99
        try await claim(limit: 999)
        let all = try await ballot.records.votes(VoteQuery(limit: 9999))
        #expect(all.count > 5 && Set(all.map(\.number)).count == all.count)
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.number > $1.number })
        #expect(all.allSatisfy { $0.state != .waiting })
        let insight = all.filter { $0.state != .lost }.map { "\($0.question.id) \($0.voter)" }
        #expect(Set(insight).count == insight.count)
    }

    private mutating func intend() async throws {
        // The set of questions changes over time.
        let name = "\(steps / 40)-\(Int.random(in: 0...7, using: &numbers))"
        let voter = Bool.random(using: &numbers) ? "device" : "account anna"
        let first = minute + Int.random(in: 0...2, using: &numbers)
        do {
            let vote = try await ballot.intend(name, by: voter, minute: minute, from: first)
            #expect(vote.number > fences.keys.max() ?? 0)
        } catch let error as HouseholdError where error.code == .alreadyAnswered {}
    }

    private mutating func claim(limit: Int? = nil) async throws {
        let lease = minute + Int.random(in: 1...4, using: &numbers)
        let limit = limit ?? Int.random(in: 1...3, using: &numbers)
        for vote in try await ballot.claim(limit, at: minute, until: lease) {
            #expect(out.insert(vote.number).inserted, "handed out again: \(vote.number)")
            #expect(vote.state == .sending && vote.fence > fences[vote.number] ?? 0)
            fences[vote.number] = vote.fence
            claims.append(vote)
        }
    }

    private mutating func look() async throws {
        let lease = minute + Int.random(in: 1...4, using: &numbers)
        for vote in try await ballot.look(2, at: minute, until: lease) {
            #expect(vote.state == .unknown && out.contains(vote.number) && vote.fence > fences[vote.number] ?? 0)
            fences[vote.number] = vote.fence
            looks.append(vote)
        }
    }

    /// Settles a random claim, possibly one that was settled or taken over before.
    private mutating func settle() async throws {
        guard let vote = claims.randomElement(using: &numbers) else { return }
        let events: [Vote.Event] = [
            .counted, .closed("closed"), .refused("refused"), .uncertain("uncertain"),
            .notSent("not sent", until: ballot.sample.time(minute)),
            .notSent("not sent", until: ballot.sample.time(minute + 5)),
        ]
        guard let event = events.randomElement(using: &numbers) else { return }
        let isTaken = try await ballot.settle(vote, event, at: minute)
        if isTaken, case .notSent = event { out.remove(vote.number) }
        if isTaken { #expect(fences[vote.number] == vote.fence, "an older claim") }
        claims.removeAll { isTaken && $0 == vote }
    }

    private mutating func settleLook() async throws {
        guard let vote = looks.randomElement(using: &numbers) else { return }
        let insights: [Vote.InsightState] = [
            .stillAsked, .noLongerAsked, .gone, .decided(.yes, byVoter: true), .decided(nil, byVoter: false),
        ]
        guard let insight = insights.randomElement(using: &numbers) else { return }
        let isTaken = try await ballot.settle(vote, .seen(insight), at: minute)
        if isTaken { #expect(fences[vote.number] == vote.fence, "an older look") }
        looks.removeAll { isTaken && $0 == vote }
    }

    private mutating func undo() async throws {
        let all = try await ballot.records.votes(VoteQuery())
        guard let vote = all.randomElement(using: &numbers) else { return }
        do {
            _ = try await ballot.undo(vote)
            #expect(vote.state == .waiting && !out.contains(vote.number), "taken back what was sent")
        } catch let error as HouseholdError where error.code == .voteSent {
            #expect(vote.state != .waiting)
        }
    }
}
