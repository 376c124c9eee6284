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

    @OptionGroup var common: AnywhereOptions

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
            let access = try await Food.questions(common)
            let document = try await access.game(query)
            try document.check()
            if let remark = document.problemText { Terminal.error(QuestionSheet.saved(remark)) }
            guard output.isForPeople else {
                return try output.print(document: document, of: document.questions, columns: QuestionSheet.columns) {}
            }
            QuestionSheet.showLack(document)
            if !document.questions.isEmpty { Terminal.error(Food.credit) }
            if document.questions.isEmpty { throw ExitCode(CommandFailure.Status.nothingAboveThreshold.rawValue) }
            var failure: CommandFailure?
            for vote in try await play(document.questions, at: access) {
                do { VoteSheet.show(try await access.outcome(of: vote)) } catch let error as CommandFailure
                    where error.status == .interrupted
                {
                    // Undone elsewhere. The others are shown.
                    Terminal.error("\(vote.number)  " + error.message)
                    failure = error
                }
            }
            if let failure { throw ExitCode(failure.status.rawValue) }
        }
    }

    private func play(
        _ questions: [QuestionsDocument.Question], at access: any QuestionAccess
    ) async throws -> [VoteDocument] {
        var votes: [VoteDocument] = []
        for question in questions {
            let title = await access.title(of: question.code) ?? question.code
            Terminal.error(Terminal.harmless("\(title): \(QuestionSheet.line(question))") + "  y · n · s · q")
            if let address = await access.picture(of: question) { Terminal.error("  " + Terminal.harmless(address)) }
            guard let choice = ask() else { return votes }
            do { votes.append(try await access.answer(question.id, choice, mark: question.mark)) } catch {
                let code = (error as? HouseholdError)?.code.rawValue ?? (error as? HouseAPIError)?.code
                // Answered by another person, or changed by the service, since the list was made.
                guard let code, [.alreadyAnswered, .notFound].contains(HouseholdError.Code(rawValue: code)) else {
                    throw error
                }
                Terminal.error(CommandFailure(error).message)
            }
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
