package import FoundationEssentials
package import Larder

/// The stock of food and the shopping list. A slice of `Records`.
package protocol StockRecords: Sendable {
    /// Returns the items that are in stock, without an order, each with the stored data of its product in that language,
    /// or in another language if there is none.
    func stock(in language: String) async throws -> [StockLine]
    /// Returns the items in stock that have a date, without an order.
    func datedStock() async throws -> [StockItem]
    /// Returns an item, also one that is used up.
    func stockItem(_ id: StockItem.ID) async throws -> StockItem?
    /// Throws `stockRefused` if the household has `limit` items.
    func add(_ item: StockItem, limit: Int) async throws
    /// Changes an item in one transaction, and returns it. Removes items that were used up before `oldest`. Throws
    /// `notFound` if there is no such item.
    func changeStock(
        _ id: StockItem.ID, removingBefore oldest: Date, _ body: @escaping @Sendable (inout StockItem) throws -> Void
    ) async throws -> StockItem
    /// Throws `notFound` if there is no such item.
    func removeStock(_ id: StockItem.ID) async throws

    // MARK: - The shopping list

    /// In the order in which the lines were added.
    func shoppingList() async throws -> [ShoppingItem]
    /// Adds a line, and returns it. If the list has a line with the same text that is not ticked, returns that one.
    /// Throws `stockRefused` if the list has `limit` lines.
    func add(_ item: ShoppingItem, limit: Int) async throws -> ShoppingItem
    /// Idempotent. Throws `notFound` if there is no such line.
    func tick(_ id: ShoppingItem.ID, _ isTicked: Bool) async throws -> ShoppingItem
    /// Throws `notFound` if there is no such line.
    func removeShopping(_ id: ShoppingItem.ID) async throws
    /// Removes the ticked lines, and returns how many there were.
    func clearShopping() async throws -> Int
}

/// An item of the stock with the stored data of its product.
package struct StockLine: Sendable, Hashable {
    package let item: StockItem
    /// Nil for an item without a code, and for a product that no service knows.
    package let product: Product?

    package init(item: StockItem, product: Product?) {
        self.item = item
        self.product = product
    }
}
