import Documents
import Foundation
import HTTPTypes
import Household
import Hummingbird
import Larder
import Messages
import NIOCore

/// The routes of products and barcodes. Docs/api.md describes them.
struct LarderAPI {
    let household: Household

    private struct ProductLookUp: Decodable {
        /// A number, a GS1 code or a GS1 Digital Link.
        let text: String
        let fresh: Bool?
    }

    func add(to api: APIRoutes) {
        addLarder(to: api)
        addProducts(to: api)
        QuestionAPI(household: household).add(to: api)
        StockAPI(household: household).add(to: api)
        FoodServiceAPI(household: household).add(to: api)
    }

    private func addLarder(to api: APIRoutes) {
        api.on(
            .get, Site.API.larder,
            .init(
                "listProducts", "The products that were looked up, newest first.",
                query: ListPart.parameters(of: "products", usual: 200))
        ) { request, _ in
            let part = try await ListPart(request, usual: 200).of { (line: LarderLine) in
                // A product that was looked up again moved to the front, and is another item there.
                "\(line.item.code)-\(Int64(line.item.lastAt.timeIntervalSince1970 * 1_000))"
            } reading: {
                try await household.larder.contents(limit: $0)
            }
            return try APIAnswer(LarderDocument(part.items)).followed(by: part.next)
        }
        api.on(
            .post, Site.API.larder,
            .init(
                "lookUpProduct", "Looks up a product and adds it to the larder.", body: .json(ProductLookUp.self),
                problems: ["422 barcode-refused"])
        ) { request, _ in
            let body = try await Upload.json(ProductLookUp.self, request)
            let view = try await household.larder.lookUp(body.text, isFresh: body.fresh ?? false)
            if view.problem == nil { await household.larder.fetchPictures(of: view.code) }
            return try APIAnswer(ProductDocument(view), location: Site.API.product(view.code))
        }
        api.empty(
            .delete, Site.API.larderProduct,
            .init("removeProduct", "Removes a product and all stored data about it, except votes.")
        ) { _, context in
            try await household.larder.removeFromLarder(try Site.API.larderProduct.read(context))
        }
        api.on(
            .post, Site.API.scan,
            .init(
                "scanBarcodes", "Reads the barcodes of a photograph. Nothing is stored or looked up.", body: .picture,
                problems: ["422 reading-failed"])
        ) { request, context in
            let scan = try await Upload.withPicture(request, context) { try await household.larder.scan($0) }
            return try APIAnswer(ScanDocument(scan))
        }
        api.on(
            .post, Site.API.foodDates,
            .init(
                "readFoodDates", "Reads the dates on a package. Nothing is stored.", body: .picture,
                problems: ["422 reading-failed invalid-image"])
        ) { request, context in
            let dates = try await Upload.withPicture(request, context) {
                try await household.stock.printedDates(in: $0)
            }
            return try APIAnswer(PrintedDatesDocument(dates))
        }
        api.on(
            .get, Site.API.barcodes,
            .init(
                "readBarcodeText", "The product number in a text. No service is asked.",
                query: [.text("text", "A number, a GS1 code or a GS1 Digital Link")])
        ) { request, _ in
            try APIAnswer(GTINDocument(BarcodeReading(Upload.query(request)["text"] ?? "")))
        }
    }

    private func addProducts(to api: APIRoutes) {
        api.on(
            .get, Site.API.product,
            .init(
                "getProduct", "A product from the stored data. No service is asked.", problems: ["422 barcode-refused"])
        ) { _, context in
            let view = try await household.larder.product(try Site.API.product.read(context), mayAsk: false)
            return try APIAnswer(ProductDocument(view))
        }
        api.on(
            .post, Site.API.product,
            .init(
                "refreshProduct", "A product, requested if there are no recent data.",
                query: [.flag("fresh", "Requests it in any case")], problems: ["422 barcode-refused"])
        ) { request, context in
            let view = try await household.larder.product(
                try Site.API.product.read(context), isFresh: try QueryValue.flag("fresh", Upload.query(request)))
            if view.problem == nil { await household.larder.fetchPictures(of: view.code) }
            return try APIAnswer(ProductDocument(view))
        }
        api.file(
            .get, Site.API.productRaw,
            .init(
                "getRawProduct", "The last answer of Open Food Facts, byte for byte.",
                files: ["application/json", "text/plain; charset=utf-8"], problems: ["422 barcode-refused"])
        ) { _, context in
            let view = try await household.larder.product(try Site.API.product.read(context), mayAsk: false)
            guard let raw = view.remembered?.raw else {
                throw HouseholdError(.notFound, localized("This product was never looked up."))
            }
            return RawAnswer.response(raw)
        }
    }
}

/// The unchanged bytes of a service's response, with headers that prevent their execution.
enum RawAnswer {
    static func response(_ bytes: [UInt8]) -> Response {
        let first = bytes.first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        return Response(
            status: .ok,
            headers: [
                .contentType: isJSON ? "application/json" : "text/plain; charset=utf-8", .cacheControl: "no-store",
                .contentSecurityPolicy: "sandbox",
            ], body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension QuestionQuery {
    private static let kindLimit = 20

    /// Parses the query parameters `order`, `kinds`, `country`, `brand`, `tag`, `campaign`, `page` and `count`. Throws
    /// a 400 problem if one is invalid.
    init(query: [String: String]) throws {
        self.init()
        func word(_ name: String) -> String? {
            let text = query[name].map { String($0.prefix(100)).trimmingCharacters(in: .whitespaces) } ?? ""
            return text.isEmpty ? nil : text
        }
        if let text = word("order") {
            guard let order = Order(rawValue: text) else {
                let orders = Order.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem.badRequest(
                    localized("No such order"), localized("order must be \(orders, "values")."))
            }
            self.order = order
        }
        kinds = (word("kinds") ?? "").split(separator: ",").prefix(Self.kindLimit).map(String.init)
        // Open Food Facts uses the code "uk" instead of "gb".
        country = word("country").flatMap { $0 == "world" ? nil : $0 == "gb" ? "uk" : $0 }
        brand = word("brand")
        valueTag = word("tag")
        campaign = word("campaign")
        page = try QueryValue.number("page", query, 1...100) ?? 1
        count = try QueryValue.number("count", query, 1...100) ?? 25
    }
}
