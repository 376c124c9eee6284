import ArgumentParser
import Foundation
import Household
import Messages

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: localized("Fill this household with example data, or remove them."),
        discussion: Discussion.examples(
            """
            stillroom demo --data-dir /tmp/demo
            stillroom demo remove
            stillroom demo remove --all
            """,
            localized(
                """
                24 plants, 12 products and 4 medicines, all invented or plain, with tasks and doses of today. No \
                network is
                used, and the example medicines have no reminders until a person switches them
                on.
                """)),
        subcommands: [Add.self, Remove.self], defaultSubcommand: Add.self)

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Add the example data."),
            discussion: Discussion.examples(
                """
                stillroom demo
                stillroom demo --add
                """,
                localized(
                    """
                    A second time adds nothing twice. Refused if the household has data of its own, unless --add is \
                    given.
                    """)))

        @Flag(help: ArgumentHelp(localized("Add them beside the household's own data.")))
        var add = false

        @OptionGroup var output: DocumentOptions

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await reporting {
                let household = try await DemoCommand.household(common)
                let view: ExampleView
                do { view = try await household.examples.add(beside: add, as: .machine) } catch let error
                    as HouseholdError where error.code == .examplesRefused
                {
                    throw CommandFailure(.usage, error.message, hint: localized("--add adds the examples beside them."))
                }
                try DemoCommand.print(view, output, title: localized("Examples in this household"))
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Remove the example data, and nothing else."),
            discussion: Discussion.examples(
                """
                stillroom demo remove
                stillroom demo remove --all
                """,
                localized(
                    """
                    An example that a person changed, or to which a person added an entry, a note or a photograph, \
                    stays, unless
                    --all is given.
                    """)))

        @Flag(help: ArgumentHelp(localized("Also those that a person changed or added something to.")))
        var all = false

        @OptionGroup var output: DocumentOptions

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await reporting {
                let household = try await DemoCommand.household(common)
                let left = try await household.examples.remove(all: all)
                if !left.isEmpty, !output.json {
                    let names = Terminal.harmless(left.changed.joined(separator: ", "))
                    Terminal.error(localized("These were changed and stay; --all removes them, too: \(names, "names")"))
                }
                try DemoCommand.print(left, output, title: localized("Examples left in this household"))
            }
        }
    }

    private struct Document: Encodable {
        let plants: Int
        let products: Int
        let medicines: Int
        /// The names of those that a person changed or added something to.
        let changed: [String]
    }

    private static func household(_ common: CommonOptions) async throws -> Household {
        let settings = try await common.settings()
        return try await Compose.household(settings, withModel: false, logger: Compose.logger(settings))
    }

    private static func print(_ view: ExampleView, _ output: DocumentOptions, title: String) throws {
        if output.json {
            return try output.print(
                Document(
                    plants: view.plants, products: view.products, medicines: view.medicines, changed: view.changed))
        }
        let counts = [
            localized(view.plants, one: "1 plant", other: "\(view.plants, "count") plants"),
            localized(view.products, one: "1 product", other: "\(view.products, "count") products"),
            localized(view.medicines, one: "1 medicine", other: "\(view.medicines, "count") medicines"),
        ]
        let contents = view.isEmpty ? localized("none", context: "examples") : counts.joined(separator: ", ")
        Terminal.print("\(title): \(contents)")
    }
}
