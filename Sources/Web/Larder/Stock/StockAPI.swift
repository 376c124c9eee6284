import Calendar
import Documents
import Foundation
import Household
import Hummingbird
import Larder
import Recognition

/// The routes of the stock and the shopping list. Docs/api.md describes them.
struct StockAPI {
    let household: Household

    private struct OpeningDay: Decodable {
        let day: String?
    }

    private struct NewShoppingItem: Decodable {
        let text: String
        let code: String?
    }

    private struct RemovedLinesDocument: Encodable {
        /// The number of removed lines.
        let removed: Int
    }

    private struct ShoppingTick: Decodable {
        let ticked: Bool
    }

    func add(to api: APIRoutes) {
        addStock(to: api)
        addVerbs(to: api)
        addShopping(to: api)
    }

    private func addStock(to api: APIRoutes) {
        api.on(
            .get, Site.API.stock,
            .init(
                "listStock", "The food in stock.",
                query: [.text("place", "Only items at this place")] + ListPart.parameters(of: "items"),
                problems: ["422 stock-refused"])
        ) { request, _ in
            let place = try StockForm.refusing { () throws(StockError) in
                try StockPlace.read(Upload.query(request)["place"] ?? "")
            }
            var document = StockDocument(try await household.stock.view(), at: place)
            let part = try ListPart(request).of(document.items) { $0.id }
            document.items = part.items
            return try APIAnswer(document).followed(by: part.next)
        }
        api.on(
            .post, Site.API.stock,
            .init(
                "addStock", "Adds an item to the stock.", body: .json(StockChange.self), statuses: [.created],
                problems: ["422 stock-refused"])
        ) { request, _ in
            let form = try await Upload.json(StockChange.self, request).form
            let content = try StockForm.refusing { () throws(StockError) in
                var content = StockItem.Content(name: "")
                try form.apply(to: &content)
                return content
            }
            let item = try await household.stock.add(content)
            return try APIAnswer(
                StockItemDocument(item), status: .created, location: Site.API.stockItem(item.id))
        }
        api.on(.get, Site.API.stockItem, .init("getStockItem", "One item.")) { _, context in
            try APIAnswer(StockItemDocument(try await household.stock.item(Site.API.stockItem.read(context))))
        }
        api.on(
            .patch, Site.API.stockItem,
            .init("changeStockItem", "Changes an item.", body: .json(StockChange.self), problems: ["422 stock-refused"])
        ) { request, context in
            let form = try await Upload.json(StockChange.self, request).form
            let item = try await household.stock.change(try Site.API.stockItem.read(context)) {
                (content) throws(StockError) in try form.apply(to: &content)
            }
            return try APIAnswer(StockItemDocument(item))
        }
        api.empty(.delete, Site.API.stockItem, .init("removeStockItem", "Removes an item.")) { _, context in
            try await household.stock.remove(Site.API.stockItem.read(context))
        }
    }

    private func addVerbs(to api: APIRoutes) {
        api.on(
            .post, Site.API.openStock,
            .init(
                "openStockItem", "Notes the day on which an item was opened.", body: .optionalJSON(OpeningDay.self),
                problems: ["422 stock-refused day-refused"])
        ) { request, context in
            let day = try await Upload.optionalJSON(OpeningDay.self, request)?.day
            let item = try await household.stock.open(
                try Site.API.openStock.read(context), on: try AgendaAPI.day(day, "day"))
            return try APIAnswer(StockItemDocument(item))
        }
        api.on(
            .post, Site.API.useUpStock,
            .init("useUpStockItem", "Notes that an item is used up.")
        ) { _, context in
            try APIAnswer(StockItemDocument(try await household.stock.useUp(Site.API.useUpStock.read(context))))
        }
        api.on(
            .post, Site.API.putBackStock,
            .init("putBackStockItem", "Puts an item back into the stock.")
        ) { _, context in
            try APIAnswer(
                StockItemDocument(try await household.stock.putBack(Site.API.putBackStock.read(context))))
        }
        api.on(
            .post, Site.API.buyStock,
            .init("buyStockItem", "Writes an item on the shopping list.", problems: ["422 stock-refused"])
        ) { _, context in
            try APIAnswer(ShoppingItemDocument(try await household.stock.buy(Site.API.buyStock.read(context))))
        }
    }

    private func addShopping(to api: APIRoutes) {
        api.on(
            .get, Site.API.shopping,
            .init("getShoppingList", "The shopping list.", query: ListPart.parameters(of: "lines"))
        ) { request, _ in
            let part = try ListPart(request).of(await household.stock.shoppingList()) { $0.id.rawValue }
            return try APIAnswer(ShoppingDocument(part.items)).followed(by: part.next)
        }
        api.on(
            .post, Site.API.shopping,
            .init(
                "addShoppingItem", "Writes a line on the shopping list.", body: .json(NewShoppingItem.self),
                statuses: [.created], problems: ["422 stock-refused"])
        ) { request, _ in
            let line = try await Upload.json(NewShoppingItem.self, request)
            let item = try await household.stock.buy(line.text, code: line.code)
            return try APIAnswer(ShoppingItemDocument(item), status: .created)
        }
        api.on(.get, Site.API.shoppingItem, .init("getShoppingItem", "One line of the shopping list.")) { _, context in
            try APIAnswer(
                ShoppingItemDocument(try await household.stock.shoppingItem(Site.API.shoppingItem.read(context))))
        }
        api.on(
            .patch, Site.API.shoppingItem,
            .init("tickShoppingItem", "Ticks a line, or removes its tick.", body: .json(ShoppingTick.self))
        ) { request, context in
            let isTicked = try await Upload.json(ShoppingTick.self, request).ticked
            return try APIAnswer(
                ShoppingItemDocument(try await household.stock.tick(Site.API.shoppingItem.read(context), isTicked)))
        }
        api.empty(.delete, Site.API.shoppingItem, .init("removeShoppingItem", "Removes a line.")) { _, context in
            try await household.stock.removeShopping(Site.API.shoppingItem.read(context))
        }
        api.on(.post, Site.API.clearShopping, .init("clearShoppingList", "Removes all ticked lines.")) { _, _ in
            try APIAnswer(RemovedLinesDocument(removed: try await household.stock.clearShopping()))
        }
    }
}

/// The values of an item in a request of the API; a missing value stays as it is, and an empty text removes one.
struct StockChange: Decodable {
    let code: String?
    let name: String?
    /// 0 removes the amount.
    let amount: Double?
    let unit: String?
    let place: String?
    let dateKind: String?
    let date: String?
    let openedOn: String?
    let lot: String?

    /// The same as a form.
    var form: StockForm {
        StockForm(
            code: code, name: name, amount: amount.map { $0 == 0 ? "" : String($0) }, unit: unit, place: place,
            dateKind: dateKind, date: date, openedOn: openedOn, lot: lot)
    }
}
