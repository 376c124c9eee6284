package import FoundationEssentials
package import Larder

/// A remote service for product data and questions about products: closures made by an adapter. They do not count
/// calls, wait or retry.
package struct FoodService: Sendable {
    /// The reason why there is no answer.
    package struct Failure: Error, Sendable {
        package let error: HouseholdError
        /// The delay in seconds that the service requested; nil if there was no request.
        package let retryAfter: Double?
        /// True for a vote that may have been counted, so it must not be sent again.
        package let mayHaveArrived: Bool

        package init(_ error: HouseholdError, retryAfter: Double? = nil, mayHaveArrived: Bool = false) {
            self.error = error
            self.retryAfter = retryAfter
            self.mayHaveArrived = mayHaveArrived
        }
    }

    /// An answer with its original bytes.
    package struct Report<Value: Sendable>: Sendable {
        package let value: Value
        package let raw: [UInt8]

        package init(_ value: Value, raw: [UInt8]) {
            self.value = value
            self.raw = raw
        }
    }

    package struct Readers: Sendable {
        /// Returns the product; nil if there is none. `code` is in the form of Open Food Facts, `language` has two
        /// letters, `country` two letters or "world". Throws `Failure`.
        package let product:
            @Sendable (_ code: String, _ language: String, _ country: String) async throws -> Report<Product?>
        /// Returns the questions about one product, or about any. Throws `Failure`.
        package let questions:
            @Sendable (_ query: QuestionQuery, _ voter: VoterIdentity) async throws -> Report<[FoodQuestion]>
        /// Returns the state of an insight, and its place in the picture. Throws `Failure`.
        package let insight:
            @Sendable (_ question: FoodQuestion, _ voter: VoterIdentity) async throws -> Report<InsightReport>
        /// Returns the number of answers given with an account. Throws `Failure`.
        package let answers: @Sendable (_ name: String) async throws -> Report<Int>
        /// Returns a picture of a product, or a part of it. Only from hosts of the service. Throws `Failure`.
        package let picture: @Sendable (_ address: String, _ box: FoodQuestion.Box?) async throws -> [UInt8]
        /// Sends a request of a person without any credential. Only the answer's bytes are of interest. `sent` gets the
        /// number of the call (`calls`), also if the service answers with an error. Throws `Failure`.
        package let explore:
            @Sendable (_ request: RobotoffRequest, _ sent: @escaping @Sendable (Int) -> Void) async throws -> Report<
                Void
            >

        package init(
            product:
                @escaping @Sendable (_ code: String, _ language: String, _ country: String) async throws
                -> Report<Product?>,
            questions:
                @escaping @Sendable (_ query: QuestionQuery, _ voter: VoterIdentity) async throws
                -> Report<[FoodQuestion]>,
            insight:
                @escaping @Sendable (_ question: FoodQuestion, _ voter: VoterIdentity) async throws
                -> Report<InsightReport>,
            answers: @escaping @Sendable (_ name: String) async throws -> Report<Int>,
            picture: @escaping @Sendable (_ address: String, _ box: FoodQuestion.Box?) async throws -> [UInt8],
            explore:
                @escaping @Sendable (_ request: RobotoffRequest, _ sent: @escaping @Sendable (Int) -> Void) async throws
                -> Report<Void>
        ) {
            self.product = product
            self.questions = questions
            self.insight = insight
            self.answers = answers
            self.picture = picture
            self.explore = explore
        }
    }

    /// The service's response to a vote.
    package enum Receipt: Sendable, Hashable {
        /// Applied, or counted with the votes of others.
        case counted
        case closed(String)
        /// The service failed and rolled back the vote.
        case later(String)
        case refused(String)
        /// A response that this release does not know.
        case uncertain(String)
    }

    package struct InsightReport: Sendable, Hashable {
        /// The decision; nil if the insight is open, or if the decision was not yes, no or skip.
        package let decision: Vote.Choice?
        package let isDecided: Bool
        /// The account that decided it; nil if there was none.
        package let username: String?
        package let box: FoodQuestion.Box?
        /// The current kind of the insight, in the words of questions; nil if the service does not report it.
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
    /// Sends one vote once. Throws `Failure`, with `mayHaveArrived`, or `CancellationError`, after which the vote may
    /// have arrived, too.
    package let vote:
        @Sendable (_ question: FoodQuestion, _ choice: Vote.Choice, _ voter: VoterIdentity) async throws -> Report<
            Receipt
        >
    /// True if both services are on this machine, so that no network is needed.
    package let isOwn: Bool
    /// True if the password of an account may be sent: over TLS, or to this machine.
    package let takesAccounts: Bool
    /// The last calls with their raw responses, latest first; kept in memory only.
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

    /// One call as it was sent.
    package struct Call: Sendable, Hashable {
        package let number: Int
        package let at: Date
        package let method: String
        /// Host, path and query; the name of the device is left out.
        package let address: String
        /// Nil without a response.
        package let status: Int?
        package let milliseconds: Int
        /// The first `limit` bytes of the response; empty for pictures.
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

/// A filter for questions.
package struct QuestionQuery: Sendable, Hashable {
    package enum Order: String, Sendable, Hashable, CaseIterable {
        case popular, random
        /// The highest confidence of the model first.
        case confidence
    }

    /// Questions about one product; nil for any product.
    package var code: String?
    /// "category", "label" …; if empty, the default kinds of the service.
    package var kinds: [String] = []
    /// Two letters of Open Food Facts' own list ("uk"); nil for all countries.
    package var country: String?
    /// A brand, as "ferrero".
    package var brand: String?
    /// A value tag, as "en:organic".
    package var valueTag: String?
    package var campaign: String?
    package var order: Order = .popular
    package var page = 1
    package var count = 25
    /// Two letters.
    package var language = "en"

    package init(code: String? = nil) { self.code = code }
}

/// The credit that must be shown with the data.
package enum FoodCredit {
    package static let name = "Open Food Facts"
    package static let link = "https://world.openfoodfacts.org"
    package static let database = "Open Database License 1.0"
    package static let databaseLink = "https://opendatacommons.org/licenses/odbl/1-0/"
    package static let contents = "Database Contents License 1.0"
    package static let contentsLink = "https://opendatacommons.org/licenses/dbcl/1-0/"
    package static let pictures = "CC BY-SA 3.0"
    package static let picturesLink = "https://creativecommons.org/licenses/by-sa/3.0/"

    /// Returns the page of one product.
    package static func page(of code: String) -> String { "\(link)/product/\(code)" }
}

/// Finds barcodes in photographs.
package struct BarcodeReader: Sendable {
    /// Throws `HouseholdError` (`photographRefused` or `pictureProcessorUnavailable`), or `CancellationError`.
    package let scan: @Sendable (_ photograph: [UInt8]) async throws -> BarcodeScan

    package init(scan: @escaping @Sendable (_ photograph: [UInt8]) async throws -> BarcodeScan) { self.scan = scan }
}
