import Accounts
package import Calendar
import FoundationEssentials
import Labels
package import Larder
import Messages
import Recognition

/// The food in the house, and the shopping list.
package struct FoodStock: Sendable {
    let records: any StockRecords & LarderRecords
    let settings: HomeReading
    let reader: LabelScanner
    let environment: Household.Environment

    /// The largest number of items of a household.
    package static let limit = 2_000
    /// The largest number of lines of a shopping list.
    package static let shoppingLimit = 500
}

/// The stock with what a page needs to show it.
package struct StockView: Sendable {
    /// In the order of the list (`StockItem.precedes`).
    package let lines: [StockLine]
    package let home: Home
    package let clock: WallClock

    package init(lines: [StockLine], home: Home, clock: WallClock) {
        self.lines = lines.sorted { StockItem.precedes($0.item, $1.item) }
        self.home = home
        self.clock = clock
    }

    /// Returns the sections of the items at a place, without empty ones; nil means all places.
    package func sections(at place: StockPlace? = nil) -> [(section: StockSection, lines: [StockLine])] {
        let here = place.map { place in lines.filter { $0.item.content.place == place } } ?? lines
        let parts = Dictionary(grouping: here) { StockSection($0.item.content.date, on: clock.day) }
        return StockSection.allCases.compactMap { section in parts[section].map { (section, $0) } }
    }

    /// The places that have an item: the known ones first, then the own ones by name.
    package var places: [StockPlace] {
        let used = Set(lines.compactMap(\.item.content.place))
        let own = used.subtracting(StockPlace.known).sorted { $0.text.lowercased() < $1.text.lowercased() }
        return StockPlace.known.filter(used.contains) + own
    }

    /// The items that are to be used soon, as the settings of the household say it; food whose date is over is not one
    /// of them.
    package var useSoon: [StockItem] {
        lines.map(\.item).filter { item in
            item.content.date.flatMap { home.larder.useSoon.days(for: $0) }?.contains(clock.day) ?? false
        }
    }

    /// The number of items whose date is over.
    package var over: Int { lines.count { $0.item.content.date?.isOver(on: clock.day) ?? false } }

    /// Returns the verdict on the household's diet; nil without a diet, or without data of the product.
    package func report(of line: StockLine) -> DietReport? { line.product.flatMap(home.householdDiet.report) }

    /// Returns the verdicts for people with a diet of their own; empty without data of the product.
    package func personalReports(of line: StockLine) -> [PersonalReport] {
        line.product.map(home.householdDiet.personalReports) ?? []
    }
}

// MARK: - The stock

extension FoodStock {
    /// Returns the items that are in stock.
    package func view() async throws -> StockView {
        let home = try await settings.home()
        return StockView(
            lines: try await records.stock(in: home.larder.language), home: home, clock: try settings.clock(of: home))
    }

    /// Returns the items that have a date, without their products, which take longer to read.
    package func dated() async throws -> StockView {
        let home = try await settings.home()
        return StockView(
            lines: try await records.datedStock().map { StockLine(item: $0, product: nil) }, home: home,
            clock: try settings.clock(of: home))
    }

    /// Returns an item, also one that was used up lately. Throws `notFound`.
    package func item(_ id: StockItem.ID) async throws -> StockItem {
        guard let item = try await records.stockItem(id) else { throw Self.missing }
        return item
    }

    /// Returns what is known of a package of a product: its name, and what its code proposes. Nothing is stored.
    package func proposal(_ code: String) async throws -> (content: StockItem.Content, data: PackageData?) {
        let home = try await settings.home()
        let product = try await records.product(code, in: home.larder.language)?.product
        let year = try settings.clock(of: home).day.year
        let elements = try await records.larderItem(code)?.elements.flatMap { BarcodeReading($0).elements }
        let data = elements.map { PackageData($0, in: year) }
        let content = StockItem.Content(
            code: code, name: Self.name(of: product, code),
            amount: data?.amount ?? product?.quantity.flatMap(FoodAmount.init(quantity:)),
            date: data?.date, lot: data?.lot)
        return (content, data)
    }

    /// Reads the dates and the lot that are printed on a package, in a photograph of it, on this machine. Nothing is stored.
    /// Throws `photographRefused`, `pictureProcessorUnavailable` and `readingFailed`.
    package func printedDates(in photograph: [UInt8]) async throws -> PrintedDates {
        try await reader.printedDates(
            in: photograph, today: try settings.clock(of: try await settings.home()).day)
    }

    /// Adds an item. Without a name, it gets the name of its product. Throws `stockRefused`.
    package func add(_ content: StockItem.Content) async throws -> StockItem {
        try ActingPerson.require(.change)
        var content = content
        if let code = content.code.map({ BarcodeReading($0).offCode }), content.name.isEmpty {
            let language = try await settings.home().larder.language
            content.name = Self.name(of: try await records.product(code, in: language)?.product, code)
        }
        let item = StockItem(
            id: try environment.newIdentifier(), content: try Self.checked(content), addedAt: environment.now())
        try await records.add(item, limit: Self.limit)
        return item
    }

    /// Changes what is known of an item, and returns it. Throws `notFound` and `stockRefused`.
    package func change(
        _ id: StockItem.ID, _ body: @escaping @Sendable (inout StockItem.Content) throws(StockError) -> Void
    ) async throws -> StockItem {
        try ActingPerson.require(.change)
        return try await change(id) { (item: inout StockItem) in
            var content = item.content
            do throws(StockError) { try body(&content) } catch { throw HouseholdError(error) }
            item.content = try Self.checked(content)
        }
    }

    /// Writes down that an item was opened today, or on that day. Idempotent. Throws `notFound`.
    package func open(_ id: StockItem.ID, on day: LocalDay? = nil) async throws -> StockItem {
        try ActingPerson.require(.change)
        let today = try settings.clock(of: try await settings.home()).day
        return try await change(id) { (item: inout StockItem) in
            item.content.openedOn = day ?? item.content.openedOn ?? today
        }
    }

    /// Takes an item out of the stock. `putBack` undoes it for some days. Idempotent. Throws `notFound`.
    package func useUp(_ id: StockItem.ID) async throws -> StockItem {
        try ActingPerson.require(.change)
        let now = environment.now()
        return try await change(id) { (item: inout StockItem) in item.usedUpAt = item.usedUpAt ?? now }
    }

    /// Undoes `useUp`. Idempotent. Throws `notFound`.
    package func putBack(_ id: StockItem.ID) async throws -> StockItem {
        try ActingPerson.require(.change)
        return try await change(id) { (item: inout StockItem) in item.usedUpAt = nil }
    }

    /// Removes an item without a trace. Throws `notFound`.
    package func remove(_ id: StockItem.ID) async throws {
        try ActingPerson.require(.change)
        try await records.removeStock(id)
    }

    private func change(
        _ id: StockItem.ID, _ body: @escaping @Sendable (inout StockItem) throws -> Void
    ) async throws -> StockItem {
        let oldest = environment.now().addingTimeInterval(-StockItem.undoDays * 86_400)
        return try await records.changeStock(id, removingBefore: oldest, body)
    }

    private static func name(of product: Product?, _ code: String) -> String {
        String(TagWords.words(product?.title ?? code).prefix(StockItem.Content.nameLimit))
    }

    private static func checked(_ content: StockItem.Content) throws -> StockItem.Content {
        do throws(StockError) { return try content.checked() } catch { throw HouseholdError(error) }
    }

    private static var missing: HouseholdError { HouseholdError(.notFound, localized("That item is not in stock.")) }
}

// MARK: - The shopping list

extension FoodStock {
    /// In the order in which the lines were added.
    package func shoppingList() async throws -> [ShoppingItem] { try await records.shoppingList() }

    /// Throws `notFound`.
    package func shoppingItem(_ id: ShoppingItem.ID) async throws -> ShoppingItem {
        guard let item = try await records.shoppingList().first(where: { $0.id == id }) else {
            throw HouseholdError(.notFound, localized("That line is not on the shopping list."))
        }
        return item
    }

    /// Adds a typed line, or returns the line with the same text. `code` is the number of a product. Throws
    /// `stockRefused`.
    package func buy(_ text: String, code: String? = nil) async throws -> ShoppingItem {
        try ActingPerson.require(.change)
        let line: String
        do throws(StockError) { line = try ShoppingItem.text(of: text) } catch { throw HouseholdError(error) }
        let reading = code.map { BarcodeReading($0) }
        guard reading?.isValid ?? true else { throw HouseholdError(StockError.code) }
        let id: ShoppingItem.ID = try environment.newIdentifier()
        return try await records.add(
            ShoppingItem(id: id, text: line, code: reading?.offCode, addedAt: environment.now()),
            limit: Self.shoppingLimit)
    }

    /// Adds an item of the stock, also one that was used up lately, to the shopping list. Throws `notFound`.
    package func buy(_ id: StockItem.ID) async throws -> ShoppingItem {
        try ActingPerson.require(.change)
        let content = try await item(id).content
        return try await buy(content.name, code: content.code)
    }

    /// Idempotent. Throws `notFound`.
    package func tick(_ id: ShoppingItem.ID, _ isTicked: Bool) async throws -> ShoppingItem {
        try ActingPerson.require(.change)
        return try await records.tick(id, isTicked)
    }

    /// Throws `notFound`.
    package func removeShopping(_ id: ShoppingItem.ID) async throws {
        try ActingPerson.require(.change)
        try await records.removeShopping(id)
    }

    /// Removes the ticked lines, and returns how many there were.
    package func clearShopping() async throws -> Int {
        try ActingPerson.require(.change)
        return try await records.clearShopping()
    }
}

extension LabelScanner {
    /// Reads the dates and the lot that are printed on a package. A photograph without text has none. Throws
    /// `photographRefused`, `pictureProcessorUnavailable` and `readingFailed`.
    package func printedDates(in photograph: [UInt8], today: LocalDay) async throws -> PrintedDates {
        do {
            return PrintedDates(lines: try await read(photograph).lines.map(\.text), today: today)
        } catch let error as HouseholdError where error.code == .textMissing {
            return PrintedDates(lines: [], today: today)
        }
    }
}

extension HouseholdError {
    package init(_ error: StockError) { self.init(.stockRefused, error.sentence, detail: error.rawValue) }
}
