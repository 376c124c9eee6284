import ArgumentParser
import Calendar
import Documents
import Foundation
import HTTPTransport
import Household
import Larder
import Messages
import Recognition

/// The commands for the food in the house.
struct StockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stock",
        abstract: localized("List the food in the house by date, add to it, and write down what is used up."),
        discussion: Discussion.examples(
            """
            stillroom stock
            stillroom stock add "Red lentils" --amount 500 --unit g --place cupboard --best-before 2027-06-30
            stillroom stock used-up "Red lentils"
            """,
            localized(
                """
                ITEM is its name, its identifier, or at least four letters of the identifier.
                """)),
        subcommands: [List.self, Add.self, Opened.self, UsedUp.self, PutBack.self, Remove.self, ReadDate.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List the food in the house, the soonest date first."),
            discussion: Discussion.examples(
                """
                stillroom stock
                stillroom stock list --place fridge --json
                """))

        @Option(
            help: ArgumentHelp(
                localized("Only one place: \(TypedWords.stockPlaces, "words") or an own name."), valueName: "place"))
        var place: String?

        @OptionGroup var output: OutputOptions
        @OptionGroup var common: AnywhereOptions

        func run() async throws {
            try await reporting {
                let document: StockDocument
                if let house = try await common.elsewhere() {
                    document = try await house.get(HouseAPI.path("stock"), [("place", place)])
                } else {
                    let household = try await Food.household(common.here)
                    document = StockDocument(
                        try await household.stock.view(),
                        at: try StockCommand.typed { () throws(StockError) in
                            try StockPlace.read(place ?? "")
                        })
                }
                try output.print(
                    document: document, of: document.items, columns: ["id", "name", "amount.text", "place", "date.day"]
                ) {
                    for item in document.items { Terminal.print(StockCommand.line(item)) }
                    if document.items.isEmpty { Terminal.error(localized("Nothing is in stock.")) }
                }
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Put food into the stock."),
            discussion: Discussion.examples(
                """
                stillroom stock add "Red lentils" --amount 500 --unit g
                stillroom stock add Milk --place fridge --use-by 2026-11-30
                stillroom stock add --code 3017620422003 --best-before 2027-06-30
                """,
                localized(
                    """
                    Without NAME, the item gets the name of the product with this number, if it was looked up.
                    """)))

        @Argument(help: ArgumentHelp(localized("Its name.")))
        var name: String = ""

        @Option(help: ArgumentHelp(localized("The number of the product, or its GS1 code."), valueName: "number"))
        var code: String?

        @Option(help: ArgumentHelp(localized("How much there is, such as 6 or 500 g."), valueName: "amount"))
        var amount: String?

        @Option(
            help: ArgumentHelp(localized("The unit of the amount; piece if it is missing.")),
            completion: .words(FoodAmount.Unit.self))
        var unit: String?

        @Option(
            help: ArgumentHelp(localized("\(TypedWords.stockPlaces, "words"), or an own name."), valueName: "place"))
        var place: String?

        @Option(help: ArgumentHelp(localized("The day to which the food keeps its quality."), valueName: "date"))
        var bestBefore: String?

        @Option(help: ArgumentHelp(localized("The day after which the food must not be eaten."), valueName: "date"))
        var useBy: String?

        @Option(help: ArgumentHelp(localized("The number of the lot."), valueName: "text"))
        var lot: String?

        @OptionGroup var output: DocumentOptions
        @OptionGroup var common: AnywhereOptions

        func validate() throws {
            guard bestBefore == nil || useBy == nil else {
                throw ValidationError(localized("Choose one of --best-before and --use-by."))
            }
            guard !name.isEmpty || code != nil else { throw ValidationError(localized("A name or --code is missing.")) }
        }

        func run() async throws {
            try await reporting {
                let item: StockItemDocument
                if let house = try await common.elsewhere() {
                    let amount = try StockCommand.typed { () throws(StockError) -> FoodAmount? in try typedAmount }
                    item = try await house.post(
                        HouseAPI.path("stock"),
                        [
                            "name": .text(name), "code": code.map(JSONValue.text),
                            "amount": amount.map { .number($0.number) },
                            "unit": amount.map { .text($0.unit.rawValue) }, "place": place.map(JSONValue.text),
                            "date": (useBy ?? bestBefore).map(JSONValue.text),
                            "dateKind": kind.map { .text($0.rawValue) }, "lot": lot.map(JSONValue.text),
                        ])
                } else {
                    let content = try StockCommand.typed { () throws(StockError) -> StockItem.Content in
                        try self.content
                    }
                    item = StockItemDocument(try await Food.household(common.here).stock.add(content))
                }
                output.json ? try output.print(item) : Terminal.print(StockCommand.line(item))
            }
        }

        private var kind: FoodDate.Kind? { useBy != nil ? .useBy : bestBefore != nil ? .bestBefore : nil }

        /// "500" with or without --unit, or "500 g".
        private var typedAmount: FoodAmount? {
            get throws(StockError) {
                if unit == nil, let whole = amount.flatMap(FoodAmount.init(quantity:)) { return whole }
                return try FoodAmount.read(number: amount ?? "", unit: unit ?? "")
            }
        }

        private var content: StockItem.Content {
            get throws(StockError) {
                StockItem.Content(
                    code: code, name: name, amount: try typedAmount,
                    place: try StockPlace.read(place ?? ""),
                    date: try FoodDate.read(kind: kind?.rawValue ?? "", day: useBy ?? bestBefore ?? ""), lot: lot)
            }
        }
    }

    struct Opened: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Write down that a package was opened."),
            discussion: Discussion.examples(
                """
                stillroom stock opened Milk
                stillroom stock opened Milk --on 2026-11-20
                """))

        @Argument(help: ArgumentHelp(localized("An item of the stock.")))
        var item: String

        @Option(help: ArgumentHelp(localized("The day; today if it is missing."), valueName: "date"))
        var on: String?

        @OptionGroup var output: DocumentOptions
        @OptionGroup var common: AnywhereOptions

        func run() async throws {
            try await reporting {
                let day = try Typed.day(on, option: "--on")
                if let house = try await common.elsewhere() {
                    let found = try await StockCommand.find(item, in: house)
                    let changed: StockItemDocument = try await house.post(
                        HouseAPI.path("stock", found.id, "opened"), ["day": day.map { .text($0.description) }])
                    return try StockCommand.show(changed, output)
                }
                let household = try await Food.household(common.here)
                let found = try await StockCommand.find(item, in: household)
                try StockCommand.show(StockItemDocument(try await household.stock.open(found, on: day)), output)
            }
        }
    }

    struct UsedUp: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "used-up", abstract: localized("Take an item out of the stock. put-back undoes it."),
            discussion: Discussion.examples(
                """
                stillroom stock used-up Milk
                stillroom stock used-up Milk --buy
                """))

        @Argument(help: ArgumentHelp(localized("An item of the stock.")))
        var item: String

        @Flag(help: ArgumentHelp(localized("Add it to the shopping list, too.")))
        var buy = false

        @OptionGroup var output: DocumentOptions
        @OptionGroup var common: AnywhereOptions

        func run() async throws {
            try await reporting {
                let changed: StockItemDocument
                if let house = try await common.elsewhere() {
                    let found = try await StockCommand.find(item, in: house)
                    changed = try await house.post(HouseAPI.path("stock", found.id, "used-up"))
                    if buy { try await house.post(HouseAPI.path("stock", found.id, "buy")) }
                } else {
                    let household = try await Food.household(common.here)
                    let found = try await StockCommand.find(item, in: household)
                    changed = StockItemDocument(try await household.stock.useUp(found))
                    if buy { _ = try await household.stock.buy(found) }
                }
                if output.json { return try output.print(changed) }
                Terminal.print(Terminal.harmless(localized("\(changed.name, "food") is used up.")))
                Terminal.error(localized("Undo it with stillroom stock put-back \(changed.id, "identifier")"))
            }
        }
    }

    struct PutBack: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "put-back", abstract: localized("Undo used-up; for 30 days."),
            discussion: Discussion.example(
                "stillroom stock put-back 1c4ed65b9f"))

        @Argument(help: ArgumentHelp(localized("The identifier, as used-up showed it.")))
        var item: String

        @OptionGroup var output: DocumentOptions
        @OptionGroup var common: AnywhereOptions

        func run() async throws {
            try await reporting {
                if let house = try await common.elsewhere() {
                    let changed: StockItemDocument = try await house.post(HouseAPI.path("stock", item, "put-back"))
                    return try StockCommand.show(changed, output)
                }
                guard let id = StockItem.ID(item) else { throw StockCommand.unknown(item) }
                let changed = try await Food.household(common.here).stock.putBack(id)
                try StockCommand.show(StockItemDocument(changed), output)
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Remove an item that was added by mistake. This cannot be undone."),
            discussion: Discussion.example(
                "stillroom stock remove Milk"))

        @Argument(help: ArgumentHelp(localized("An item of the stock.")))
        var item: String

        @OptionGroup var common: AnywhereOptions

        func run() async throws {
            try await reporting {
                if let house = try await common.elsewhere() {
                    let found = try await StockCommand.find(item, in: house)
                    try await house.delete(HouseAPI.path("stock", found.id))
                    return Terminal.error(Terminal.harmless(localized("\(found.name, "food") is removed.")))
                }
                let household = try await Food.household(common.here)
                let id = try await StockCommand.find(item, in: household)
                try await household.stock.remove(id)
                Terminal.error(localized("The item is removed."))
            }
        }
    }
}

// MARK: - Items by name

extension StockCommand {
    /// Returns an item of the stock by its name, its identifier, or the beginning of it. Throws if there is none, or
    /// several.
    static func find(_ text: String, in household: Household) async throws -> StockItem.ID {
        let found = try find(text, of: StockDocument(try await household.stock.view()))
        guard let id = StockItem.ID(found.id) else { throw unknown(text) }
        return id
    }

    /// The same in a household elsewhere.
    static func find(_ text: String, in house: HouseAPI) async throws -> StockItemDocument {
        try find(text, of: try await house.get(HouseAPI.path("stock")))
    }

    private static func find(_ text: String, of document: StockDocument) throws(CommandFailure) -> StockItemDocument {
        let found =
            [
                document.items.filter { $0.id == text },
                document.items.filter { $0.name.lowercased() == text.lowercased() },
                text.utf8.count >= 4 ? document.items.filter { $0.id.hasPrefix(text) } : [],
            ].first { !$0.isEmpty } ?? []
        guard let first = found.first else { throw unknown(text) }
        guard found.count == 1 else {
            let ids = found.prefix(3).map { String($0.id.prefix(8)) }.joined(separator: ", ")
            let (name, count) = (Terminal.harmless(text), found.count)
            throw CommandFailure(
                .usage, localized("\(count, "count") items are called \(name, "name")."),
                hint: localized("Use one of these identifiers: \(ids, "identifiers")."))
        }
        return first
    }

    static func unknown(_ text: String) -> CommandFailure {
        let name = Terminal.harmless(String(text.prefix(64)))
        return CommandFailure(
            .noInput, localized("\(name, "food") is not in stock."),
            hint: localized("stillroom stock lists what is."))
    }

    /// Returns the value of `body`; its error says what was typed wrongly.
    static func typed<Value>(_ body: () throws(StockError) -> Value) throws(CommandFailure) -> Value {
        do throws(StockError) { return try body() } catch { throw CommandFailure(.usage, error.sentence) }
    }

    static func show(_ item: StockItemDocument, _ output: DocumentOptions) throws {
        output.json ? try output.print(item) : Terminal.print(line(item))
    }

    private static func words(_ date: StockItemDocument.FoodDateDocument, isOver: Bool) -> String {
        switch (date.kind == FoodDate.Kind.useBy.rawValue, isOver) {
        case (true, false): localized("use by \(date.day, "day")")
        case (true, true): localized("use by \(date.day, "day") (over)")
        case (false, false): localized("best before \(date.day, "day")")
        case (false, true): localized("best before \(date.day, "day") (over)")
        }
    }

    /// "1c4ed65b  Milk: 1 l, fridge, use by 2026-11-30 (over)".
    static func line(_ item: StockItemDocument) -> String {
        let date = item.date.map { words($0, isOver: item.section == StockSection.over.rawValue) }
        let opened = item.openedOn.map { localized("opened on \($0, "day")") }
        let parts = [item.amount?.text, item.place, date, opened].compactMap(\.self)
        let more = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
        return Terminal.harmless("\(item.id.prefix(8))  \(item.name)\(more)")
    }
}
