import ArgumentParser
import Documents
import Foundation
import Household
import Larder
import Messages
import Recognition

struct FoodQuestions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "questions", abstract: localized("List the questions of Open Food Facts about a product."))

    @Argument(help: ArgumentHelp(localized("A number, a GS1 code, a Digital Link, or a photograph.")))
    var product: String

    @OptionGroup var output: OutputOptions

    @Flag(help: ArgumentHelp(localized("Ask, even if an answer of this hour is saved.")))
    var fresh = false

    @Flag(help: ArgumentHelp(localized("The original answer of Robotoff; this sends a request.")))
    var raw = false

    @OptionGroup var common: AnywhereOptions

    func run() async throws {
        try await reporting {
            if raw { return try await printOriginal() }
            let document = try await Food.questions(common).questions(about: product, isFresh: fresh)
            try document.check()
            if let remark = document.problemText { Terminal.error(QuestionSheet.saved(remark)) }
            guard output.isForPeople else {
                return try output.print(document: document, of: document.questions, columns: QuestionSheet.columns) {}
            }
            QuestionSheet.show(document)
            if document.questions.isEmpty { throw ExitCode(CommandFailure.Status.nothingAboveThreshold.rawValue) }
        }
    }

    private func printOriginal() async throws {
        try common.refuse("--raw", raw)
        let household = try await Food.household(common.here)
        let access = LocalQuestions(household: household)
        let document = try await access.questions(about: product, isFresh: true)
        try document.check()
        if let remark = document.problemText { Terminal.error(QuestionSheet.saved(remark)) }
        guard let call = household.larder.foodCalls().first else {
            throw CommandFailure(.nothingAboveThreshold, localized("Robotoff was not asked."))
        }
        Terminal.print(String(decoding: call.body, as: UTF8.self))
    }
}

/// Prints questions on a terminal.
enum QuestionSheet {
    static let columns = ["id", "kind", "code", "text", "value"]

    static func show(_ document: QuestionsDocument) {
        for question in document.questions {
            Terminal.print(
                Terminal.harmless("\(question.id)  \(line(question))  [\(question.kind), \(question.code)]"))
        }
        showLack(document)
        if !document.questions.isEmpty { Terminal.error(Food.credit) }
    }

    /// Says why there are no questions.
    static func showLack(_ document: QuestionsDocument) {
        if let lack = document.lack.flatMap(QuestionsView.Lack.init(rawValue:)) { Terminal.error(words(lack)) }
    }

    /// Says that the questions are not new ones, because of what `remark` says.
    static func saved(_ remark: String) -> String {
        "stillroom: " + localized("\(Terminal.harmless(remark), "remark") These are saved questions.")
    }

    static func line(_ question: QuestionsDocument.Question) -> String {
        [question.text, question.value].compactMap(\.self).joined(separator: " ")
    }

    private static func words(_ lack: QuestionsView.Lack) -> String {
        switch lack {
        case .switchedOff: localized("Questions are switched off (larder.questions).")
        case .inStore: localized("This is a number of one shop, so there are no questions about it.")
        case .allAnswered: localized("All questions are already answered.")
        case .none: localized("There are no questions at the moment.")
        }
    }
}

struct FoodAnswer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer",
        abstract: localized("Answer a question: \(TypedWords.answers, "words"). It is sent once."),
        discussion: localized(
            """
            The answer is sent after five seconds; until then "stillroom food undo" undoes it. Without a network it
            waits; "stillroom serve" or "stillroom work" sends it later.
            """))

    @Argument(help: ArgumentHelp(localized("The question's id, as \"stillroom food questions\" lists it.")))
    var question: String

    @Argument(help: ArgumentHelp(TypedWords.answers + "."))
    var choice: String

    @Flag(help: ArgumentHelp(localized("Do not wait until it is sent.")))
    var later = false

    @OptionGroup var output: DocumentOptions

    @OptionGroup var common: AnywhereOptions

    func validate() throws {
        if Vote.Choice(rawValue: choice) == nil {
            throw ValidationError(localized("An answer is \(TypedWords.answers, "words")."))
        }
        if FoodQuestion.ID(question) == nil { throw ValidationError(localized("This is not the id of a question.")) }
    }

    func run() async throws {
        try await reporting {
            guard let choice = Vote.Choice(rawValue: choice) else {
                throw CommandFailure(.usage, localized("An answer is \(TypedWords.answers, "words")."))
            }
            let access = try await Food.questions(common)
            var vote = try await access.answer(question, choice, mark: nil)
            if !later {
                Terminal.error(
                    localized("Sent in five seconds; stillroom food undo \(vote.number, "number") undoes it."))
                vote = try await access.outcome(of: vote)
            }
            if output.json { try output.print(vote) } else { VoteSheet.show(vote) }
            try VoteSheet.check(vote, isLater: later)
        }
    }
}

/// Prints answers on a terminal.
enum VoteSheet {
    static func show(_ vote: VoteDocument) {
        let product = vote.productName ?? vote.question.code
        let remark = vote.remark.map { "  \($0)" } ?? ""
        let choice = Vote.Choice(rawValue: vote.choice).map(words) ?? vote.choice
        let state = Vote.State(rawValue: vote.state).map(words) ?? vote.state
        let question = QuestionSheet.line(vote.question)
        Terminal.print(Terminal.harmless("\(vote.number)  \(choice)  \(state)  \(question)  [\(product)]\(remark)"))
    }

    /// Throws the exit status of a vote that was not counted.
    static func check(_ vote: VoteDocument, isLater: Bool) throws {
        switch Vote.State(rawValue: vote.state) {
        case .counted: return
        case .waiting where isLater: return
        case .waiting, .sending, .unknown, nil: throw ExitCode(CommandFailure.Status.unavailable.rawValue)
        case .closed, .lost: throw ExitCode(CommandFailure.Status.nothingAboveThreshold.rawValue)
        }
    }

    private static func words(_ choice: Vote.Choice) -> String {
        switch choice {
        case .yes: localized("yes", context: "an answer")
        case .no: localized("no", context: "an answer")
        case .skip: localized("skip", context: "an answer")
        }
    }

    private static func words(_ state: Vote.State) -> String {
        switch state {
        case .waiting: localized("waits")
        case .sending: localized("is being sent")
        case .counted: localized("counted")
        case .closed: localized("too late")
        case .unknown: localized("not known whether it arrived")
        case .lost: localized("did not arrive")
        }
    }
}

struct FoodUndo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: localized("Undo an answer that was not sent yet."))

    @Argument(help: ArgumentHelp(localized("The answer's number, as \"stillroom food votes\" lists it.")))
    var number: Int

    @OptionGroup var common: AnywhereOptions

    func run() async throws {
        try await reporting {
            let question = try await Food.questions(common).undo(vote: number)
            let words = Terminal.harmless(QuestionSheet.line(question))
            Terminal.error(localized("“\(words, "question")” is open again."))
        }
    }
}

struct FoodVotes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "votes", abstract: localized("List waiting answers, and the results of the others."))

    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp(localized("Answers listed, the latest first: 1 to 1000."), valueName: "n"))
    var limit = 50

    @OptionGroup var common: AnywhereOptions

    private struct Document: Encodable {
        let votes: [VoteDocument]
        let counts: VoteCountsDocument
    }

    func validate() throws {
        if !(1...1000).contains(limit) { throw ValidationError(localized("--limit takes 1 to 1000.")) }
    }

    func run() async throws {
        try await reporting {
            let access = try await Food.questions(common)
            let document = Document(votes: try await access.votes(limit: limit), counts: try await access.voteCounts())
            guard output.isForPeople else {
                return try output.print(
                    document: document, of: document.votes, columns: ["number", "state", "answer", "question"]
                ) {}
            }
            for vote in document.votes { VoteSheet.show(vote) }
            let counts = document.counts.byState
            let counted = counts[Vote.State.counted.rawValue] ?? 0, waiting = counts[Vote.State.waiting.rawValue] ?? 0
            Terminal.error(localized("\(counted, "counted") counted, \(waiting, "waiting") wait."))
        }
    }
}

struct FoodLogin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: localized("Answer with an account of Open Food Facts; the password is read from standard input."))

    @Argument(help: ArgumentHelp(localized("The account's name.")))
    var name: String

    @OptionGroup var common: AnywhereOptions

    func run() async throws {
        try await reporting {
            let access = try await Food.questions(common)
            if Terminal.isInteractive {
                Terminal.error(localized("Password (it is shown while you type; a pipe hides it):"))
            }
            guard let password = readLine() else { throw CommandFailure(.usage, localized("The password is missing.")) }
            try await access.logIn(name: name, password: password)
            Terminal.error(
                localized(
                    """
                    Answers are sent as \(name, "name") from now on. The first answer will show whether the password \
                    is right.
                    """))
        }
    }
}

struct FoodLogout: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: localized("Delete the account of Open Food Facts from this server."))

    @Flag(help: ArgumentHelp(localized("Also use another random name.")))
    var resetDevice = false

    @OptionGroup var common: AnywhereOptions

    func run() async throws {
        try await reporting {
            try await Food.questions(common).logOut(resettingDevice: resetDevice)
            Terminal.error(localized("Answers are sent without an account from now on."))
        }
    }
}
