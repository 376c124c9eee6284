import Documents
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Larder
import Messages

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
        router.on(.get, Site.API.productQuestions) { _, context in
            let view = try await household.larder.questions(
                about: try Site.API.productQuestions.read(context), mayAsk: false)
            return try JSON.response(QuestionsDocument(view))
        }
        router.on(.post, Site.API.productQuestions) { request, context in
            let view = try await household.larder.questions(
                about: try Site.API.productQuestions.read(context),
                isFresh: try LarderAPI.flag("fresh", Upload.query(request)))
            return try JSON.response(QuestionsDocument(view))
        }
        router.on(.get, Site.API.questions) { request, _ in
            let wish = try QuestionQuery(query: Upload.query(request))
            return try JSON.response(QuestionsDocument(try await household.larder.game(wish, mayAsk: false)))
        }
        router.on(.post, Site.API.questions) { request, _ in
            try JSON.response(
                QuestionsDocument(try await household.larder.game(try QuestionQuery(query: Upload.query(request)))))
        }
        router.on(.post, Site.API.questionPictures) { _, context in
            let question = try Site.API.questionPictures.read(context)
            await household.larder.fetchPictures(of: question)
            return Response(status: .noContent)
        }
        router.on(.post, Site.API.answerQuestion) { request, context in
            let answer = try await Upload.json(Answer.self, request)
            guard let choice = Vote.Choice(rawValue: answer.choice) else {
                throw Problem.badRequest(
                    localized("No such answer"), localized("An answer is yes, no or skip."))
            }
            let vote = try await household.larder.answer(
                Site.API.answerQuestion.read(context), choice, shown: answer.shown)
            return try JSON.response(VoteDocument(vote), status: .accepted, location: Site.API.vote(vote.number))
        }
    }

    private func addVotes(to router: Router<AppRequestContext>) {
        router.on(.get, Site.API.votes) { request, _ in
            let query = Upload.query(request)
            var wish = VoteQuery(code: query["code"])
            wish.limit = try LarderAPI.number("limit", query, 1...1000) ?? 200
            if let words = query["state"] {
                wish.states = try Set(words.split(separator: ",").map { try Self.state(String($0)) })
            }
            let votes = try await household.larder.votes(wish).map(VoteDocument.init)
            return try JSON.response(Votes(votes: votes, next: try await household.larder.nextVote()))
        }
        router.on(.get, Site.API.voteCounts) { _, _ in
            let known = try await household.larder.rememberedAnswersOfAccount()
            return try JSON.response(
                VoteCountsDocument(
                    try await household.larder.voteCounts(), account: known.map { ($0.name, $0.answers ?? nil) }))
        }
        router.on(.post, Site.API.voteCounts) { _, _ in
            try JSON.response(
                VoteCountsDocument(
                    try await household.larder.voteCounts(), account: try await household.larder.answersOfAccount()))
        }
        router.on(.get, Site.API.vote) { _, context in
            let number = try Site.API.vote.read(context)
            guard let vote = try await household.larder.votes(VoteQuery(number: number)).first else {
                throw HouseholdError(.notFound, localized("There is no such answer."))
            }
            return try JSON.response(VoteDocument(vote))
        }
        router.on(.delete, Site.API.vote) { _, context in
            _ = try await household.larder.undo(vote: try Site.API.vote.read(context))
            return Response(status: .noContent)
        }
    }

    private static func state(_ word: String) throws -> Vote.State {
        guard let state = Vote.State(rawValue: word) else {
            let states = Vote.State.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.badRequest(localized("No such state"), localized("A state is \(states, "values")."))
        }
        return state
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
        router.on(.get, Site.API.foodAccount) { _, _ in
            try JSON.response(
                VoteDocument(
                    account: try await household.larder.foodAccount(), takesAccounts: household.larder.takesFoodAccount)
            )
        }
        router.on(.put, Site.API.foodAccount) { request, _ in
            let account = try await Upload.json(Account.self, request)
            try await household.larder.logIn(name: account.name, password: account.password)
            return Response(status: .noContent)
        }
        router.on(.delete, Site.API.foodAccount) { _, _ in
            try await household.larder.logOut()
            return Response(status: .noContent)
        }
        router.on(.post, Site.API.resetFoodDevice) { _, _ in
            try await household.larder.resetDevice()
            return Response(status: .noContent)
        }
    }

    private func addCalls(to router: Router<AppRequestContext>) {
        router.on(.get, Site.API.foodCalls) { _, _ in
            try JSON.response(
                Calls(
                    calls: household.larder.foodCalls().map {
                        Calls.Line(
                            number: $0.number, at: $0.at, method: $0.method, address: $0.address, status: $0.status,
                            milliseconds: $0.milliseconds, bytes: $0.body.count, isCut: $0.isCut)
                    }))
        }
        router.on(.get, Site.API.foodCall) { _, context in
            let number = try Site.API.foodCall.read(context)
            guard let call = household.larder.foodCalls().first(where: { $0.number == number }) else {
                throw HouseholdError(.notFound, localized("This request is not stored any more."))
            }
            return RawAnswer.response(call.body)
        }
    }
}
