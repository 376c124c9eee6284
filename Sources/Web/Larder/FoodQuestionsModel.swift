import Foundation
import Household
import Larder
import Messages
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
        let count = view.questions.count
        return count == 0
            ? nil : localized(count, one: "1 question about it", other: "\(count, "count") questions about it")
    }

    var context: Fields {
        let more = view.questions.count - 1
        var context = Fields(
            isShown: view.lack != .switchedOff && view.lack != .inStore, isNear: isNear, more: back, ask: ask,
            count: more > 0 ? localized(more, one: "1 more", other: "\(more, "count") more") : "",
            next: view.questions.dropFirst().map { card($0) })
        if let first = view.questions.first {
            context.first = card(first, kept)
        }
        if view.questions.isEmpty {
            context.none = Self.words(view.lack) ?? localized("It is not known whether there are questions.")
        }
        context.unanswered = obstacle
        return context
    }

    static func words(_ lack: QuestionsView.Lack?) -> String? {
        switch lack {
        case .switchedOff: localized("Questions are switched off.")
        case .inStore: localized("There are no questions about a number of one shop.")
        case .allAnswered: localized("You have answered all questions. Thank you.")
        case QuestionsView.Lack.none?: localized("There are no questions at the moment.")
        case nil: nil
        }
    }

    private var obstacle: String? {
        guard view.problem != nil else { return nil }
        let words = [
            view.remark ?? localized("Robotoff could not be asked."),
            view.notBefore.map { localized("You can ask again \(Wording.soon($0, by: clock), "time").") },
            view.questions.isEmpty ? nil : localized("These questions are from an earlier request."),
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
            card.productName = Wording.short(names[question.code] ?? localized("Product \(question.code, "code")"), 100)
        }
        return card
    }

    /// Robotoff sends the tag of a value that has no translation.
    private static func isTag(_ value: String) -> Bool {
        value.wholeMatch(of: /[a-z]{2,3}:[^ ]+/) != nil
    }
}

/// The message about an answer, with an undo button while undo is possible; pure.
struct VoteMessageModel {
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
        let said = Wording.said(vote.choice, to: vote.question.value.map { Wording.short($0, 40) })
        let remark = vote.remarkWords
        switch vote.state {
        case .waiting where isOffline: return localized("\(said, "answer"). It waits for the network.")
        case .waiting where vote.attempts > 0:
            guard let remark else { return localized("\(said, "answer"). It waits: it is tried again soon.") }
            return localized("\(said, "answer"). It waits: \(remark, "reason")")
        case .waiting: return localized("\(said, "answer").")
        case .sending: return localized("\(said, "answer"). The answer is being sent.")
        case .counted: return localized("\(said, "answer"). The answer was counted.")
        case .closed:
            return localized("\(said, "answer"), but the answer came too late. \(remark ?? "", "reason")")
        case .unknown:
            return localized("\(said, "answer"). The answer may have arrived; Stillroom is checking this.")
        case .lost: return localized("\(said, "answer"), but the answer did not arrive. \(remark ?? "", "reason")")
        }
    }
}

extension Household {
    /// Returns the message for the query parameter `note`: `voted-12`, `undone`, `late`, `answered` or `gone`; nil for
    /// other values.
    func voteMessage(_ query: [String: String], back: String) async throws -> VoteMessageModel.Fields? {
        guard let note = query["note"] else { return nil }
        switch note {
        case "undone": return VoteMessageModel.Fields(words: localized("Undone. Nothing was sent."))
        case "late":
            return VoteMessageModel.Fields(words: localized("The answer was already sent, so it cannot be undone."))
        case "answered":
            return VoteMessageModel.Fields(
                words: localized("This question was already answered. The answer counts once."))
        case "gone": return VoteMessageModel.Fields(words: localized("This question does not exist any more."))
        default:
            guard note.hasPrefix("voted-"), let number = Int(note.dropFirst("voted-".count)),
                let vote = try await larder.votes(VoteQuery(number: number)).first
            else { return nil }
            let isOffline = !larder.isFoodReachable
            return VoteMessageModel(
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

extension VoteMessageModel {
    /// The fields of vote-message.mustache.
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
