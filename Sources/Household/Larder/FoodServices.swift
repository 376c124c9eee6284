package import FoundationEssentials
package import Larder
import Recognition

/// The services of the larder: product data and questions, a barcode reader, and a cache of pictures.
package struct FoodServices: Sendable {
    package let service: FoodService
    package let reader: BarcodeReader
    package let pictures: PictureShelf
    /// The rate limits of the two services, shared by all processes of the house.
    package let products: RateLimit
    package let questions: RateLimit
    let requests = FoodRequests()
    let health = FoodServiceHealth()
    let memory = FoodMemory()
    /// The number of callers that wait for an answer.
    package var callers: Int { requests.callers }

    package init(
        service: FoodService, reader: BarcodeReader, pictures: PictureShelf,
        products: RateLimit = .init(service: "openfoodfacts", limit: 12, seconds: 60),
        questions: RateLimit = .init(service: "robotoff", limit: 12, seconds: 60)
    ) {
        self.service = service
        self.reader = reader
        self.pictures = pictures
        self.products = products
        self.questions = questions
    }

    /// The language of the stored data of products with a number for demonstrations.
    static let demonstrationLanguage = "en"
    /// How long the data of a product is fresh, in seconds.
    static let productFresh = 86_400.0
    /// How long the absence of a product is fresh, in seconds.
    static let absenceFresh = 3600.0
    static let questionsFresh = 3600.0
    /// The duration of the lease of a vote in seconds.
    static let voteLease = 120.0
}

/// A cache of fetched pictures, under names of letters, digits, hyphens and underscores. A picture that was removed is
/// fetched again.
package struct PictureShelf: Sendable {
    package let read: @Sendable (_ name: String) async -> [UInt8]?
    package let keep: @Sendable (_ name: String, _ bytes: [UInt8]) async -> Void

    package init(
        read: @escaping @Sendable (_ name: String) async -> [UInt8]?,
        keep: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) async -> Void
    ) {
        self.read = read
        self.keep = keep
    }

    package static let none = PictureShelf(read: { _ in nil }, keep: { _, _ in })
}

/// The current data of a product.
package struct ProductView: Sendable, Hashable {
    /// The text that was scanned or entered.
    package let reading: BarcodeReading
    package let code: String
    /// Nil if the service was never asked.
    package let remembered: RememberedProduct?
    /// The reason why there is no newer data, or no data.
    package let problem: HouseholdError.Code?
    /// The same as a sentence for a person.
    package let remark: String?
    /// When the next request is possible; nil if it is possible at once or the time is unknown.
    package let notBefore: Date?
    package let item: LarderItem?
    /// Nil if the household has no diet preferences or the product is unknown.
    package let diet: DietReport?
    /// The verdicts for people with a diet of their own; empty if the product is unknown.
    package let people: [PersonalReport]
    package let at: Date

    /// Nil if there is no such product or it is unknown.
    package var product: Product? { remembered?.product }
    /// True if the service reported that it has no such product.
    package var isAbsent: Bool { remembered.map { $0.product == nil } ?? false }
    /// True if a look-up would call the service again, because the data is older than a day or, without a product,
    /// older than an hour.
    package var isOld: Bool {
        guard let age, !reading.isDemonstration else { return false }
        return abs(age) >= (isAbsent ? FoodServices.absenceFresh : FoodServices.productFresh)
    }
    /// Seconds since the last response of the service.
    package var age: Double? { remembered.map { at.timeIntervalSince($0.fetchedAt) } }
}

/// The questions to answer, or the reason why there are none.
package struct QuestionsView: Sendable, Hashable {
    package enum Lack: String, Sendable, Hashable {
        /// The setting for questions is off.
        case switchedOff = "switched-off"
        /// The number is assigned by a shop, so it is another product in another shop.
        case inStore = "in-store"
        /// This household has answered all questions.
        case allAnswered = "all-answered"
        case none
    }

    /// The questions that this voter has not answered.
    package let questions: [FoodQuestion]
    package let lack: Lack?
    package let fetchedAt: Date?
    package let problem: HouseholdError.Code?
    package let remark: String?
    package let notBefore: Date?
}
