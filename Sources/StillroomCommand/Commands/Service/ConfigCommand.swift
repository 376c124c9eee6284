import ArgumentParser
import Documents
import Foundation
import Household
import Messages
import Recognition
import SQLRecords

struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: localized("Show the settings, and where each comes from."),
        subcommands: [Show.self, Path.self], defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Show the settings that are in force."),
            discussion: Discussion.examples(
                """
                stillroom config show --origin
                stillroom config show server.port home.zone
                stillroom config show --changed --json
                """,
                localized(
                    """
                    A secret is never shown, only whether it is set. Docs/settings.md explains every setting.
                    """)))

        @Argument(
            help: ArgumentHelp(localized("Settings, such as server.port; all where none is given.")),
            completion: .settings)
        var key: [String] = []

        @Flag(
            help: ArgumentHelp(
                localized("Also show where each value comes from: flag, environment, file, settings page or default.")))
        var origin = false

        @Flag(help: ArgumentHelp(localized("Only settings that do not have their default.")))
        var changed = false

        @OptionGroup var output: OutputOptions
        @OptionGroup var common: CommonOptions

        private struct Line: Encodable {
            let key: String
            let value: String
            let origin: String
            let environment: String
            let isSecret: Bool
            /// The origin for people; not in JSON.
            let source: Settings.Origin

            private enum CodingKeys: CodingKey { case key, value, origin, environment, isSecret }

            /// The line for people.
            func text(withOrigin: Bool) -> String {
                let shown = value.isEmpty ? "–" : isSecret ? localized("set, not shown") : value
                return Terminal.harmless("\(key) = \(shown)" + (withOrigin ? "  (\(source.words))" : ""))
            }
        }

        func run() async throws {
            try await reporting {
                for name in key where !Settings.Key.allCases.contains(where: { $0.name == name }) {
                    let near = Spelling.nearest(name, among: Settings.Key.allCases.map(\.name))
                    throw CommandFailure(
                        .usage, localized("There is no setting “\(Terminal.harmless(name), "setting")”."),
                        hint: near.map { localized("Did you mean \($0, "setting")?") }
                            ?? localized("stillroom config show lists all of them."))
                }
                let settings = try await common.settings()
                let lines = try await Self.lines(settings).filter { line in
                    (key.isEmpty || key.contains(line.key)) && (!changed || line.origin != Settings.Origin.usual.text)
                }
                try output.print(lines, columns: origin ? ["key", "value", "origin"] : ["key", "value"]) { line in
                    line.text(withOrigin: origin)
                }
            }
        }

        private static func lines(_ settings: Settings) async throws -> [Line] {
            var (policy, home) = (settings.policy, Home())
            for (setting, text) in settings.home { _ = home.set(setting, to: text) }
            // Without a database there are no choices of the settings page.
            if Compose.hasDatabase(settings) {
                let household = try await Compose.household(
                    settings, withModel: false, logger: Compose.logger(settings))
                policy = household.policy
                home = try await household.settings.home()
            }
            return Settings.Key.allCases.map { key in
                var (value, usual, isSecret): (String, String, Bool)
                switch key {
                case .command(let setting):
                    value = setting.declaration.text(settings)
                    (usual, isSecret) = (value, setting.declaration.isSecret)
                case .policy(let setting):
                    value = setting.declaration.text(policy)
                    (usual, isSecret) = (setting.declaration.text(Policy()), setting.declaration.isSecret)
                case .home(let setting):
                    value = setting.declaration.text(home)
                    (usual, isSecret) = (setting.declaration.text(Home()), setting.declaration.isSecret)
                }
                if isSecret { value = value.isEmpty ? "" : "set, not shown" }
                let origin = settings.origins[key] ?? (value == usual || isSecret ? .usual : .page)
                return Line(
                    key: key.name, value: value, origin: origin.text, environment: key.environmentName,
                    isSecret: isSecret, source: origin)
            }
        }
    }

    struct Path: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Print the path of the settings file, whether it exists or not."))

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await reporting { Terminal.print(try await common.settings().settingsFile) }
        }
    }
}
