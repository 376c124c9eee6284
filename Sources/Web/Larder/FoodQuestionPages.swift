import Foundation
import Household
import Hummingbird
import Larder
import Messages

/// The forms that answer questions, on a product's page and in the game, which shows one question after another. Each
/// question is answered once.
struct FoodQuestionPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.game) { request, _ in try await game(Upload.query(request)) }
        router.on(.post, Site.game) { request, _ in
            let form = try await Upload.form(request)
            return try await ask(Upload.query(request).merging(form) { $1 })
        }
        // A browser shows this path if a form could not be completed. A GET request for it redirects to the game.
        router.on(.get, Site.foodQuestions) { _, _ in Response.seeOther(Site.game) }
        router.on(.get, Site.answerQuestion) { _, _ in Response.seeOther(Site.game) }
        router.on(.post, Site.answerQuestion) { request, context in
            let form = try await Upload.form(request)
            let back = ReturnAddress(form["return"], or: Site.game)
            guard let choice = form["choice"].flatMap(Vote.Choice.init) else {
                throw Problem(
                    .badRequest, code: "bad-wish", title: localized("No such answer"),
                    detail: localized("An answer is yes, no or skip."))
            }
            do {
                let vote = try await household.larder.answer(
                    Site.answerQuestion.read(context), choice, shown: form["shown"])
                await household.prepare { [self] in try await prepareNext(after: vote, on: back.text) }
                return Response.seeOther(back.adding("note", "voted-\(vote.number)"))
            } catch let error as HouseholdError where error.code == .alreadyAnswered {
                return Response.seeOther(back.adding("note", "answered"))
            } catch let error as HouseholdError where error.code == .notFound {
                return Response.seeOther(back.adding("note", "gone"))
            }
        }
    }

    /// Fetches the pictures of the next question, because rendering the page fetches nothing.
    private func prepareNext(after vote: Vote, on page: String) async throws {
        let next: FoodQuestion?
        if page.hasPrefix(Site.game) {
            let query = URLComponents(string: page)?.queryItems ?? []
            let filters = try FoodGameFilters(
                Dictionary(query.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 }),
                country: try await household.settings.home().larder.country)
            next = try await household.larder.game(filters.questionQuery, mayAsk: false).questions.first
        } else {
            next = try await household.larder.questions(about: vote.question.code, mayAsk: false).questions.first
        }
        if let next { await household.larder.fetchPictures(of: next.id) }
    }

    /// Requests questions from the service and redirects to the page with them. Returns that page itself if the request
    /// failed.
    private func ask(_ query: [String: String]) async throws -> Response {
        let filters = try FoodGameFilters(query, country: try await household.settings.home().larder.country)
        let view = try await household.larder.game(filters.questionQuery)
        if view.problem != nil { return try await game(query, view) }
        await household.preparePictures(of: view.questions.first)
        return Response.seeOther(filters.address)
    }

    /// `asked` is the service's new answer; nil shows the stored questions.
    private func game(_ query: [String: String], _ asked: QuestionsView? = nil) async throws -> Response {
        let home = try await household.settings.home()
        var model = FoodGameModel(
            filters: try FoodGameFilters(query, country: home.larder.country),
            clock: try household.settings.clock(of: home))
        if let asked {
            model.view = asked
        } else {
            model.view = try await household.larder.game(model.filters.questionQuery, mayAsk: false)
        }
        model.isNear = household.larder.services.service.isOwn
        model.kept = try await household.keptPictures(of: model.view?.questions.first)
        for code in Set(model.view?.questions.map(\.code) ?? []) {
            if let product = try? await household.larder.product(code, mayAsk: false).product, product.name != nil {
                model.names[code] = product.title
            }
        }
        var context = model.context
        context.message = try await household.voteMessage(query, back: model.filters.address)
        return renderer.page(context, title: localized("Answer questions"), tab: .larder, household: household)
    }
}

extension Household {
    /// The time limit for fetching the data of the next page during a form's request.
    private static let preparation = Duration.seconds(2)

    /// Waits until `body` ends, but at most two seconds, because the form's action can be undone for only five seconds.
    /// `body` continues after the time limit, for later pages. Its errors are ignored.
    func prepare(_ body: @escaping @Sendable () async throws -> Void) async {
        let (isDone, done) = AsyncStream<Never>.makeStream()
        Task {
            defer { done.finish() }
            try? await body()
        }
        await withTaskGroup { group in
            group.addTask { for await _ in isDone {} }
            group.addTask { try? await pause(for: Self.preparation) }
            await group.next()
            group.cancelAll()
        }
    }

    func preparePictures(of question: FoodQuestion?) async {
        guard let question else { return }
        await prepare { await larder.fetchPictures(of: question.id) }
    }

    /// Returns the pictures of a question that are stored.
    func keptPictures(of question: FoodQuestion?) async throws -> Set<QuestionPicture> {
        var kept: Set<QuestionPicture> = []
        guard let question else { return kept }
        if try await larder.picture(of: question.id, mayAsk: false) != nil { kept.insert(.clue) }
        if try await larder.picture(of: question.id, isWhole: true, mayAsk: false) != nil { kept.insert(.whole) }
        if try await larder.referencePicture(of: question.id, mayAsk: false) != nil { kept.insert(.reference) }
        return kept
    }
}

/// The filters of the game's form.
struct FoodGameFilters {
    let questionQuery: QuestionQuery
    /// The chosen country, or the household's own; empty for the whole world.
    let country: String

    /// Throws a 400 problem if the order is unknown.
    init(_ query: [String: String], country usual: String) throws {
        var query = query
        if query["country"] == nil, usual != "world" { query["country"] = usual }
        questionQuery = try QuestionQuery(query: query)
        country = questionQuery.country ?? ""
    }

    var isNarrow: Bool {
        !questionQuery.kinds.isEmpty || questionQuery.brand != nil || questionQuery.valueTag != nil
            || questionQuery.campaign != nil
            || questionQuery.order != .popular
    }

    /// The address of the game with these filters, without message parameters.
    var address: String {
        Site.game.with([
            "kinds": questionQuery.kinds.isEmpty ? nil : questionQuery.kinds.joined(separator: ","), "country": country,
            "brand": questionQuery.brand, "tag": questionQuery.valueTag, "campaign": questionQuery.campaign,
            "order": questionQuery.order == .popular ? nil : questionQuery.order.rawValue,
        ])
    }
}

/// The fields of the game's page; pure.
struct FoodGameModel {
    let filters: FoodGameFilters
    let clock: WallClock
    var view: QuestionsView?
    var isNear = false
    var kept = Set(QuestionPicture.allCases)
    var names: [String: String] = [:]

    /// The kinds that the form offers. The address may contain other kinds.
    static let kinds = ["category", "label", "brand", "product_weight", "packaging"]

    var context: Page {
        let questionQuery = filters.questionQuery
        var context = Page(
            kinds: options(Self.kinds, chosen: questionQuery.kinds.joined(separator: ",")) { QuestionWords.words($0) },
            orders: options(
                QuestionQuery.Order.allCases.map(\.rawValue), chosen: questionQuery.order.rawValue, Self.word),
            country: filters.country, brand: questionQuery.brand ?? "", tag: questionQuery.valueTag ?? "",
            campaign: questionQuery.campaign ?? "", isNarrow: filters.isNarrow, source: FoodSource().context,
            isOff: view?.lack == .switchedOff)
        if let view {
            context.asking =
                FoodQuestionsModel(
                    view: view, back: filters.address, ask: filters.address, clock: clock, isNear: isNear,
                    names: names, kept: kept
                ).context
        }
        return context
    }

    /// A value from the address is also an option.
    private func options(_ values: [String], chosen: String, _ word: (String) -> String) -> [OptionFields] {
        let all = values.contains(chosen) || chosen.isEmpty ? values : values + [chosen]
        return all.map { OptionFields(value: $0, word: Wording.short(word($0), 60), chosen: $0 == chosen) }
    }

    private static func word(_ order: String) -> String {
        switch QuestionQuery.Order(rawValue: order) {
        case .popular: localized("Popular products")
        case .random: localized("Random")
        case .confidence: localized("Most certain first")
        case nil: order
        }
    }
}

extension FoodGameModel {
    /// The fields of food-game.mustache.
    struct Page: PageFields {
        static let template = "food-game"

        let kinds: [OptionFields]
        let orders: [OptionFields]
        let country: String
        let brand: String
        let tag: String
        let campaign: String
        let isNarrow: Bool
        let source: FoodSource.Fields
        let isOff: Bool
        var asking: FoodQuestionsModel.Fields?
        var message: VoteMessageModel.Fields?
    }
}
