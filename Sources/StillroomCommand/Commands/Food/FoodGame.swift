import ArgumentParser
import Documents
import Foundation
import Household
import Larder
import Messages

struct FoodGame: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "game",
        abstract: localized(
            """
            Answer questions about any products: \(TypedWords.answerKeys, "keys"), and \(TypedWords.endKey, "key") to \
            end.
            """),
        discussion: Discussion.example(
            """
            stillroom food game --country fr --kinds label,category --order random
            """,
            localized(
                """
                Answers are read from standard input. With --json the questions are listed and nothing is asked.
                """)))

    @Option(
        help: ArgumentHelp(
            localized("About what, with commas: \(TypedWords.questionKinds, "words")"), valueName: "list"))
    var kinds: String?

    @Option(help: ArgumentHelp(localized("Sold there: two letters."), valueName: "code"))
    var country: String?

    @Option(help: ArgumentHelp(localized("Of this brand, as ferrero."), valueName: "brand"))
    var brand: String?

    @Option(help: ArgumentHelp(localized("About this value, as en:organic."), valueName: "tag"))
    var tag: String?

    @Option(help: ArgumentHelp(localized("Of this campaign.")))
    var campaign: String?

    @Option(help: ArgumentHelp(TypedWords.orders + "."))
    var order: String = QuestionQuery.Order.popular.rawValue

    @Option(help: ArgumentHelp(localized("Questions, 1 to 100."), valueName: "n"))
    var count = 25

    @OptionGroup var output: OutputOptions

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if QuestionQuery.Order(rawValue: order) == nil {
            let words = QuestionQuery.Order.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError(localized("--order is \(words, "words")."))
        }
        if !(1...100).contains(count) { throw ValidationError(localized("--count takes 1 to 100.")) }
    }

    private var query: QuestionQuery {
        var query = QuestionQuery()
        query.kinds = (kinds ?? "").split(separator: ",").map(String.init)
        query.country = country.flatMap { $0 == "world" ? nil : $0 == "gb" ? "uk" : $0 }
        query.brand = brand
        query.valueTag = tag
        query.campaign = campaign
        query.order = QuestionQuery.Order(rawValue: order) ?? .popular
        query.count = count
        return query
    }

    func run() async throws {
        try await reporting {
            let household = try await Food.household(common)
            let view = try await household.larder.game(query)
            if view.questions.isEmpty, let problem = view.problem {
                throw CommandFailure(
                    CommandFailure.status(of: problem), view.remark ?? localized("Robotoff was not asked."))
            }
            if let remark = view.remark { Terminal.error(QuestionSheet.saved(remark)) }
            let document = QuestionsDocument(view)
            guard output.isForPeople else {
                return try output.print(document: document, of: document.questions, columns: QuestionSheet.columns) {}
            }
            if let lack = view.lack { Terminal.error(QuestionSheet.words(lack)) }
            if !view.questions.isEmpty { Terminal.error(Food.credit) }
            if view.questions.isEmpty { throw ExitCode(CommandFailure.Status.nothingAboveThreshold.rawValue) }
            let delivery = Delivery(household: household)
            for vote in try await play(view.questions, household) { VoteSheet.show(try await delivery.wait(for: vote)) }
        }
    }

    private func play(_ questions: [FoodQuestion], _ household: Household) async throws -> [Vote] {
        var votes: [Vote] = []
        for question in questions {
            let view = try? await household.larder.product(question.code, mayAsk: false)
            Terminal.error("\(view?.product?.title ?? question.code): \(QuestionSheet.line(question))  y · n · s · q")
            if let address = question.pictureAddress { Terminal.error("  \(address)") }
            guard let choice = ask() else { return votes }
            do { votes.append(try await household.larder.answer(question.id, choice)) } catch let error
                as HouseholdError
                where error.code == .alreadyAnswered
            { Terminal.error(error.message) }
        }
        return votes
    }

    /// Returns nil at the end of the input, or if the person quits.
    private func ask() -> Vote.Choice? {
        while let line = readLine() {
            switch line.lowercased() {
            case "y", "yes", TypedWords.yes: return .yes
            case "n", "no", TypedWords.no: return .no
            case "s", "skip", "", TypedWords.skip: return .skip
            case "q", "quit", TypedWords.quit: return nil
            default: Terminal.error(TypedWords.gameKeys + ".")
            }
        }
        return nil
    }
}
