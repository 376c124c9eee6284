package import FoundationEssentials
package import Larder

/// The votes of the household on questions about products. A slice of `Records`.
package protocol VoteRecords: Sendable {
    /// Stores a vote and assigns its number. Throws `alreadyAnswered` if this voter has a vote on the same question
    /// that is not lost.
    func intend(_ vote: Vote) async throws -> Vote
    /// Removes a waiting vote. Throws `voteSent` if it is being sent or has been sent, and `notFound` if there is none.
    func undo(_ vote: Int) async throws -> Vote
    /// Claims up to `limit` waiting votes that may be sent at `now`, oldest first, exclusively until `lease`; their
    /// state becomes sending. A vote that is still being sent when its lease ends becomes unknown and is never claimed
    /// again; a late report of its sender still counts.
    func claimVotes(limit: Int, at now: Date, until lease: Date) async throws -> [Vote]
    /// Claims up to `limit` unknown votes whose result may be checked, not to be checked again before `lease`.
    /// Increments their fence. Expired leases are handled by `claimVotes` only.
    func claimUnknownVotes(
        limit: Int, at now: Date, until lease: Date
    ) async throws -> [Vote]
    /// Returns true if the claim was still valid: the vote has the fence that the caller claimed.
    @discardableResult
    func settle(_ vote: Vote, _ outcome: Vote.Outcome, at now: Date) async throws -> Bool
    /// Makes all waiting votes with a failed attempt sendable at once, because the network is available again.
    func hastenVotes(at now: Date) async throws
    /// Latest first.
    func votes(_ query: VoteQuery) async throws -> [Vote]
    /// Returns when the next vote is to be sent or checked; nil if there is none.
    func nextVote() async throws -> Date?
    func voteCounts() async throws -> VoteCounts
}

package struct VoteQuery: Sendable, Hashable {
    package var states: Set<Vote.State>?
    package var code: String?
    package var voter: String?
    package var number: Int?
    package var insight: FoodQuestion.ID?
    package var limit = 200

    package init(
        states: Set<Vote.State>? = nil, code: String? = nil, voter: String? = nil, number: Int? = nil,
        insight: FoodQuestion.ID? = nil, limit: Int = 200
    ) {
        self.states = states
        self.code = code
        self.voter = voter
        self.number = number
        self.insight = insight
        self.limit = limit
    }
}

package struct VoteCounts: Sendable, Hashable {
    /// The number of votes in each state; states without votes are missing.
    package var byState: [Vote.State: Int] = [:]
    /// The number of counted votes of each choice.
    package var byChoice: [Vote.Choice: Int] = [:]
    /// The number of counted votes of each kind of question.
    package var byKind: [String: Int] = [:]

    package init() {}
}
