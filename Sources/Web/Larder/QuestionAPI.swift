import Documents
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Larder

/// The routes of questions and answers. Docs/api.md describes them.
struct QuestionAPI {
    let household: Household

    private struct Answer: Decodable {
        let choice: String
        /// The mark of the question as the client showed it.
        let shown: String?
    }

    private struct Votes: Encodable {
        let votes: [VoteDocument]
        let next: Date?
    }

    func add(to router: Router<AppRequestContext>) {
        addQuestions(to: router)
        addVotes(to: router)
    }

    private func addQuestions(to router: Router<AppRequestContext>) {
        router.get("/api/products/:code/questions") { _, context in
            let view = try await household.larder.questions(
                about: try context.parameters.require("code"), mayAsk: false)
            return try JSON.response(QuestionsDocument(view))
        }
        router.post("/api/products/:code/questions") { request, context in
            let view = try await household.larder.questions(
                about: try context.parameters.require("code"),
                isFresh: try LarderAPI.flag("fresh", Upload.query(request)))
            return try JSON.response(QuestionsDocument(view))
        }
        router.get("/api/questions") { request, _ in
            let wish = try QuestionQuery(query: Upload.query(request))
            return try JSON.response(QuestionsDocument(try await household.larder.game(wish, mayAsk: false)))
        }
        router.post("/api/questions") { request, _ in
            try JSON.response(
                QuestionsDocument(try await household.larder.game(try QuestionQuery(query: Upload.query(request)))))
        }
        router.post("/api/questions/:id/pictures") { _, context in
            let question: FoodQuestion.ID = try context.identifier("id")
            await household.larder.fetchPictures(of: question)
            return Response(status: .noContent)
        }
        router.post("/api/questions/:id/answer") { request, context in
            let answer = try await Upload.json(Answer.self, request)
            guard let choice = Vote.Choice(rawValue: answer.choice) else {
                throw Problem.badRequest("No such answer", "An answer is yes, no or skip.")
            }
            let vote = try await household.larder.answer(context.identifier("id"), choice, shown: answer.shown)
            return try JSON.response(VoteDocument(vote), status: .accepted, location: "/api/votes/\(vote.number)")
        }
    }

    private func addVotes(to router: Router<AppRequestContext>) {
        router.get("/api/votes") { request, _ in
            let query = Upload.query(request)
            var wish = VoteQuery(code: query["code"])
            wish.limit = try LarderAPI.number("limit", query, 1...1000) ?? 200
            if let words = query["state"] {
                wish.states = try Set(words.split(separator: ",").map { try Self.state(String($0)) })
            }
            let votes = try await household.larder.votes(wish).map(VoteDocument.init)
            return try JSON.response(Votes(votes: votes, next: try await household.larder.nextVote()))
        }
        router.get("/api/votes/counts") { _, _ in
            let known = try await household.larder.rememberedAnswersOfAccount()
            return try JSON.response(
                VoteCountsDocument(
                    try await household.larder.voteCounts(), account: known.map { ($0.name, $0.answers ?? nil) }))
        }
        router.post("/api/votes/counts") { _, _ in
            try JSON.response(
                VoteCountsDocument(
                    try await household.larder.voteCounts(), account: try await household.larder.answersOfAccount()))
        }
        router.get("/api/votes/:number") { _, context in
            let number = try Self.number(context)
            guard let vote = try await household.larder.votes(VoteQuery(number: number)).first else {
                throw HouseholdError(.notFound, "There is no such answer.")
            }
            return try JSON.response(VoteDocument(vote))
        }
        router.delete("/api/votes/:number") { _, context in
            _ = try await household.larder.undo(vote: try Self.number(context))
            return Response(status: .noContent)
        }
    }

    private static func state(_ word: String) throws -> Vote.State {
        guard let state = Vote.State(rawValue: word) else {
            throw Problem.badRequest(
                "No such state", "A state is \(Vote.State.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return state
    }

    static func number(_ context: AppRequestContext) throws -> Int {
        guard let number = Int(try context.parameters.require("number")) else { throw HTTPError(.notFound) }
        return number
    }
}

/// The routes of the food services: their latest raw responses, and the account. Docs/api.md describes them.
struct FoodServiceAPI {
    let household: Household

    private struct Account: Decodable {
        let name: String
        let password: String
    }

    private struct VoteDocument: Encodable {
        let account: String?
        let takesAccounts: Bool
    }

    private struct Calls: Encodable {
        struct Line: Encodable {
            let number: Int
            let at: Date
            let method: String
            let address: String
            let status: Int?
            let milliseconds: Int
            let bytes: Int
            let isCut: Bool
        }

        let calls: [Line]
    }

    func add(to router: Router<AppRequestContext>) {
        addCalls(to: router)
        router.get("/api/food/account") { _, _ in
            try JSON.response(
                VoteDocument(
                    account: try await household.larder.foodAccount(), takesAccounts: household.larder.takesFoodAccount)
            )
        }
        router.put("/api/food/account") { request, _ in
            let account = try await Upload.json(Account.self, request)
            try await household.larder.logIn(name: account.name, password: account.password)
            return Response(status: .noContent)
        }
        router.delete("/api/food/account") { _, _ in
            try await household.larder.logOut()
            return Response(status: .noContent)
        }
        router.post("/api/food/device/reset") { _, _ in
            try await household.larder.resetDevice()
            return Response(status: .noContent)
        }
    }

    private func addCalls(to router: Router<AppRequestContext>) {
        router.get("/api/food/calls") { _, _ in
            try JSON.response(
                Calls(
                    calls: household.larder.foodCalls().map {
                        Calls.Line(
                            number: $0.number, at: $0.at, method: $0.method, address: $0.address, status: $0.status,
                            milliseconds: $0.milliseconds, bytes: $0.body.count, isCut: $0.isCut)
                    }))
        }
        router.get("/api/food/calls/:number") { _, context in
            let number = try QuestionAPI.number(context)
            guard let call = household.larder.foodCalls().first(where: { $0.number == number }) else {
                throw HouseholdError(.notFound, "That call is not kept any more.")
            }
            return RawAnswer.response(call.body)
        }
    }
}
