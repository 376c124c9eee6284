package import FoundationEssentials
package import Larder
import Recognition

/// Products, what a household has looked up and answered: the part of `Records` that the larder needs.
package protocol LarderRecords: Sendable {
    // What services said of products.

    func product(_ code: String, in language: String, of household: Household.ID) async throws -> RememberedProduct?
    /// In the place of what was remembered of it in that language.
    func remember(_ product: RememberedProduct, for household: Household.ID) async throws

    // The larder.

    /// A product was looked up: it is in the larder from now on, the latest first. Lot and expiry stay where neither is
    /// told anew; where one is, both are of the new packet.
    func note(_ item: LarderItem, for household: Household.ID) async throws
    /// Latest first, with what is remembered of each in that language, or in any where there is none in that one.
    func larder(in language: String, limit: Int, of household: Household.ID) async throws -> [LarderLine]
    func larderItem(_ code: String, of household: Household.ID) async throws -> LarderItem?
    /// With its open questions and what is remembered of it. Votes stay. `notFound` where it is not in the larder.
    func removeFromLarder(_ code: String, for household: Household.ID) async throws

    // How often a service is asked, by all processes of a house.

    /// Counts a read that happens now, unless `limit` have happened in the last `seconds`, or the service is to be left
    /// alone: then it answers when the next one may be, by the later of both. Reads of a clock that was put back count as
    /// of now, so that they lock for `seconds` at most.
    func acquireRead(of service: String, limit: Int, seconds: Double, at now: Date) async throws -> Date?
    /// The service is left alone until then; a pause is only ever made longer.
    func pauseReads(of service: String, until: Date) async throws
    /// Until when it is left alone; nothing where it is not at `now`. One that reaches further than two longest pauses
    /// was written by a clock that has been put back since, and counts nowhere.
    func readPause(of service: String, at now: Date) async throws -> Date?

    // Questions.

    /// In the place of those that were remembered of that product; with `code` nil, beside all that are remembered. Those
    /// of two weeks ago are forgotten.
    func remember(
        _ questions: [FoodQuestion], about code: String?, in language: String, at now: Date,
        for household: Household.ID
    ) async throws
    /// In the order in which they came, and when; nothing where they were never asked for in that language.
    func questions(
        about code: String, in language: String, of household: Household.ID
    ) async throws -> RememberedQuestions?
    func question(_ id: FoodQuestion.ID, of household: Household.ID) async throws -> FoodQuestion?
    /// When the service said last what `question` has; nothing where it is not remembered.
    func readAt(_ question: FoodQuestion.ID, of household: Household.ID) async throws -> Date?
    /// Remembered ones of any product that this voter has not answered, latest first: for when nobody can be asked.
    func openQuestions(
        for voter: String, in language: String, limit: Int, of household: Household.ID
    ) async throws -> [FoodQuestion]

    // Votes.

    /// Writes a vote down and gives it its number. `alreadyAnswered` where this voter has one on the same question that is
    /// not lost.
    func intend(_ vote: Vote, for household: Household.ID) async throws -> Vote
    /// Takes a vote back that waits: it is forgotten. `voteSent` where it is being sent or was; `notFound` where there is
    /// none.
    func undo(_ vote: Int, for household: Household.ID) async throws -> Vote
    /// Up to `limit` that wait and may be sent at `now`, oldest first, for the caller alone until `lease`: from then on
    /// they are being sent. One that was being sent when its lease ended becomes unknown and is never claimed again; what
    /// its sender says after all still counts.
    func claimVotes(limit: Int, at now: Date, until lease: Date, of household: Household.ID) async throws -> [Vote]
    /// Up to `limit` unknown ones that may be looked at, and not again before `lease`. Their fence is raised. Leases that
    /// ended are looked at by `claimVotes` only.
    func claimUnknownVotes(
        limit: Int, at now: Date, until lease: Date, of household: Household.ID
    ) async throws -> [Vote]
    /// Whether it was still the caller's: its fence is what the caller claimed.
    @discardableResult
    func settle(_ vote: Vote, _ outcome: Vote.Outcome, at now: Date, for household: Household.ID) async throws -> Bool
    /// All that wait and were tried in vain may be tried at once: the network is back.
    func hastenVotes(at now: Date, of household: Household.ID) async throws
    /// Latest first.
    func votes(_ query: VoteQuery, of household: Household.ID) async throws -> [Vote]
    /// When the next one is to be sent or looked at; nothing where none is.
    func nextVote(of household: Household.ID) async throws -> Date?
    func voteCounts(of household: Household.ID) async throws -> VoteCounts
}

/// What a service said of a product, or that it has none.
package struct RememberedProduct: Sendable, Hashable {
    package let code: String
    /// Of texts, two letters.
    package let language: String
    /// Nothing where the service has no such product.
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

/// A product that somebody of the household held in their hands.
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
    /// Nothing where the service was never asked.
    package let remembered: RememberedProduct?

    package init(item: LarderItem, remembered: RememberedProduct?) {
        self.item = item
        self.remembered = remembered
    }
}

package struct RememberedQuestions: Sendable, Hashable {
    /// Kept so long.
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
    /// How many stand in each state; none where it is not named.
    package var byState: [Vote.State: Int] = [:]
    /// Of the counted ones: how many of each choice.
    package var byChoice: [Vote.Choice: Int] = [:]
    /// Of the counted ones: how many of each kind of question.
    package var byKind: [String: Int] = [:]

    package init() {}
}

/// How often a service may be asked.
package struct RateLimit: Sendable, Hashable {
    /// As its reads are counted: "openfoodfacts", "robotoff".
    package let service: String
    package let limit: Int
    package let seconds: Double

    package init(service: String, limit: Int, seconds: Double) {
        self.service = service
        self.limit = limit
        self.seconds = seconds
    }

    /// Seconds that a service is left alone at most, whatever it says.
    package static let longestPause = 3600.0
    /// Seconds that it is left alone after 429 or 503 where it says nothing.
    package static let usualPause = 60.0
}
