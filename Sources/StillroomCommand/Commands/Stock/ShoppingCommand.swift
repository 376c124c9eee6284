import ArgumentParser
import Documents
import Foundation
import HTTPTransport
import Household
import Larder
import Messages
import Recognition

/// The commands for the shopping list.
struct ShoppingCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shopping",
        abstract: localized("Show the shopping list, add to it, and tick what is in the basket."),
        discussion: Discussion.examples(
            """
            stillroom shopping
            stillroom shopping add Milk
            stillroom shopping tick Milk
            stillroom shopping clear
            """),
        subcommands: [List.self, Add.self, Tick.self, Clear.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Show the shopping list."),
            discussion: Discussion.examples(
                """
                stillroom shopping
                stillroom shopping list --plain
                """))

        @OptionGroup var output: OutputOptions
        @OptionGroup var common: AnywhereOptions

        func run() async throws {
            try await reporting {
                let document: ShoppingDocument
                if let house = try await common.elsewhere() {
                    document = try await house.get(HouseAPI.path("shopping"))
                } else {
                    document = ShoppingDocument(try await Food.household(common.here).stock.shoppingList())
                }
                try output.print(document: document, of: document.items, columns: ["id", "text", "ticked"]) {
                    for item in document.items { Terminal.print(ShoppingCommand.line(item)) }
                    if document.items.isEmpty { Terminal.error(localized("The shopping list is empty.")) }
                }
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Add a line to the shopping list."),
            discussion: Discussion.example(
                "stillroom shopping add \"Red lentils\""))

        @Argument(help: ArgumentHelp(localized("What to buy.")))
        var text: String

        @OptionGroup var output: DocumentOptions
        @OptionGroup var common: AnywhereOptions

        func run() async throws {
            try await reporting {
                let item: ShoppingItemDocument
                if let house = try await common.elsewhere() {
                    item = try await house.post(HouseAPI.path("shopping"), ["text": .text(text)])
                } else {
                    item = ShoppingItemDocument(try await Food.household(common.here).stock.buy(text))
                }
                output.json ? try output.print(item) : Terminal.print(ShoppingCommand.line(item))
            }
        }
    }

    struct Tick: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Tick a line of the shopping list."),
            discussion: Discussion.examples(
                """
                stillroom shopping tick Milk
                stillroom shopping tick Milk --undo
                """))

        @Argument(help: ArgumentHelp(localized("A line, by its text or its identifier.")))
        var line: String

        @Flag(help: ArgumentHelp(localized("Remove the tick.")))
        var undo = false

        @OptionGroup var output: DocumentOptions
        @OptionGroup var common: AnywhereOptions

        func run() async throws {
            try await reporting {
                let item: ShoppingItemDocument
                if let house = try await common.elsewhere() {
                    let document: ShoppingDocument = try await house.get(HouseAPI.path("shopping"))
                    let found = try find(document)
                    item = try await house.patch(HouseAPI.path("shopping", found.id), ["ticked": .flag(!undo)])
                } else {
                    let household = try await Food.household(common.here)
                    let found = try find(ShoppingDocument(try await household.stock.shoppingList()))
                    guard let id = ShoppingItem.ID(found.id) else { throw missing }
                    item = ShoppingItemDocument(try await household.stock.tick(id, !undo))
                }
                output.json ? try output.print(item) : Terminal.print(ShoppingCommand.line(item))
            }
        }

        private func find(_ document: ShoppingDocument) throws(CommandFailure) -> ShoppingItemDocument {
            // Of two lines with one text, the one that this changes.
            let found = document.items.filter { $0.id == line || $0.text.lowercased() == line.lowercased() }
            guard let item = found.first(where: { $0.ticked == undo }) ?? found.first else { throw missing }
            return item
        }

        private var missing: CommandFailure {
            let text = Terminal.harmless(String(line.prefix(64)))
            return CommandFailure(
                .noInput, localized("\(text, "line") is not on the shopping list."),
                hint: localized("stillroom shopping lists what is."))
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Remove the ticked lines."),
            discussion: Discussion.example(
                "stillroom shopping clear"))

        @OptionGroup var common: AnywhereOptions

        func run() async throws {
            try await reporting {
                let count: Int
                if let house = try await common.elsewhere() {
                    struct Answer: Decodable { let removed: Int }
                    let answer: Answer = try await house.post(HouseAPI.path("shopping", "clear"))
                    count = answer.removed
                } else {
                    count = try await Food.household(common.here).stock.clearShopping()
                }
                Terminal.error(
                    localized(count, one: "1 line is removed.", other: "\(count, "count") lines are removed."))
            }
        }
    }

    /// "[x] Milk".
    static func line(_ item: ShoppingItemDocument) -> String {
        Terminal.harmless("\(item.ticked ? "[x]" : "[ ]") \(item.text)")
    }
}
