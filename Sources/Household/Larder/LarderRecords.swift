package import FoundationEssentials
package import Larder

/// Products, the products that the household has looked up, and questions about them. A slice of `Records`.
package protocol LarderRecords: Sendable {
    // MARK: - Product data of services

    func product(_ code: String, in language: String) async throws -> RememberedProduct?
    /// Replaces the stored data of the product in that language.
    func remember(_ product: RememberedProduct) async throws

    // MARK: - The larder

    /// Adds a looked-up product to the larder or moves it to the top. Lot, expiry and GS1 data are kept if the new packet
    /// has none of them; if it has one of them, all are replaced.
    func note(_ item: LarderItem) async throws
    /// Latest first, each with its stored data in that language, or in another language if there is none.
    func larder(in language: String, limit: Int) async throws -> [LarderLine]
    func larderItem(_ code: String) async throws -> LarderItem?
    /// Removes the product with its open questions and its stored data. Votes stay. Throws `notFound` if it is not in
    /// the larder.
    func removeFromLarder(_ code: String) async throws

    // MARK: - Questions

    /// Replaces the stored questions of the product; with `code` nil, adds to all stored questions. Removes questions
    /// that are older than two weeks.
    func remember(
        _ questions: [FoodQuestion], about code: String?, in language: String, at now: Date) async throws
    /// Returns the questions in their original order, with the time of the request; nil if none were ever requested in
    /// that language.
    func questions(
        about code: String, in language: String
    ) async throws -> RememberedQuestions?
    func question(_ id: FoodQuestion.ID) async throws -> FoodQuestion?
    /// Returns when the service last returned this question; nil if it is not stored.
    func readAt(_ question: FoodQuestion.ID) async throws -> Date?
    /// Returns stored questions about any product that this voter has not answered, latest first. Used when the service
    /// cannot be called.
    func openQuestions(
        for voter: String, in language: String, limit: Int
    ) async throws -> [FoodQuestion]
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
    /// The GS1 data of the code in the printed form, "(01)…(15)…"; nil if the code is only a number.
    package let elements: String?

    package init(
        code: String, firstAt: Date, lastAt: Date, expiry: String? = nil, lot: String? = nil, elements: String? = nil
    ) {
        self.code = code
        self.firstAt = firstAt
        self.lastAt = lastAt
        self.expiry = expiry
        self.lot = lot
        self.elements = elements
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
