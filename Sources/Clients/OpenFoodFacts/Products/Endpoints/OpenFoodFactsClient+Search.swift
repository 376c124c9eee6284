import HTTPTransport

extension OpenFoodFactsClient {
    /// Searches products by words. `GET /cgi/search.pl`, the only search by words; at most ten per minute are allowed.
    ///
    /// - Parameters:
    ///   - text: words that must all occur in the product.
    ///   - fields: the fields of each product.
    ///   - language: the language of names and texts.
    ///   - country: only products of this country.
    ///   - page: the page number, from 1.
    ///   - pageSize: 1 to 100; 20 by default.
    /// - Returns: a page of products.
    /// - Throws: ``OpenFoodFactsError``, for example ``OpenFoodFactsError/Code/rateLimited``.
    public func search(
        _ text: String, fields: [ProductField] = ProductField.page, language: Language? = nil, country: Country? = nil,
        page: Int? = nil, pageSize: Int? = nil
    ) async throws -> OpenFoodFactsReply<ProductPage> {
        try Rule.check(text: text, limit: 500)
        var call = Wire.Call(path: "/cgi/search.pl")
        call.query.add("search_terms", text)
        call.query.add("search_simple", 1)
        call.query.add("action", "process")
        call.query.add("json", 1)
        return try await search(call, fields, language, country, page, pageSize)
    }

    /// Searches products by tags. `GET /api/v2/search`; at most ten per minute are allowed.
    ///
    /// - Parameters:
    ///   - tags: the required tags, by kind, for example `["categories": ["en:chocolates"], "brands": ["ferrero"]]`.
    ///   - fields: the fields of each product.
    ///   - language: the language of names and texts.
    ///   - country: only products of this country.
    ///   - page: the page number, from 1.
    ///   - pageSize: 1 to 100; 24 by default.
    /// - Returns: a page of products.
    /// - Throws: ``OpenFoodFactsError``.
    public func search(
        tags: [String: [String]], fields: [ProductField] = ProductField.page, language: Language? = nil,
        country: Country? = nil, page: Int? = nil, pageSize: Int? = nil
    ) async throws -> OpenFoodFactsReply<ProductPage> {
        var call = Wire.Call(path: "/api/v2/search")
        for (kind, values) in tags.sorted(by: { $0.key < $1.key }) {
            try Rule.check(values: values)
            call.query.add(try Rule.segment(kind, .id) + "_tags", values.joined(separator: ","))
        }
        return try await search(call, fields, language, country, page, pageSize)
    }

    /// Returns the words of a taxonomy with a given prefix. `GET /api/v3/taxonomy_suggestions`.
    ///
    /// Cache the results, and do not call it for every typed letter.
    ///
    /// - Parameters:
    ///   - text: the prefix; if it is empty, the most used words are returned.
    ///   - taxonomy: for example `categories`, `labels`, `ingredients`, `brands`, `countries`.
    ///   - language: the language of the words.
    ///   - country: words used in this country come first.
    ///   - limit: 1 to 400; 25 by default.
    /// - Returns: words, most likely first.
    /// - Throws: ``OpenFoodFactsError``.
    public func suggestions(
        for text: String, in taxonomy: String, language: Language? = nil, country: Country? = nil, limit: Int? = nil
    ) async throws -> OpenFoodFactsReply<Suggestions> {
        try Rule.check(count: limit, limit: 400)
        try Rule.check(text: taxonomy, limit: 100)
        var call = Wire.Call(path: "/api/v3/taxonomy_suggestions")
        call.query.add("tagtype", taxonomy)
        call.query.add("string", text)
        call.query.add("lc", language?.rawValue)
        call.query.add("cc", country?.rawValue)
        call.query.add("limit", limit)
        return try await wire.send(call)
    }

    private func search(
        _ call: Wire.Call, _ fields: [ProductField], _ language: Language?, _ country: Country?, _ page: Int?,
        _ pageSize: Int?
    ) async throws -> OpenFoodFactsReply<ProductPage> {
        try Rule.check(count: pageSize, page: page, limit: 100)
        try Rule.check(values: fields.map(\.rawValue))
        var call = call
        call.query.add("fields", fields.joined)
        call.query.add("lc", language?.rawValue)
        call.query.add("cc", country?.rawValue)
        call.query.add("page", page)
        call.query.add("page_size", pageSize)
        return try await wire.send(call)
    }
}
