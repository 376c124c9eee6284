import Foundation
import HTTPTransport
import HTTPTypes

extension OpenFoodFactsClient {
    /// Returns a product. `GET /api/v3.6/product/{code}`.
    ///
    /// If the service does not know that version, a second request goes to `GET /api/v2/product/{code}`.
    ///
    /// - Parameters:
    ///   - barcode: the product's barcode.
    ///   - fields: the requested fields; all of them, about 50 kB, if empty.
    ///   - language: the language of names and texts; the product's own by default.
    ///   - country: the country whose rules and prices apply; the world by default.
    /// - Returns: the product, also of the sister projects; an answer without a product if there is none.
    /// - Throws: ``OpenFoodFactsError``, for example ``OpenFoodFactsError/Code/rateLimited``.
    public func product(
        _ barcode: Barcode, fields: [ProductField] = ProductField.page, language: Language? = nil,
        country: Country? = nil
    ) async throws -> OpenFoodFactsReply<ProductAnswer> {
        try Rule.check(values: fields.map(\.rawValue))
        return try await product(
            code: barcode.digits, fields: fields.joined, lc: language?.rawValue, cc: country?.rawValue)
    }

    /// The same as ``product(_:fields:language:country:)`` with untyped parameters: any code, fields with commas.
    ///
    /// - Parameters:
    ///   - code: 4 to 24 digits; the service normalizes it and adds a warning.
    ///   - fields: names separated by commas.
    ///   - lc: the language.
    ///   - cc: the country, with `uk` for the United Kingdom.
    ///   - tagsLC: the language of the tags; by default as they are stored.
    ///   - api: the only version to use; nil to try both.
    /// - Returns: the product, or an answer without a product.
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

    /// Whether the error means that the service does not have this version of the API.
    private static func isUnknownVersion(_ error: OpenFoodFactsError) -> Bool {
        switch error.code {
        case .notFound, .methodNotAllowed, .keyNotFound, .valueNotFound, .typeMismatch: true
        case .unsupportedSuccessResponse: error.status == 200
        default: error.status == 410 || error.status == 501
        }
    }

    private func read(_ call: Wire.Call) async throws -> OpenFoodFactsReply<ProductAnswer> {
        var response = try await wire.answer(to: call)
        // Products of sister projects are on other hosts: at most two redirects are followed.
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

    /// The target of a redirect; nil if it is not a product on a host of Open Food Facts or its sister projects.
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
    /// Whether the JSON is a response about a product, of status 200 or 404.
    static func isAnswer(_ json: JSONValue) -> Bool { json.text("status") != nil }
}

extension OpenFoodFactsError {
    /// The error for a response of 200 that reports a failure other than a missing product.
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
