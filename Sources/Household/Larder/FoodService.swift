package import FoundationEssentials
package import Larder

/// What knows products and asks about them, over the network: closures made by an adapter. None of them counts, waits or
/// repeats.
package struct FoodService: Sendable {
    /// Why there is no answer.
    package struct Failure: Error, Sendable {
        package let error: HouseholdError
        /// Seconds that the service is to be left alone; nothing where it said nothing.
        package let retryAfter: Double?
        /// Of a vote: it may have been counted all the same, so it must not be sent again.
        package let mayHaveArrived: Bool

        package init(_ error: HouseholdError, retryAfter: Double? = nil, mayHaveArrived: Bool = false) {
            self.error = error
            self.retryAfter = retryAfter
            self.mayHaveArrived = mayHaveArrived
        }
    }

    /// An answer, and its bytes as they came.
    package struct Report<Value: Sendable>: Sendable {
        package let value: Value
        package let raw: [UInt8]

        package init(_ value: Value, raw: [UInt8]) {
            self.value = value
            self.raw = raw
        }
    }

    package struct Readers: Sendable {
        /// Nothing where there is no such product. `code` as Open Food Facts keeps it; `language` two letters; `country`
        /// two letters or "world". Throws `Failure`.
        package let product:
            @Sendable (_ code: String, _ language: String, _ country: String) async throws -> Report<Product?>
        /// What the service asks about one product, or about any. Throws `Failure`.
        package let questions:
            @Sendable (_ wish: QuestionQuery, _ voter: VoterIdentity) async throws -> Report<[FoodQuestion]>
        /// How an insight stands, and where in its picture it was seen. Throws `Failure`.
        package let insight:
            @Sendable (_ question: FoodQuestion, _ voter: VoterIdentity) async throws -> Report<InsightReport>
        /// Answers that somebody with an account has given so far. Throws `Failure`.
        package let answers: @Sendable (_ name: String) async throws -> Report<Int>
        /// A picture of a product, or the part of it. Only from hosts of the service. Throws `Failure`.
        package let picture: @Sendable (_ address: String, _ box: FoodQuestion.Box?) async throws -> [UInt8]

        package init(
            product:
                @escaping @Sendable (_ code: String, _ language: String, _ country: String) async throws
                -> Report<Product?>,
            questions:
                @escaping @Sendable (_ wish: QuestionQuery, _ voter: VoterIdentity) async throws
                -> Report<[FoodQuestion]>,
            insight:
                @escaping @Sendable (_ question: FoodQuestion, _ voter: VoterIdentity) async throws
                -> Report<InsightReport>,
            answers: @escaping @Sendable (_ name: String) async throws -> Report<Int>,
            picture: @escaping @Sendable (_ address: String, _ box: FoodQuestion.Box?) async throws -> [UInt8]
        ) {
            self.product = product
            self.questions = questions
            self.insight = insight
            self.answers = answers
            self.picture = picture
        }
    }

    /// What came of a vote that the service answered.
    package enum Receipt: Sendable, Hashable {
        /// Applied, or counted among others' votes.
        case counted
        case closed(String)
        /// It failed and took everything back.
        case later(String)
        case refused(String)
        /// An answer that this release does not know.
        case uncertain(String)
    }

    package struct InsightReport: Sendable, Hashable {
        /// What it was decided with; nothing while it is open, or where that was neither yes, no nor skip.
        package let decision: Vote.Choice?
        package let isDecided: Bool
        /// Who decided it, where that had an account.
        package let username: String?
        package let box: FoodQuestion.Box?
        /// What it is about now, as questions have it; nothing where it does not say.
        package var kind: String?
        package var value: String?
        package var valueTag: String?

        package init(
            decision: Vote.Choice?, isDecided: Bool, username: String?, box: FoodQuestion.Box?, kind: String? = nil,
            value: String? = nil, valueTag: String? = nil
        ) {
            self.kind = kind
            self.value = value
            self.valueTag = valueTag
            self.decision = decision
            self.isDecided = isDecided
            self.username = username
            self.box = box
        }
    }

    package let readers: Readers
    /// Sends one vote once. Throws `Failure`, whose `mayHaveArrived` counts, or `CancellationError`, after which it may
    /// have arrived as well.
    package let vote:
        @Sendable (_ question: FoodQuestion, _ choice: Vote.Choice, _ voter: VoterIdentity) async throws -> Report<
            Receipt
        >
    /// Both on this machine, so that no network is needed.
    package let isOwn: Bool
    /// Whether an account's password may go there: over TLS, or to this very machine.
    package let takesAccounts: Bool
    /// The last calls with their raw answers, latest first; kept in memory only.
    package let calls: @Sendable () -> [Call]

    package init(
        readers: Readers, isOwn: Bool, takesAccounts: Bool, calls: @escaping @Sendable () -> [Call],
        vote:
            @escaping @Sendable (_ question: FoodQuestion, _ choice: Vote.Choice, _ voter: VoterIdentity) async throws
            -> Report<Receipt>
    ) {
        self.readers = readers
        self.isOwn = isOwn
        self.takesAccounts = takesAccounts
        self.calls = calls
        self.vote = vote
    }

    /// One call as it went over the wire.
    package struct Call: Sendable, Hashable {
        package let number: Int
        package let at: Date
        package let method: String
        /// Host, path and query; the device's name is left out.
        package let address: String
        /// Nothing where no answer came.
        package let status: Int?
        package let milliseconds: Int
        /// As it came, `limit` bytes at most; of pictures nothing.
        package let body: [UInt8]
        package let isCut: Bool

        package init(
            number: Int, at: Date, method: String, address: String, status: Int?, milliseconds: Int, body: [UInt8],
            isCut: Bool
        ) {
            self.number = number
            self.at = at
            self.method = method
            self.address = address
            self.status = status
            self.milliseconds = milliseconds
            self.body = body
            self.isCut = isCut
        }

        package static let limit = 256 * 1024
        package static let kept = 40
    }
}

/// Which questions somebody would like to answer.
package struct QuestionQuery: Sendable, Hashable {
    package enum Order: String, Sendable, Hashable, CaseIterable {
        case popular, random
        /// What the model is surest of first.
        case confidence
    }

    /// About one product; nothing for any.
    package var code: String?
    /// "category", "label" …; the service's usual ones where nothing is said.
    package var kinds: [String] = []
    /// Two letters of Open Food Facts' own list ("uk"); nothing for the world.
    package var country: String?
    /// As "ferrero".
    package var brand: String?
    /// As "en:organic".
    package var valueTag: String?
    package var campaign: String?
    package var order: Order = .popular
    package var page = 1
    package var count = 25
    /// Two letters.
    package var language = "en"

    package init(code: String? = nil) { self.code = code }
}

/// What must be said wherever the data is shown.
package enum FoodCredit {
    package static let name = "Open Food Facts"
    package static let link = "https://world.openfoodfacts.org"
    package static let database = "Open Database License 1.0"
    package static let databaseLink = "https://opendatacommons.org/licenses/odbl/1-0/"
    package static let contents = "Database Contents License 1.0"
    package static let contentsLink = "https://opendatacommons.org/licenses/dbcl/1-0/"
    package static let pictures = "CC BY-SA 3.0"
    package static let picturesLink = "https://creativecommons.org/licenses/by-sa/3.0/"

    /// Of one product.
    package static func page(of code: String) -> String { "\(link)/product/\(code)" }
}

/// Finds barcodes in photographs.
package struct BarcodeReader: Sendable {
    /// Throws `HouseholdError` (`photographRefused` or `darkroomUnavailable`), or `CancellationError`.
    package let scan: @Sendable (_ photograph: [UInt8]) async throws -> BarcodeScan

    package init(scan: @escaping @Sendable (_ photograph: [UInt8]) async throws -> BarcodeScan) { self.scan = scan }
}
