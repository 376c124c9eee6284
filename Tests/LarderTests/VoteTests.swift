import FoundationEssentials
import Larder
import Recognition
import Support
import Testing

@Suite("Votes", .tags(.small))
struct VoteTests {
    /// The instant this number of seconds after the question was asked.
    private static func second(_ second: Double) -> Date { Date(timeIntervalSince1970: 1_800_000_000 + second) }

    private static func vote(
        _ state: Vote.State, _ choice: Vote.Choice = .yes, sentAt: Double? = 10, remark: String? = "before"
    ) throws -> Vote {
        let id = try #require(FoodQuestion.ID("q"))
        return Vote(
            number: 1, question: FoodQuestion(id: id, code: "96385074", kind: "label", text: "?"), productName: nil,
            choice: choice, voter: "device", state: state, askedAt: second(0), notBefore: second(5),
            sentAt: sentAt.map(second), remark: remark)
    }

    /// The outcome at second 40 of a vote sent at second 10.
    struct End: Sendable {
        let event: Vote.Event
        let state: Vote.State
        var remark: String?
        var next: Double?
    }

    private static let decided = "The question is decided. It is not known whether your answer was counted."

    private static let sending: [End] = [
        End(event: .counted, state: .counted),
        End(event: .closed("It is closed."), state: .closed, remark: "It is closed."),
        End(event: .notSent("No network.", until: second(99)), state: .waiting, remark: "No network.", next: 99),
        // The given time is used, even if it is past.
        End(event: .notSent("No network.", until: second(-9)), state: .waiting, remark: "No network.", next: -9),
        End(event: .refused("No."), state: .lost, remark: "No."),
        End(event: .uncertain("It broke."), state: .unknown, remark: "It broke.", next: 70),
    ]

    /// For a vote with yes.
    private static let unknown: [End] = [
        End(event: .seen(.decided(.yes, byVoter: true)), state: .counted),
        End(event: .seen(.decided(.no, byVoter: true)), state: .closed, remark: decided),
        End(event: .seen(.decided(.skip, byVoter: true)), state: .closed, remark: decided),
        End(event: .seen(.decided(nil, byVoter: true)), state: .closed, remark: decided),
        End(event: .seen(.decided(.yes, byVoter: false)), state: .closed, remark: decided),
        End(event: .seen(.decided(.no, byVoter: false)), state: .closed, remark: decided),
        End(event: .seen(.decided(nil, byVoter: false)), state: .closed, remark: decided),
        End(event: .seen(.stillAsked), state: .unknown, remark: "before", next: 310),
        End(event: .seen(.noLongerAsked), state: .counted),
        End(event: .seen(.gone), state: .closed, remark: "The question does not exist any more."),
    ]

    private static let ends: [Vote.State: [End]] = [.sending: sending, .unknown: unknown]
    private static let events = (sending + unknown).map(\.event)

    @Test("Each state and event of a vote has its outcome, or none", arguments: Vote.State.allCases, events)
    func table(state: Vote.State, event: Vote.Event) throws {
        let outcome = try Self.vote(state).outcome(of: event, at: Self.second(40))
        guard let end = Self.ends[state]?.first(where: { $0.event == event }) else {
            #expect(outcome == nil)
            return
        }
        let found = try #require(outcome)
        #expect((found.state, found.remark, found.notBefore) == (end.state, end.remark, end.next.map(Self.second)))
    }

    @Test("A vote that may have arrived never waits to be sent again", arguments: events)
    func neverAgain(event: Vote.Event) throws {
        for state in Vote.State.allCases {
            let outcome = try Self.vote(state).outcome(of: event, at: Self.second(9999))
            guard outcome?.state == .waiting else { continue }
            guard state == .sending, case .notSent = event else {
                Issue.record("\(event) of a vote that is \(state) would send it again")
                continue
            }
        }
    }

    @Test(
        "An unknown vote is lost only if it is still asked long after it was sent",
        arguments: [
            // Sent, now, patience, and when to check next; nil if the vote is lost.
            (10.0, 11.0, 300.0, 310.0), (10, 279, 300, 310), (10, 281, 300, 311), (10, 309.5, 300, 339.5),
            (10, 310, 300, nil), (10, 9999, 300, nil), (nil, 299, 300, 329), (nil, 300, 300, nil), (10, 40, 0, nil),
            (10, 69, 60, 99), (10, 70, 60, nil),
            // A clock was put back.
            (10, -500, 300, 310),
        ] as [(Double?, Double, Double, Double?)])
    func patience(sentAt: Double?, now: Double, patience: Double, next: Double?) throws {
        let outcome = try #require(
            try Self.vote(.unknown, sentAt: sentAt).outcome(
                of: .seen(.stillAsked), at: Self.second(now), patience: patience))
        #expect(outcome.state == (next == nil ? .lost : .unknown))
        #expect(outcome.notBefore == next.map(Self.second))
        #expect(outcome.remark == (next == nil ? "The answer did not arrive. You can answer again." : "before"))
    }

    @Test("A vote has five minutes of patience by default")
    func usualPatience() throws {
        let vote = try Self.vote(.unknown)
        #expect(vote.outcome(of: .seen(.stillAsked), at: Self.second(309))?.state == .unknown)
        #expect(vote.outcome(of: .seen(.stillAsked), at: Self.second(310))?.state == .lost)
    }

    @Test("A vote is counted if its voter decided with the same choice", arguments: Vote.Choice.allCases)
    func choices(choice: Vote.Choice) throws {
        for decision in Vote.Choice.allCases {
            let outcome = try Self.vote(.unknown, choice).outcome(
                of: .seen(.decided(decision, byVoter: true)), at: Self.second(40))
            #expect(outcome?.state == (decision == choice ? .counted : .closed))
        }
    }

    @Test("A state of a vote is settled, open or neither")
    func states() {
        #expect(Vote.State.allCases.filter(\.isSettled) == [.counted, .closed, .lost])
        #expect(Vote.State.allCases.filter(\.isOpen) == [.lost])
    }

    @Test("The mark of a voter contains no secret and no device name")
    func marks() {
        let (device, other) = (VoterIdentity.device("a1b2"), VoterIdentity.device("c3d4"))
        let account = VoterIdentity.account(name: "anna", password: "geheim")
        #expect(device.mark == other.mark && device.accountName == nil)
        #expect(account.mark == "account anna" && account.accountName == "anna")
        #expect(account.mark == VoterIdentity.account(name: "anna", password: "another").mark)
        #expect(VoterIdentity.account(name: "device", password: "x").mark != device.mark)
        for identity in [device, account] {
            let printed = "\(identity) \(String(reflecting: identity)) \(Mirror(reflecting: identity).children.count)"
            #expect(!printed.contains("a1b2") && !printed.contains("geheim") && printed.hasSuffix(" 0"))
        }
    }
}
