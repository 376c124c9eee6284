import Foundation
import Household
import Larder
import Recognition

/// The pictures of a question: the part with the clue, the whole picture, and the reference picture of a label's logo.
enum QuestionPicture: CaseIterable {
    case clue, whole, reference
}

/// Questions as cards; pure. The first card is visible; JavaScript shows the others in turn.
struct FoodQuestionsModel {
    let view: QuestionsView
    /// The page to which an answer returns.
    let back: String
    /// The address of the form that requests questions from the service.
    let ask: String
    let clock: WallClock
    /// True if the services run on this machine, so that no network is needed.
    let isNear: Bool
    /// The names of the products; nil if the cards are on the page of their product.
    var names: [String: String]?
    /// The pictures of the first card that are stored. Rendering a page fetches no pictures, so other pictures are
    /// omitted.
    var kept = Set(QuestionPicture.allCases)

    /// The link to the questions at the top of the page; nil if there are none.
    var jump: String? {
        view.questions.isEmpty ? nil : "\(Wording.counted(view.questions.count, "question")) about it"
    }

    var context: Fields {
        var context = Fields(
            isShown: view.lack != .switchedOff && view.lack != .inStore, isNear: isNear, more: back, ask: ask,
            count: view.questions.count > 1 ? "\(view.questions.count - 1) more" : "",
            next: view.questions.dropFirst().map { card($0) })
        if let first = view.questions.first {
            context.first = card(first, kept)
        }
        if view.questions.isEmpty {
            context.none = Self.words(view.lack) ?? "It is not known whether there are questions."
        }
        context.unanswered = obstacle
        return context
    }

    static func words(_ lack: QuestionsView.Lack?) -> String? {
        switch lack {
        case .switchedOff: "Questions are switched off."
        case .inStore: "There are no questions about a number of one shop."
        case .allAnswered: "You have answered all questions. Thank you."
        case QuestionsView.Lack.none?: "There are no questions at the moment."
        case nil: nil
        }
    }

    private var obstacle: String? {
        guard view.problem != nil else { return nil }
        let words = [
            view.remark ?? "Robotoff could not be asked.",
            view.notBefore.map { "You can ask again \(Wording.soon($0, by: clock))." },
            view.questions.isEmpty ? nil : "These questions are from an earlier request.",
        ]
        return words.compactMap(\.self).joined(separator: " ")
    }

    private func card(
        _ question: FoodQuestion, _ kept: Set<QuestionPicture> = Set(QuestionPicture.allCases)
    ) -> Card {
        var card = Card(
            id: question.id.rawValue, kind: QuestionWords.words(question.kind),
            mark: question.mark, text: Wording.short(question.text, 300),
            action: Site.answerQuestion(question.id), back: back)
        if let value = question.value ?? question.valueTag.map(TagWords.words) {
            card.value = Wording.short(Self.isTag(value) ? TagWords.words(value) : value, 200)
        }
        if question.pictureAddress != nil {
            let clue = Site.questionPicture(question.id)
            if kept.contains(.clue) { card.picture = clue }
            if kept.contains(.clue) { card.whole = kept.contains(.whole) ? clue.with(["whole": "true"]) : clue }
        }
        if question.referenceAddress != nil, kept.contains(.reference) {
            card.reference = Site.referencePicture(question.id)
        }
        if let names {
            card.productHref = Site.product(question.code)
            card.productName = Wording.short(names[question.code] ?? "Product \(question.code)", 100)
        }
        return card
    }

    /// Robotoff sends the tag of a value that has no translation.
    private static func isTag(_ value: String) -> Bool {
        value.wholeMatch(of: /[a-z]{2,3}:[^ ]+/) != nil
    }
}

/// The message about an answer, with an undo button while undo is possible; pure.
struct FoodToldModel {
    let vote: Vote
    let now: Date
    /// True if there is no network and the services are not on this machine.
    let isOffline: Bool
    let back: String

    var context: Fields {
        var context = Fields(
            number: String(vote.number), words: words, canUndo: vote.state == .waiting,
            undo: Site.undoVote(vote.number), back: back, id: vote.question.id.rawValue)
        let left = Int(vote.notBefore.timeIntervalSince(now).rounded(.up))
        if vote.state == .waiting, !isOffline, vote.attempts == 0, left > 0 { context.left = String(left) }
        return context
    }

    private var words: String {
        let said = Wording.said(vote.choice) + (vote.choice == .skip ? "" : about)
        switch vote.state {
        case .waiting where isOffline: return "\(said). It waits for the network."
        case .waiting where vote.attempts > 0: return "\(said). It waits: \(vote.remark ?? "it is tried again soon.")"
        case .waiting: return "\(said)."
        case .sending: return "\(said). The answer is being sent."
        case .counted: return "\(said). The answer was counted."
        case .closed: return "\(said), but the answer came too late. \(vote.remark ?? "")"
        case .unknown: return "\(said). The answer may have arrived; Stillroom is checking this."
        case .lost: return "\(said), but the answer did not arrive. \(vote.remark ?? "")"
        }
    }

    private var about: String {
        vote.question.value.map { " to “\(Wording.short($0, 40))”" } ?? ""
    }
}

extension Household {
    /// Returns the message for the query parameter `note`: `voted-12`, `undone`, `late`, `answered` or `gone`; nil for
    /// other values.
    func toldOfVote(_ query: [String: String], back: String) async throws -> FoodToldModel.Fields? {
        guard let note = query["note"] else { return nil }
        switch note {
        case "undone": return FoodToldModel.Fields(words: "Undone. Nothing was sent.")
        case "late": return FoodToldModel.Fields(words: "The answer was already sent, so it cannot be undone.")
        case "answered":
            return FoodToldModel.Fields(words: "This question was already answered. The answer counts once.")
        case "gone": return FoodToldModel.Fields(words: "This question does not exist any more.")
        default:
            guard note.hasPrefix("voted-"), let number = Int(note.dropFirst("voted-".count)),
                let vote = try await larder.votes(VoteQuery(number: number)).first
            else { return nil }
            let isOffline = !larder.isFoodReachable
            return FoodToldModel(
                vote: vote, now: now(), isOffline: isOffline, back: ReturnAddress(back, or: Site.larder).text
            ).context
        }
    }
}

extension FoodQuestionsModel {
    /// The fields of food-asking.mustache.
    struct Fields: TemplateFields {
        let isShown: Bool
        let isNear: Bool
        let more: String
        let ask: String
        let count: String
        let next: [Card]
        var first: Card?
        var none: String?
        var unanswered: String?
    }

    /// The fields of food-question.mustache.
    struct Card: TemplateFields {
        let id: String
        let kind: String
        let mark: String
        let text: String
        let action: String
        let back: String
        var value: String?
        var picture: String?
        var whole: String?
        var reference: String?
        var productHref: String?
        var productName: String?
    }
}

extension FoodToldModel {
    /// The fields of food-told.mustache.
    struct Fields: TemplateFields {
        var number: String = ""
        let words: String
        var canUndo: Bool = false
        var undo: String = ""
        var back: String = ""
        var id: String?
        var left: String?
    }
}
