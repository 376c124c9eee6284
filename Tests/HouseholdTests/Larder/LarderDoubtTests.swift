import Contracts
import Foundation
import Household
import Larder
import Recognition
import Support
import Testing

@Suite("Answers whose arrival is unknown", .tags(.small))
struct LarderDoubtTests {
    let house: LarderHouse
    var household: Household { house.household }
    var grocer: Grocer { house.grocer }

    init() throws { house = try LarderHouse() }

    @Test("An answer whose question is not open any more counts as arrived and is not sent again")
    func arrived() async throws {
        let vote = try await house.doubtful(counted: true)
        #expect(vote.remark == "It broke.")
        grocer.forgetAsks()
        house.clock.pass(29.75)
        #expect(try await household.larder.sendVotes().isNothing)
        #expect(grocer.asks.isEmpty)
        house.clock.pass(0.25)
        #expect(try await household.larder.sendVotes().counted == 1)
        let stored = try await house.stored(vote)
        #expect(stored.state == .counted && stored.settledAt == house.clock.now && stored.remark == nil)
        #expect(grocer.reads.count == 2 && grocer.votes.isEmpty && grocer.ballots.count == 1)
        let name = try #require(grocer.voters.first)
        #expect(grocer.ballots.map(\.voter) == [name], "looked at under the name that it was sent under")
    }

    @Test("An answer whose question is still open counts as lost after five minutes and can be given again")
    func lost() async throws {
        let vote = try await house.doubtful(counted: false)
        house.clock.pass(30)
        #expect(try await household.larder.sendVotes().unknown == 1)
        #expect(try await household.larder.nextVote() == house.clock.now + 270)
        let early = await #expect(throws: HouseholdError.self) {
            _ = try await household.larder.answer(vote.question.id, .yes)
        }
        #expect(early?.code == .alreadyAnswered)
        house.clock.pass(269.5)
        #expect(try await household.larder.sendVotes().isNothing)
        house.clock.pass(0.5)
        #expect(try await household.larder.sendVotes().lost == 1)
        #expect(try await house.stored(vote).remark?.contains("did not arrive") == true)
        #expect(try await house.open() == ["doubtful"])
        let again = try await household.larder.answer(vote.question.id, .no)
        house.clock.pass(5)
        #expect(try await household.larder.sendVotes().counted == 1)
        #expect(grocer.ballots.map(\.choice) == [.no])
        #expect(try await house.state(again) == .counted)
        #expect(try await house.state(vote) == .lost)
    }

    @Test("An answer that arrives after the first check is found by the next check")
    func late() async throws {
        let vote = try await house.doubtful(counted: false)
        house.clock.pass(30)
        #expect(try await household.larder.sendVotes().unknown == 1)
        let voter = try #require(grocer.voters.first)
        grocer.count(.init(question: vote.question.id, choice: .yes, voter: voter))
        house.clock.pass(270)
        #expect(try await household.larder.sendVotes().counted == 1)
        #expect(grocer.ballots.count == 1)
    }

    struct Look: Sendable, CustomTestStringConvertible {
        var account: String?
        let decision: Vote.Choice?
        var by: String?
        let state: Vote.State

        var testDescription: String {
            "\(account ?? "device"): \(decision?.rawValue ?? "otherwise") by \(by ?? "nobody")"
        }
    }

    @Test(
        "An answer to a decided question counts if the voter's account decided it that way, and is closed otherwise",
        arguments: [
            Look(account: "anna", decision: .yes, by: "anna", state: .counted),
            Look(account: "anna", decision: .no, by: "anna", state: .closed),
            Look(account: "anna", decision: .yes, by: "berta", state: .closed),
            Look(account: "anna", decision: .yes, state: .closed),
            Look(account: "anna", decision: nil, by: "anna", state: .closed),
            Look(decision: .yes, state: .closed), Look(decision: .no, by: "berta", state: .closed),
            Look(decision: nil, state: .closed),
        ])
    func decided(look: Look) async throws {
        if let name = look.account { try await household.larder.logIn(name: name, password: "secret") }
        let vote = try await house.doubtful(counted: false)
        grocer.decide(vote.question.id, look.decision, by: look.by)
        house.clock.pass(30)
        _ = try await household.larder.sendVotes()
        let stored = try await house.stored(vote)
        #expect(stored.state == look.state && (stored.remark == nil) == (look.state == .counted))
        #expect(grocer.votes.count == 1)
        #expect(try await household.larder.nextVote() == nil)
    }

    @Test("An answer whose question does not exist any more is closed")
    func gone() async throws {
        let vote = try await house.doubtful(counted: false)
        grocer.ask([])
        house.clock.pass(30)
        #expect(try await household.larder.sendVotes().closed == 1)
        #expect(try await house.stored(vote).remark?.contains("does not exist") == true)
    }

    @Test(
        "If the service cannot be reached, the check is repeated later and the answer is not sent",
        arguments: [
            HouseholdError.Code.serviceTimedOut, .serviceOffline, .serviceFailed, .serviceUnreadable, .servicePaused,
        ])
    func unreachable(code: HouseholdError.Code) async throws {
        let vote = try await house.doubtful(counted: true)
        grocer.behave(.fails(.init(HouseholdError(code, "It failed."))))
        for _ in 0..<5 {
            let next = try #require(try await household.larder.nextVote())
            #expect(next > house.clock.now)
            house.clock.pass(next.timeIntervalSince(house.clock.now))
            #expect(try await household.larder.sendVotes().unknown == 1)
            #expect(try await house.state(vote) == .unknown)
        }
        grocer.behave(.answers)
        house.clock.pass(120)
        #expect(try await household.larder.sendVotes().counted == 1)
        #expect(grocer.votes.count == 1 && grocer.ballots.count == 1)
    }

    @Test("Without a network no check is made, and the next check is not delayed")
    func offline() async throws {
        let vote = try await house.doubtful(counted: true)
        house.cable.pull()
        house.clock.pass(30)
        #expect(try await household.larder.sendVotes().isNothing)
        house.cable.plug()
        #expect(try await household.larder.sendVotes().counted == 1)
        #expect(try await house.state(vote) == .counted)
    }
}
