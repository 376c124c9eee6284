public import HTTPTransport

/// The outcome of an answer to an insight.
public struct AnnotationOutcome: WireValue {
    public let raw: JSONValue
    /// The service's number, 1 to 13.
    public let code: Int
    /// Its name, for example `vote_saved`.
    public var status: String? { raw.words("status") }
    /// The service's description; for ``Step/correct`` it is not intended for people.
    public var description: String? { raw.words("description") }

    public init(_ json: JSONValue) throws {
        raw = json
        code = try json.neededInteger("status_code")
    }

    /// What to do next.
    public enum Step: Sendable, Hashable {
        /// 1, 2, 12: nothing to do. The answer is stored and, if requested, written to the product.
        case saved
        /// 9: nothing to do. The vote is counted, and the insight waits for other votes.
        case voteSaved
        /// 3, 4, 5, 6, 8: drop the question, because the insight is closed, unknown or out of date.
        case drop(Reason)
        /// 10: Open Food Facts failed and the answer was rolled back. Send it again later. For
        /// ``InsightType/isUPCImage`` the picture may have been deleted; then a retry does not help.
        case retryLater
        /// 11: correct the own value.
        case correct
        /// 13: this insight does not accept votes without an account; ask for name and password. Sent only at the third
        /// vote.
        case logIn
        /// An unknown number. Read the insight to find the outcome.
        case unrecognised(Int)
    }

    /// The reason for dropping a question.
    public enum Reason: Sendable, Hashable {
        /// 3: the product no longer exists in Open Food Facts.
        case productMissing
        /// 4: the product has changed meanwhile.
        case outOfDate
        /// 5: the question has been answered.
        case alreadyAnswered
        /// 6: the insight does not exist.
        case insightUnknown
        /// 8: the picture is deleted or unsuitable.
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
