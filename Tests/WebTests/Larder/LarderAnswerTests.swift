import Contracts
import Foundation
import HTTPTypes
import Household
import Hummingbird
import HummingbirdTesting
import Larder
import SQLRecords
import Support
import Testing

@testable import Web

/// Questions, answers and the larder's settings, used by a browser without JavaScript.
@Suite("Pages for answering questions in the larder", .tags(.medium), .timeLimit(.minutes(1)))
struct LarderAnswerTests {
    private let product = "/larder/products/\(LarderSample.code)"

    private func answer(_ question: FoodQuestion) -> String { "/larder/questions/\(question.id)/answer" }

    @Test("The page confirms an answer, offers to undo it until it is sent, and accepts it once")
    func once() async throws {
        let (first, second) = (try LarderSample.question(1), try LarderSample.question(2, "Vegan <b>"))
        let household = FoodHouse(questions: [first, second]).household()
        try await LarderVisit.to(household) { visit in
            _ = try await visit.look(LarderSample.code)
            #expect(try await visit.html(product).contains("2 questions"))
            let form = "choice=yes&return=\(product)%23questions"
            let said = try await visit.send(answer(first), form)
            #expect(said.status == .seeOther && said.headers[.location] == "\(product)?note=voted-1#questions")
            let page = try await visit.html("\(product)?note=voted-1")
            for words in ["You said yes to “Organic”.", "data-left=\"5\"", "/larder/votes/1/undo", "Vegan &lt;b&gt;"] {
                #expect(page.contains(words), "\(words)")
            }
            #expect(page.contains("1 question about it"))
            // A second press, or another tab.
            #expect(
                try await visit.send(answer(first), form).headers[.location] == "\(product)?note=answered#questions")
            #expect(try await visit.html("\(product)?note=answered").contains("The answer counts once."))
            let undone = try await visit.send("/larder/votes/1/undo", "return=\(product)%23questions")
            #expect(undone.headers[.location] == "\(product)?note=undone#questions")
            let back = try await visit.html("\(product)?note=undone")
            #expect(back.contains("Undone. Nothing was sent.") && back.contains("2 questions"))
            // Undo is idempotent.
            #expect(try await visit.send("/larder/votes/1/undo").headers[.location] == "/larder/votes?note=undone")
            #expect(try await household.larder.votes().isEmpty)
        }
    }

    /// A household whose pauses a test ends.
    private func household(_ house: FoodHouse, _ pauses: Pauses) -> Household {
        house.household(
            environment: .init(
                now: { Sample().time(30) }, uniqueName: { UUID().uuidString.lowercased() },
                pause: { try await pauses.pause($0) }, chance: { 0.5 }))
    }

    @Test("The page after an answer is shown after two seconds even if the next pictures have not arrived")
    func slowPictures() async throws {
        let (first, second, pauses) = (try LarderSample.question(1), try LarderSample.question(2, "Vegan"), Pauses())
        let gate = Gate()
        let household = household(FoodHouse(questions: [first, second], gate: gate), pauses)
        _ = try await household.larder.product(LarderSample.code)
        _ = try await household.larder.questions(about: LarderSample.code)
        try await LarderVisit.to(household) { visit in
            async let said = visit.send(answer(first), "choice=yes&return=\(product)%23questions")
            await pauses.until(.seconds(2))
            pauses.end(.seconds(2))
            let reply = try await said
            #expect(reply.headers[.location] == "\(product)?note=voted-1#questions")
            #expect(try await visit.html("\(product)?note=voted-1").contains("/larder/votes/1/undo"))
        }
        gate.open()
    }

    @Test("The page after a look-up is shown after two seconds even if its pictures have not arrived")
    func slowProduct() async throws {
        let (pauses, gate) = (Pauses(), Gate())
        let household = household(FoodHouse(questions: [try LarderSample.question(1)], gate: gate), pauses)
        try await LarderVisit.to(household) { visit in
            async let found = visit.look(LarderSample.code)
            await pauses.until(.seconds(2))
            pauses.end(.seconds(2))
            let reply = try await found
            #expect(reply.headers[.location] == product)
            #expect(try await visit.html(product).contains("539 kcal"))
        }
        gate.open()
    }

    @Test("An answer is stored even if the page to return to has invalid parameters")
    func unpreparedPage() async throws {
        let question = try LarderSample.question(1)
        let household = FoodHouse(questions: [question]).household()
        try await LarderVisit.to(household) { visit in
            _ = try await visit.look(LarderSample.code)
            let said = try await visit.send(answer(question), "choice=yes&return=/larder/game%3Forder%3Dbest")
            #expect(said.status == .seeOther)
            #expect(said.headers[.location] == "/larder/game?order=best&note=voted-1")
            #expect(try await household.larder.votes().count == 1)
        }
    }
}

extension LarderAnswerTests {
    @Test("Undoing an answer that was sent leads to a page that says it cannot be undone")
    func late() async throws {
        let question = try LarderSample.question(1)
        let clock = SetClock(Sample().time(30))
        let household = FoodHouse(questions: [question]).household(environment: .at { clock.now })
        try await LarderVisit.to(household) { visit in
            _ = try await visit.look(LarderSample.code)
            _ = try await visit.send(answer(question), "choice=no")
            clock.pass(6)
            #expect(try await household.larder.sendVotes().counted == 1)
            let late = try await visit.send("/larder/votes/1/undo")
            #expect(late.headers[.location] == "/larder/votes?note=late")
            let votes = try await visit.html("/larder/votes?note=late")
            for words in ["cannot be undone", "Counted.", "<b>1</b> No", "Label"] {
                #expect(votes.contains(words), "\(words)")
            }
            #expect(
                try await visit.html("\(product)?note=voted-1").contains(
                    "You said no to “Organic”. The answer was counted."))
        }
    }

    @Test("An answer without a network is shown as waiting and can be cancelled in the queue")
    func offline() async throws {
        let question = try LarderSample.question(1)
        let link = SettableLink()
        let house = FoodHouse(questions: [question], isOwn: false)
        let household = house.household(reachability: link.reachability)
        try await LarderVisit.to(household) { visit in
            _ = try await visit.look(LarderSample.code)
            link.cut()
            _ = try await visit.send(answer(question), "choice=yes")
            let page = try await visit.html("/larder/game?country=&note=voted-1")
            #expect(page.contains("It waits for the network.") && !page.contains("data-left"))
            #expect(page.contains("There is no network connection."))
            let queue = try await visit.html("/larder/votes")
            #expect(queue.contains("Waits for the network.") && queue.contains("/larder/votes/1/undo"))
            #expect(try await visit.html("/larder").contains("1 being sent"))
            _ = try await visit.send("/larder/votes/1/undo", "return=/larder/votes")
            #expect(try await visit.html("/larder/votes").contains("No answers yet"))
        }
    }

    @Test(
        "An invalid answer is refused, and an answer to a missing question leads back to the game",
        arguments: [
            ("choice=perhaps", 400, nil), ("", 400, nil),
            ("choice=yes&return=//evil.test", 303, "/larder/game?note=voted-1"),
        ] as [(String, Int, String?)])
    func refused(form: String, status: Int, location: String?) async throws {
        let question = try LarderSample.question(1)
        try await LarderVisit.to(FoodHouse(questions: [question]).household()) { visit in
            _ = try await visit.look(LarderSample.code)
            let reply = try await visit.send(answer(question), form)
            #expect(reply.status.code == status && reply.headers[.location] == location)
            let other = try await visit.send(
                "/larder/questions/f00d0000-0000-4000-8000-000000000009/answer", "choice=yes")
            #expect(other.headers[.location] == "/larder/game?note=gone")
            #expect(try await visit.get(answer(question)).headers[.location] == "/larder/game")
        }
    }
}

extension LarderAnswerTests {
    @Test("The game uses its filters, names the products and continues with cached questions")
    func game() async throws {
        let house = FoodHouse(questions: [
            try LarderSample.question(1), try LarderSample.question(2, of: LarderSample.bare),
        ])
        let household = house.household(given: [.larderCountry: "at"])
        try await LarderVisit.to(household) { visit in
            _ = try await visit.look(LarderSample.code)
            let filters = "kinds=label&brand=Good&tag=en%3Aorganic&campaign=c&order=random"
            let count = house.queries.count
            #expect(try await visit.html("/larder/game?\(filters)").contains("Ask for questions</button>"))
            #expect(house.queries.count == count, "to look at the game asks nobody")
            let asked = try await visit.send("/larder/game", filters)
            #expect(asked.status == .seeOther)
            let game = try await visit.html(try #require(asked.headers[.location]))
            let query = try #require(house.queries.last)
            #expect(query.kinds == ["label"] && query.brand == "Good" && query.valueTag == "en:organic")
            #expect(query.campaign == "c" && query.order == .random && query.country == "at")
            #expect(game.contains("Spread &lt;script&gt;") && game.contains("Product \(LarderSample.bare)"))
            #expect(
                game.contains("<option value=\"random\" selected>")
                    && game.contains("<details class=\"folded filters\" open>"))
            #expect(try await visit.get("/larder/game?order=best").status == .badRequest)
            house.goDown()
            let kept = try visit.clean(try await visit.send("/larder/game"))
            #expect(kept.contains("These questions are from an earlier request.") && kept.contains("data-question"))
        }
        try await LarderVisit.to(FoodHouse().household()) { visit in
            #expect(try await visit.html("/larder/game").contains("It is not known whether there are questions."))
            let asked = try await visit.send("/larder/game")
            let game = try await visit.html(try #require(asked.headers[.location]))
            #expect(game.contains("There are no questions at the moment."))
        }
        try await LarderVisit.to(FoodHouse().household(given: [.larderQuestions: "false"])) { visit in
            let game = try await visit.html("/larder/game")
            #expect(game.contains("Questions are switched off"))
            _ = try await visit.look(LarderSample.code)
            #expect(!(try await visit.html(product)).contains("Help Open Food Facts"))
        }
    }

    @Test("The diet is stored, refused values are shown again, and values given at the start are disabled")
    func settings() async throws {
        try await LarderVisit.to(FoodHouse().household(given: [.dietPreferences: "vegan", .larderLanguage: "fr"])) {
            visit in
            let form = "allergen.milk=true&allergen.lupin=true&diet.traces=true&larder.country=GB"
            let saved = try await visit.send("/larder/diet", form + "&diet.ingredients=coriander%0ACelery+leaf")
            #expect(saved.headers[.location] == "/larder/diet?note=saved")
            let shown = try await visit.html("/larder/diet?note=saved")
            for words in [
                "The settings are saved.", "name=\"allergen.milk\" value=\"true\" checked",
                "name=\"allergen.lupin\" value=\"true\" checked", "name=\"wish.vegan\" value=\"true\" checked disabled",
                "name=\"diet.traces\" value=\"refuse\" checked", "name=\"diet.traces\" value=\"careful\">",
                "value=\"uk\"", "value=\"fr\"", "This is set in the server configuration",
            ] {
                #expect(shown.contains(words), "\(words)")
            }
            #expect(!shown.contains("name=\"allergen.eggs\" value=\"true\" checked"))
            // A browser does not send an unchecked box.
            #expect(shown.contains("name=\"larder.questions\" type=\"checkbox\" value=\"true\">"))
            let refused = try await visit.send("/larder/diet", "allergen.fish=true&larder.country=nowhere")
            #expect(refused.status == .unprocessableContent)
            let again = try visit.clean(refused)
            #expect(
                again.contains("value=\"nowhere\"") && again.contains("name=\"allergen.fish\" value=\"true\" checked"))
        }
    }
}

extension LarderAnswerTests {
    @Test("A person with a diet of their own has a verdict on the product, in the larder and in the stock")
    func personalDiets() async throws {
        try await LarderVisit.to(FoodHouse().household()) { visit in
            let page = "/larder/diet/people"
            #expect(try await visit.html(page).contains("name=\"diet.people\" value=\"\""))
            let saved = try await visit.send(
                page, "diet.people=&was=&name=+Mia+&allergen.milk=true&traces=refuse&words=")
            #expect(saved.headers[.location] == page + "?note=saved")
            let list = try await visit.html(page + "?note=saved")
            #expect(list.contains("The diet is saved.") && list.contains("href=\"/larder/diet/people?person=Mia\""))
            #expect(list.contains("value=\"Mia: milk, traces refuse\""))
            _ = try await visit.look(LarderSample.code)
            let product = try await visit.html(product)
            #expect(product.contains("Can Mia eat this?") && !product.contains("Can I eat this?"))
            #expect(product.contains("can-eat no"))
            #expect(try await visit.html("/larder").contains("Mia: does not fit: Milk"))
            #expect(try await visit.html("/larder/diet").contains("<p>Mia</p>"))
            // A form that was opened before another change does not undo that change.
            let stale = try await visit.send(page, "diet.people=&was=&name=Ben&words=")
            #expect(stale.status == .unprocessableContent)
            #expect(try visit.clean(stale).contains("The list was changed on another page meanwhile."))
            let seen = "diet.people=Mia%3A+milk%2C+traces+refuse"
            for (form, words) in [
                ("&was=&name=mia&words=", "There is a person with this name already."),
                ("&was=&name=a%3Ab&words=", "This name cannot be used."),
                ("&was=&name=Ben&words=a", "These ingredients cannot be read."),
            ] {
                let refused = try await visit.send(page, seen + form)
                #expect(refused.status == .unprocessableContent)
                #expect(try visit.clean(refused).contains(words), "\(words)")
            }
            let renamed = try await visit.send(page, seen + "&was=Mia&name=Mila&wish.vegan=true&words=leek")
            #expect(renamed.headers[.location] == page + "?note=saved")
            let form = try await visit.html(page + "?person=Mila")
            #expect(form.contains("Diet of Mila") && form.contains("name=\"wish.vegan\" value=\"true\" checked"))
            let removed = try await visit.send(page, "diet.people=Mila%3A+vegan%2C+without+leek&was=Mila&do=remove")
            #expect(removed.headers[.location] == page + "?note=removed")
            #expect(!(try await visit.html("/larder")).contains("Mila"))
        }
    }

    @Test("The password of an account is never shown, the account can log out, and login without TLS is refused")
    func account() async throws {
        let house = FoodHouse()
        let household = house.household()
        try await LarderVisit.to(household) { visit in
            let entered = try await visit.send("/larder/account", "do=log-in&name=anna%3Cb%3E&password=s3cret")
            #expect(entered.headers[.location] == "/larder/diet?note=logged-in#account")
            let shown = try await visit.html("/larder/diet?note=logged-in")
            #expect(shown.contains("anna&lt;b&gt;") && !shown.contains("s3cret") && shown.contains("Log out"))
            #expect(!(try await visit.html("/larder/votes")).contains("1234 answers"))
            let asked = try await visit.send("/larder/account/answers")
            #expect(asked.headers[.location] == "/larder/votes#counts")
            let counts = try await visit.html("/larder/votes")
            #expect(counts.contains("No answers yet") || counts.contains("1234 answers"))
            #expect(try await household.larder.rememberedAnswersOfAccount()?.answers == .some(.some(1234)))
            #expect(
                try await visit.send("/larder/account", "do=log-out").headers[.location]?.contains("logged-out") == true
            )
            #expect(try await household.larder.foodAccount() == nil)
            let before = try await household.larder.voter()
            #expect(try await visit.send("/larder/account", "do=new-name").status == .seeOther)
            #expect(try await household.larder.voter() != before)
            let refused = try await visit.send("/larder/account", "do=log-in&name=&password=s3cret")
            #expect(refused.status == .unprocessableContent && !String(buffer: refused.body).contains("s3cret"))
            #expect(try await visit.send("/larder/account", "do=something").status == .badRequest)
            #expect(try await visit.get("/larder/account").headers[.location] == "/larder/diet#account")
        }
        try await LarderVisit.to(FoodHouse(takesAccounts: false).household()) { visit in
            let shown = try await visit.html("/larder/diet")
            #expect(shown.contains("would be sent without encryption") && !shown.contains("type=\"password\""))
            #expect(
                try await visit.send("/larder/account", "do=log-in&name=anna&password=x").status
                    == .unprocessableContent)
        }
    }

    @Test("A new random name that is refused while an answer is being sent shows the form again, with the reason")
    func newNameTooEarly() async throws {
        let question = try LarderSample.question(1)
        let records = SQLRecords.inMemory()
        let household = FoodHouse(questions: [question]).household(records: records)
        try await LarderVisit.to(household) { visit in
            _ = try await visit.look(LarderSample.code)
            _ = try await visit.send(answer(question), "choice=yes")
            let now = Sample().time(31)
            #expect(try await records.claimVotes(limit: 1, at: now, until: now + 60).count == 1)
            let refused = try await visit.send("/larder/account", "do=new-name")
            #expect(refused.status == .conflict)
            let page = try visit.clean(refused)
            #expect(page.contains("The result of an answer is not known yet"))
            #expect(page.contains("value=\"new-name\""))
        }
    }
}
