import Calendar
import Documents
import Foundation
import Household
import Hummingbird
import Larder

/// The routes of the stock and the shopping list. Docs/api.md describes them.
struct StockAPI {
    let household: Household

    private struct Day: Decodable {
        let day: String?
    }

    private struct NewLine: Decodable {
        let text: String
        let code: String?
    }

    private struct Tick: Decodable {
        let ticked: Bool
    }

    func add(to router: Router<AppRequestContext>) {
        addStock(to: router)
        addVerbs(to: router)
        addShopping(to: router)
    }

    private func addStock(to router: Router<AppRequestContext>) {
        router.on(.get, Site.API.stock) { request, _ in
            let place = try StockForm.refusing { () throws(StockError) in
                try StockPlace.read(Upload.query(request)["place"] ?? "")
            }
            return try JSON.response(StockDocument(try await household.stock.view(), at: place))
        }
        router.on(.post, Site.API.stock) { request, _ in
            let form = try await Upload.json(StockChange.self, request).form
            let content = try StockForm.refusing { () throws(StockError) in
                var content = StockItem.Content(name: "")
                try form.apply(to: &content)
                return content
            }
            let item = try await household.stock.add(content)
            return try JSON.response(
                StockItemDocument(item), status: .created, location: Site.API.stockItem(item.id))
        }
        router.on(.get, Site.API.stockItem) { _, context in
            try JSON.response(StockItemDocument(try await household.stock.item(Site.API.stockItem.read(context))))
        }
        router.on(.patch, Site.API.stockItem) { request, context in
            let form = try await Upload.json(StockChange.self, request).form
            let item = try await household.stock.change(try Site.API.stockItem.read(context)) {
                (content) throws(StockError) in try form.apply(to: &content)
            }
            return try JSON.response(StockItemDocument(item))
        }
        router.on(.delete, Site.API.stockItem) { _, context in
            try await household.stock.remove(Site.API.stockItem.read(context))
            return Response(status: .noContent)
        }
    }

    private func addVerbs(to router: Router<AppRequestContext>) {
        router.on(.post, Site.API.openStock) { request, context in
            let day = try await Upload.optionalJSON(Day.self, request)?.day
            let item = try await household.stock.open(
                try Site.API.openStock.read(context), on: try AgendaAPI.day(day, "day"))
            return try JSON.response(StockItemDocument(item))
        }
        router.on(.post, Site.API.useUpStock) { _, context in
            try JSON.response(StockItemDocument(try await household.stock.useUp(Site.API.useUpStock.read(context))))
        }
        router.on(.post, Site.API.putBackStock) { _, context in
            try JSON.response(
                StockItemDocument(try await household.stock.putBack(Site.API.putBackStock.read(context))))
        }
        router.on(.post, Site.API.buyStock) { _, context in
            try JSON.response(ShoppingItemDocument(try await household.stock.buy(Site.API.buyStock.read(context))))
        }
    }

    private func addShopping(to router: Router<AppRequestContext>) {
        router.on(.get, Site.API.shopping) { _, _ in
            try JSON.response(ShoppingDocument(try await household.stock.shoppingList()))
        }
        router.on(.post, Site.API.shopping) { request, _ in
            let line = try await Upload.json(NewLine.self, request)
            let item = try await household.stock.buy(line.text, code: line.code)
            return try JSON.response(ShoppingItemDocument(item), status: .created)
        }
        router.on(.patch, Site.API.shoppingItem) { request, context in
            let isTicked = try await Upload.json(Tick.self, request).ticked
            return try JSON.response(
                ShoppingItemDocument(try await household.stock.tick(Site.API.shoppingItem.read(context), isTicked)))
        }
        router.on(.delete, Site.API.shoppingItem) { _, context in
            try await household.stock.removeShopping(Site.API.shoppingItem.read(context))
            return Response(status: .noContent)
        }
        router.on(.post, Site.API.clearShopping) { _, _ in
            try JSON.response(["removed": try await household.stock.clearShopping()])
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
