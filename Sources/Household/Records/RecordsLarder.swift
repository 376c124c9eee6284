package import FoundationEssentials
package import Larder
import Recognition

/// Products, the products that a household has looked up, and its votes: the part of `Records` for the larder.
package protocol LarderRecords: Sendable {
    // Product data of services.

    func product(_ code: String, in language: String, of household: Household.ID) async throws -> RememberedProduct?
    /// Replaces the stored data of the product in that language.
    func remember(_ product: RememberedProduct, for household: Household.ID) async throws

    // The larder.

    /// Adds a looked-up product to the larder or moves it to the top. Lot and expiry are kept if the new packet has
    /// neither; if it has one of them, both are replaced.
    func note(_ item: LarderItem, for household: Household.ID) async throws
    /// Latest first, each with its stored data in that language, or in another language if there is none.
    func larder(in language: String, limit: Int, of household: Household.ID) async throws -> [LarderLine]
    func larderItem(_ code: String, of household: Household.ID) async throws -> LarderItem?
    /// Removes the product with its open questions and its stored data. Votes stay. Throws `notFound` if it is not in
    /// the larder.
    func removeFromLarder(_ code: String, for household: Household.ID) async throws

    // Rate limits, shared by all processes of a house.

    /// Counts a read at `now`. If `limit` reads have happened in the last `seconds`, or the service is paused, counts
    /// nothing and returns when the next read is possible, the later of both times. After the clock was put back, reads
    /// with a future time count as of now, so they block for at most `seconds`.
    func acquireRead(of service: String, limit: Int, seconds: Double, at now: Date) async throws -> Date?
    /// Pauses reads of the service until that time. A pause is never shortened.
    func pauseReads(of service: String, until: Date) async throws
    /// Returns the end of the current pause; nil if there is none at `now`. A pause that ends later than twice the
    /// longest pause from now is ignored: the clock has been put back since it was written.
    func readPause(of service: String, at now: Date) async throws -> Date?

    // Questions.

    /// Replaces the stored questions of the product; with `code` nil, adds to all stored questions. Removes questions
    /// that are older than two weeks.
    func remember(
        _ questions: [FoodQuestion], about code: String?, in language: String, at now: Date,
        for household: Household.ID
    ) async throws
    /// Returns the questions in their original order, with the time of the request; nil if none were ever requested in
    /// that language.
    func questions(
        about code: String, in language: String, of household: Household.ID
    ) async throws -> RememberedQuestions?
    func question(_ id: FoodQuestion.ID, of household: Household.ID) async throws -> FoodQuestion?
    /// Returns when the service last returned this question; nil if it is not stored.
    func readAt(_ question: FoodQuestion.ID, of household: Household.ID) async throws -> Date?
    /// Returns stored questions about any product that this voter has not answered, latest first. Used when the service
    /// cannot be called.
    func openQuestions(
        for voter: String, in language: String, limit: Int, of household: Household.ID
    ) async throws -> [FoodQuestion]

    // Votes.

    /// Stores a vote and assigns its number. Throws `alreadyAnswered` if this voter has a vote on the same question
    /// that is not lost.
    func intend(_ vote: Vote, for household: Household.ID) async throws -> Vote
    /// Removes a waiting vote. Throws `voteSent` if it is being sent or has been sent, and `notFound` if there is none.
    func undo(_ vote: Int, for household: Household.ID) async throws -> Vote
    /// Claims up to `limit` waiting votes that may be sent at `now`, oldest first, exclusively until `lease`; their
    /// state becomes sending. A vote that is still being sent when its lease ends becomes unknown and is never claimed
    /// again; a late report of its sender still counts.
    func claimVotes(limit: Int, at now: Date, until lease: Date, of household: Household.ID) async throws -> [Vote]
    /// Claims up to `limit` unknown votes whose result may be checked, not to be checked again before `lease`.
    /// Increments their fence. Expired leases are handled by `claimVotes` only.
    func claimUnknownVotes(
        limit: Int, at now: Date, until lease: Date, of household: Household.ID
    ) async throws -> [Vote]
    /// Returns true if the claim was still valid: the vote has the fence that the caller claimed.
    @discardableResult
    func settle(_ vote: Vote, _ outcome: Vote.Outcome, at now: Date, for household: Household.ID) async throws -> Bool
    /// Makes all waiting votes with a failed attempt sendable at once, because the network is available again.
    func hastenVotes(at now: Date, of household: Household.ID) async throws
    /// Latest first.
    func votes(_ query: VoteQuery, of household: Household.ID) async throws -> [Vote]
    /// Returns when the next vote is to be sent or checked; nil if there is none.
    func nextVote(of household: Household.ID) async throws -> Date?
    func voteCounts(of household: Household.ID) async throws -> VoteCounts
}

/// The data of a product from a service, or the fact that the service has no such product.
package struct RememberedProduct: Sendable, Hashable {
    package let code: String
    /// The language of the texts, two letters.
    package let language: String
    /// Nil if the service has no such product.
    package let product: Product?
    package let raw: [UInt8]
    package let fetchedAt: Date

    package init(code: String, language: String, product: Product?, raw: [UInt8], fetchedAt: Date) {
        self.code = code
        self.language = language
        self.product = product
        self.raw = raw
        self.fetchedAt = fetchedAt
    }
}

/// A product that the household has scanned or looked up.
package struct LarderItem: Sendable, Hashable {
    package let code: String
    package let firstAt: Date
    package let lastAt: Date
    /// From a GS1 code: "2026-12-01".
    package let expiry: String?
    package let lot: String?

    package init(code: String, firstAt: Date, lastAt: Date, expiry: String? = nil, lot: String? = nil) {
        self.code = code
        self.firstAt = firstAt
        self.lastAt = lastAt
        self.expiry = expiry
        self.lot = lot
    }
}

package struct LarderLine: Sendable, Hashable {
    package let item: LarderItem
    /// Nil if the service was never asked.
    package let remembered: RememberedProduct?

    package init(item: LarderItem, remembered: RememberedProduct?) {
        self.item = item
        self.remembered = remembered
    }
}

package struct RememberedQuestions: Sendable, Hashable {
    /// For how many days it is kept.
    package static let days = 14.0

    package let questions: [FoodQuestion]
    package let fetchedAt: Date

    package init(questions: [FoodQuestion], fetchedAt: Date) {
        self.questions = questions
        self.fetchedAt = fetchedAt
    }
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

/// The maximum rate of requests to a service.
package struct RateLimit: Sendable, Hashable {
    /// The name under which its reads are counted: "openfoodfacts", "robotoff".
    package let service: String
    package let limit: Int
    package let seconds: Double

    package init(service: String, limit: Int, seconds: Double) {
        self.service = service
        self.limit = limit
        self.seconds = seconds
    }

    /// The longest pause in seconds, whatever the service asks for.
    package static let longestPause = 3600.0
    /// The pause in seconds after status 429 or 503 without a retry time.
    package static let usualPause = 60.0
}
