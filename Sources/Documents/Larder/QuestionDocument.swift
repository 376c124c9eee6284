package import FoundationEssentials
package import Household
package import Larder
import Recognition

/// Questions as JSON; Docs/api.md describes it.
package struct QuestionsDocument: Codable, Sendable {
    package struct Question: Codable, Sendable {
        /// The identifier of the insight, with which the question is answered.
        package let id: String
        package let code: String
        package let kind: String
        package let text: String
        package let value: String?
        package let valueTag: String?
        /// The mark of the question. A client sends it with the answer, which is refused if the question has changed.
        package let mark: String
        /// Paths on this house: the place of the subject, and the whole picture.
        package let picture: String?
        package let wholePicture: String?
        package let referencePicture: String?

        package init(_ question: FoodQuestion) {
            let place = "/larder/questions/\(question.id)"
            id = question.id.rawValue
            code = question.code
            kind = question.kind
            text = question.text
            value = question.value
            valueTag = question.valueTag
            mark = question.mark
            picture = question.pictureAddress.map { _ in place + "/picture.jpg" }
            wholePicture = question.pictureAddress.map { _ in place + "/picture.jpg?whole=true" }
            referencePicture = question.referenceAddress.map { _ in place + "/reference.jpg" }
        }
    }

    package let questions: [Question]
    /// Why there are no questions: "none", "all-answered", "switched-off", "in-store"; missing if there are some or the
    /// reason is unknown.
    package let lack: String?
    package let fetchedAt: Date?
    package let problem: String?
    package let problemText: String?
    package let notBefore: Date?
    package let attribution: ProductDocument.Attribution

    package init(_ view: QuestionsView) {
        questions = view.questions.map(Question.init)
        lack = view.lack?.rawValue
        fetchedAt = view.fetchedAt
        problem = view.problem?.rawValue
        problemText = view.remark
        notBefore = view.notBefore
        attribution = .init()
    }
}

/// A vote as JSON.
package struct VoteDocument: Codable, Sendable {
    package let number: Int
    package let question: QuestionsDocument.Question
    package let productName: String?
    package let choice: String
    /// "device", or "account" with its name.
    package let voter: String
    package let state: String
    package let askedAt: Date
    package let notBefore: Date?
    package let attempts: Int
    package let sentAt: Date?
    package let settledAt: Date?
    package let remark: String?
    package let canUndo: Bool
    package let attribution: ProductDocument.Attribution

    package init(_ vote: Vote) {
        number = vote.number
        question = .init(vote.question)
        productName = vote.productName
        choice = vote.choice.rawValue
        voter = vote.voter
        state = vote.state.rawValue
        askedAt = vote.askedAt
        notBefore = vote.state.isSettled ? nil : vote.notBefore
        attempts = vote.attempts
        sentAt = vote.sentAt
        settledAt = vote.settledAt
        remark = vote.remarkWords
        canUndo = vote.state == .waiting
        attribution = .init()
    }
}

/// The number of votes as JSON.
package struct VoteCountsDocument: Codable, Sendable {
    package let byState: [String: Int]
    package let byChoice: [String: Int]
    package let byKind: [String: Int]
    package let account: String?
    /// The number of all answers of the account; missing if the service cannot be called.
    package let accountAnswers: Int?

    package init(_ counts: VoteCounts, account: (name: String, answers: Int?)?) {
        byState = Dictionary(counts.byState.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: +)
        byChoice = Dictionary(counts.byChoice.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: +)
        byKind = counts.byKind
        self.account = account?.name
        accountAnswers = account?.answers
    }
}
