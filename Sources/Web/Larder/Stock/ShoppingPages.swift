import Foundation
import HTTPTypes
import Household
import Hummingbird
import Larder
import Messages

/// The page of the shopping list and its forms.
struct ShoppingPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.shopping) { request, _ in try await page(note: Upload.query(request)["note"]) }
        router.on(.post, Site.shopping) { request, _ in
            let text = try await Upload.form(request)["text"] ?? ""
            do {
                _ = try await household.stock.buy(text)
                return Response.seeOther(Site.shopping.with(["note": "added"]))
            } catch let error as HouseholdError where error.code == .stockRefused {
                return try await page(typed: text, fault: Problem(error))
            }
        }
        router.on(.post, Site.tickShopping) { _, context in
            _ = try await household.stock.tick(Site.tickShopping.read(context), true)
            return Response.seeOther(Site.shopping)
        }
        router.on(.post, Site.untickShopping) { _, context in
            _ = try await household.stock.tick(Site.untickShopping.read(context), false)
            return Response.seeOther(Site.shopping)
        }
        router.on(.post, Site.clearShopping) { _, _ in
            _ = try await household.stock.clearShopping()
            return Response.seeOther(Site.shopping.with(["note": "cleared"]))
        }
    }

    private func page(note: String? = nil, typed: String? = nil, fault: Problem? = nil) async throws -> Response {
        let page = ShoppingPage(
            try await household.stock.shoppingList(), note: note.flatMap(ShoppingPage.note), typed: typed, fault: fault)
        return renderer.page(
            page, title: fault?.title ?? localized("Shopping list"), tab: .larder, household: household,
            status: fault?.status ?? .ok)
    }
}

/// The fields of shopping.mustache; pure.
struct ShoppingPage: PageFields {
    static let template = "shopping"

    struct Row: TemplateFields {
        let text: String
        let isTicked: Bool
        /// The action of the button.
        let toggle: String
        let product: String?
    }

    let rows: [Row]
    let isEmpty: Bool
    let hasTicked: Bool
    let action = Site.shopping
    let clear = Site.clearShopping
    let typed: String
    let limit = ShoppingItem.textLimit
    let note: String?
    let problem: RefusalFields?

    /// The ticked lines are at the end.
    init(_ items: [ShoppingItem], note: String? = nil, typed: String? = nil, fault: Problem? = nil) {
        rows = (items.filter { !$0.isTicked } + items.filter(\.isTicked)).map { item in
            Row(
                text: item.text, isTicked: item.isTicked,
                toggle: item.isTicked ? Site.untickShopping(item.id) : Site.tickShopping(item.id),
                product: item.code.map { Site.product($0) })
        }
        isEmpty = items.isEmpty
        hasTicked = items.contains(where: \.isTicked)
        self.typed = Wording.short(typed ?? "", 500)
        self.note = note
        problem = fault.map(RefusalFields.init)
    }

    static func note(_ name: String) -> String? {
        switch name {
        case "added": localized("Added to the shopping list.")
        case "cleared": localized("The ticked lines are removed.")
        default: nil
        }
    }
}
