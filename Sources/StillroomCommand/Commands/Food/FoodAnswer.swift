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

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await reporting {
            let household = try await Food.household(common)
            let text = try await Food.text(product, household)
            let view = try await household.larder.questions(about: text, isFresh: fresh || raw)
            if view.questions.isEmpty, let problem = view.problem {
                throw CommandFailure(
                    CommandFailure.status(of: problem), view.remark ?? localized("Robotoff was not asked."))
            }
            if let remark = view.remark { Terminal.error(QuestionSheet.saved(remark)) }
            if raw {
                guard let call = household.larder.foodCalls().first else {
                    throw CommandFailure(.nothingAboveThreshold, localized("Robotoff was not asked."))
                }
                return Terminal.print(String(decoding: call.body, as: UTF8.self))
            }
            let document = QuestionsDocument(view)
            guard output.isForPeople else {
                return try output.print(document: document, of: document.questions, columns: QuestionSheet.columns) {}
            }
            QuestionSheet.show(view)
            if view.questions.isEmpty { throw ExitCode(CommandFailure.Status.nothingAboveThreshold.rawValue) }
        }
    }
}

/// Prints questions on a terminal.
enum QuestionSheet {
    static let columns = ["id", "kind", "code", "text", "value"]

    static func show(_ view: QuestionsView) {
        for question in view.questions {
            Terminal.print("\(question.id)  \(line(question))  [\(question.kind), \(question.code)]")
        }
        if let lack = view.lack { Terminal.error(words(lack)) }
        if !view.questions.isEmpty { Terminal.error(Food.credit) }
    }

    /// Says that the questions are not new ones, because of what `remark` says.
    static func saved(_ remark: String) -> String {
        "stillroom: " + localized("\(remark, "remark") These are saved questions.")
    }

    static func line(_ question: FoodQuestion) -> String {
        [question.text, question.value].compactMap(\.self).joined(separator: " ")
    }

    static func words(_ lack: QuestionsView.Lack) -> String {
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

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if Vote.Choice(rawValue: choice) == nil {
            throw ValidationError(localized("An answer is \(TypedWords.answers, "words")."))
        }
        if FoodQuestion.ID(question) == nil { throw ValidationError(localized("This is not the id of a question.")) }
    }

    func run() async throws {
        try await reporting {
            guard let choice = Vote.Choice(rawValue: choice), let id = FoodQuestion.ID(question) else {
                throw CommandFailure(.usage, localized("An answer is \(TypedWords.answers, "words")."))
            }
            let household = try await Food.household(common)
            var vote = try await household.larder.answer(id, choice)
            if !later {
                Terminal.error(
                    localized("Sent in five seconds; stillroom food undo \(vote.number, "number") undoes it."))
                vote = try await Delivery(household: household).wait(for: vote)
            }
            if output.json { try output.print(VoteDocument(vote)) } else { VoteSheet.show(vote) }
            try Delivery.check(vote, isLater: later)
        }
    }
}

/// Sends answers from the command, concurrently with a server on the same data.
struct Delivery {
    let household: Household

    private static let patience = Duration.seconds(60)

    /// Waits until the vote has an outcome, for at most a minute.
    func wait(for vote: Vote) async throws -> Vote {
        let began = ContinuousClock.now
        var vote = vote
        let changes = household.signals.listener()
        while ContinuousClock.now - began < Self.patience {
            // A change by this command is signalled at once, one by the server may be noticed only at the next look.
            await changes.wait(for: [.records], atMost: .milliseconds(500)) { try await household.pause(for: $0) }
            try Task.checkCancellation()
            if let next = try await household.larder.nextVote(), next <= household.now() {
                _ = try await household.larder.sendVotes()
            }
            guard let now = try await household.larder.votes(VoteQuery(number: vote.number)).first else {
                throw CommandFailure(.interrupted, localized("The answer was undone."))
            }
            vote = now
            if vote.state.isSettled || vote.state == .unknown { return vote }
            // The vote was tried without success, or cannot be sent at the moment: it stays waiting without this
            // command.
            let isDue = vote.notBefore.addingTimeInterval(1) <= household.now()
            if vote.state == .waiting, vote.attempts > 0 || isDue { return vote }
        }
        return vote
    }

    static func check(_ vote: Vote, isLater: Bool) throws {
        switch vote.state {
        case .counted: return
        case .waiting where isLater: return
        case .waiting, .sending, .unknown: throw ExitCode(CommandFailure.Status.unavailable.rawValue)
        case .closed, .lost: throw ExitCode(CommandFailure.Status.nothingAboveThreshold.rawValue)
        }
    }
}

/// Prints answers on a terminal.
enum VoteSheet {
    static func show(_ vote: Vote) {
        Terminal.print(
            "\(vote.number)  \(words(vote.choice))  \(words(vote.state))  \(QuestionSheet.line(vote.question))  "
                + "[\(vote.productName ?? vote.question.code)]" + (vote.remarkWords.map { "  \($0)" } ?? ""))
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

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await reporting {
            let vote = try await Food.household(common).larder.undo(vote: number)
            Terminal.error(localized("“\(QuestionSheet.line(vote.question), "question")” is open again."))
        }
    }
}

struct FoodVotes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "votes", abstract: localized("List waiting answers, and the results of the others."))

    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp(localized("Answers listed, the latest first: 1 to 1000."), valueName: "n"))
    var limit = 50

    @OptionGroup var common: CommonOptions

    private struct Document: Encodable {
        let votes: [VoteDocument]
        let counts: VoteCountsDocument
    }

    func validate() throws {
        if !(1...1000).contains(limit) { throw ValidationError(localized("--limit takes 1 to 1000.")) }
    }

    func run() async throws {
        try await reporting {
            let household = try await Food.household(common)
            let votes = try await household.larder.votes(VoteQuery(limit: limit))
            let counts = try await household.larder.voteCounts()
            let document = Document(
                votes: votes.map(VoteDocument.init), counts: VoteCountsDocument(counts, account: nil))
            guard output.isForPeople else {
                return try output.print(
                    document: document, of: document.votes, columns: ["number", "state", "answer", "question"]
                ) {}
            }
            for vote in votes { VoteSheet.show(vote) }
            let (counted, waiting) = (counts.byState[.counted] ?? 0, counts.byState[.waiting] ?? 0)
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

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await reporting {
            let household = try await Food.household(common)
            if Terminal.isInteractive {
                Terminal.error(localized("Password (it is shown while you type; a pipe hides it):"))
            }
            guard let password = readLine() else { throw CommandFailure(.usage, localized("The password is missing.")) }
            try await household.larder.logIn(name: name, password: password)
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

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await reporting {
            let household = try await Food.household(common)
            try await household.larder.logOut()
            if resetDevice { try await household.larder.resetDevice() }
            Terminal.error(localized("Answers are sent without an account from now on."))
        }
    }
}
