import Foundation
import HTTPTypes
import Household
import Hummingbird
import Larder

/// One product: what is known of it, whether it can be eaten here, and what is asked about it.
struct FoodProductPages {
    let household: Household
    let stationery: Stationery

    func add(to router: Router<HouseContext>) {
        router.get(.init(Site.products)) { _, _ in Response.seeOther(Site.larder) }
        router.group("/larder/products/:code")
            .get { request, context in
                let (code, query) = (try context.parameters.require("code"), Upload.query(request))
                let view = try await household.product(code)
                guard view.code == code else { return Response.seeOther(Self.address(of: view)) }
                return try await sheet(view, query: query)
            }
            // Where a browser stands after nobody could be asked: asked again, it shows what is known.
            .get("refresh") { _, context in Response.seeOther(Site.product(try context.parameters.require("code"))) }
            .post("refresh") { _, context in
                let view = try await household.lookUp(try context.parameters.require("code"), isFresh: true)
                // Why there is nothing newer stands in no address.
                if view.problem != nil { return try await sheet(view, query: [:]) }
                return Response.seeOther(Site.product(view.code) + "?note=fresh")
            }
            .post("remove") { _, context in
                do {
                    try await household.removeFromLarder(try context.parameters.require("code"))
                } catch let error as HouseholdError where error.code == .notFound {}
                return Response.seeOther(Site.larder + "?note=removed")
            }
    }

    /// What was looked up, at its own address; or here, where nobody could be asked and that must be told.
    func found(_ view: ProductView) async throws -> Response {
        view.problem == nil ? Response.seeOther(Self.address(of: view)) : try await sheet(view, query: [:])
    }

    /// With what was typed, where that wants a remark.
    static func address(of view: ProductView) -> String {
        let input = view.reading.input
        guard view.reading.sentence != nil, input.utf8.count <= 100,
            let text = input.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        else { return Site.product(view.code) }
        return Site.product(view.code) + "?read=" + text
    }

    private func sheet(_ view: ProductView, query: [String: String]) async throws -> Response {
        let home = try await household.home()
        var model = FoodProductModel(view: view, clock: try household.clock(of: home))
        model.reading = query["read"].map { BarcodeReading($0) }.flatMap { $0.offCode == view.code ? $0 : nil }
        model.note = query["note"]
        var context = model.context
        if view.product != nil {
            let questions = FoodQuestionsModel(
                view: try await household.questions(about: view.code), back: Site.product(view.code) + "#questions",
                clock: model.clock, isNear: household.pantry.service.isOwn)
            context["asking"] = questions.context
            if let jump = questions.jump { context["jump"] = jump }
        }
        if let told = try await household.toldOfVote(query, back: Site.product(view.code) + "#questions") {
            context["told"] = told
        }
        return stationery.page(
            view.product == nil ? "food-missing" : "food-product", title: model.title, tab: .larder,
            household: household, context)
    }
}
