import Concurrency
package import FoundationEssentials
package import Larder
import Recognition
import Synchronization

/// The services of the larder: product data and questions, a barcode reader, and a cache of pictures.
package struct FoodServices: Sendable {
    package let service: FoodService
    package let reader: BarcodeReader
    package let pictures: PictureShelf
    /// The rate limits of the two services, shared by all processes of the house.
    package let products: RateLimit
    package let questions: RateLimit
    let desk = PantryDesk()
    /// The number of callers that wait for an answer.
    package var callers: Int { desk.callers }

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

/// The running requests, merged so that concurrent callers share one, and the short-term memory of this process.
final class PantryDesk: Sendable {
    private struct State {
        var boxes: [FoodQuestion.ID: FoodQuestion.Box?] = [:]
        /// The last questions for each filter.
        var games: [String: RememberedQuestions] = [:]
        /// Answers of an account, nil if the service could not be called.
        var answers: [String: Int?] = [:]
        /// The number of consecutive votes with an unknown result.
        var doubts = 0
        var heldUntil: Duration?
    }

    private let state = Mutex(State())
    private let flights = SingleFlight<String, SharedWork<Result<any Sendable, any Error>>>(
        { SharedWork() }, cancel: { $0.cancel() })
    var callers: Int { flights.callers }
    /// The maximum number of cached boxes; above it the cache is emptied.
    private static let limit = 500

    /// Sends a request, or waits for the result of the same running request.
    ///
    /// A cancelled caller does not affect the others; the last caller that leaves cancels the request.
    func merged<Value: Sendable>(
        _ name: String, _ ask: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let value = try await flights.value(name, { try await ask() as any Sendable }) as? Value else {
            throw HouseholdError(.internalFault, "Two different questions had one name.")
        }
        return value
    }

    /// Returns nil if the box was not looked up, and an inner nil if the question has none.
    func box(of id: FoodQuestion.ID) -> FoodQuestion.Box?? { state.withLock { $0.boxes[id] } }

    func note(_ box: FoodQuestion.Box?, of id: FoodQuestion.ID) {
        state.withLock { state in
            if state.boxes.count >= Self.limit { state.boxes = [:] }
            state.boxes[id] = .some(box)
        }
    }

    func questions(of game: String) -> RememberedQuestions? { state.withLock { $0.games[game] } }

    func note(_ questions: RememberedQuestions, of game: String) {
        state.withLock { state in
            if state.games.count >= Self.limit { state.games = [:] }
            state.games[game] = questions
        }
    }

    func answers(of account: String) -> Int?? { state.withLock { $0.answers[account] } }

    func note(answers: Int?, of account: String) { state.withLock { $0.answers = [account: answers] } }

    /// Uses the steady clock: from the second consecutive vote in doubt on, votes are held back, and the time doubles
    /// with each one, so that a failing service does not turn all waiting votes into unknown ones.
    func noteDoubt(at steady: Duration) {
        state.withLock { state in
            state.doubts += 1
            guard state.doubts > 1 else { return }
            state.heldUntil = steady + .seconds(min(900, 30 * (1 << min(state.doubts - 2, 10))))
        }
    }

    /// Called when the service has answered, or the network is available again.
    func clearDoubts() { state.withLock { ($0.doubts, $0.heldUntil) = (0, nil) } }

    func isInDoubt(at steady: Duration) -> Bool { state.withLock { $0.heldUntil.map { steady < $0 } ?? false } }
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
    package let at: Date

    /// Nil if there is no such product or it is unknown.
    package var product: Product? { remembered?.product }
    /// True if the service reported that it has no such product.
    package var isAbsent: Bool { remembered.map { $0.product == nil } ?? false }
    /// True if a look-up would call the service again, because the data is older than a day or, without a product,
    /// older than an hour.
    package var isOld: Bool {
        guard let age else { return false }
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
