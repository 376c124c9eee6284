import Foundation
import HTTPTypes
import Household
import Hummingbird
import Larder
import Messages

/// The pages of the larder.
struct LarderPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        let products = FoodProductPages(household: household, renderer: renderer)
        router.on(.get, Site.larder) { request, _ in try await page(note: Upload.query(request)["note"]) }
        // A browser shows this path after a picture was refused. A GET request for it redirects to the form.
        router.on(.get, Site.scan) { _, _ in Response.seeOther(Site.larder) }
        router.on(.post, Site.scan) { request, context in try await scan(request, context, products) }
        // A bookmark, or the address after a code was refused: the form contains the code, and no product is looked up.
        router.on(.get, Site.lookUp) { request, _ in
            try await page(typed: Upload.query(request)["code"].map { Wording.short($0, 500) })
        }
        router.on(.post, Site.lookUp) { request, _ in
            let code = try await Upload.form(request)["code"] ?? ""
            return try await refusing(request, typed: code) { try await products.found(household.larder.lookUp(code)) }
        }
        products.add(to: router)
        StockPages(household: household, renderer: renderer).add(to: router)
        FoodDatePages(household: household, renderer: renderer).add(to: router)
        ShoppingPages(household: household, renderer: renderer).add(to: router)
        FoodQuestionPages(household: household, renderer: renderer).add(to: router)
        FoodVotePages(household: household, renderer: renderer).add(to: router)
        LarderSettingsPages(household: household, renderer: renderer).add(to: router)
        PersonalDietPages(household: household, renderer: renderer).add(to: router)
        FoodCallPages(household: household, renderer: renderer).add(to: router)
        RobotoffPages(household: household, renderer: renderer).add(to: router)
        FoodPictureRoutes(household: household).add(to: router)
    }

    private func page(note: String? = nil, typed: String? = nil, fault: Problem? = nil) async throws -> Response {
        let counts = try await household.larder.voteCounts().byState
        let home = try await household.settings.home()
        var model = LarderModel(clock: try household.settings.clock(of: home), diet: home.householdDiet)
        model.lines = try await household.larder.contents(limit: LarderModel.rows + 100)
        model.underWay = [.waiting, .sending, .unknown].reduce(0) { $0 + (counts[$1] ?? 0) }
        model.soon = try await household.stock.dated().useSoon.count
        model.note = note
        model.typed = typed
        model.fault = fault
        return renderer.page(
            model.context, title: fault?.title ?? localized("Larder"), tab: .larder, household: household,
            status: fault?.status ?? .ok)
    }

    /// Scans a photograph. A code that needs a confirmation is not looked up.
    private func scan(
        _ request: Request, _ context: AppRequestContext, _ products: FoodProductPages
    ) async throws -> Response {
        try await refusing(request, typed: nil) {
            let scan = try await Upload.withPicture(request, context) { try await household.larder.scan($0) }
            if let code = LarderScanModel.agreed(scan) {
                return try await products.found(household.larder.lookUp(code.lookUpText))
            }
            let model = LarderScanModel(scan: scan)
            return renderer.page(
                model.context, title: model.title, tab: .larder, household: household)
        }
    }

    /// Performs `work`. If it is refused, the page shows the reason and the entered text.
    private func refusing(
        _ request: Request, typed: String?, _ work: () async throws -> Response
    ) async throws -> Response {
        let problem: Problem
        do {
            return try await work()
        } catch let error as HouseholdError {
            problem = Problem(error)
        } catch let error as Problem {
            problem = error
        }
        guard problem.status.code < 500, (request.headers[.accept] ?? "").contains("text/html") else { throw problem }
        return try await page(typed: typed.map { Wording.short($0, 500) }, fault: problem)
    }
}
