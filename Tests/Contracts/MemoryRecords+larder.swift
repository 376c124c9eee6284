package import Foundation
package import Household
package import Larder
import Recognition
import Synchronization

extension MemoryRecords {
    package func product(
        _ code: String, in language: String, of household: Household.ID
    ) async throws -> RememberedProduct? {
        with(household) { $0.shelves.products.first { $0.code == code && $0.language == language } }
    }

    package func remember(_ product: RememberedProduct, for household: Household.ID) async throws {
        with(household) { house in
            house.shelves.products.removeAll { $0.code == product.code && $0.language == product.language }
            house.shelves.products.append(product)
        }
    }

    // MARK: - The larder

    package func note(_ item: LarderItem, for household: Household.ID) async throws {
        with(household) { house in
            let before = house.shelves.items[item.code]
            let isTold = item.expiry != nil || item.lot != nil
            house.shelves.items[item.code] = LarderItem(
                code: item.code, firstAt: min(before?.firstAt ?? item.firstAt, item.firstAt), lastAt: item.lastAt,
                expiry: isTold ? item.expiry : before?.expiry, lot: isTold ? item.lot : before?.lot)
        }
    }

    package func larder(
        in language: String, limit: Int, of household: Household.ID
    ) async throws -> [LarderLine] {
        with(household) { house in
            house.shelves.items.values
                .sorted { $0.lastAt == $1.lastAt ? $0.code < $1.code : $0.lastAt > $1.lastAt }
                .prefix(max(limit, 0))
                .map { LarderLine(item: $0, remembered: house.shelves.remembered($0.code, in: language)) }
        }
    }

    package func larderItem(_ code: String, of household: Household.ID) async throws -> LarderItem? {
        with(household) { $0.shelves.items[code] }
    }

    package func removeFromLarder(_ code: String, for household: Household.ID) async throws {
        try with(household) { house in
            guard house.shelves.items.removeValue(forKey: code) != nil else { throw Self.notFound }
            house.shelves.products.removeAll { $0.code == code }
            house.shelves.questions.removeAll { $0.about == code }
            house.shelves.asked = house.shelves.asked.filter { $0.key.code != code }
        }
    }

    // MARK: - How often a service is asked

    package func acquireRead(of service: String, limit: Int, seconds: Double, at now: Date) async throws -> Date? {
        reads.withLock { reads in
            var book = reads[service] ?? Reads()
            defer { reads[service] = book }
            // Where the clock was put back, what is to come has happened just now at the latest.
            book.times = book.times.map { min($0, now) }
            let latest = book.times.filter { $0 + seconds > now }.sorted(by: >)
            let free = latest.count < limit ? now : (limit > 0 ? latest[limit - 1] : now) + seconds
            let next = max(free, book.pause(at: now) ?? now)
            guard next <= now else { return next }
            book.times.append(now)
            return nil
        }
    }

    package func pauseReads(of service: String, until: Date) async throws {
        reads.withLock { $0[service, default: Reads()].pauses.append(until) }
    }

    package func readPause(of service: String, at now: Date) async throws -> Date? {
        reads.withLock { $0[service]?.pause(at: now) }
    }

    /// Of one service.
    struct Reads {
        var times: [Date] = []
        var pauses: [Date] = []

        /// The longest of those that can be meant: no other hides behind one that a clock wrote which was put back since.
        func pause(at now: Date) -> Date? {
            pauses.filter { $0 > now && $0 <= now + 2 * RateLimit.longestPause }.max()
        }
    }

    // MARK: - Questions

    package func remember(
        _ questions: [FoodQuestion], about code: String?, in language: String, at now: Date,
        for household: Household.ID
    ) async throws {
        with(household) { house in
            let past = now - 14 * 86_400
            house.shelves.questions.removeAll { held in
                held.fetchedAt < past
                    || held.language == language
                        && (held.about == code || questions.contains { $0.id == held.question.id })
            }
            house.shelves.asked = house.shelves.asked.filter { $0.value >= past }
            if let code { house.shelves.asked[Inquiry(code: code, language: language)] = now }
            house.shelves.questions += questions.map {
                HeldQuestion(question: $0, about: code ?? $0.code, language: language, fetchedAt: now)
            }
        }
    }

    package func questions(
        about code: String, in language: String, of household: Household.ID
    ) async throws -> RememberedQuestions? {
        with(household) { house in
            house.shelves.asked[Inquiry(code: code, language: language)].map { time in
                let held = house.shelves.questions.filter { $0.about == code && $0.language == language }
                return RememberedQuestions(questions: held.map(\.question), fetchedAt: time)
            }
        }
    }

    package func question(_ id: FoodQuestion.ID, of household: Household.ID) async throws -> FoodQuestion? {
        with(household) { house in house.shelves.questions.last { $0.question.id == id }?.question }
    }

    package func readAt(_ question: FoodQuestion.ID, of household: Household.ID) async throws -> Date? {
        with(household) { house in house.shelves.questions.last { $0.question.id == question }?.fetchedAt }
    }

    package func openQuestions(
        for voter: String, in language: String, limit: Int, of household: Household.ID
    ) async throws -> [FoodQuestion] {
        with(household) { house in
            // Those of one answer stay in its order: sorting is stable.
            house.shelves.questions
                .filter { $0.language == language && !house.shelves.isAnswered($0.question.id, by: voter) }
                .sorted { $0.fetchedAt > $1.fetchedAt }.prefix(max(limit, 0)).map(\.question)
        }
    }
}

// MARK: - In one household

extension MemoryRecords {
    struct Shelves {
        var products: [RememberedProduct] = []
        var items: [String: LarderItem] = [:]
        /// When questions about a product were asked for.
        var asked: [Inquiry: Date] = [:]
        /// In the order in which they came.
        var questions: [HeldQuestion] = []
        /// By number.
        var votes: [Vote] = []
        var lastVote = 0
        /// Claimed, and not settled by whoever did.
        var held: Set<Int> = []
    }

    struct Inquiry: Hashable {
        let code: String
        let language: String
    }

    struct HeldQuestion {
        let question: FoodQuestion
        let about: String
        let language: String
        let fetchedAt: Date
    }
}

extension MemoryRecords.Shelves {
    fileprivate func remembered(_ code: String, in language: String) -> RememberedProduct? {
        let known = products.filter { $0.code == code }
        return known.first { $0.language == language } ?? known.max { $0.fetchedAt < $1.fetchedAt }
    }

    func isAnswered(_ question: FoodQuestion.ID, by voter: String) -> Bool {
        votes.contains { $0.question.id == question && $0.voter == voter && !$0.state.isOpen }
    }
}
