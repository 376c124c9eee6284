import Contracts
import Foundation
import Household
import Larder
import Recognition
import Testing

/// A household that answers questions, for the tests of votes.
struct Ballot: Sendable {
    /// A minute after all others.
    static let far = 1_000_000

    let records: any Records
    let sample: Sample

    init(_ records: any Records, _ sample: Sample) {
        self.records = records
        self.sample = sample
    }

    func intend(
        _ question: String, _ choice: Vote.Choice = .yes, by voter: String = "device", minute: Int = 0,
        from first: Int? = nil
    ) async throws -> Vote {
        let vote = sample.vote(try sample.question(question), choice, by: voter, minute: minute, from: first)
        return try await records.intend(vote)
    }

    func claim(_ limit: Int = 9, at minute: Int, until lease: Int = far) async throws -> [Vote] {
        try await records.claimVotes(
            limit: limit, at: sample.time(minute), until: sample.time(lease))
    }

    func look(_ limit: Int = 9, at minute: Int, until lease: Int = far) async throws -> [Vote] {
        try await records.claimUnknownVotes(
            limit: limit, at: sample.time(minute), until: sample.time(lease))
    }

    func settle(_ vote: Vote, _ event: Vote.Event, at minute: Int) async throws -> Bool {
        let outcome = try #require(vote.outcome(of: event, at: sample.time(minute)))
        return try await records.settle(vote, outcome, at: sample.time(minute))
    }

    func stored(_ vote: Vote) async throws -> Vote {
        try #require(try await records.votes(VoteQuery(number: vote.number)).first)
    }

    func states() async throws -> [Vote.State] {
        try await records.votes(VoteQuery()).map(\.state)
    }

    func undo(_ vote: Vote) async throws -> Vote { try await records.undo(vote.number) }

    func next() async throws -> Date? { try await records.nextVote() }

    /// Adds a vote in that state. A vote in the state `.waiting` or `.sending` keeps it whatever is claimed later.
    func vote(
        _ question: String, _ choice: Vote.Choice = .yes, by voter: String = "device", state: Vote.State
    ) async throws -> Vote {
        let vote = try await intend(question, choice, by: voter, from: state == .waiting ? Self.far : 0)
        guard state != .waiting else { return vote }
        let claimed = try await claim(at: 0)
        #expect(claimed.map(\.number) == [vote.number])
        let sending = try #require(claimed.first)
        let event: Vote.Event
        switch state {
        case .waiting, .sending: return sending
        case .counted: event = .counted
        case .closed: event = .closed("It is closed.")
        case .unknown: event = .uncertain("The line broke.")
        case .lost: event = .refused("It was refused.")
        }
        #expect(try await settle(sending, event, at: 0))
        return try await stored(vote)
    }
}
