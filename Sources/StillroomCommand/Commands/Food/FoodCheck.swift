import ArgumentParser
import Documents
import Foundation
import Household
import Larder
import Messages
import OnlineServices

/// Decides "Can I eat this?" from saved answers of Open Food Facts in files. Sends no request, and needs no data of the
/// household.
struct FoodCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: localized("Check whether products in files of Open Food Facts fit a diet."),
        discussion: localized(
            """
            A file holds one product in JSON, or one a line (its name then ends with .jsonl): as Open Food Facts \
            answers it, or what stands there in "product". A line may have an "id", and "avoid", "traces", "wishes", \
            "ingredients" of its own. Nothing is sent over the network.
            """))

    @Argument(help: ArgumentHelp(localized("Files, or - for lines on standard input.")), completion: .file())
    var files: [String]

    @Option(help: ArgumentHelp(localized("Allergens, with commas: \(TypedWords.allergens, "words").")))
    var avoid = ""

    @Option(help: ArgumentHelp(localized("What “may contain” means: \(TypedWords.traceRules, "words").")))
    var traces = TraceRule.careful.rawValue

    @Option(
        name: .customLong("wishes"),
        help: ArgumentHelp(localized("How it should be, with commas: \(TypedWords.preferences, "words").")))
    var preferences = ""

    @Option(help: ArgumentHelp(localized("Other ingredients to avoid, with commas.")))
    var ingredients = ""

    @Option(help: ArgumentHelp(localized("Of names and ingredients."), valueName: "letters"))
    var language = "en"

    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await reporting {
            var isAllReadable = true
            var printer = output.printer(columns: ["id", "diet.answer", "diet.sentence"])
            for file in files {
                for (name, text) in try texts(of: file) {
                    do { try show(name, text, &printer) } catch let error as HouseholdError {
                        isAllReadable = false
                        Terminal.error("stillroom: \(name): \(error.message)")
                    }
                }
            }
            try printer.finish()
            if !isAllReadable { throw ExitCode(CommandFailure.Status.badData.rawValue) }
        }
    }

    private func texts(of file: String) throws -> [(name: String, text: String)] {
        if file == "-" { return numbered(file, sequence(state: ()) { _ in readLine() }) }
        guard let bytes = FileManager.default.contents(atPath: file) else {
            throw CommandFailure(.noInput, localized("There is no file \(file, "file")."))
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard file.hasSuffix(".jsonl") else { return [(file, text)] }
        return numbered(file, text.split(whereSeparator: \.isNewline).map(String.init))
    }

    private func numbered(_ file: String, _ lines: some Sequence<String>) -> [(name: String, text: String)] {
        lines.enumerated().filter { !$0.element.allSatisfy(\.isWhitespace) }
            .map { ("\(file):\($0.offset + 1)", $0.element) }
    }

    private func show(_ name: String, _ text: String, _ printer: inout ObjectPrinter) throws {
        let own = (try? JSONDecoder().decode(FoodCheckLine.self, from: Data(text.utf8))) ?? FoodCheckLine()
        let diet = try diet(own)
        let product = try FoodFile.product(Array(text.utf8), language: language)
        let report = DietReport(of: product, for: diet)
        try printer.print(FoodCheckDocument(id: own.id ?? name, report)) {
            let lines = ["\(own.id ?? name): \(report.sentence)"] + report.findings.map { "    \($0.line)" }
            return lines.map { Terminal.harmless($0) }.joined(separator: "\n")
        }
    }

    private func diet(_ own: FoodCheckLine) throws -> Diet {
        var diet = Diet()
        guard let allergens = Diet.allergens(own.avoid?.joined(separator: ",") ?? avoid),
            let rule = TraceRule(setting: own.traces ?? traces),
            let preferences = Diet.preferences(own.preferences?.joined(separator: ",") ?? preferences),
            let words = Diet.words(own.ingredients?.joined(separator: ",") ?? ingredients)
        else {
            let names = Allergen.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure(
                .usage, localized("This is not a valid diet."), hint: localized("Allergens are \(names, "words")."))
        }
        diet.allergens = allergens
        diet.traces = rule
        diet.preferences = preferences
        diet.words = words
        return diet
    }
}

/// The fields that a line may have besides the product.
private struct FoodCheckLine: Decodable {
    var id: String?
    var avoid: [String]?
    var traces: String?
    var preferences: [String]?
    var ingredients: [String]?

    enum CodingKeys: String, CodingKey {
        case id, avoid, traces
        case preferences = "wishes"
        case ingredients
    }

    init() {}

    /// A product has fields with these names and another meaning.
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try? members.decode(String.self, forKey: .id)
        avoid = try? members.decode([String].self, forKey: .avoid)
        guard avoid != nil else { return }
        traces = try? members.decode(String.self, forKey: .traces)
        preferences = try? members.decode([String].self, forKey: .preferences)
        ingredients = try? members.decode([String].self, forKey: .ingredients)
    }
}

private struct FoodCheckDocument: Encodable {
    let id: String
    let diet: ProductDocument.Diet

    init(id: String, _ report: DietReport) {
        self.id = id
        diet = .init(report)
    }
}

extension DietReport.Finding {
    /// The finding and its reason, as "May contain nuts. It may contain traces of nuts.", or only the reason if it
    /// repeats the finding.
    var line: String {
        because.lowercased().contains(found.lowercased()) || because.lowercased().hasPrefix("it " + found.lowercased())
            ? because : "\(found). \(because)"
    }
}
