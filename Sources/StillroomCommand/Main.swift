import ArgumentParser
import Dispatch
import Foundation
import Glibc
import Messages
import Translations

@main
enum Main {
    static func main() {
        // A decoder gives up its network access and its privileges while it has one thread; an asynchronous main has
        // several.
        if CommandLine.arguments.dropFirst().first == PictureWorkerCommand.name { return PictureWorkerCommand.work() }
        let language = DisplayLanguage(environment: ProcessInfo.processInfo.environment)
        Task {
            await Localization.$current.withValue(BundledTranslations.localizations(language)) { await run() }
        }
        dispatchMain()
    }

    private static func run() async {
        let arguments = Stillroom.movingHouseOptionLast(Array(CommandLine.arguments.dropFirst()))
        if let message = Spelling.unknownCommand(arguments, of: Stillroom.self) {
            Terminal.error(
                ParserText.failure(
                    "Error: \(Terminal.harmless(message))\nUsage: stillroom <subcommand>\n"
                        + "  See 'stillroom --help' for more information."))
            exit(CommandFailure.Status.usage.rawValue)
        }
        do {
            var command = try await Stillroom.asyncParseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch { ParserText.exit(error) }
        Stillroom.exit()
    }
}

struct Stillroom: AsyncParsableCommand {
    static let version = "0.1.0"

    /// Returns the arguments with a `--house ADDRESS` that stands before the command behind it, where the parser expects
    /// the options of the command.
    static func movingHouseOptionLast(_ arguments: [String]) -> [String] {
        guard let first = arguments.first, first == "--house" || first.hasPrefix("--house=") else { return arguments }
        let option = arguments.prefix(first == "--house" ? 2 : 1)
        let rest = arguments.dropFirst(option.count)
        // Nothing behind "--" is an option.
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return Array(rest[..<end] + option + rest[end...])
    }

    static let configuration = CommandConfiguration(
        commandName: "stillroom",
        abstract: localized(
            "Name a household's plants and look after them, and know what is in its larder: on this machine."),
        discussion: Discussion.examples(
            """
            stillroom identify rose.jpg
            stillroom identify --jsonl photographs/ > answers.jsonl
            stillroom care "Monstera deliciosa" --pot-diameter 14
            stillroom agenda --days 7
            stillroom food product packet.jpg
            stillroom serve
            """),
        version: version,
        subcommands: [
            Identify.self, PlantsCommand.self, Care.self, AgendaCommand.self, Done.self, Food.self, StockCommand.self,
            ShoppingCommand.self, Rx.self, Serve.self,
            QuotaCommand.self, Work.self, RemindersCommand.self, CacheCommand.self, Models.self, Doctor.self,
            BackupCommand.self,
            RestoreCommand.self, MoveCommand.self, PhotographsCommand.self, DemoCommand.self, SetupLink.self,
            AccountsCommand.self,
            ConfigCommand.self,
            MCPCommand.self, CompletionCommand.self,
            PictureWorkerCommand.self,
        ])
}
