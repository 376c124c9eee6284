import Foundation
import HTTPTypes
import Household
import Hummingbird
import Larder
import Messages
import Recognition

/// The pages of the stock: the list by date, one item, and their forms.
struct StockPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.stock) { request, _ in
            let query = Upload.query(request)
            return try await list(place: query["place"], note: query["note"], item: query["item"])
        }
        router.on(.post, Site.stock) { request, _ in
            let form = StockForm(try await Upload.form(request))
            do {
                let content = try StockForm.refusing { () throws(StockError) in
                    var content = StockItem.Content(name: "")
                    try form.apply(to: &content)
                    return content
                }
                let item = try await household.stock.add(content)
                return Response.seeOther(Self.address("added", item.id))
            } catch let error as HouseholdError where error.code == .stockRefused {
                return try await list(typed: form, fault: Problem(error))
            }
        }
        router.on(.get, Site.stockItem) { request, context in
            try await sheet(Site.stockItem.read(context), note: Upload.query(request)["note"])
        }
        router.on(.post, Site.stockItem) { request, context in
            let id = try Site.stockItem.read(context)
            let form = StockForm(try await Upload.form(request))
            do {
                _ = try await household.stock.change(id) { (content) throws(StockError) in
                    try form.apply(to: &content)
                }
                return Response.seeOther(Self.address("saved", id))
            } catch let error as HouseholdError where error.code == .stockRefused {
                return try await sheet(id, typed: form, fault: Problem(error))
            }
        }
        addVerbs(to: router)
    }

    private func addVerbs(to router: Router<AppRequestContext>) {
        router.on(.post, Site.openStock) { request, context in
            let place = try await Upload.form(request)["place"]
            let item = try await household.stock.open(Site.openStock.read(context))
            return Response.seeOther(Self.address("opened", item.id, place))
        }
        router.on(.post, Site.useUpStock) { request, context in
            let place = try await Upload.form(request)["place"]
            let item = try await household.stock.useUp(Site.useUpStock.read(context))
            return Response.seeOther(Self.address("used-up", item.id, place))
        }
        router.on(.post, Site.putBackStock) { _, context in
            let item = try await household.stock.putBack(Site.putBackStock.read(context))
            return Response.seeOther(Self.address("put-back", item.id))
        }
        router.on(.post, Site.buyStock) { _, context in
            _ = try await household.stock.buy(Site.buyStock.read(context))
            return Response.seeOther(Site.shopping.with(["note": "added"]))
        }
        router.on(.post, Site.removeStock) { _, context in
            do {
                try await household.stock.remove(Site.removeStock.read(context))
            } catch let error as HouseholdError where error.code == .notFound {}
            return Response.seeOther(Site.stock)
        }
    }

    /// The list with a message about an item.
    private static func address(_ note: String, _ id: StockItem.ID, _ place: String? = nil) -> String {
        Site.stock.with(["note": note, "item": id.rawValue, "place": place.flatMap { $0.isEmpty ? nil : $0 }])
    }

    private func list(
        place: String? = nil, note: String? = nil, item: String? = nil, typed: StockForm? = nil, fault: Problem? = nil
    ) async throws -> Response {
        var model = StockModel(view: try await household.stock.view())
        model.place = try? StockPlace.read(place ?? "")
        if let note, let id = item.flatMap({ StockItem.ID($0) }), let item = try? await household.stock.item(id) {
            model.message = (note, item)
        }
        (model.typed, model.fault) = (typed, fault)
        return renderer.page(
            model.context, title: fault?.title ?? localized("Stock"), tab: .larder, household: household,
            status: fault?.status ?? .ok)
    }

    private func sheet(
        _ id: StockItem.ID, note: String? = nil, typed: StockForm? = nil, fault: Problem? = nil
    ) async throws -> Response {
        let item = try await household.stock.item(id)
        let page = StockItemPage(item, try await household.stock.view(), note: note, typed: typed, fault: fault)
        return renderer.page(
            page, title: fault?.title ?? item.content.name, tab: .larder, household: household,
            status: fault?.status ?? .ok)
    }
}
