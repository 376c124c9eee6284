import Contracts
import Foundation
import Household
import Larder
import Recognition
import Support
import Testing

@Suite("Answers to questions that have changed under their identifier", .tags(.small))
struct LarderChangedTests {
    let house: LarderHouse
    var household: Household { house.household }
    var grocer: Grocer { house.grocer }

    init() throws { house = try LarderHouse() }

    /// A question with that value, always under the same identifier.
    private func question(_ value: String?, tag: String? = nil, kind: String = "label") throws -> FoodQuestion {
        FoodQuestion(
            id: try house.sample.id("one"), code: LarderHouse.spread, kind: kind, text: "Is it “\(value ?? "")”?",
            value: value, valueTag: tag)
    }

    /// Shows the question, answers it with yes and waits for that time.
    private func answered(_ question: FoodQuestion, waiting seconds: Double) async throws -> Vote {
        grocer.ask([question])
        _ = try await household.larder.questions(about: LarderHouse.spread, isFresh: true)
        let vote = try await household.larder.answer(question.id, .yes)
        grocer.forgetAsks()
        house.clock.pass(seconds)
        return vote
    }

    @Test("A question that was read within the last minute is not read again")
    func young() async throws {
        let vote = try await answered(try question("400 g"), waiting: 59)
        #expect(try await household.larder.sendVotes().counted == 1)
        #expect(grocer.asks == [.vote(vote.question.id, .yes, by: grocer.voters.first ?? "")])
    }

    @Test("An older question is read again once before its answer is sent, and the answer is sent once")
    func old() async throws {
        let vote = try await answered(try question("400 g"), waiting: 61)
        grocer.take(.failure(.serviceOffline))
        #expect(try await household.larder.sendVotes().waiting == 1)
        #expect(grocer.reads.count == 1 && grocer.votes.count == 1)
        grocer.take(.counts)
        house.clock.pass(31)
        #expect(try await household.larder.sendVotes().counted == 1)
        #expect(grocer.reads.count == 1, "it was read half a minute ago")
        #expect(grocer.ballots.count == 1)
        #expect(try await house.state(vote) == .counted)
    }

    @Test(
        "If the value, tag or kind of a question has changed, its answer is withdrawn and the question is open again",
        arguments: [
            ("400 g", nil, "product_weight", "500 g", nil, "product_weight"),
            ("Organic", "en:organic", "label", "Vegan", "en:vegan", "label"),
            ("Organic", "en:organic", "label", "Organic", "en:eu-organic", "label"),
            ("Organic", "en:organic", "label", "Organic", nil, "label"),
            ("Nutella", "nutella", "brand", "Nutella", "nutella", "category"),
            ("Jar, Glass", nil, "packaging", "Bottle, Glass", nil, "packaging"),
            (nil, nil, "is_upc_image", "right", nil, "image_orientation"),
        ] as [(String?, String?, String, String?, String?, String)])
    func changed(
        was: String?, wasTag: String?, wasKind: String, now: String?, nowTag: String?, nowKind: String
    ) async throws {
        let first = try await answered(try question(was, tag: wasTag, kind: wasKind), waiting: 100)
        let changed = try question(now, tag: nowTag, kind: nowKind)
        grocer.ask([changed])
        #expect(try await household.larder.sendVotes().lost == 1)
        #expect(grocer.votes.isEmpty && grocer.ballots.isEmpty)
        let stored = try await house.stored(first)
        #expect(stored.state == .lost && stored.remark?.contains("changed") == true)
        #expect(try await household.larder.questions(about: LarderHouse.spread).questions == [changed])
        let second = try await household.larder.answer(changed.id, .no)
        house.clock.pass(5)
        #expect(try await household.larder.sendVotes().counted == 1)
        #expect(second.question.asksTheSame(as: changed))
        #expect(grocer.ballots.map(\.choice) == [.no])
    }

    @Test("The name of a tag in another language does not count as a change")
    func translated() async throws {
        let vote = try await answered(try question("Organic", tag: "en:organic"), waiting: 100)
        grocer.ask([try question("Bio", tag: "en:organic")])
        #expect(try await household.larder.sendVotes().counted == 1)
        #expect(try await house.state(vote) == .counted)
    }

    @Test("An answer is also withdrawn within a minute if a newer version of the question is stored")
    func remembered() async throws {
        let vote = try await answered(try question("400 g"), waiting: 2)
        grocer.ask([try question("500 g")])
        _ = try await household.larder.questions(about: LarderHouse.spread, isFresh: true)
        house.clock.pass(4)
        #expect(try await household.larder.sendVotes().lost == 1)
        #expect(try await house.state(vote) == .lost && grocer.votes.isEmpty)
    }
}

extension LarderChangedTests {
    @Test("An answer waits while its question cannot be read and is sent once afterwards")
    func unreadable() async throws {
        let vote = try await answered(try question("400 g"), waiting: 100)
        for code in [HouseholdError.Code.serviceTimedOut, .serviceFailed, .serviceUnreadable, .serviceQuotaUsed] {
            grocer.behave(.fails(.init(HouseholdError(code, "It failed."))))
            _ = try await household.larder.sendVotes()
            #expect(try await house.state(vote) == .waiting && grocer.votes.isEmpty, "\(code)")
            house.clock.pass(2_000)
        }
        grocer.behave(.answers)
        #expect(try await household.larder.sendVotes().counted == 1)
        #expect(grocer.ballots.count == 1)
    }

    @Test("An answer to a question that was decided or removed is closed without being sent")
    func closed() async throws {
        let decided = try await answered(try question("400 g"), waiting: 100)
        grocer.decide(decided.question.id, .no, by: "somebody")
        #expect(try await household.larder.sendVotes().closed == 1)
        #expect(grocer.votes.isEmpty)
        let other = try LarderHouse()
        let gone = try #require(try await other.answered("gone").first)
        other.clock.pass(100)
        other.grocer.ask([])
        #expect(try await other.household.larder.sendVotes().closed == 1)
        #expect(try await other.state(gone) == .closed && other.grocer.votes.isEmpty)
    }

    @Test("A sender that is stopped while it reads the question sends nothing, and the answer waits")
    func stopped() async throws {
        let vote = try await answered(try question("400 g"), waiting: 100)
        let (gate, household) = (Gate(), household)
        grocer.behave(.hangs(gate))
        let sender = Task { try await household.larder.sendVotes() }
        await gate.untilWaiting(1)
        sender.cancel()
        _ = await sender.result
        #expect(try await house.state(vote) == .waiting && grocer.votes.isEmpty)
        grocer.behave(.answers)
        house.clock.pass(1_000)
        #expect(try await household.larder.sendVotes().counted == 1)
        #expect(grocer.ballots.count == 1)
    }

    @Test("An answer with the mark of another question is refused and not stored")
    func mark() async throws {
        let shown = try question("400 g")
        grocer.ask([shown])
        _ = try await household.larder.questions(about: LarderHouse.spread, isFresh: true)
        grocer.ask([try question("500 g")])
        _ = try await household.larder.questions(about: LarderHouse.spread, isFresh: true)
        let refused = await #expect(throws: HouseholdError.self) {
            try await household.larder.answer(shown.id, .yes, shown: shown.mark)
        }
        #expect(refused?.code == .notFound)
        #expect(try await household.larder.votes().isEmpty)
        _ = try await household.larder.answer(shown.id, .yes, shown: try question("500 g").mark)
        #expect(try await household.larder.votes().count == 1)
    }

    @Test(
        "Under random changes and failures, no answer reaches another question and none arrives twice",
        arguments: 1...40)
    func chance(seed: UInt64) async throws {
        var chance = SystemlessChance(state: seed)
        var current = try question("0 g")
        var arrived: [String] = []
        grocer.ask([current])
        _ = try await household.larder.questions(about: LarderHouse.spread, isFresh: true)
        for step in 0..<30 {
            switch Int.random(in: 0..<6, using: &chance) {
            case 0:
                current = try question("\(step) g", kind: Bool.random(using: &chance) ? "label" : "product_weight")
                grocer.ask([current])
            case 1: _ = try? await household.larder.answer(current.id, .yes)
            case 2: _ = try await household.larder.questions(about: LarderHouse.spread, isFresh: true)
            case 3: house.cable.pull()
            case 4: house.cable.plug()
            default:
                // More than a minute, because younger questions are not read again.
                house.clock.pass(Double(Int.random(in: 61...4_000, using: &chance)))
                let before = grocer.ballots.count
                _ = try await household.larder.sendVotes()
                for ballot in grocer.ballots.dropFirst(before) {
                    let votes = try await household.larder.votes().filter { $0.state == .counted }
                    #expect(votes.first?.question.asksTheSame(as: current) == true)
                    #expect(ballot.question == current.id)
                    arrived.append(current.mark)
                }
            }
        }
        #expect(Set(arrived).count == arrived.count)
    }
}

/// A reproducible random number generator.
private struct SystemlessChance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }
}
