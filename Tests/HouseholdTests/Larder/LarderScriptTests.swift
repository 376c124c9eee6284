import Contracts
import Foundation
import Household
import Larder
import Recognition
import Support
import Testing

/// Random actions of a person (answer, undo, log in, log out) while the service, the network and processes fail.
private struct LarderScript {
    let house: LarderHouse
    let households: [Household]
    let questions: [FoodQuestion]
    var chance: SplitMix64
    /// Answers whose request was interrupted here and that reach the service later.
    var late: [(at: Date, ballot: Grocer.Ballot)] = []
    var story: [String] = []

    init(seed: UInt64) async throws {
        house = try LarderHouse()
        households = [house.household, house.another()]
        questions = try await house.show("a", "b", "c")
        chance = SplitMix64(seed)
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &chance) }
    private mutating func flip() -> Bool { Bool.random(using: &chance) }

    mutating func step() async throws {
        let household = households[number(0...1)]
        switch number(0...15) {
        case 0...3:
            let (question, choice) = (questions[number(0...2)], Vote.Choice.allCases[number(0...2)])
            let vote = try await attempt { try await household.larder.answer(question.id, choice) }
            if let vote { story.append("\(vote.number) answer \(question.id) \(choice) \(vote.voter)") }
        case 4:
            let count = try await household.larder.votes().count
            let place = number(1...max(1, count))
            if try await attempt({ try await household.larder.undo(vote: place) }) != nil {
                story.append("\(place) undo")
            }
        case 5...8: try await send(by: household)
        case 9...11: pass(Double(number(1...400)) - 0.5)
        case 12: try await kill()
        case 13: await change(household)
        case 14:
            house.grocer.behave(Self.reading(number(0...4)))
            if flip() { house.cable.pull() } else { house.cable.plug() }
        default: try await household.larder.hastenVotes()
        }
    }

    /// Refusals are expected.
    private func attempt<Value>(_ body: () async throws -> Value) async throws -> Value? {
        do { return try await body() } catch let error as HouseholdError {
            #expect([.alreadyAnswered, .voteSent, .notFound].contains(error.code))
            return nil
        }
    }

    mutating func pass(_ seconds: Double) {
        let until = house.clock.now + seconds
        for arrival in late where arrival.at <= until { house.grocer.count(arrival.ballot) }
        late.removeAll { $0.at <= until }
        house.clock.pass(seconds)
        story.append("+\(seconds)")
    }

    private static func reading(_ number: Int) -> Grocer.Reading {
        switch number {
        case 0: .fails(.init(HouseholdError(.serviceTimedOut, "No answer.")))
        case 1: .fails(.init(HouseholdError(.serviceQuotaUsed, "Enough."), retryAfter: 45))
        default: .answers
        }
    }

    private mutating func voting() -> (Grocer.Voting, arrivesLate: Bool) {
        let (counted, failed) = (flip(), HouseholdError(.serviceFailed, "It failed."))
        switch number(0...11) {
        case 0: return (.says(.closed("Too late.")), false)
        case 1: return (.says(.later("Not now.")), false)
        case 2: return (.says(.refused("No.")), false)
        case 3: return (.says(.uncertain("Number 99."), counted: counted), false)
        case 4: return (.fails(.init(HouseholdError(.servicePaused, "Enough."), retryAfter: 70), counted: false), false)
        case 5: return (.fails(.init(HouseholdError(.serviceOffline, "No line.")), counted: false), false)
        case 6: return (.fails(.init(failed, mayHaveArrived: true), counted: counted), false)
        case 7: return (.fails(.init(failed, mayHaveArrived: true), counted: false), true)
        case 8: return (.breaks(CancellationError(), counted: counted), false)
        case 9: return (.breaks(CancellationError(), counted: false), true)
        default: return (.counts, false)
        }
    }

    private mutating func send(by household: Household) async throws {
        let (voting, arrivesLate) = voting()
        let before = house.grocer.votes.count
        house.grocer.take(voting)
        do { _ = try await household.larder.sendVotes() } catch is CancellationError {}
        for ask in house.grocer.votes.dropFirst(before) {
            story.append("sent \(ask): \(voting)")
            guard arrivesLate, case .vote(let question, let choice, let voter) = ask else { continue }
            later(.init(question: question, choice: choice, voter: voter))
        }
    }

    private mutating func later(_ ballot: Grocer.Ballot) {
        late.append((house.clock.now + Double(number(1...290)), ballot))
    }

    /// A process claims an answer and dies: before it was sent, after it arrived, or while it is in transit.
    private mutating func kill() async throws {
        let claimed = try await house.records.claimVotes(
            limit: 1, at: house.clock.now, until: house.clock.now + 120)
        guard let vote = claimed.first else { return }
        story.append("\(vote.number) killed")
        guard let voter = try await name(of: vote) else { return }
        let ballot = Grocer.Ballot(question: vote.question.id, choice: vote.choice, voter: voter)
        switch number(0...2) {
        case 0: house.grocer.count(ballot)
        case 1: later(ballot)
        default: break
        }
    }

    private func name(of vote: Vote) async throws -> String? {
        if vote.voter != "device" { return vote.voter }
        // The device name is read without an account, because an account takes precedence.
        let account = try await house.household.larder.foodAccount()
        if account != nil { try await house.household.larder.logOut() }
        let voter = try await house.household.larder.voter()
        if let account { try await house.household.larder.logIn(name: account, password: "secret") }
        if case .device(let name) = voter { return name }
        return nil
    }

    private mutating func change(_ household: Household) async {
        switch number(0...4) {
        case 0: try? await household.larder.logIn(name: "anna", password: "secret")
        case 1: try? await household.larder.logOut()
        case 2, 3: if (try? await household.larder.resetDevice()) != nil { story.append("reset") }
        default: house.grocer.decide(questions[number(0...2)].id, flip() ? .yes : .no, by: flip() ? "anna" : nil)
        }
    }

    /// From now on everything works, so that every answer is settled.
    mutating func end() async throws {
        house.cable.plug()
        house.grocer.behave(.answers)
        house.grocer.take(.counts)
        try await house.household.larder.logIn(name: "anna", password: "secret")
        for _ in 0..<40 {
            guard try await hasOpenVotes() else { return }
            pass(120)
            for household in households { _ = try await household.larder.sendVotes() }
        }
    }

    func hasOpenVotes() async throws -> Bool {
        try await house.household.larder.votes().contains { !$0.state.isSettled }
    }

    /// The voter in the records of the household for that ballot.
    static func mark(_ ballot: Grocer.Ballot) -> String {
        ballot.voter.hasPrefix("account") ? ballot.voter : "device"
    }
}

@Suite("Answers under random failures", .tags(.small))
struct LarderScriptTests {
    @Test("Under random failures, no answer is counted twice, and every recorded state is true", arguments: 0..<20)
    func anything(part: Int) async throws {
        for seed in (part * 25)..<(part * 25 + 25) {
            var script = try await LarderScript(seed: UInt64(seed))
            for _ in 0..<60 {
                try await script.step()
                guard try await isTrue(script, seed) else { return }
            }
            try await script.end()
            guard try await isTrue(script, seed) else { return }
            #expect(try await !script.hasOpenVotes(), "seed \(seed): \(script.story)")
        }
    }

    private func isTrue(_ script: LarderScript, _ seed: Int) async throws -> Bool {
        let ballots = script.house.grocer.ballots
        let its = Dictionary(grouping: ballots) { "\(LarderScript.mark($0)) \($0.question)" }
        let isOnce = its.values.allSatisfy { $0.count == 1 }
        var (isConsistent, answeredAnew) = (true, Set<String>())
        // Latest first.
        for vote in try await script.house.household.larder.votes() {
            let key = "\(vote.voter) \(vote.question.id)"
            let choices = its[key]?.map(\.choice) ?? []
            switch vote.state {
            // Another person with that account may have decided it.
            case .counted: isConsistent = isConsistent && (choices == [vote.choice] || vote.voter == "account anna")
            case .waiting: isConsistent = isConsistent && choices.isEmpty
            case .lost: isConsistent = isConsistent && (choices.isEmpty || answeredAnew.contains(key))
            case .sending, .unknown, .closed: break
            }
            answeredAnew.insert(key)
        }
        #expect(isOnce && isConsistent, "seed \(seed): \(ballots) after \(script.story)")
        return isOnce && isConsistent
    }
}
