import Contracts
import Foundation
import Household
import Larder
import Recognition
import Support
import Testing

@Suite("Questions about products and the question game", .tags(.small))
struct LarderQuestionTests {
    let house: LarderHouse
    var household: Household { house.household }
    var grocer: Grocer { house.grocer }
    let spread = LarderHouse.spread

    init() throws { house = try LarderHouse() }

    @Test("If questions are switched off, the service is not called")
    func switchedOff() async throws {
        let household = house.another(given: [.larderQuestions: "false"])
        #expect(try await household.larder.questions(about: spread, isFresh: true).lack == .switchedOff)
        #expect(try await household.larder.game(QuestionQuery()).lack == .switchedOff)
        #expect(grocer.asks.isEmpty)
    }

    @Test("Questions about an in-store number make no call, and an invalid number is refused")
    func inStore() async throws {
        let number = try #require((0...9).compactMap { GTIN(number: 2_012_345_678_900 + $0) }.first)
        #expect(try await household.larder.questions(about: number.description).lack == .inStore)
        let error = await #expect(throws: HouseholdError.self) {
            _ = try await household.larder.questions(about: "123")
        }
        #expect(error?.code == .barcodeRefused)
        #expect(grocer.asks.isEmpty)
    }

    @Test("Questions are cached for an hour in their order and then read again, or earlier on request")
    func remembered() async throws {
        try await house.show("b", "a", "c")
        let began = house.clock.now
        house.clock.pass(3599)
        let view = try await house.another().larder.questions(about: "0" + spread)
        #expect(view.questions.map(\.id.rawValue) == ["b", "a", "c"] && view.fetchedAt == began && view.lack == nil)
        #expect(grocer.asks.isEmpty)
        grocer.ask([])
        house.clock.pass(1)
        let later = try await household.larder.questions(about: spread)
        #expect(later.questions.isEmpty && later.lack == QuestionsView.Lack.none && later.fetchedAt == house.clock.now)
        #expect(grocer.reads.count == 1)
        _ = try await household.larder.questions(about: spread)
        #expect(grocer.reads.count == 1, "none is an answer, too")
    }

    @Test("In another language, questions are requested in that language")
    func language() async throws {
        try await house.show("a")
        try await household.settings.choose([.larderLanguage: "fr"])
        _ = try await household.larder.questions(about: spread)
        guard case .questions(let query, _)? = grocer.reads.last else {
            Issue.record("nobody was asked")
            return
        }
        #expect(query.language == "fr" && query.code == spread)
    }

    @Test("Questions that the voter answered are left out, and return if the answer is lost or undone")
    func answered() async throws {
        let questions = try await house.show("a", "b")
        let first = try await household.larder.answer(questions[0].id, .yes)
        #expect(try await house.open() == ["b"])
        let second = try await household.larder.answer(questions[1].id, .skip)
        let view = try await household.larder.questions(about: spread)
        #expect(view.questions.isEmpty && view.lack == .allAnswered)
        _ = try await household.larder.undo(vote: second.number)
        #expect(try await house.open() == ["b"])
        house.clock.pass(5)
        grocer.take(.says(.refused("It is not taken.")))
        #expect(try await household.larder.sendVotes().lost == 1)
        #expect(try await house.open() == ["a", "b"])
        #expect(try await house.stored(first).remark == "It is not taken.")
        #expect(try await household.larder.answer(questions[0].id, .no).number > second.number)
    }
}

extension LarderQuestionTests {
    @Test("Another voter gets the questions again, and a voter who returns does not")
    func otherVoter() async throws {
        let question = try #require(try await house.show("a").first)
        _ = try await household.larder.answer(question.id, .yes)
        #expect(try await house.open().isEmpty)
        try await household.larder.logIn(name: "anna", password: "secret")
        #expect(try await house.open() == ["a"])
        _ = try await household.larder.answer(question.id, .yes)
        #expect(try await house.open().isEmpty)
        try await household.larder.logOut()
        #expect(try await house.open().isEmpty)
    }

    @Test("Without a network, cached questions are returned with the reason")
    func offline() async throws {
        try await house.show("a")
        house.clock.pass(4000)
        house.cable.pull()
        let view = try await household.larder.questions(about: spread)
        #expect(view.questions.map(\.id.rawValue) == ["a"] && view.problem == .serviceOffline && view.remark != nil)
        let none = try await household.larder.questions(about: LarderHouse.sweets)
        #expect(none.questions.isEmpty && none.lack == nil && none.fetchedAt == nil && none.problem == .serviceOffline)
        #expect(grocer.asks.isEmpty)
    }

    @Test("Robotoff has its own rate limit, shared by all processes")
    func pace() async throws {
        for _ in 0..<12 { #expect(try await household.larder.questions(about: spread, isFresh: true).problem == nil) }
        let view = try await house.another().larder.questions(about: spread, isFresh: true)
        #expect(view.problem == .serviceQuotaUsed && view.remark?.hasPrefix("Robotoff") == true)
        #expect(view.notBefore == house.clock.now + 60 && view.lack == QuestionsView.Lack.none)
        #expect(try await household.larder.lookUp(spread).problem == nil)
    }

    // MARK: The game

    private var mixed: [FoodQuestion] {
        get throws {
            var questions = try [
                house.sample.question("a", of: spread, kind: "label"),
                house.sample.question("b", of: LarderHouse.sweets, kind: "category"),
                house.sample.question("c", of: spread, kind: "brand"),
            ]
            questions[0].valueTag = "en:organic"
            questions[1].valueTag = "en:sweets"
            return questions
        }
    }

    @Test("The game requests questions with all filters in the language of the household and omits answered ones")
    func game() async throws {
        grocer.ask(try mixed)
        var query = QuestionQuery(code: "left out")
        (query.kinds, query.country, query.brand) = (["label", "category"], "uk", "ferrero")
        (query.valueTag, query.campaign, query.order, query.page) = ("en:organic", "agribalyse", .random, 3)
        let view = try await household.larder.game(query)
        #expect(view.questions.map(\.id.rawValue) == ["a", "b"] && view.fetchedAt == house.clock.now)
        query.code = nil
        let name = try #require(grocer.voters.first)
        #expect(grocer.asks == [.questions(query, by: name)])
        let answered = try await household.larder.answer(view.questions[1].id, .no)
        #expect(answered.question.code == LarderHouse.sweets)
        #expect(try await household.larder.game(query).questions.map(\.id.rawValue) == ["a"])
        _ = try await household.larder.answer(view.questions[0].id, .no)
        #expect(try await household.larder.game(query).lack == .allAnswered)
        query.kinds = ["store"]
        #expect(try await household.larder.game(query).lack == QuestionsView.Lack.none)
    }

    struct Filter: Sendable, CustomTestStringConvertible {
        var kinds: [String] = []
        var tag: String?
        var count = 25
        let left: [String]

        var testDescription: String { "\(kinds) \(tag ?? "") \(count)" }
    }

    @Test(
        "Without a network, the game uses cached questions filtered by kind and value",
        arguments: [
            Filter(left: ["b", "c"]), Filter(kinds: ["label", "brand"], left: ["c"]),
            Filter(kinds: ["label"], left: []),
            Filter(tag: "en:sweets", left: ["b"]), Filter(kinds: ["brand"], tag: "en:sweets", left: []),
            Filter(count: 1, left: ["b"]), Filter(count: 0, left: []), Filter(count: -1, left: []),
        ])
    func gameOffline(filter: Filter) async throws {
        grocer.ask(try mixed)
        let shown = try await household.larder.game(QuestionQuery()).questions
        #expect(shown.count == 3)
        _ = try await household.larder.answer(shown[0].id, .yes)
        house.cable.pull()
        var query = QuestionQuery()
        (query.kinds, query.valueTag, query.count) = (filter.kinds, filter.tag, filter.count)
        let view = try await household.larder.game(query)
        #expect(view.questions.map(\.id.rawValue) == filter.left)
        #expect(view.problem == .serviceOffline && view.lack == nil && view.fetchedAt == nil)
        #expect(grocer.reads.count == 1)
    }

    // MARK: The region of the clue

    private func pictured(_ name: String, _ box: FoodQuestion.Box? = nil) async throws -> FoodQuestion {
        var question = try house.sample.question(name, of: spread)
        (question.pictureAddress, question.referenceAddress) = (
            "https://pictures.test/\(name)", "https://pictures.test/logo"
        )
        question.box = box
        grocer.ask([question])
        for address in [question.pictureAddress, question.referenceAddress].compactMap(\.self) {
            grocer.draw(Array("photo \(address)".utf8), at: address)
        }
        _ = try await household.larder.questions(about: spread, isFresh: true)
        grocer.forgetAsks()
        return question
    }
}

extension LarderQuestionTests {
    @Test("The region of the clue is requested once, and the picture is cropped to it")
    func clue() async throws {
        let question = try await pictured("a")
        let box = FoodQuestion.Box(left: 0.25, top: 0.25, right: 0.5, bottom: 0.75)
        grocer.see(question.id, in: box)
        #expect(try await household.larder.picture(of: question.id) != nil)
        #expect(grocer.asks == [.insight(question.id), .picture("https://pictures.test/a", box)])
        _ = try await household.larder.picture(of: question.id)
        #expect(grocer.asks.count == 2)
        _ = try await household.larder.picture(of: question.id, isWhole: true)
        #expect(grocer.asks.last == .picture("https://pictures.test/a", nil) && grocer.asks.count == 3)
        _ = try await household.larder.referencePicture(of: question.id)
        #expect(grocer.asks.last == .picture("https://pictures.test/logo", nil))
    }

    @Test("If the region is unknown or cannot be requested, the whole picture is used")
    func noClue() async throws {
        let question = try await pictured("a")
        #expect(try await household.larder.picture(of: question.id) != nil)
        #expect(grocer.asks == [.insight(question.id), .picture("https://pictures.test/a", nil)])
        _ = try await household.larder.picture(of: question.id)
        #expect(grocer.asks.count == 2, "that there is none is remembered")
        let gone = try await pictured("b")
        grocer.ask([])
        _ = try await household.larder.picture(of: gone.id)
        _ = try await household.larder.picture(of: gone.id)
        #expect(grocer.reads == [.insight(gone.id)], "nor is one looked for that is gone")
        let failing = try await pictured("c")
        grocer.behave { ask in
            if case .insight = ask { .fails(.init(HouseholdError(.serviceTimedOut, "No answer."))) } else { .answers }
        }
        #expect(try await household.larder.picture(of: failing.id) != nil)
        _ = try await household.larder.picture(of: failing.id)
        #expect(grocer.reads.count == 2, "whoever failed is asked again")
        #expect(try await household.larder.picture(of: try house.sample.id("nobodys")) == nil)
    }

    @Test("A region that is part of the question is used without a request")
    func givenRegion() async throws {
        let box = FoodQuestion.Box(left: 0, top: 0, right: 1, bottom: 0.5)
        let question = try await pictured("a", box)
        _ = try await household.larder.picture(of: question.id)
        #expect(grocer.asks == [.picture("https://pictures.test/a", box)])
    }
}
