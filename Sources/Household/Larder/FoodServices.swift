import Concurrency
package import FoundationEssentials
package import Larder
import Recognition
import Synchronization

/// What a household knows products with: a service, a reader of barcodes, and a place for pictures that can be fetched
/// again.
package struct FoodServices: Sendable {
    package let service: FoodService
    package let reader: BarcodeReader
    package let pictures: PictureShelf
    /// How often each of the two may be asked, by all processes of the house together.
    package let products: RateLimit
    package let questions: RateLimit
    let desk = PantryDesk()

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

    /// Seconds for which what was said of a product is taken as it is.
    static let productFresh = 86_400.0
    /// Seconds for which that there is no such product is believed.
    static let absenceFresh = 3600.0
    static let questionsFresh = 3600.0
    /// Seconds for which a vote is its sender's.
    static let voteLease = 120.0
}

/// Pictures that were fetched, under a name of letters, digits, hyphens and underscores. What it forgets is fetched
/// again.
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

/// What is being asked at this moment, so that nobody asks the same beside it.
final class PantryDesk: Sendable {
    private struct State {
        var boxes: [FoodQuestion.ID: FoodQuestion.Box?] = [:]
        /// What was asked for the same wish last.
        var games: [String: RememberedQuestions] = [:]
        /// Answers of an account, nil if the service could not be asked.
        var answers: [String: Int?] = [:]
        /// Answers in a row of which nobody knows whether they arrived.
        var doubts = 0
        var heldUntil: Duration?
    }

    private let state = Mutex(State())
    private let flights = SingleFlight<String, SharedWork<Result<any Sendable, any Error>>>(
        { SharedWork() }, cancel: { $0.cancel() })
    /// Boxes that were looked up; beyond it all are forgotten.
    private static let limit = 500

    /// Asks, or waits for the answer to the same question that somebody asks already.
    ///
    /// A caller that is cancelled leaves the others their answer; the last one to leave cancels the question.
    func merged<Value: Sendable>(
        _ name: String, _ ask: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let value = try await flights.value(name, { try await ask() as any Sendable }) as? Value else {
            throw HouseholdError(.internalFault, "Two different questions had one name.")
        }
        return value
    }

    /// Nothing where nobody looked; nothing in it where there is none.
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

    /// By time that nobody can set: a second answer in doubt holds the others back, and each one after it for twice as
    /// long, so that a service in trouble does not swallow all that wait.
    func noteDoubt(at steady: Duration) {
        state.withLock { state in
            state.doubts += 1
            guard state.doubts > 1 else { return }
            state.heldUntil = steady + .seconds(min(900, 30 * (1 << min(state.doubts - 2, 10))))
        }
    }

    /// The service has answered, or the network is back.
    func clearDoubts() { state.withLock { ($0.doubts, $0.heldUntil) = (0, nil) } }

    func isInDoubt(at steady: Duration) -> Bool { state.withLock { $0.heldUntil.map { steady < $0 } ?? false } }
}

/// What a household knows of a product at this moment.
package struct ProductView: Sendable, Hashable {
    /// What was read or typed.
    package let reading: BarcodeReading
    package let code: String
    /// Nothing where the service was never asked.
    package let remembered: RememberedProduct?
    /// Why there is nothing newer, or nothing at all.
    package let problem: HouseholdError.Code?
    /// The same for a person.
    package let remark: String?
    /// When it can be asked again; nothing where that can be at once, or nobody knows.
    package let notBefore: Date?
    package let item: LarderItem?
    /// Nothing where the household has no wishes, or nothing is known of the product.
    package let diet: DietReport?
    package let at: Date

    /// Nothing where there is none, or nobody knows.
    package var product: Product? { remembered?.product }
    /// The service said that it has no such product.
    package var isAbsent: Bool { remembered.map { $0.product == nil } ?? false }
    /// Whether a look-up would ask the service again, because the data is older than a day or an hour without a product.
    package var isOld: Bool {
        guard let age else { return false }
        return abs(age) >= (isAbsent ? FoodServices.absenceFresh : FoodServices.productFresh)
    }
    /// Seconds since the service was asked.
    package var age: Double? { remembered.map { at.timeIntervalSince($0.fetchedAt) } }
}

/// Questions that can be answered, or why there are none.
package struct QuestionsView: Sendable, Hashable {
    package enum Lack: String, Sendable, Hashable {
        /// Nobody wants to be asked: the setting is off.
        case switchedOff = "switched-off"
        /// Another product has the number in another shop.
        case inStore = "in-store"
        /// Everything that is asked was answered here.
        case allAnswered = "all-answered"
        case none
    }

    /// Those that this voter has not answered.
    package let questions: [FoodQuestion]
    package let lack: Lack?
    package let fetchedAt: Date?
    package let problem: HouseholdError.Code?
    package let remark: String?
    package let notBefore: Date?
}
