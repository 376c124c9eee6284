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

    private struct NewAnswer: Decodable {
        let choice: String
        /// The mark of the question as the client showed it.
        let shown: String?
    }

    private struct VotesDocument: Encodable {
        let votes: [VoteDocument]
        let next: Date?
    }

    func add(to api: APIRoutes) {
        addQuestions(to: api)
        addVotes(to: api)
    }

    private static let questionParameters: [APIParameter] = [
        .words("order", QuestionQuery.Order.self, "The order"), .text("kinds", "Kinds of questions, with commas"),
        .text("country", "A country; world for all"), .text("brand", "A brand"), .text("tag", "A tag of the value"),
        .text("campaign", "A campaign"), .integer("page", 1...100, usual: 1, "The page"),
        .integer("count", 1...100, usual: 25, "The number of questions"),
    ]

    private func addQuestions(to api: APIRoutes) {
        api.on(
            .get, Site.API.productQuestions,
            .init("getProductQuestions", "The stored questions about a product.", problems: ["422 barcode-refused"])
        ) { _, context in
            let view = try await household.larder.questions(
                about: try Site.API.productQuestions.read(context), mayAsk: false)
            return try APIAnswer(QuestionsDocument(view))
        }
        api.on(
            .post, Site.API.productQuestions,
            .init(
                "askProductQuestions", "The questions about a product, requested if there are no recent ones.",
                query: [.flag("fresh", "Requests them in any case")], problems: ["422 barcode-refused"])
        ) { request, context in
            let view = try await household.larder.questions(
                about: try Site.API.productQuestions.read(context),
                isFresh: try QueryValue.flag("fresh", Upload.query(request)))
            return try APIAnswer(QuestionsDocument(view))
        }
        api.on(
            .get, Site.API.questions,
            .init("getQuestions", "The stored questions about any products.", query: Self.questionParameters)
        ) { request, _ in
            let query = try QuestionQuery(query: Upload.query(request))
            return try APIAnswer(QuestionsDocument(try await household.larder.game(query, mayAsk: false)))
        }
        api.on(
            .post, Site.API.questions,
            .init("askQuestions", "Requests questions about any products.", query: Self.questionParameters)
        ) { request, _ in
            try APIAnswer(
                QuestionsDocument(try await household.larder.game(try QuestionQuery(query: Upload.query(request)))))
        }
        api.empty(
            .post, Site.API.questionPictures, .init("fetchQuestionPictures", "Fetches the pictures of a question.")
        ) { _, context in
            let question = try Site.API.questionPictures.read(context)
            await household.larder.fetchPictures(of: question)
        }
        api.on(
            .post, Site.API.answerQuestion,
            .init(
                "answerQuestion", "Answers a question: yes, no or skip. It is sent once.", body: .json(NewAnswer.self),
                statuses: [.accepted],
                problems: ["409 already-answered"])
        ) { request, context in
            let answer = try await Upload.json(NewAnswer.self, request)
            guard let choice = Vote.Choice(rawValue: answer.choice) else {
                throw Problem.badRequest(
                    localized("No such answer"), localized("An answer is yes, no or skip."))
            }
            let vote = try await household.larder.answer(
                Site.API.answerQuestion.read(context), choice, shown: answer.shown)
            return try APIAnswer(VoteDocument(vote), status: .accepted, location: Site.API.vote(vote.number))
        }
    }

    private func addVotes(to api: APIRoutes) {
        api.on(
            .get, Site.API.votes,
            .init(
                "listVotes", "The answers of the household, newest first.",
                query: [
                    .text("code", "Only answers about this product"), .text("state", "States, with commas"),
                ] + ListPart.parameters(of: "answers", usual: 200))
        ) { request, _ in
            let query = Upload.query(request)
            var given = VoteQuery(code: query["code"])
            if let words = query["state"] {
                given.states = try Set(words.split(separator: ",").map { try Self.state(String($0)) })
            }
            let part = try await ListPart(request, usual: 200).of { (vote: Vote) in
                "\(vote.number)"
            } reading: { [given] limit in
                var votes = given
                votes.limit = limit
                return try await household.larder.votes(votes)
            }
            let document = VotesDocument(
                votes: part.items.map(VoteDocument.init), next: try await household.larder.nextVote())
            return try APIAnswer(document).followed(by: part.next)
        }
        api.on(.get, Site.API.voteCounts, .init("getVoteCounts", "The numbers of answers.")) { _, _ in
            let known = try await household.larder.rememberedAnswersOfAccount()
            return try APIAnswer(
                VoteCountsDocument(
                    try await household.larder.voteCounts(), account: known.map { ($0.name, $0.answers ?? nil) }))
        }
        api.on(
            .post, Site.API.voteCounts,
            .init("askVoteCounts", "The numbers of answers, with that of the account at Open Food Facts.")
        ) { _, _ in
            try APIAnswer(
                VoteCountsDocument(
                    try await household.larder.voteCounts(), account: try await household.larder.answersOfAccount()))
        }
        api.on(.get, Site.API.vote, .init("getVote", "One answer.")) { _, context in
            let number = try Site.API.vote.read(context)
            guard let vote = try await household.larder.votes(VoteQuery(number: number)).first else {
                throw HouseholdError(.notFound, localized("There is no such answer."))
            }
            return try APIAnswer(VoteDocument(vote))
        }
        api.empty(
            .delete, Site.API.vote, .init("undoVote", "Undoes an answer that waits.", problems: ["409 vote-sent"])
        ) { _, context in
            _ = try await household.larder.undo(vote: try Site.API.vote.read(context))
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

    private struct FoodAccountSignIn: Decodable {
        let name: String
        let password: String
    }

    private struct FoodAccountDocument: Encodable {
        let account: String?
        let takesAccounts: Bool
    }

    private struct FoodCallsDocument: Encodable {
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

    func add(to api: APIRoutes) {
        addCalls(to: api)
        api.on(.get, Site.API.foodAccount, .init("getFoodAccount", "The account at Open Food Facts.")) { _, _ in
            try APIAnswer(
                FoodAccountDocument(
                    account: try await household.larder.foodAccount(), takesAccounts: household.larder.takesFoodAccount)
            )
        }
        api.empty(
            .put, Site.API.foodAccount,
            .init(
                "signInToFoodAccount", "Signs in to an account at Open Food Facts.",
                body: .json(FoodAccountSignIn.self),
                problems: ["422 account-refused"])
        ) { request, _ in
            let account = try await Upload.json(FoodAccountSignIn.self, request)
            try await household.larder.logIn(name: account.name, password: account.password)
        }
        api.empty(
            .delete, Site.API.foodAccount, .init("signOutOfFoodAccount", "Signs out of the account at Open Food Facts.")
        ) { _, _ in
            try await household.larder.logOut()
        }
        api.empty(
            .post, Site.API.resetFoodDevice,
            .init(
                "resetFoodDevice", "Gives the household another random name at Robotoff.",
                problems: ["409 outcome-unknown"])
        ) { _, _ in
            try await household.larder.resetDevice()
        }
    }

    private func addCalls(to api: APIRoutes) {
        api.on(.get, Site.API.foodCalls, .init("listFoodCalls", "The last requests to the food services.")) { _, _ in
            try APIAnswer(
                FoodCallsDocument(
                    calls: household.larder.foodCalls().map {
                        FoodCallsDocument.Line(
                            number: $0.number, at: $0.at, method: $0.method, address: $0.address, status: $0.status,
                            milliseconds: $0.milliseconds, bytes: $0.body.count, isCut: $0.isCut)
                    }))
        }
        api.file(
            .get, Site.API.foodCall,
            .init(
                "getFoodCall", "The answer of a service to one of them, byte for byte.",
                files: ["application/json", "text/plain; charset=utf-8"])
        ) { _, context in
            let number = try Site.API.foodCall.read(context)
            guard let call = household.larder.foodCalls().first(where: { $0.number == number }) else {
                throw HouseholdError(.notFound, localized("This request is not stored any more."))
            }
            return RawAnswer.response(call.body)
        }
    }
}
