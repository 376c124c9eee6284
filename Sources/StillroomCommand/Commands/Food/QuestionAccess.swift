import Documents
import Foundation
import Household
import Larder
import Messages
import Recognition

/// Where questions of Open Food Facts are listed and answered: the household on this machine, or one elsewhere.
protocol QuestionAccess: Sendable {
    /// Returns the questions about a product: a number, a GS1 code, a Digital Link, or the name of a photograph.
    func questions(about product: String, isFresh: Bool) async throws -> QuestionsDocument
    /// Returns questions about any products.
    func game(_ query: QuestionQuery) async throws -> QuestionsDocument
    /// Returns the name of a product; nil if it is not known.
    func title(of code: String) async -> String?
    /// Returns the address of a question's picture; nil if there is none.
    func picture(of question: QuestionsDocument.Question) async -> String?
    /// Answers a question. `mark` is that of the question as it was shown: an answer to a changed one is refused.
    func answer(_ question: String, _ choice: Vote.Choice, mark: String?) async throws -> VoteDocument
    /// Waits until the vote has an outcome, for at most a minute.
    func outcome(of vote: VoteDocument) async throws -> VoteDocument
    /// Undoes a vote that was not sent yet, and returns its question.
    func undo(vote number: Int) async throws -> QuestionsDocument.Question
    func votes(limit: Int) async throws -> [VoteDocument]
    func voteCounts() async throws -> VoteCountsDocument
    func logIn(name: String, password: String) async throws
    func logOut(resettingDevice: Bool) async throws
}

extension Food {
    static func questions(_ common: AnywhereOptions) async throws -> any QuestionAccess {
        if let house = try await common.elsewhere() { return RemoteQuestions(house: house) }
        return LocalQuestions(household: try await household(common.here))
    }

    static var undone: CommandFailure { CommandFailure(.interrupted, localized("The answer was undone.")) }

    /// How long the outcome of a vote is waited for.
    static let patience = Duration.seconds(60)
}

extension QuestionsDocument {
    /// Throws if there are no questions because the service could not be asked.
    func check() throws {
        guard questions.isEmpty, let problem else { return }
        throw CommandFailure(
            CommandFailure.status(of: .init(rawValue: problem)),
            problemText.map { Terminal.harmless($0) } ?? localized("Robotoff was not asked."))
    }
}

/// The household on this machine. It sends votes concurrently with a server on the same data.
struct LocalQuestions: QuestionAccess {
    let household: Household

    func questions(about product: String, isFresh: Bool) async throws -> QuestionsDocument {
        let text = try await Food.text(product, household)
        return QuestionsDocument(try await household.larder.questions(about: text, isFresh: isFresh))
    }

    func game(_ query: QuestionQuery) async throws -> QuestionsDocument {
        QuestionsDocument(try await household.larder.game(query))
    }

    func title(of code: String) async -> String? {
        (try? await household.larder.product(code, mayAsk: false))?.product?.title
    }

    func picture(of question: QuestionsDocument.Question) async -> String? {
        guard let id = FoodQuestion.ID(question.id) else { return nil }
        return (try? await household.larder.question(id))?.pictureAddress
    }

    func answer(_ question: String, _ choice: Vote.Choice, mark: String?) async throws -> VoteDocument {
        guard let id = FoodQuestion.ID(question) else {
            throw CommandFailure(.usage, localized("This is not the id of a question."))
        }
        return VoteDocument(try await household.larder.answer(id, choice, shown: mark))
    }

    func outcome(of vote: VoteDocument) async throws -> VoteDocument {
        let began = ContinuousClock.now
        var vote = vote
        let changes = household.signals.listener()
        while ContinuousClock.now - began < Food.patience {
            // A change by this command is signalled at once, one by the server may be noticed only at the next look.
            await changes.wait(for: [.records], atMost: .milliseconds(500)) { try await household.pause(for: $0) }
            try Task.checkCancellation()
            if let next = try await household.larder.nextVote(), next <= household.now() {
                _ = try await household.larder.sendVotes()
            }
            guard let now = try await household.larder.votes(VoteQuery(number: vote.number)).first else {
                throw Food.undone
            }
            vote = VoteDocument(now)
            if now.state.isSettled || now.state == .unknown { return vote }
            // The vote was tried without success, or cannot be sent at the moment: it stays waiting without this
            // command.
            let isDue = now.notBefore.addingTimeInterval(1) <= household.now()
            if now.state == .waiting, now.attempts > 0 || isDue { return vote }
        }
        return vote
    }

    func undo(vote number: Int) async throws -> QuestionsDocument.Question {
        QuestionsDocument.Question(try await household.larder.undo(vote: number).question)
    }

    func votes(limit: Int) async throws -> [VoteDocument] {
        try await household.larder.votes(VoteQuery(limit: limit)).map(VoteDocument.init)
    }

    func voteCounts() async throws -> VoteCountsDocument {
        VoteCountsDocument(try await household.larder.voteCounts(), account: nil)
    }

    func logIn(name: String, password: String) async throws {
        try await household.larder.logIn(name: name, password: password)
    }

    func logOut(resettingDevice: Bool) async throws {
        try await household.larder.logOut()
        if resettingDevice { try await household.larder.resetDevice() }
    }
}
