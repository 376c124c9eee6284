extension RobotoffClient {
    /// What is asked about one product. `GET /questions/{barcode}`.
    ///
    /// The service cuts the list before it sorts it, so with a count of 1 a question about packaging may come while one
    /// about the category waits: ask for 25 and show the first.
    ///
    /// - Parameters:
    ///   - barcode: the product's.
    ///   - count: how many at most; 25 where nothing is said.
    ///   - language: of question and value; English where nothing is said. A value that has no name in it comes as a tag
    ///     (``Question/valueIsTag``).
    ///   - types: about what; the five of ``InsightType/asked`` where nothing is said.
    ///   - serverType: the product's project; food where nothing is said.
    /// - Returns: questions, of which there may be none.
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

    /// What is asked about any products. `GET /questions`.
    ///
    /// - Parameters:
    ///   - filter: which of them.
    ///   - order: most scanned products first where nothing is said.
    ///   - page: from 1.
    ///   - count: how many on a page; 25 where nothing is said.
    ///   - language: of question and value; English where nothing is said.
    /// - Returns: questions; ``RobotoffList/count`` stops at 100.
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

    /// As ``questions(where:order:page:count:language:)``, shuffled. `GET /questions/random`.
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

    /// As ``questions(where:order:page:count:language:)``, most scanned products first. `GET /questions/popular`.
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

    /// About which values how many insights wait. `GET /questions/unanswered`.
    ///
    /// - Parameters:
    ///   - type: about what; where nothing is said about all kinds, also those that have no questions.
    ///   - countries: of products sold in one of these.
    ///   - page: from 1.
    ///   - count: how many values; 25 where nothing is said.
    ///   - reservedBarcode: whether codes of a shop's own are among them.
    ///   - campaigns: belonging to all of these.
    ///   - predictor: found by this.
    ///   - serverType: of this project; of food where nothing is said.
    /// - Returns: values with numbers, the most frequent first; ``RobotoffList/count`` counts insights, not values.
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
