import Foundation
import HTTPTypes
import Household
import Hummingbird
import Larder

/// The pages of a product: its data, the verdict on the household's diet, and its questions.
struct FoodProductPages {
    let household: Household
    let renderer: PageRenderer

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.products) { _, _ in Response.seeOther(Site.larder) }
        router
            .on(.get, Site.product) { request, context in
                let (code, query) = (try Site.product.read(context), Upload.query(request))
                let view = try await household.larder.product(code, mayAsk: false)
                guard view.code == code else { return Response.seeOther(Self.address(of: view)) }
                return try await sheet(view, query: query)
            }
            // A browser shows this path if a refresh failed. A GET request for it redirects to the product.
            .on(.get, Site.refreshProduct) { _, context in
                Response.seeOther(Site.product(try Site.product.read(context)))
            }
            .on(.post, Site.refreshProduct) { _, context in
                let view = try await household.larder.lookUp(try Site.product.read(context), isFresh: true)
                // The reason of a failure is in the response itself, not in an address.
                if view.problem != nil { return try await sheet(view, query: [:]) }
                await prepare(view)
                return Response.seeOther(Site.product(view.code).with(["note": "fresh"]))
            }
            .on(.get, Site.productQuestions) { _, context in
                Response.seeOther(Site.product(try Site.product.read(context)).with(at: "questions"))
            }
            .on(.post, Site.productQuestions) { _, context in
                let view = try await household.larder.product(try Site.product.read(context), mayAsk: false)
                let asked = try await household.larder.questions(about: view.code)
                if asked.problem != nil { return try await sheet(view, query: [:], asked: asked) }
                await household.preparePictures(of: asked.questions.first)
                return Response.seeOther(Site.product(view.code).with(at: "questions"))
            }
            .on(.post, Site.removeProduct) { _, context in
                do {
                    try await household.larder.removeFromLarder(try Site.product.read(context))
                } catch let error as HouseholdError where error.code == .notFound {}
                return Response.seeOther(Site.larder.with(["note": "removed"]))
            }
    }

    /// Redirects to the page of a product after a look-up. Returns the page itself if the service could not be reached,
    /// because the page then contains the reason.
    func found(_ view: ProductView) async throws -> Response {
        if view.problem != nil { return try await sheet(view, query: [:]) }
        await prepare(view)
        return Response.seeOther(Self.address(of: view))
    }

    /// Fetches the questions and pictures of the product's page, because rendering the page fetches nothing.
    private func prepare(_ view: ProductView) async {
        guard view.product != nil else { return }
        await household.prepare { [household] in
            async let pictures: Void = household.larder.fetchPictures(of: view.code)
            let asked = try await household.larder.questions(about: view.code)
            if let first = asked.questions.first { await household.larder.fetchPictures(of: first.id) }
            await pictures
        }
    }

    /// Returns the address of a product. It contains the entered text if the page has a remark about it.
    static func address(of view: ProductView) -> String {
        let input = view.reading.input
        let isShown = view.reading.sentence != nil && input.utf8.count <= 100
        return Site.product(view.code).with(["read": isShown ? input : nil])
    }

    /// `asked` is the service's new answer; nil shows the stored questions.
    private func sheet(
        _ view: ProductView, query: [String: String], asked: QuestionsView? = nil
    ) async throws -> Response {
        let home = try await household.settings.home()
        var model = FoodProductModel(view: view, clock: try household.settings.clock(of: home))
        model.reading = query["read"].map { BarcodeReading($0) }.flatMap { $0.offCode == view.code ? $0 : nil }
        model.note = query["note"]
        model.kept = try await household.keptPictures(of: view)
        guard let product = view.product else {
            return renderer.page(
                MissingProductPage(product: model.context), title: model.title, tab: .larder, household: household)
        }
        let shown: QuestionsView
        if let asked {
            shown = asked
        } else {
            shown = try await household.larder.questions(about: view.code, mayAsk: false)
        }
        let back = Site.product(view.code).with(at: "questions")
        var questions = FoodQuestionsModel(
            view: shown, back: back, ask: Site.productQuestions(view.code), clock: model.clock,
            isNear: household.larder.services.service.isOwn)
        questions.kept = try await household.keptPictures(of: shown.questions.first)
        let page = ProductPage(
            product: model.context, known: model.known(product), asking: questions.context, jump: questions.jump,
            message: try await household.voteMessage(query, back: back),
            stock: try await household.stockForm(of: view.code))
        return renderer.page(page, title: model.title, tab: .larder, household: household)
    }
}

/// The page of a known product.
struct ProductPage: PageFields {
    static let template = "food-product"

    let product: FoodProductModel.Fields
    let known: FoodProductModel.Known
    let asking: FoodQuestionsModel.Fields
    let jump: String?
    let message: VoteMessageModel.Fields?
    let stock: ProductStockFields
}

/// The page of a code without a known product.
struct MissingProductPage: PageFields {
    static let template = "food-missing"

    let product: FoodProductModel.Fields
}

extension Household {
    /// Returns the kinds of pictures of a product that are stored.
    fileprivate func keptPictures(of view: ProductView) async throws -> Set<Product.Picture> {
        var kept: Set<Product.Picture> = []
        for kind in view.product?.pictures.keys ?? [:].keys
        where try await larder.picture(kind, of: view.code, mayAsk: false) != nil { kept.insert(kind) }
        return kept
    }
}
