import Foundation
import HTTPTransport
import HTTPTypes

extension OpenFoodFactsClient {
    /// What is known of a product. `GET /api/v3.6/product/{code}`, and where the service does not know that version
    /// `GET /api/v2/product/{code}`: two reads then.
    ///
    /// - Parameters:
    ///   - barcode: the product's.
    ///   - fields: which of it; all of it, some 50 kB, where it is empty.
    ///   - language: of names and texts; the product's own where nothing is said.
    ///   - country: whose rules and prices count; the world where nothing is said.
    /// - Returns: the product, or that there is none. Also of the sister projects.
    /// - Throws: ``OpenFoodFactsError``: among them ``OpenFoodFactsError/Code/rateLimited``.
    public func product(
        _ barcode: Barcode, fields: [ProductField] = ProductField.page, language: Language? = nil,
        country: Country? = nil
    ) async throws -> OpenFoodFactsReply<ProductAnswer> {
        try Rule.check(values: fields.map(\.rawValue))
        return try await product(
            code: barcode.digits, fields: fields.joined, lc: language?.rawValue, cc: country?.rawValue)
    }

    /// As ``product(_:fields:language:country:)``, with texts as they go over the wire: any code, fields with commas.
    ///
    /// - Parameters:
    ///   - code: 4 to 24 digits; the service normalizes it and says so in a warning.
    ///   - fields: names with commas.
    ///   - lc: a language.
    ///   - cc: a country, with `uk` for the United Kingdom.
    ///   - tagsLC: the language tags are written in; as they are kept where nothing is said.
    ///   - api: the version, without another one to fall back to; both where nothing is said.
    /// - Returns: the product, or that there is none.
    /// - Throws: ``OpenFoodFactsError``.
    public func product(
        code: String, fields: String? = nil, lc: String? = nil, cc: String? = nil, tagsLC: String? = nil,
        api: ProductAPI? = nil
    ) async throws -> OpenFoodFactsReply<ProductAnswer> {
        let segment = try Rule.segment(code, .barcode)
        func call(_ api: ProductAPI) throws -> Wire.Call {
            var call = Wire.Call(
                path: "/api/\(try Rule.segment(api.rawValue, .id))/product/\(segment)", subject: .product)
            call.query.add("fields", fields)
            call.query.add("lc", lc)
            call.query.add("cc", cc)
            call.query.add("tags_lc", tagsLC)
            call.query.add("product_type", "all")
            return call
        }
        if let api { return try await read(try call(api)) }
        do {
            return try await read(try call(.v3))
        } catch let error as OpenFoodFactsError where Self.isUnknownVersion(error) {
            return try await read(try call(.v2))
        }
    }

    /// What says that the service has no such version, and not that it has no such product or no time.
    private static func isUnknownVersion(_ error: OpenFoodFactsError) -> Bool {
        switch error.code {
        case .notFound, .methodNotAllowed, .keyNotFound, .valueNotFound, .typeMismatch: true
        case .unsupportedSuccessResponse: error.status == 200
        default: error.status == 410 || error.status == 501
        }
    }

    private func read(_ call: Wire.Call) async throws -> OpenFoodFactsReply<ProductAnswer> {
        var response = try await wire.answer(to: call)
        // Of another project: at most from one host to another and on.
        for _ in 0..<2 {
            guard (300..<400).contains(response.head.status.code), let next = destination(response) else { break }
            response = try await wire.answer(to: call, at: next)
        }
        let status = response.head.status.code
        guard status == 200 || status == 404, let json = try? wire.json(response), ProductAnswer.isAnswer(json) else {
            if status >= 400 { throw OpenFoodFactsError(response, about: call.subject, hiding: wire.secrets) }
            guard status == 200 else {
                throw OpenFoodFactsError(
                    .unsupportedSuccessResponse, "the service answered with a status that is not awaited",
                    status: status)
            }
            return try wire.read(response) { try ProductAnswer($0) }
        }
        if status == 200, let failure = OpenFoodFactsError(refusal: json, status: status) { throw failure }
        return try wire.read(response) { try ProductAnswer($0) }
    }

    /// Where a redirect leads; nil where that is no product of the family's hosts.
    private func destination(_ response: HTTPTransport.Response) -> URL? {
        guard let location = response.head.headerFields[.location],
            let url = URL(string: location, relativeTo: baseURL)?.absoluteURL, let host = url.host()?.lowercased(),
            url.path().hasPrefix("/api/v"), url.user() == nil
        else { return nil }
        let isSame = url.scheme == baseURL.scheme && host == baseURL.host()?.lowercased() && url.port == baseURL.port
        let isFamily =
            url.scheme == "https" && url.port == nil
            && Self.family.contains { name in
                ["org", "net"].contains { host == "\(name).\($0)" || host.hasSuffix(".\(name).\($0)") }
            }
        return isSame || isFamily ? url : nil
    }

    private static let family = ["openfoodfacts", "openbeautyfacts", "openpetfoodfacts", "openproductsfacts"]
}

extension ProductAnswer {
    /// Whether this is an answer about a product at all, of status 200 or 404.
    static func isAnswer(_ json: JSONValue) -> Bool { json.text("status") != nil }
}

extension OpenFoodFactsError {
    /// An answer of status 200 that says failure, and not that there is no product.
    init?(refusal json: JSONValue, status: Int) {
        guard json.text("status") == "failure", !ProductAnswer.isAbsence(json) else { return nil }
        let id = json.list("errors")?.first?["message"]?.words("id")
        let isLogin = id == "invalid_user_id_and_password"
        self.init(
            isLogin ? .authenticationRequired : .unanalysed,
            isLogin ? "the service wants name and password" : "the service tells an error", status: status,
            serviceCode: id.map { String($0.prefix(60)) })
    }
}
