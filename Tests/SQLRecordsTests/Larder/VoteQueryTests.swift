import Contracts
import Foundation
import Household
import Larder
import Recognition
import Support
import Testing

/// Counts and queries of votes.
@Suite("Records of votes: counts and queries", .tags(.medium))
struct VoteQueryTests {
    @Test("Votes that wait after a failure can be made due at once", arguments: RecordsStore.allCases)
    func votesAreHastened(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ballot = Ballot(records, sample)
            for name in ["tried", "unknown", "sending"] { _ = try await ballot.intend(name) }
            for vote in try await ballot.claim(at: 1) {
                let next = vote.question.id.rawValue == "tried" ? 60 : 2
                #expect(try await ballot.settle(vote, .notSent("no network", until: sample.time(next)), at: 1))
            }
            let again = try await ballot.claim(at: 2, until: 90)
            #expect(again.map(\.attempts) == [1, 1])
            #expect(try await ballot.settle(again[0], .uncertain("The line broke."), at: 2))
            let looked = try await ballot.look(at: 3, until: 60)
            #expect(looked.map(\.number) == [again[0].number])
            let fresh = try await ballot.intend("fresh", minute: 4, from: 60)

            try await records.bound(to: sample.away).hastenVotes(at: sample.time(5))
            #expect(try await ballot.claim(at: 5).isEmpty)
            try await records.hastenVotes(at: sample.time(5))
            #expect(try await ballot.next() == sample.time(5))
            #expect(try await ballot.claim(at: 5).map(\.question.id.rawValue) == ["tried"])
            // This does not change the undo period, unknown votes, or votes in progress.
            #expect(try await ballot.stored(fresh) == fresh)
            #expect(try await ballot.stored(looked[0]) == looked[0])
            #expect(try await ballot.look(at: 59).isEmpty)
            #expect(try await ballot.stored(again[1]) == again[1])
            #expect(try await ballot.settle(again[1], .counted, at: 59))
        }
    }

    @Test("The time of the next due vote is returned", arguments: RecordsStore.allCases)
    func theNextVoteIsKnown(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ballot = Ballot(records, sample)
            #expect(try await ballot.next() == nil)
            _ = try await ballot.intend("late", from: 7)
            #expect(try await ballot.next() == sample.time(7))
            _ = try await ballot.intend("early", from: 5)
            #expect(try await ballot.next() == sample.time(5))
            #expect(try await ballot.records.bound(to: sample.away).nextVote() == nil)
            let early = try #require(try await ballot.claim(at: 5, until: 6).first)
            #expect(try await ballot.next() == sample.time(6), "when a lease ends, somebody has to look")
            #expect(try await ballot.settle(early, .uncertain("The line broke."), at: 5))
            #expect(try await ballot.next() == sample.time(5) + 30)
            let looked = try #require(try await ballot.look(at: 6, until: 8).first)
            #expect(try await ballot.next() == sample.time(7))
            let late = try #require(try await ballot.claim(at: 7, until: 20).first)
            #expect(try await ballot.next() == sample.time(8), "when whoever looks does not come back")
            #expect(try await ballot.settle(looked, .seen(.stillAsked), at: 8))
            #expect(try await ballot.next() == sample.time(10), "patience is counted from the sending")
            let again = try #require(try await ballot.look(at: 10, until: 30).first)
            #expect(try await ballot.next() == sample.time(20))
            #expect(try await ballot.settle(late, .notSent("busy", until: sample.time(25)), at: 11))
            #expect(try await ballot.next() == sample.time(25))
            let last = try #require(try await ballot.claim(at: 25).first)
            #expect(try await ballot.settle(last, .refused("no"), at: 25))
            #expect(try await ballot.next() == sample.time(30))
            #expect(try await ballot.settle(again, .seen(.gone), at: 26))
            #expect(try await ballot.next() == nil)
        }
    }

    @Test("Votes are counted by state, choice and kind", arguments: RecordsStore.allCases)
    func votesAreCounted(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ballot = Ballot(records, sample)
            #expect(try await records.voteCounts() == VoteCounts())
            var expected = VoteCounts()
            for (number, choice) in [Vote.Choice.yes, .no, .yes, .skip].enumerated() {
                _ = try await ballot.vote("label \(number)".replacing(" ", with: "-"), choice, state: .counted)
            }
            let brand = sample.vote(try sample.question("brand", kind: "brand"), .no, by: "account anna")
            _ = try await records.intend(brand)
            #expect(try await ballot.settle(#require(try await ballot.claim(at: 0).first), .counted, at: 0))
            expected.byState = [.counted: 5]
            expected.byChoice = [.yes: 2, .no: 2, .skip: 1]
            expected.byKind = ["label": 4, "brand": 1]
            #expect(try await records.voteCounts() == expected)
            for state in Vote.State.allCases where state != .counted {
                for number in 0..<2 { _ = try await ballot.vote("\(state)-\(number)", state: state) }
                expected.byState[state] = 2
            }
            #expect(try await records.voteCounts() == expected, "the others tell nothing of choices yet")
            #expect(try await records.bound(to: sample.away).voteCounts() == VoteCounts())
        }
    }

    @Test("Votes are filtered by product, voter, question and state", arguments: RecordsStore.allCases)
    func votesAreFound(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ballot = Ballot(records, sample)
            func found(_ query: VoteQuery) async throws -> [String] {
                try await records.votes(query).map { "\($0.question.id) \($0.voter)" }
            }
            let waiting = try await ballot.vote("a", state: .waiting)
            _ = try await ballot.vote("b", state: .counted)
            _ = try await ballot.vote("b", by: "account anna", state: .lost)
            let other = sample.vote(try sample.question("c", of: "96385074"), by: "account anna", from: Ballot.far)
            _ = try await records.intend(other)
            let all = ["c account anna", "b account anna", "b device", "a device"]
            #expect(try await found(VoteQuery()) == all, "latest first")
            #expect(try await found(VoteQuery(limit: 2)) == Array(all.prefix(2)))
            #expect(try await found(VoteQuery(limit: 0)).isEmpty)
            #expect(try await found(VoteQuery(states: [.waiting])) == [all[0], all[3]])
            #expect(try await found(VoteQuery(states: [.counted, .lost])) == [all[1], all[2]])
            #expect(try await found(VoteQuery(states: Set(Vote.State.allCases))) == all)
            #expect(try await found(VoteQuery(states: [])).isEmpty)
            #expect(try await found(VoteQuery(code: "96385074")) == [all[0]])
            #expect(try await found(VoteQuery(voter: "device")) == [all[2], all[3]])
            #expect(try await found(VoteQuery(voter: "nobody")).isEmpty)
            #expect(try await found(VoteQuery(number: waiting.number)) == [all[3]])
            #expect(try await found(VoteQuery(number: 0)).isEmpty)
            #expect(try await found(VoteQuery(insight: sample.id("b"))) == [all[1], all[2]])
            #expect(
                try await found(
                    VoteQuery(
                        states: [.lost, .waiting], code: sample.spread, voter: "account anna", insight: sample.id("b"),
                        limit: 1)) == [all[1]])
            #expect(try await found(VoteQuery(states: [.waiting], voter: "account anna", limit: 1)) == [all[0]])
            #expect(try await found(VoteQuery(states: [.counted], code: "96385074")).isEmpty)
        }
    }
}
