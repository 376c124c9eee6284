import Foundation
import Household
import Hummingbird
import Larder
import Messages

/// The page of the household's answers: those in the queue, the settled ones, and the counts.
struct FoodVotePages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.votes) { request, _ in try await page(Upload.query(request)) }
        router.on(.get, Site.foodAccountAnswers) { _, _ in Response.seeOther(Site.votes.with(at: "counts")) }
        router.on(.post, Site.foodAccountAnswers) { _, _ in
            _ = try await household.larder.answersOfAccount()
            return Response.seeOther(Site.votes.with(at: "counts"))
        }
        router.on(.get, Site.undoVote) { _, _ in Response.seeOther(Site.votes) }
        router.on(.post, Site.undoVote) { request, context in
            let form = try await Upload.form(request)
            let back = ReturnAddress(form["return"], or: Site.votes)
            do {
                _ = try await household.larder.undo(vote: try Site.undoVote.read(context))
            } catch let error as HouseholdError where error.code == .voteSent {
                return Response.seeOther(back.adding("note", "late"))
            } catch let error as HouseholdError where error.code == .notFound {
                // Undo is idempotent.
            }
            return Response.seeOther(back.adding("note", "undone"))
        }
    }

    private func page(_ query: [String: String]) async throws -> Response {
        let home = try await household.settings.home()
        var model = FoodVotesModel(
            counts: try await household.larder.voteCounts(), clock: try household.settings.clock(of: home),
            isOffline: !household.larder.isFoodReachable)
        model.underWay = try await household.larder.votes(VoteQuery(states: [.waiting, .sending, .unknown]))
        model.settled = try await household.larder.votes(
            VoteQuery(states: [.counted, .closed, .lost], limit: FoodVotesModel.rows))
        model.account = try await household.larder.foodAccount()
        model.accountAnswers = try await household.larder.rememberedAnswersOfAccount()?.answers
        var context = model.context
        context.message = try await household.voteMessage(query, back: Site.votes)
        return renderer.page(context, title: localized("Your answers"), tab: .larder, household: household)
    }
}

/// The fields of the page of answers: the queue, the settled ones and the counts; pure.
struct FoodVotesModel {
    let counts: VoteCounts
    let clock: WallClock
    let isOffline: Bool
    /// Latest first.
    var underWay: [Vote] = []
    var settled: [Vote] = []
    var account: String?
    /// The number of the account's answers. Nil if it was not requested; an inner nil if the request failed.
    var accountAnswers: Int??

    /// The largest number of settled answers on the page.
    static let rows = 50

    var context: Page {
        let total = counts.byState.values.reduce(0, +)
        var context = Page(
            underWay: underWay.map(row), hasUnderWay: !underWay.isEmpty, settled: settled.map(row),
            hasSettled: !settled.isEmpty, isEmpty: total == 0, source: FoodSource(hasPictures: false).context,
            states: Vote.State.allCases.compactMap { state -> Count? in
                counts.byState[state].map { Count(name: Self.name(state), count: String($0)) }
            },
            choices: Vote.Choice.allCases.compactMap { choice -> Count? in
                counts.byChoice[choice].map { Count(name: Wording.word(choice), count: String($0)) }
            },
            kinds: kinds)
        if let account {
            var state = Account(name: account, ask: Site.foodAccountAnswers)
            if let answers = accountAnswers {
                state.answers = Self.answers(answers, of: account)
            }
            context.account = state
        }
        return context
    }

    /// Returns the number of the account's answers in words; nil stands for a request that failed.
    private static func answers(_ count: Int?, of account: String) -> String {
        guard let count else {
            return localized(
                "\(account, "account") has given not known: Open Food Facts could not be asked.",
                context: "number of answers")
        }
        return localized(
            count, one: "\(account, "account") has given 1 answer.",
            other: "\(account, "account") has given \(count, "count") answers.")
    }

    /// The number of answers of each kind as bars, most first.
    private var kinds: [Bar] {
        let most = max(1, counts.byKind.values.max() ?? 1)
        return counts.byKind.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { kind, count in
            Bar(name: QuestionWords.words(kind), count: String(count), width: String(count * 100 / most))
        }
    }

    private func row(_ vote: Vote) -> Row {
        return Row(
            text: Wording.short(vote.question.text, 200), word: Wording.word(vote.choice), state: vote.state.rawValue,
            stands: stands(vote),
            product: Wording.short(vote.productName ?? vote.question.code, 100),
            href: Site.product(vote.question.code),
            when: Wording.ago(clock.instant.timeIntervalSince(vote.settledAt ?? vote.askedAt)),
            canUndo: vote.state == .waiting, undo: Site.undoVote(vote.number), back: Site.votes,
            icon: Self.icon(vote.state),
            value: vote.question.value.map { Wording.short($0, 100) })
    }

    /// Returns the state of an answer and its reason.
    private func stands(_ vote: Vote) -> String {
        let remark = vote.remarkWords
        let sentences: [String?] =
            switch vote.state {
            case .waiting where isOffline: [localized("Waits for the network.")]
            case .waiting where vote.attempts > 0:
                [
                    localized("Waits."), remark,
                    localized("It is tried again \(Wording.soon(vote.notBefore, by: clock), "time")."),
                ]
            case .waiting: [localized("Will be sent in a moment.")]
            case .sending: [localized("Is being sent.")]
            case .unknown: [localized("May have arrived; Stillroom is checking this."), remark]
            case .counted: [localized("Counted.")]
            case .closed: [localized("Came too late."), remark]
            case .lost: [localized("Did not arrive; the question is open again."), remark]
            }
        return sentences.compactMap(\.self).joined(separator: " ")
    }

    private static func name(_ state: Vote.State) -> String {
        switch state {
        case .waiting: localized("Waiting", context: "state of answers")
        case .sending: localized("Being sent")
        case .counted: localized("Counted", context: "state of answers")
        case .closed: localized("Too late")
        case .unknown: localized("Checking", context: "state of answers")
        case .lost: localized("Not arrived")
        }
    }

    private static func icon(_ state: Vote.State) -> String {
        switch state {
        case .waiting: "clock"
        case .sending: "upload"
        case .counted: "check"
        case .closed, .lost: "cross"
        case .unknown: "unknown"
        }
    }
}

extension FoodVotesModel {
    struct Count: TemplateFields {
        let name: String
        let count: String
    }

    /// The fields of food-votes.mustache.
    struct Page: PageFields {
        static let template = "food-votes"

        let underWay: [Row]
        let hasUnderWay: Bool
        let settled: [Row]
        let hasSettled: Bool
        let isEmpty: Bool
        let source: FoodSource.Fields
        let states: [Count]
        let choices: [Count]
        let kinds: [Bar]
        var account: Account?
        var message: VoteMessageModel.Fields?
    }

    struct Account: TemplateFields {
        let name: String
        let ask: String
        /// The sentence with the number of its answers.
        var answers: String?
    }

    struct Bar: TemplateFields {
        let name: String
        let count: String
        let width: String
    }

    /// The fields of food-vote.mustache.
    struct Row: TemplateFields {
        let text: String
        let word: String
        let state: String
        let stands: String
        let product: String
        let href: String
        let when: String
        let canUndo: Bool
        let undo: String
        let back: String
        let icon: String
        let value: String?
    }
}
