public import HTTPTransport

/// The outcome of an answer to an insight.
public struct AnnotationOutcome: WireValue {
    public let raw: JSONValue
    /// The service's number, 1 to 13.
    public let code: Int
    /// Its name, as `vote_saved`.
    public var status: String? { raw.words("status") }
    /// The service's description; for ``Step/correct`` it is not meant for people.
    public var description: String? { raw.words("description") }

    public init(_ json: JSONValue) throws {
        raw = json
        code = try json.neededInteger("status_code")
    }

    /// What to do next.
    public enum Step: Sendable, Hashable {
        /// Nothing: the answer is stored and, if requested, written to the product. 1, 2, 12.
        case saved
        /// Nothing: the vote is counted, and waits for others. 9.
        case voteSaved
        /// Drop the question: the insight is closed, unknown or out of date. 3, 4, 5, 6, 8.
        case drop(Reason)
        /// Open Food Facts failed and the answer was rolled back: send it again later. 10. Of
        /// ``InsightType/isUPCImage`` it may also mean that the picture is gone; then a retry does not help.
        case retryLater
        /// Correct the own value. 11.
        case correct
        /// This insight takes no votes: ask for name and password. 13; sent only at the third vote.
        case logIn
        /// An unknown number: read the insight to find the outcome.
        case unrecognised(Int)
    }

    /// Why a question is to be dropped.
    public enum Reason: Sendable, Hashable {
        /// 3: Open Food Facts has no such product any more.
        case productMissing
        /// 4: the product has changed since.
        case outOfDate
        /// 5: it has been answered.
        case alreadyAnswered
        /// 6: there is no such insight.
        case insightUnknown
        /// 8: the picture is gone or not fit.
        case imageInvalid
    }

    /// What to do next.
    public var next: Step {
        switch code {
        case 1, 2, 12: .saved
        case 9: .voteSaved
        case 3: .drop(.productMissing)
        case 4: .drop(.outOfDate)
        case 5: .drop(.alreadyAnswered)
        case 6: .drop(.insightUnknown)
        case 8: .drop(.imageInvalid)
        case 10: .retryLater
        case 11: .correct
        case 13: .logIn
        default: .unrecognised(code)
        }
    }

    /// Whether the answer was accepted; it is not if the question is closed.
    public var isTaken: Bool { next == .saved || next == .voteSaved }
}
