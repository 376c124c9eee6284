import Contracts
import Foundation
import Household
import Larder
import Recognition
import Support
import Testing

@Suite("Giving and sending answers", .tags(.small))
struct LarderVoteTests {
    let house: LarderHouse
    var household: Household { house.household }
    var grocer: Grocer { house.grocer }

    init() throws { house = try LarderHouse() }

    private func code(_ body: () async throws -> Void) async -> HouseholdError.Code? {
        await #expect(throws: HouseholdError.self) { try await body() }?.code
    }

    private struct Odd: Error {}

    // MARK: Outcomes

    struct Case: Sendable, CustomTestStringConvertible {
        let voting: Grocer.Voting
        let state: Vote.State
        var seconds: Double?
        let testDescription: String

        init(_ name: String, _ voting: Grocer.Voting, _ state: Vote.State, after seconds: Double? = nil) {
            (testDescription, self.voting, self.state, self.seconds) = (name, voting, state, seconds)
        }
    }

    @Test(
        "The state of an answer follows the response of the service, and the answer is sent once",
        arguments: [
            Case("counted", .counts, .counted), Case("closed", .says(.closed("Too late.")), .closed),
            Case("taken back, they say", .says(.later("Not now.")), .unknown, after: 30),
            Case("refused", .says(.refused("No.")), .lost),
            Case("uncertain", .says(.uncertain("Number 99.")), .unknown, after: 30),
            Case("offline", .failure(.serviceOffline), .waiting, after: 22.5),
            Case("timed out before", .failure(.serviceTimedOut), .waiting, after: 22.5),
            Case("429", .failure(.serviceQuotaUsed), .waiting, after: 60),
            Case("429 with a time", .failure(.serviceQuotaUsed, retryAfter: 90), .waiting, after: 90),
            Case("503 for days", .failure(.servicePaused, retryAfter: 1e9), .waiting, after: 3600),
            Case("wrong password", .failure(.serviceKeyRefused), .waiting, after: 3600),
            Case("400", .failure(.serviceFailed), .lost), Case("404", .failure(.notFound), .closed),
            Case("unreadable, not sent", .failure(.serviceUnreadable), .lost),
            Case("timed out after", .failure(.serviceTimedOut, arrived: true), .unknown, after: 30),
            Case("500", .failure(.serviceFailed, arrived: true), .unknown, after: 30),
            Case("offline in the middle", .failure(.serviceOffline, arrived: true), .unknown, after: 30),
            Case("429 of a proxy", .failure(.serviceQuotaUsed, arrived: true), .unknown, after: 30),
            Case("anything else", .breaks(Odd(), counted: false), .unknown, after: 30),
        ])
    func outcome(of row: Case) async throws {
        let vote = try #require(try await house.answered("a").first)
        #expect(try await household.larder.nextVote() == house.clock.now)
        grocer.take(row.voting)
        let round = try await household.larder.sendVotes()
        let stored = try await house.stored(vote)
        #expect(stored.state == row.state && stored.choice == .yes && stored.voter == "device")
        #expect((stored.remark == nil) == (row.state == .counted))
        #expect((stored.settledAt == nil) == !row.state.isSettled)
        #expect(stored.attempts == (row.state == .waiting ? 1 : 0))
        #expect(try await household.larder.nextVote() == row.seconds.map { house.clock.now + $0 })
        let sums = [round.counted, round.closed, round.waiting, round.lost, round.unknown]
        #expect(sums.reduce(0, +) == 1)
        let place: [Vote.State] = [.counted, .closed, .waiting, .lost, .unknown]
        #expect(sums.firstIndex(of: 1) == place.firstIndex(of: row.state))
        _ = try await household.larder.sendVotes()
        _ = try await house.another().larder.sendVotes()
        #expect(grocer.votes.count == 1)
        #expect(try await household.larder.voteCounts().byState == [row.state: 1])
        let again = try? await household.larder.answer(vote.question.id, .no)
        #expect((again != nil) == (row.state == .lost))
    }

    @Test("Counted answers are totalled by choice and by kind")
    func counts() async throws {
        for (name, choice) in [("a", .yes), ("b", .skip), ("c", .yes)] as [(String, Vote.Choice)] {
            try await house.show(name, kind: name == "c" ? "brand" : "label")
            _ = try await household.larder.answer(try house.sample.id(name), choice)
        }
        house.clock.pass(5)
        #expect(try await household.larder.sendVotes().counted == 3)
        let counts = try await household.larder.voteCounts()
        #expect(counts.byChoice == [.yes: 2, .skip: 1] && counts.byKind == ["label": 2, "brand": 1])
        #expect(grocer.ballots.map(\.choice) == [.yes, .skip, .yes], "oldest first")
    }
}

extension LarderVoteTests {
    @Test("An answer that the service cannot accept now is retried at growing intervals until it is counted")
    func pauses() async throws {
        let vote = try #require(try await house.answered("a").first)
        grocer.take(.failure(.serviceOffline))
        var pauses: [Double] = []
        for _ in 0..<8 {
            #expect(try await household.larder.sendVotes().waiting == 1)
            let next = try #require(try await household.larder.nextVote())
            pauses.append(next.timeIntervalSince(house.clock.now))
            house.clock.pass(pauses.last.map { $0 - 0.25 } ?? 0)
            _ = try await household.larder.sendVotes()
            house.clock.pass(0.25)
        }
        #expect(pauses == [22.5, 45, 90, 180, 360, 675, 675, 675], "three quarters of 30 s, doubled again and again")
        #expect(grocer.votes.count == 8)
        grocer.take(.counts)
        #expect(try await household.larder.sendVotes().counted == 1)
        #expect(try await house.stored(vote).remark == nil)
        #expect(grocer.ballots.count == 1)
    }

    @Test("When the network is back, failed answers are retried at once and answers in their undo period are not")
    func hastened() async throws {
        try await house.answered("a")
        grocer.take(.failure(.serviceOffline))
        _ = try await household.larder.sendVotes()
        try await house.show("b")
        _ = try await household.larder.answer(try house.sample.id("b"), .no)
        grocer.take(.counts)
        try await household.larder.hastenVotes()
        #expect(try await household.larder.sendVotes().counted == 1)
        #expect(grocer.ballots.map(\.question.rawValue) == ["a"])
    }

    // MARK: Undo

    @Test("An answer can be undone for five seconds, and an undone answer leaves no record")
    func undo() async throws {
        let questions = try await house.show("a", "b")
        let first = try await household.larder.answer(questions[0].id, .yes)
        house.clock.pass(4.75)
        #expect(try await household.larder.sendVotes().isNothing)
        #expect(try await household.larder.undo(vote: first.number).question.asksTheSame(as: questions[0]))
        #expect(await code { _ = try await household.larder.undo(vote: first.number) } == .notFound)
        house.clock.pass(10)
        #expect(try await household.larder.sendVotes().isNothing)
        #expect(try await household.larder.nextVote() == nil && grocer.votes.isEmpty)
        #expect(try await household.larder.answer(questions[0].id, .no).choice == .no)
    }

    @Test("An answer that is being sent or was sent cannot be undone")
    func tooLate() async throws {
        let second = try #require(try await house.answered("a", choice: .no).first)
        let (gate, household) = (Gate(), household)
        grocer.take(.hangs(gate, counted: false))
        let sending = Task { try await household.larder.sendVotes() }
        await gate.untilWaiting(1)
        #expect(await code { _ = try await household.larder.undo(vote: second.number) } == .voteSent)
        gate.open()
        #expect(try await sending.value.counted == 1)
        #expect(await code { _ = try await household.larder.undo(vote: second.number) } == .voteSent)
        #expect(grocer.ballots.map(\.choice) == [.no])
    }

    @Test("An answer whose sending failed can be undone")
    func undoWaiting() async throws {
        let vote = try #require(try await house.answered("a").first)
        grocer.take(.failure(.serviceOffline))
        _ = try await household.larder.sendVotes()
        _ = try await household.larder.undo(vote: vote.number)
        house.clock.pass(4000)
        grocer.take(.counts)
        #expect(try await household.larder.sendVotes().isNothing)
    }
}

extension LarderVoteTests {
    @Test("An answer to a question that was never shown is refused")
    func neverShown() async throws {
        let id: FoodQuestion.ID = try house.sample.id("nobodys")
        #expect(await code { _ = try await household.larder.answer(id, .yes) } == .notFound)
    }

    @Test("An answer stores the name of the product")
    func named() async throws {
        grocer.stock(house.sample.product(name: "Spread"))
        _ = try await household.larder.lookUp(LarderHouse.spread)
        #expect(try await house.answered("a").first?.productName == "Spread")
    }
}
