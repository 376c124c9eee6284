extension RobotoffClient {
    /// Returns the questions about one product. `GET /questions/{barcode}`.
    ///
    /// The service limits the list before it sorts it, so a count of 1 may return a question about packaging although
    /// there is one about the category: request 25 and show the first.
    ///
    /// - Parameters:
    ///   - barcode: the product's barcode.
    ///   - count: the maximum number; 25 by default.
    ///   - language: the language of question and value; English by default. A value without a name in that language is
    ///     returned as a tag (``Question/valueIsTag``).
    ///   - types: the types of insight; the five of ``InsightType/asked`` by default.
    ///   - serverType: the product's project; food by default.
    /// - Returns: the questions; may be empty.
    /// - Throws: ``OpenFoodFactsError``.
    public func questions(
        of barcode: Barcode, count: Int? = nil, language: Language? = nil, types: [InsightType] = [],
        serverType: ServerType? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Question>> {
        try Rule.check(count: count)
        try Rule.check(values: types.map(\.rawValue))
        return try await basic.questions(
            barcode: barcode.digits, count: count, lang: language?.rawValue, insightTypes: types.joined,
            serverType: serverType?.rawValue)
    }

    /// Returns questions about all products. `GET /questions`.
    ///
    /// - Parameters:
    ///   - filter: the filter.
    ///   - order: most scanned products first by default.
    ///   - page: the page number, from 1.
    ///   - count: the number of elements per page; 25 by default.
    ///   - language: the language of question and value; English by default.
    /// - Returns: the questions; ``RobotoffList/count`` stops at 100.
    /// - Throws: ``OpenFoodFactsError``.
    public func questions(
        where filter: QuestionFilter = .init(), order: QuestionOrder? = nil, page: Int? = nil, count: Int? = nil,
        language: Language? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Question>> {
        try filter.check()
        try Rule.check(count: count, page: page)
        return try await basic.questions(
            orderBy: order?.rawValue, page: page, count: count, lang: language?.rawValue,
            insightTypes: filter.types.joined, valueTag: filter.valueTag, brands: filter.brandList,
            countries: filter.countries.joined, reservedBarcode: filter.reservedBarcode,
            campaigns: filter.campaignList, predictor: filter.predictor?.rawValue, withImage: filter.withImage,
            serverType: filter.serverType?.rawValue)
    }

    /// The same as ``questions(where:order:page:count:language:)``, shuffled. `GET /questions/random`.
    public func randomQuestions(
        where filter: QuestionFilter = .init(), count: Int? = nil, language: Language? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Question>> {
        try filter.check()
        try Rule.check(count: count)
        return try await basic.randomQuestions(
            count: count, lang: language?.rawValue, insightTypes: filter.types.joined, valueTag: filter.valueTag,
            brands: filter.brandList, countries: filter.countries.joined, reservedBarcode: filter.reservedBarcode,
            campaigns: filter.campaignList, predictor: filter.predictor?.rawValue, withImage: filter.withImage,
            serverType: filter.serverType?.rawValue)
    }

    /// The same as ``questions(where:order:page:count:language:)``, most scanned products first.
    /// `GET /questions/popular`.
    public func popularQuestions(
        where filter: QuestionFilter = .init(), page: Int? = nil, count: Int? = nil, language: Language? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Question>> {
        try filter.check()
        try Rule.check(count: count, page: page)
        return try await basic.popularQuestions(
            page: page, count: count, lang: language?.rawValue, insightTypes: filter.types.joined,
            valueTag: filter.valueTag, brands: filter.brandList, countries: filter.countries.joined,
            reservedBarcode: filter.reservedBarcode, campaigns: filter.campaignList,
            predictor: filter.predictor?.rawValue, withImage: filter.withImage,
            serverType: filter.serverType?.rawValue)
    }

    /// Returns the number of open insights for each value. `GET /questions/unanswered`.
    ///
    /// - Parameters:
    ///   - type: the type of insight; by default all types, including those without questions.
    ///   - countries: only products sold in one of these countries.
    ///   - page: the page number, from 1.
    ///   - count: the number of values; 25 by default.
    ///   - reservedBarcode: whether barcodes reserved for shops are included.
    ///   - campaigns: only insights that belong to all of these.
    ///   - predictor: only insights of this predictor.
    ///   - serverType: the project; food by default.
    /// - Returns: the values with their numbers, most frequent first; ``RobotoffList/count`` counts insights, not
    ///   values.
    /// - Throws: ``OpenFoodFactsError``.
    public func unansweredQuestions(
        type: InsightType? = nil, countries: [Country] = [], page: Int? = nil, count: Int? = nil,
        reservedBarcode: Bool? = nil, campaigns: [String] = [], predictor: Predictor? = nil,
        serverType: ServerType? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<UnansweredGroup>> {
        try Rule.check(count: count, page: page)
        try Rule.check(values: countries.map(\.rawValue) + campaigns)
        return try await basic.unansweredQuestions(
            type: type?.rawValue, countries: countries.joined, page: page, count: count,
            reservedBarcode: reservedBarcode, campaigns: campaigns.isEmpty ? nil : campaigns.joined(separator: ","),
            predictor: predictor?.rawValue, serverType: serverType?.rawValue)
    }
}
