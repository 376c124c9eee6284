import Documents
import Foundation
import HTTPTransport
import Household
import Larder

/// A household elsewhere, whose server sends the votes.
struct RemoteQuestions: QuestionAccess {
    let house: HouseAPI

    private struct Title: Decodable {
        let name: String?
        let genericName: String?
    }

    func questions(about product: String, isFresh: Bool) async throws -> QuestionsDocument {
        let number = try await house.number(product)
        return try await house.post(
            HouseAPI.path("products", number, "questions"), query: [("fresh", isFresh ? "true" : nil)])
    }

    func game(_ query: QuestionQuery) async throws -> QuestionsDocument {
        let kinds = query.kinds.isEmpty ? nil : query.kinds.joined(separator: ",")
        return try await house.post(
            HouseAPI.path("questions"),
            query: [
                ("kinds", kinds), ("country", query.country), ("brand", query.brand), ("tag", query.valueTag),
                ("campaign", query.campaign), ("order", query.order.rawValue), ("count", String(query.count)),
            ])
    }

    func title(of code: String) async -> String? {
        let product: Title? = try? await house.get(HouseAPI.path("products", code))
        return product?.name ?? product?.genericName
    }

    func picture(of question: QuestionsDocument.Question) async -> String? {
        guard let path = question.picture, path.hasPrefix("/"), !path.hasPrefix("//") else { return nil }
        return URL(string: path, relativeTo: house.address)?.absoluteString
    }

    func answer(_ question: String, _ choice: Vote.Choice, mark: String?) async throws -> VoteDocument {
        try await house.post(
            HouseAPI.path("questions", question, "answer"),
            ["choice": .text(choice.rawValue), "shown": mark.map(JSONValue.text)])
    }

    func outcome(of vote: VoteDocument) async throws -> VoteDocument {
        let began = ContinuousClock.now
        var vote = vote
        while ContinuousClock.now - began < Food.patience {
            try await Task.sleep(for: .seconds(1))
            do { vote = try await house.get(HouseAPI.path("votes", String(vote.number))) } catch let error
                as HouseAPIError
            {
                if error.code == HouseholdError.Code.notFound.rawValue { throw Food.undone }
                // The vote is stored: the server may be starting again.
                if error.code == nil { continue }
                throw error
            }
            guard let state = Vote.State(rawValue: vote.state) else { return vote }
            if state.isSettled || state == .unknown { return vote }
            // It was tried without success, or cannot be sent at the moment.
            if state == .waiting, vote.attempts > 0 || ContinuousClock.now - began > Self.sending { return vote }
        }
        return vote
    }

    /// After this time a vote that waits is not being sent: votes are sent after five seconds.
    private static let sending = Duration.seconds(15)

    func undo(vote number: Int) async throws -> QuestionsDocument.Question {
        let path = try HouseAPI.path("votes", String(number))
        let vote: VoteDocument = try await house.get(path)
        try await house.delete(path)
        return vote.question
    }

    private struct Votes: Decodable { let votes: [VoteDocument] }

    func votes(limit: Int) async throws -> [VoteDocument] {
        let answer: Votes = try await house.get(HouseAPI.path("votes"), [("limit", String(limit))])
        return answer.votes
    }

    func voteCounts() async throws -> VoteCountsDocument { try await house.get(HouseAPI.path("votes", "counts")) }

    func logIn(name: String, password: String) async throws {
        try await house.put(HouseAPI.path("food", "account"), ["name": .text(name), "password": .text(password)])
    }

    func logOut(resettingDevice: Bool) async throws {
        try await house.delete(HouseAPI.path("food", "account"))
        if resettingDevice { try await house.post(HouseAPI.path("food", "device", "reset")) }
    }
}
