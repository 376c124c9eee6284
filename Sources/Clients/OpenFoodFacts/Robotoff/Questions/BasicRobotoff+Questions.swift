import HTTPTransport

extension RobotoffClient.Basic {
    /// The same as ``RobotoffClient/questions(of:count:language:types:serverType:)``. `GET /questions/{barcode}`.
    public func questions(
        barcode: String, count: Int? = nil, lang: String? = nil, insightTypes: String? = nil, serverType: String? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Question>> {
        let call = get("/questions/" + (try Rule.segment(barcode, .barcode))) { query in
            query.add("count", count)
            query.add("lang", lang)
            query.add("server_type", serverType)
            query.add("insight_types", insightTypes)
            query.add("device_id", client.device)
        }
        return try await wire.send(call) { try RobotoffList($0, under: "questions") }
    }

    /// The same as ``RobotoffClient/questions(where:order:page:count:language:)``. `GET /questions`.
    public func questions(
        orderBy: String? = nil, page: Int? = nil, count: Int? = nil, lang: String? = nil, insightTypes: String? = nil,
        valueTag: String? = nil, brands: String? = nil, countries: String? = nil, reservedBarcode: Bool? = nil,
        campaigns: String? = nil, predictor: String? = nil, withImage: Bool? = nil, serverType: String? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Question>> {
        let filter = Filter(
            insightTypes: insightTypes, valueTag: valueTag, brands: brands, countries: countries,
            reservedBarcode: reservedBarcode, campaigns: campaigns, predictor: predictor, withImage: withImage,
            serverType: serverType)
        return try await collection("/questions", filter, orderBy: orderBy, page: page, count: count, lang: lang)
    }

    /// The same as ``RobotoffClient/randomQuestions(where:count:language:)``. `GET /questions/random`.
    public func randomQuestions(
        count: Int? = nil, lang: String? = nil, insightTypes: String? = nil, valueTag: String? = nil,
        brands: String? = nil, countries: String? = nil, reservedBarcode: Bool? = nil, campaigns: String? = nil,
        predictor: String? = nil, withImage: Bool? = nil, serverType: String? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Question>> {
        let filter = Filter(
            insightTypes: insightTypes, valueTag: valueTag, brands: brands, countries: countries,
            reservedBarcode: reservedBarcode, campaigns: campaigns, predictor: predictor, withImage: withImage,
            serverType: serverType)
        return try await collection("/questions/random", filter, orderBy: nil, page: nil, count: count, lang: lang)
    }

    /// The same as ``RobotoffClient/popularQuestions(where:page:count:language:)``. `GET /questions/popular`.
    public func popularQuestions(
        page: Int? = nil, count: Int? = nil, lang: String? = nil, insightTypes: String? = nil, valueTag: String? = nil,
        brands: String? = nil, countries: String? = nil, reservedBarcode: Bool? = nil, campaigns: String? = nil,
        predictor: String? = nil, withImage: Bool? = nil, serverType: String? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Question>> {
        let filter = Filter(
            insightTypes: insightTypes, valueTag: valueTag, brands: brands, countries: countries,
            reservedBarcode: reservedBarcode, campaigns: campaigns, predictor: predictor, withImage: withImage,
            serverType: serverType)
        return try await collection("/questions/popular", filter, orderBy: nil, page: page, count: count, lang: lang)
    }

    /// The same as
    /// ``RobotoffClient/unansweredQuestions(type:countries:page:count:reservedBarcode:campaigns:predictor:serverType:)``.
    /// `GET /questions/unanswered`.
    public func unansweredQuestions(
        type: String? = nil, countries: String? = nil, page: Int? = nil, count: Int? = nil,
        reservedBarcode: Bool? = nil, campaigns: String? = nil, predictor: String? = nil, serverType: String? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<UnansweredGroup>> {
        let call = get("/questions/unanswered") { query in
            query.add("type", type)
            query.add("countries", countries)
            query.add("page", page)
            query.add("count", count)
            query.add("reserved_barcode", reservedBarcode)
            query.add("campaigns", campaigns)
            query.add("predictor", predictor)
            query.add("server_type", serverType)
        }
        return try await wire.send(call) { try RobotoffList($0, under: "questions") }
    }

    /// The filter of three calls.
    private struct Filter {
        var insightTypes: String?
        var valueTag: String?
        var brands: String?
        var countries: String?
        var reservedBarcode: Bool?
        var campaigns: String?
        var predictor: String?
        var withImage: Bool?
        var serverType: String?
    }

    private func collection(
        _ path: String, _ filter: Filter, orderBy: String?, page: Int?, count: Int?, lang: String?
    ) async throws -> OpenFoodFactsReply<RobotoffList<Question>> {
        let call = get(path) { query in
            query.add("order_by", orderBy)
            query.add("page", page)
            query.add("count", count)
            query.add("lang", lang)
            query.add("insight_types", filter.insightTypes)
            query.add("value_tag", filter.valueTag)
            query.add("brands", filter.brands)
            query.add("countries", filter.countries)
            query.add("reserved_barcode", filter.reservedBarcode)
            query.add("campaigns", filter.campaigns)
            query.add("predictor", filter.predictor)
            query.add("with_image", filter.withImage)
            query.add("server_type", filter.serverType)
            query.add("device_id", client.device)
        }
        return try await wire.send(call) { try RobotoffList($0, under: "questions") }
    }
}
