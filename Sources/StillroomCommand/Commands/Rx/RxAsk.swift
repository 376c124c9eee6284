import ArgumentParser
import Calendar
import Documents
import Doses
import Explaining
import Foundation
import HTTPTransport
import Household
import Messages
import Recognition
import Wording

/// A label as a person names it: a photograph, a text file, a medicine, or a stored label.
struct LabelArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(localized("A photograph of a label, or the name of a kept label or medicine.")),
        completion: .file())
    var label: String

    @Flag(help: ArgumentHelp(localized("The label's own text stands in the argument.")))
    var text = false

    func view(_ household: Household) async throws -> LabelView {
        if text { return try household.medicines(for: .machine).readLabel(text: label) }
        if let id = MedicineLabel.ID(label) {
            if let view = try? await household.medicines(for: .machine).label(id) { return view }
            let kept = try await household.medicines(for: .machine).list(withOver: true).first {
                $0.id.rawValue == label
            }
            if let label = kept?.label, let view = try? await household.medicines(for: .machine).label(label) {
                return view
            }
            if let kept {
                return try household.medicines(for: .machine).readLabel(
                    text: "\(kept.medicine.label)\n\(kept.medicine.sig)")
            }
        }
        return try await household.medicines(for: .machine).readLabel(try Photographs.read(label))
    }

    private struct LabelOfMedicine: Decodable { let label: String? }

    /// Calls `action` with the label of a household elsewhere. If there is none of that name, it is called again with the
    /// label of the medicine of that name.
    func answer<Answer>(of house: HouseAPI, _ action: (String) async throws -> Answer) async throws -> Answer {
        guard !text, label != "-", !FileManager.default.fileExists(atPath: label) else {
            throw CommandFailure(
                .usage, localized("With --house, a label or a medicine that is kept there is named."),
                hint: localized("Without --house, photographs and texts are read on this machine."))
        }
        do { return try await action(label) } catch let error as HouseAPIError
            where error.code == HouseholdError.Code.notFound.rawValue
        {
            let medicine: LabelOfMedicine
            do { medicine = try await house.get(HouseAPI.path("medicines", label)) } catch let other as HouseAPIError
                where other.code == HouseholdError.Code.notFound.rawValue
            { throw error }
            guard let label = medicine.label else {
                throw CommandFailure(.noInput, localized("The household has no label of this medicine."))
            }
            return try await action(label)
        }
    }
}

struct RxExplain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: localized("A label in plain words, in five parts."),
        discussion: localized(
            """
            From the label alone, and without any network. With --model, what would be sent to the model you set up is
            shown, with its mark; only with --agree and that mark is it sent. How to take it never comes from a model.
            """))

    @OptionGroup var argument: LabelArgument

    @Flag(help: ArgumentHelp(localized("Ask your model to explain more.")))
    var model = false

    @Option(help: ArgumentHelp(localized("The mark of the text that you have seen and agree to send.")))
    var agree: String?

    @OptionGroup var original: OriginalAnswerOptions

    @OptionGroup var output: DocumentOptions

    @OptionGroup var common: AnywhereOptions

    func run() async throws {
        try await reporting {
            try common.refuse("--raw", original.raw)
            if let house = try await common.elsewhere() { return try await answer(of: house) }
            try await original.run(notice: RxAsk.unchecked) { try await answer() }
        }
    }

    private func answer() async throws {
        let household = try await Rx.household(common.here)
        let view = try await argument.view(household)
        guard model else {
            return try show(ExplanationDocument(try await household.medicines(for: .machine).explanation(of: view)))
        }
        guard let agree else {
            guard let prompt = try await household.medicines(for: .machine).prompt(for: view) else {
                throw RxAsk.noModel
            }
            throw notSent(prompt.shown, mark: household.medicines(for: .machine).mark(of: prompt))
        }
        let answer = try await household.medicines(for: .machine).explain(view, isAgreed: true, mark: agree)
        try RxAsk.show(RxAsk.document(answer, household), output)
    }

    private func show(_ explanation: ExplanationDocument) throws {
        output.json ? try output.print(explanation) : ExplanationSheet.print(explanation)
    }

    /// Prints what would be sent, and returns the reason why it was not.
    private func notSent(_ payload: String, mark: String) -> CommandFailure {
        Terminal.print(Terminal.harmless(lines: payload))
        return CommandFailure(
            .usage, localized("Nothing was sent."),
            hint: localized("With --agree \(mark, "mark"), exactly this is sent."))
    }

    private func answer(of house: HouseAPI) async throws {
        guard model else {
            return try show(
                try await argument.answer(of: house) { try await house.get(HouseAPI.path("labels", $0, "explanation")) }
            )
        }
        let answer: LabelAnswerDocument = try await argument.answer(of: house) {
            try await house.post(HouseAPI.path("labels", $0, "explanation"), ["agreedTo": agree.map(JSONValue.text)])
        }
        guard agree == nil else { return try RxAsk.show(answer, output) }
        guard let payload = answer.payload, let mark = answer.mark else { throw RxAsk.noModel }
        throw notSent(payload, mark: Terminal.harmless(mark))
    }
}

struct RxAsk: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask", abstract: localized("Ask something about a label."),
        discussion: localized(
            """
            A possible emergency is named at once. Questions that need judgement go back to your pharmacist or \
            prescriber.
            A model is asked only where you set one up, allowed it in the settings, confirmed the medicine, and say \
            --agree
            with the mark of what would be sent.
            """))

    @OptionGroup var argument: LabelArgument

    @Argument(help: ArgumentHelp(localized("Your question.")))
    var question: String

    @Option(help: ArgumentHelp(localized("The mark of the text that you have seen and agree to send.")))
    var agree: String?

    @OptionGroup var original: OriginalAnswerOptions

    @OptionGroup var output: DocumentOptions

    @OptionGroup var common: AnywhereOptions

    func run() async throws {
        try await reporting {
            if common.house != nil { return try await answerElsewhere() }
            let household = try await Rx.household(common.here)
            // An emergency is answered before the photograph is read, on standard output in any case.
            if case .emergency(let text) = try await household.medicines(for: .machine).triage(question) {
                return try Self.show(LabelAnswerDocument(.emergency(text)), output)
            }
            try await original.run(notice: Self.unchecked) { try await answer(household) }
        }
    }

    private func answer(_ household: Household) async throws {
        let view = try await argument.view(household)
        let answer = try await household.medicines(for: .machine).ask(
            question, about: view, isAgreed: agree != nil, mark: agree)
        try Self.show(Self.document(answer, household), output)
    }

    /// The region of this machine's time zone, where the person who asks probably is.
    private static var region: SafetyText.Region {
        let zones = SystemZones.zones(environment: ProcessInfo.processInfo.environment)
        let place = zones.places().first { $0.zone == zones.system.name }
        return place.flatMap { SafetyText.Region(countries: $0.countries) } ?? .unknown
    }

    private func answerElsewhere() async throws {
        // An emergency is answered at once, even if the household cannot be reached.
        if case .emergency(let text) = QuestionTriage.triage(question, region: Self.region) {
            return try Self.show(LabelAnswerDocument(.emergency(text)), output)
        }
        try common.refuse("--raw", original.raw)
        guard let house = try await common.elsewhere() else { return }
        let answer: LabelAnswerDocument = try await argument.answer(of: house) {
            try await house.post(
                HouseAPI.path("labels", $0, "questions"),
                ["question": .text(question), "agreedTo": agree.map(JSONValue.text)])
        }
        try Self.show(answer, output)
    }

    static var unchecked: String {
        localized("What a model sent is not checked against your label here. Do not take a medicine by it.")
    }

    static var noModel: CommandFailure {
        CommandFailure(
            .configuration, localized("No model may be asked."),
            hint: localized(
                "The settings chat.base-url and chat.model name one, medicines.explainer allows it; Docs/medicines.md.")
        )
    }

    /// Returns the answer with the mark of what would be sent.
    static func document(_ answer: LabelAnswer, _ household: Household) -> LabelAnswerDocument {
        guard case .open(let prompt?, _) = answer else { return LabelAnswerDocument(answer) }
        return LabelAnswerDocument(answer, mark: household.medicines(for: .machine).mark(of: prompt))
    }

    static func show(_ answer: LabelAnswerDocument, _ output: DocumentOptions) throws {
        if output.json { return try output.print(answer) }
        if let text = answer.text { Terminal.print(Terminal.harmless(lines: text)) }
        for sentence in answer.sentences ?? [] { Terminal.print(ExplanationSheet.line(sentence)) }
        if let explanation = answer.explanation { ExplanationSheet.print(explanation) }
        if answer.kind == "open" {
            show(open: answer)
        } else if let note = answer.note {
            Terminal.error(Terminal.harmless(note))
        }
        if let dropped = answer.dropped, dropped > 0 {
            Terminal.error(
                localized(
                    dropped,
                    one: "\(dropped, "count") sentences of the model were left out: they did not match your label.",
                    other: "\(dropped, "count") sentences of the model were left out: they did not match your label."))
        }
        Terminal.error(Terminal.harmless(answer.notice))
    }

    private static func show(open answer: LabelAnswerDocument) {
        guard let payload = answer.payload else {
            return Terminal.print(localized("Your label does not say. Ask your pharmacist."))
        }
        let mark = Terminal.harmless(answer.mark ?? "")
        Terminal.error(
            localized(
                """
                Your label does not say. With --agree \(mark, "mark") a model is asked; exactly this is sent:
                """))
        if let masked = answer.note { Terminal.error(Terminal.harmless(masked)) }
        Terminal.print(Terminal.harmless(lines: payload))
    }
}

/// Prints the five parts of an explanation on a terminal.
enum ExplanationSheet {
    static func print(_ explanation: ExplanationDocument) {
        for section in explanation.sections {
            let title = Explanation.Kind(rawValue: section.kind).map(title) ?? Terminal.harmless(section.kind)
            Terminal.print(title)
            for sentence in section.sentences { Terminal.print("  " + line(sentence)) }
        }
        Terminal.error(Terminal.harmless(explanation.notice))
    }

    static func line(_ sentence: LabelAnswerDocument.Sentence) -> String {
        let sources = sentence.sources.isEmpty ? "" : " [\(sentence.sources.joined(separator: ", "))]"
        let mark = sentence.mark.map { " (\($0))" } ?? ""
        return Terminal.harmless(sentence.text + mark + sources)
    }

    private static func title(_ kind: Explanation.Kind) -> String {
        switch kind {
        case .medicines: localized("Medicines")
        case .uses: localized("What it is for")
        case .howToTake: localized("How to take it")
        case .warnings: localized("Warnings on the label")
        case .general: localized("In general")
        }
    }
}

extension Terminal {
    /// Prints cells, separated by tabs.
    static func print(row cells: String...) { print(row(cells)) }

    /// Returns cells, separated by tabs.
    static func row(_ cells: String...) -> String { row(cells) }

    private static func row(_ cells: [String]) -> String { cells.map { harmless($0) }.joined(separator: "\t") }

    /// Like ``harmless(_:)``, for several lines.
    static func harmless(lines text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { harmless(String($0)) }
            .joined(separator: "\n")
    }
}
