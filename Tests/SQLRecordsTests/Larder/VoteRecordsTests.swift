import Contracts
import Foundation
import Household
import Larder
import Recognition
import Support
import Testing

@Suite("Records of votes", .tags(.medium))
struct VoteRecordsTests {
    @Test("A vote is read as it was written", arguments: RecordsStore.allCases)
    func votesComeBack(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ballot = Ballot(records, sample)
            var question = try sample.question("q", kind: "a kind of next year")
            (question.value, question.valueTag, question.pictureAddress) = (nil, "en:ä", "https://pictures.test/1.jpg")
            question.referenceAddress = "https://pictures.test/logo.png"
            question.box = FoodQuestion.Box(left: 0.1, top: 0.25, right: 0.333, bottom: 1)
            let bare = FoodQuestion(id: try sample.id("r"), code: "96385074", kind: "label", text: "?")
            let asked = sample.time(1) + 0.125
            for (question, name, choice) in [(question, "“Ström”\n", Vote.Choice.no), (bare, nil, .skip)] {
                let vote = Vote(
                    number: 99, question: question, productName: name, choice: choice, voter: "account Änne",
                    askedAt: asked,
                    notBefore: asked + Vote.undoSeconds)
                let kept = try await records.intend(vote)
                #expect(
                    kept
                        == Vote(
                            number: kept.number, question: question, productName: name, choice: choice,
                            voter: "account Änne", askedAt: asked, notBefore: asked + 5))
                #expect(try await ballot.stored(kept) == kept)
            }
            let numbers = try await records.votes(VoteQuery()).map(\.number)
            #expect(numbers.count == 2 && numbers[0] > numbers[1], "each gets its own, and they count up")
        }
    }

    @Test("A voter answers a question at most once", arguments: RecordsStore.allCases)
    func votesAreOncePerVoter(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, sample in
            let ballot = Ballot(records, sample)
            let beside = Ballot(other, sample)
            for state in Vote.State.allCases where state != .lost {
                let vote = try await ballot.vote("\(state)", state: state)
                for choice in Vote.Choice.allCases {
                    await refused(.alreadyAnswered) { _ = try await ballot.intend("\(state)", choice) }
                }
                #expect(try await ballot.stored(vote) == vote)
                _ = try await ballot.vote("\(state)", .no, by: "account anna", state: .counted)
            }
            #expect(try await ballot.states().count == 10)
            // A lost vote is kept, and the question can be answered again.
            let lost = try await ballot.vote("lost", state: .lost)
            let again = try await ballot.intend("lost", .no)
            #expect(again.number > lost.number)
            #expect(try await ballot.stored(lost) == lost)
            await refused(.alreadyAnswered) { _ = try await ballot.intend("lost") }

            let kept = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<12 {
                    group.addTask {
                        do {
                            _ = try await (number.isMultiple(of: 2) ? ballot : beside).intend("race")
                            return 1
                        } catch let error as HouseholdError where error.code == .alreadyAnswered {
                            return 0
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(kept == 1)
            let insight: FoodQuestion.ID = try ballot.sample.id("race")
            #expect(try await ballot.records.votes(VoteQuery(insight: insight)).count == 1)
        }
    }
}

extension VoteRecordsTests {
    @Test("A waiting vote can be undone", arguments: RecordsStore.allCases)
    func votesAreTakenBack(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ballot = Ballot(records, sample)
            let first = try await ballot.intend("q", from: 9)
            await refused(.notFound) { _ = try await ballot.records.bound(to: sample.away).undo(first.number) }
            #expect(try await ballot.undo(first) == first)
            #expect(try await ballot.states().isEmpty)
            #expect(try await ballot.next() == nil)
            #expect(try await ballot.records.voteCounts() == VoteCounts())
            await refused(.notFound) { _ = try await ballot.undo(first) }
            await refused(.notFound) { _ = try await ballot.records.undo(first.number + 999) }
            #expect(try await ballot.claim(at: 99).isEmpty)
            // A number is not used again, so a second undo removes no other vote.
            let second = try await ballot.intend("q", .no)
            #expect(second.number > first.number)
            await refused(.notFound) { _ = try await ballot.undo(first) }

            // A claimed vote that was not sent can be undone once it waits again.
            let claimed = try #require(try await ballot.claim(at: 1, until: 3).first)
            await refused(.voteSent) { _ = try await ballot.undo(second) }
            #expect(try await ballot.settle(claimed, .notSent("Offline.", until: sample.time(9)), at: 2))
            #expect(try await ballot.undo(second).attempts == 1)
            #expect(try await ballot.states().isEmpty)

            for state in Vote.State.allCases where state != .waiting {
                let vote = try await ballot.vote("\(state)", state: state)
                await refused(.voteSent) { _ = try await ballot.undo(vote) }
                #expect(try await ballot.stored(vote) == vote)
            }
        }
    }

    @Test("Each vote is either undone or claimed, not both", arguments: RecordsStore.allCases)
    func takenBackOrSent(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, sample in
            let ballot = Ballot(records, sample)
            let beside = Ballot(other, sample)
            var votes: [Vote] = []
            for number in 0..<24 { votes.append(try await ballot.intend("q\(number)")) }
            let ends = try await withThrowingTaskGroup(of: [Int].self) { group in
                for vote in votes {
                    group.addTask {
                        do {
                            return [try await ballot.undo(vote).number]
                        } catch let error as HouseholdError where error.code == .voteSent {
                            return []
                        }
                    }
                    group.addTask { try await beside.claim(1, at: 1).map(\.number) }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(ends.sorted() == votes.map(\.number), "none twice, and none left over")
            #expect(try await ballot.states().allSatisfy { $0 == .sending })
        }
    }

    @Test("Votes are claimed in the order in which they were made", arguments: RecordsStore.allCases)
    func votesAreClaimedInLine(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ballot = Ballot(records, sample)
            let late = try await ballot.intend("late", minute: 1, from: 9)
            let second = try await ballot.intend("second", minute: 2, from: 3)
            let third = try await ballot.intend("third", minute: 3, from: 3)
            #expect(try await ballot.claim(at: 2).isEmpty, "each has its time to think better of it")
            #expect(try await ballot.claim(0, at: 3).isEmpty)
            let claimed = try await ballot.claim(1, at: 3)
            #expect(claimed.map(\.number) == [second.number], "oldest first")
            let sending = try #require(claimed.first)
            #expect((sending.state, sending.fence, sending.attempts) == (.sending, 1, 0))
            #expect((sending.sentAt, sending.settledAt) == (sample.time(3), nil))
            #expect(sending.notBefore == sample.time(Ballot.far), "when the lease ends")
            #expect((sending.question, sending.askedAt) == (second.question, second.askedAt))
            #expect(try await ballot.stored(second) == sending)
            #expect(try await ballot.stored(third) == third)
            #expect(try await ballot.claim(at: 8).map(\.number) == [third.number])
            #expect(try await ballot.claim(at: 8).isEmpty)
            _ = try await ballot.intend("fourth", minute: 9)
            #expect(try await ballot.claim(1, at: 9).map(\.number) == [late.number])
            #expect(try await ballot.claim(at: 9).map(\.question.id.rawValue) == ["fourth"])
        }
    }
}

extension VoteRecordsTests {
    @Test("Concurrent workers claim each vote once", arguments: RecordsStore.allCases)
    func votesAreClaimedOnce(store: RecordsStore) async throws {
        try await store.openedTwice { records, other, sample in
            let ballot = Ballot(records, sample)
            let beside = Ballot(other, sample)
            for number in 0..<50 { _ = try await ballot.intend("q\(number)") }
            func handedOut(
                _ claim: @escaping @Sendable (Ballot) async throws -> [Vote]
            ) async throws -> [Vote] {
                try await withThrowingTaskGroup(of: [Vote].self) { group in
                    for number in 0..<12 {
                        group.addTask { try await claim(number.isMultiple(of: 2) ? ballot : beside) }
                    }
                    return try await group.reduce(into: []) { $0 += $1 }
                }
            }
            let claimed = try await handedOut { try await $0.claim(7, at: 1) }
            #expect(claimed.count == 50 && Set(claimed.map(\.number)).count == 50)
            #expect(claimed.allSatisfy { $0.state == .sending && $0.fence == 1 })
            for vote in claimed { #expect(try await ballot.settle(vote, .uncertain("The line broke."), at: 1)) }
            let looked = try await handedOut { try await $0.look(7, at: 9) }
            #expect(looked.count == 50 && Set(looked.map(\.number)).count == 50)
            #expect(looked.allSatisfy { $0.state == .unknown && $0.fence == 2 })
        }
    }

    @Test("A household never reads or changes another household's votes", arguments: RecordsStore.allCases)
    func votesDoNotMeet(store: RecordsStore) async throws {
        try await store.opened { records, sample in
            let ballot = Ballot(records, sample)
            let away = sample.away
            let (now, later) = (sample.time(1), sample.time(2))
            let vote = try await ballot.intend("q")
            #expect(try await records.bound(to: away).votes(VoteQuery()).isEmpty)
            #expect(try await records.bound(to: away).votes(VoteQuery(number: vote.number)).isEmpty)
            #expect(try await records.bound(to: away).claimVotes(limit: 9, at: now, until: later).isEmpty)
            await refused(.notFound) { _ = try await records.bound(to: away).undo(vote.number) }
            let claimed = try #require(try await ballot.claim(at: 1, until: 3).first)
            let counted = try #require(claimed.outcome(of: .counted, at: now))
            #expect(try await !records.bound(to: away).settle(claimed, counted, at: now))
            // The other household can neither claim it nor end its lease.
            #expect(
                try await records.bound(to: away).claimVotes(limit: 9, at: sample.time(9), until: sample.time(10))
                    .isEmpty)
            #expect(
                try await records.bound(to: away).claimUnknownVotes(limit: 9, at: sample.time(9), until: later).isEmpty)
            #expect(try await ballot.stored(claimed) == claimed)

            // The same voter name in another household is another voter.
            let other = try await records.bound(to: away).intend(sample.vote(try sample.question("q"), .no, from: 1))
            #expect(try await records.bound(to: away).votes(VoteQuery()) == [other])
            #expect(try await ballot.claim(at: 2).isEmpty)
            #expect(
                try await records.bound(to: away).claimVotes(limit: 9, at: now, until: later).map(\.choice) == [.no])
            #expect(try await records.settle(claimed, counted, at: now))
            #expect(try await records.bound(to: away).votes(VoteQuery()).map(\.state) == [.sending])
            #expect(try await records.bound(to: away).nextVote() == later)
            #expect(try await records.nextVote() == nil)
        }
    }
}
