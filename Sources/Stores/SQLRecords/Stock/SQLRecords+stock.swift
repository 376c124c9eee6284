import Calendar
package import FoundationEssentials
package import Household
package import Larder
import Messages
import Recognition

extension SQLRecords {
    package func stock(in language: String) async throws -> [StockLine] {
        try await read { transaction in
            let items = try transaction.query(
                "SELECT * FROM stock_item WHERE household_id = ? AND used_up_at IS NULL", [household.rawValue]
            ).map { try $0.stockItem() }
            var products: [String: Product?] = [:]
            for code in Set(items.compactMap(\.content.code)) {
                let document = try transaction.value(
                    String.self,
                    """
                    SELECT document FROM product WHERE household_id = ? AND code = ? AND document IS NOT NULL
                    ORDER BY language <> ?, fetched_at DESC LIMIT 1
                    """, [household.rawValue, code, language])
                products[code] = try document.map { try Columns.value(Product.self, of: $0, "document") }
            }
            return items.map { item in
                StockLine(item: item, product: item.content.code.flatMap { products[$0] ?? nil })
            }
        }
    }

    package func stockItem(_ id: StockItem.ID) async throws -> StockItem? {
        try await read { try Self.stockItem(id, of: household, in: $0) }
    }

    package func add(_ item: StockItem, limit: Int) async throws {
        try await plan(
            changing: .food,
            once { transaction in
                let count = try transaction.value(
                    Int.self, "SELECT count(*) FROM stock_item WHERE household_id = ? AND used_up_at IS NULL",
                    [household.rawValue])
                guard count ?? 0 < limit else {
                    throw HouseholdError(
                        .stockRefused, localized("The stock has \(limit, "count") items. There is no room for more."),
                        detail: "full",
                        hint: localized("Remove what is used up."))
                }
                try transaction.execute(
                    """
                    INSERT INTO stock_item (
                        household_id, id, code, name, amount, unit, place, date_kind, date_day, opened_day, lot, added_at,
                        used_up_at)
                    VALUES (
                        :household, :id, :code, :name, :amount, :unit, :place, :kind, :day, :opened, :lot, :added, :used)
                    """, Self.columns(of: item, in: household) + ["added": item.addedAt.milliseconds])
            })
    }

    package func changeStock(
        _ id: StockItem.ID, removingBefore oldest: Date, _ body: @escaping @Sendable (inout StockItem) throws -> Void
    ) async throws -> StockItem {
        try await plan(
            changing: .food,
            once { transaction in
                try transaction.execute(
                    "DELETE FROM stock_item WHERE household_id = ? AND used_up_at < ?",
                    [household.rawValue, oldest.milliseconds])
                guard var item = try Self.stockItem(id, of: household, in: transaction) else {
                    throw Self.missingStock
                }
                try body(&item)
                try transaction.execute(
                    """
                    UPDATE stock_item SET code = :code, name = :name, amount = :amount, unit = :unit, place = :place,
                        date_kind = :kind, date_day = :day, opened_day = :opened, lot = :lot, used_up_at = :used
                    WHERE household_id = :household AND id = :id
                    """, Self.columns(of: item, in: household))
                return item
            })
    }

    package func removeStock(_ id: StockItem.ID) async throws {
        try await plan(
            changing: .food,
            once { transaction in
                let changed = try transaction.execute(
                    "DELETE FROM stock_item WHERE household_id = ? AND id = ?", [household.rawValue, id.rawValue])
                guard changed > 0 else { throw Self.missingStock }
            })
    }

    package func datedStock() async throws -> [StockItem] {
        try await read { transaction in try Self.datedStock(of: household, in: transaction) }
    }

    /// Returns the items in stock that have a date.
    static func datedStock(
        of household: Household.ID, in transaction: any SQLTransaction
    ) throws -> [StockItem] {
        try transaction.query(
            "SELECT * FROM stock_item WHERE household_id = ? AND used_up_at IS NULL AND date_day IS NOT NULL",
            [household.rawValue]
        ).map { try $0.stockItem() }
    }

    private static func stockItem(
        _ id: StockItem.ID, of household: Household.ID, in transaction: any SQLTransaction
    ) throws -> StockItem? {
        try transaction.first(
            "SELECT * FROM stock_item WHERE household_id = ? AND id = ?", [household.rawValue, id.rawValue]
        ).map { try $0.stockItem() }
    }

    /// All columns but the time at which the item was added, which never changes.
    private static func columns(of item: StockItem, in household: Household.ID) -> SQLArguments {
        let content = item.content
        return [
            "household": household.rawValue, "id": item.id.rawValue, "code": content.code, "name": content.name,
            "amount": content.amount?.number, "unit": content.amount?.unit.rawValue, "place": content.place?.text,
            "kind": content.date?.kind.rawValue, "day": content.date?.day.number,
            "opened": content.openedOn?.number, "lot": content.lot, "used": item.usedUpAt?.milliseconds,
        ]
    }

    private static var missingStock: HouseholdError {
        HouseholdError(.notFound, localized("That item is not in stock."))
    }
}

extension SQLRow {
    fileprivate func stockItem() throws -> StockItem {
        var content = StockItem.Content(code: self["code"], name: try required("name"))
        if let number: Double = self["amount"] { content.amount = try? FoodAmount(number, try word("unit")) }
        if let place: String = self["place"] { content.place = try? StockPlace.read(place) }
        if let day: Int = self["date_day"] {
            content.date = FoodDate(try word("date_kind"), LocalDay(number: day))
        }
        content.openedOn = (self["opened_day"] as Int?).map { LocalDay(number: $0) }
        content.lot = self["lot"]
        return StockItem(
            id: try identifier("id"), content: content, addedAt: Date(milliseconds: try required("added_at")),
            usedUpAt: (self["used_up_at"] as Int64?).map(Date.init(milliseconds:)))
    }
}
