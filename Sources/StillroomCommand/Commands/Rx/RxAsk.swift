import ArgumentParser
import Documents
import Doses
import Explaining
import Foundation
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

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await reporting { try await original.run(notice: RxAsk.unchecked) { try await answer() } }
    }

    private func answer() async throws {
        let household = try await Rx.household(common)
        let view = try await argument.view(household)
        guard model else {
            let explanation = try await household.medicines(for: .machine).explanation(of: view)
            return output.json
                ? try output.print(ExplanationDocument(explanation)) : ExplanationSheet.print(explanation)
        }
        guard let agree else {
            guard let prompt = try await household.medicines(for: .machine).prompt(for: view) else {
                throw RxAsk.noModel
            }
            Terminal.print(Terminal.harmless(lines: prompt.shown))
            let mark = household.medicines(for: .machine).mark(of: prompt)
            throw CommandFailure(
                .usage, localized("Nothing was sent."),
                hint: localized("With --agree \(mark, "mark"), exactly this is sent."))
        }
        try RxAsk.show(
            try await household.medicines(for: .machine).explain(view, isAgreed: true, mark: agree), of: household,
            output)
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

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await reporting {
            let household = try await Rx.household(common)
            // An emergency is answered before the photograph is read, on standard output in any case.
            if case .emergency(let text) = try await household.medicines(for: .machine).triage(question) {
                return try Self.show(.emergency(text), of: household, output)
            }
            try await original.run(notice: Self.unchecked) { try await answer(household) }
        }
    }

    private func answer(_ household: Household) async throws {
        let view = try await argument.view(household)
        let answer = try await household.medicines(for: .machine).ask(
            question, about: view, isAgreed: agree != nil, mark: agree)
        try Self.show(answer, of: household, output)
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

    static func show(_ answer: LabelAnswer, of household: Household, _ output: DocumentOptions) throws {
        var mark: String?
        if case .open(let prompt?, _) = answer { mark = household.medicines(for: .machine).mark(of: prompt) }
        if output.json { return try output.print(LabelAnswerDocument(answer, mark: mark)) }
        func say(_ sentences: [Explanation.Sentence]) {
            for sentence in sentences { Terminal.print(ExplanationSheet.line(sentence)) }
        }
        switch answer {
        case .emergency(let text): Terminal.print(text)
        case .refer(let text, let quoted):
            Terminal.print(text)
            say(quoted)
        case .own(let answer): say(answer.sentences)
        case .model(let explanation, let dropped, let note):
            ExplanationSheet.print(explanation)
            if let note { Terminal.error(note) }
            if dropped > 0 {
                Terminal.error(
                    localized(
                        dropped,
                        one: "\(dropped, "count") sentences of the model were left out: they did not match your label.",
                        other:
                            "\(dropped, "count") sentences of the model were left out: they did not match your label."
                    ))
            }
        case .open(nil, _):
            Terminal.print(localized("Your label does not say. Ask your pharmacist."))
        case .open(let prompt?, let masked):
            let mark = mark ?? ""
            Terminal.error(
                localized(
                    """
                    Your label does not say. With --agree \(mark, "mark") a model is asked; exactly this is sent:
                    """))
            if let masked { Terminal.error(masked) }
            Terminal.print(Terminal.harmless(lines: prompt.shown))
        }
        Terminal.error(SafetyText.notAdvice)
    }
}

/// Prints the five parts of an explanation on a terminal.
enum ExplanationSheet {
    static func print(_ explanation: Explanation) {
        for section in explanation.sections {
            Terminal.print(title(section.kind))
            for sentence in section.sentences { Terminal.print("  " + line(sentence)) }
        }
        Terminal.error(explanation.notice)
    }

    static func line(_ sentence: Explanation.Sentence) -> String {
        let sources = sentence.sources.isEmpty ? "" : " [\(sentence.sources.map(\.rawValue).joined(separator: ", "))]"
        let mark = sentence.mark.map { " (\($0))" } ?? ""
        return Terminal.harmless(sentence.text) + mark + sources
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
