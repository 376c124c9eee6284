package import Foundation
package import Household
package import Larder
import Recognition
import Synchronization

extension MemoryRecords {
    package func intend(_ vote: Vote, for household: Household.ID) async throws -> Vote {
        try with(household) { house in
            guard !house.shelves.isAnswered(vote.question.id, by: vote.voter) else {
                throw HouseholdError(.alreadyAnswered, "This question has been answered.")
            }
            house.shelves.lastVote += 1
            let kept = Vote(
                number: house.shelves.lastVote, question: vote.question, productName: vote.productName,
                choice: vote.choice, voter: vote.voter, askedAt: vote.askedAt, notBefore: vote.notBefore,
                remark: vote.remark)
            house.shelves.votes.append(kept)
            return kept
        }
    }

    package func undo(_ vote: Int, for household: Household.ID) async throws -> Vote {
        try with(household) { house in
            guard let place = house.shelves.votes.firstIndex(where: { $0.number == vote }) else { throw Self.notFound }
            guard house.shelves.votes[place].state == .waiting else {
                throw HouseholdError(.voteSent, "It is on its way, or was.")
            }
            return house.shelves.votes.remove(at: place)
        }
    }

    package func claimVotes(
        limit: Int, at now: Date, until lease: Date, of household: Household.ID
    ) async throws -> [Vote] {
        with(household) { house in
            house.shelves.loseTrack(at: now)
            let due = house.shelves.votes.filter { $0.state == .waiting && $0.notBefore <= now }
            return due.prefix(max(limit, 0)).map { vote in
                house.shelves.claim(vote, until: lease) { ($0.state, $0.sentAt, $0.remark) = (.sending, now, nil) }
            }
        }
    }

    package func claimUnknownVotes(
        limit: Int, at now: Date, until lease: Date, of household: Household.ID
    ) async throws -> [Vote] {
        with(household) { house in
            let due = house.shelves.votes.filter { $0.state == .unknown && $0.notBefore <= now }
                .sorted { ($0.notBefore, $0.number) < ($1.notBefore, $1.number) }
            return due.prefix(max(limit, 0)).map { house.shelves.claim($0, until: lease) { _ in } }
        }
    }

    package func settle(
        _ vote: Vote, _ outcome: Vote.Outcome, at now: Date, for household: Household.ID
    ) async throws -> Bool {
        with(household) { house in
            guard let kept = house.shelves.votes.first(where: { $0.number == vote.number }), kept.fence == vote.fence,
                house.shelves.held.remove(vote.number) != nil
            else { return false }
            house.shelves.change(kept) { draft in
                (draft.state, draft.remark) = (outcome.state, outcome.remark)
                draft.notBefore = outcome.notBefore ?? draft.notBefore
                draft.settledAt = outcome.state.isSettled ? now : nil
                guard outcome.state == .waiting else { return }
                draft.attempts += 1
                draft.sentAt = nil
            }
            return true
        }
    }

    package func hastenVotes(at now: Date, of household: Household.ID) async throws {
        with(household) { house in
            for vote in house.shelves.votes where vote.state == .waiting && vote.attempts > 0 {
                house.shelves.change(vote) { $0.notBefore = min($0.notBefore, now) }
            }
        }
    }

    package func votes(_ query: VoteQuery, of household: Household.ID) async throws -> [Vote] {
        with(household) { house in
            let found = house.shelves.votes.filter { vote in
                query.states?.contains(vote.state) ?? true && query.code ?? vote.question.code == vote.question.code
                    && query.voter ?? vote.voter == vote.voter && query.number ?? vote.number == vote.number
                    && query.insight ?? vote.question.id == vote.question.id
            }
            return Array(found.reversed().prefix(max(query.limit, 0)))
        }
    }

    package func nextVote(of household: Household.ID) async throws -> Date? {
        with(household) { house in
            house.shelves.votes.filter { !$0.state.isSettled }.map(\.notBefore).min()
        }
    }

    package func voteCounts(of household: Household.ID) async throws -> VoteCounts {
        with(household) { house in
            var counts = VoteCounts()
            for vote in house.shelves.votes {
                counts.byState[vote.state, default: 0] += 1
                guard vote.state == .counted else { continue }
                counts.byChoice[vote.choice, default: 0] += 1
                counts.byKind[vote.question.kind, default: 0] += 1
            }
            return counts
        }
    }
}

// MARK: - In one household

extension MemoryRecords.Shelves {
    /// While one is being sent, its `notBefore` is when the lease ends. Whoever claimed it may still tell what became of
    /// it, until somebody else looks.
    fileprivate mutating func loseTrack(at now: Date) {
        for vote in votes where vote.state == .sending && vote.notBefore <= now {
            change(vote) { draft in
                draft.state = .unknown
                draft.remark = "It was being sent, and nobody told what became of it."
            }
        }
    }

    fileprivate mutating func claim(_ vote: Vote, until lease: Date, _ body: (inout Draft) -> Void) -> Vote {
        held.insert(vote.number)
        return change(vote) { draft in
            body(&draft)
            draft.notBefore = lease
            draft.fence += 1
        }
    }

    @discardableResult
    fileprivate mutating func change(_ vote: Vote, _ body: (inout Draft) -> Void) -> Vote {
        var draft = Draft(vote)
        body(&draft)
        let changed = draft.vote
        if let place = votes.firstIndex(where: { $0.number == vote.number }) { votes[place] = changed }
        return changed
    }

    /// A vote that can be changed.
    fileprivate struct Draft {
        private let original: Vote
        var state: Vote.State
        var notBefore: Date
        var attempts: Int
        var sentAt: Date?
        var settledAt: Date?
        var remark: String?
        var fence: Int

        init(_ vote: Vote) {
            original = vote
            state = vote.state
            notBefore = vote.notBefore
            attempts = vote.attempts
            sentAt = vote.sentAt
            settledAt = vote.settledAt
            remark = vote.remark
            fence = vote.fence
        }

        var vote: Vote {
            Vote(
                number: original.number, question: original.question, productName: original.productName,
                choice: original.choice, voter: original.voter, state: state, askedAt: original.askedAt,
                notBefore: notBefore, attempts: attempts, sentAt: sentAt, settledAt: settledAt, remark: remark,
                fence: fence)
        }
    }
}
