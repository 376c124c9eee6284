import HTTPTransport
import HTTPTypes

extension RobotoffClient.Basic {
    /// The same as ``RobotoffClient/insights(where:order:page:count:)``. `GET /insights`.
    public func insights(
        insightTypes: String? = nil, barcode: String? = nil, annotated: Bool? = nil, annotation: Int? = nil,
        valueTag: String? = nil, brands: String? = nil, countries: String? = nil, predictor: String? = nil,
        orderBy: String? = nil, count: Int? = nil, page: Int? = nil, campaigns: String? = nil, lc: String? = nil,
        serverType: String? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Insight>> {
        let call = get("/insights") { query in
            query.add("insight_types", insightTypes)
            query.add("barcode", barcode)
            query.add("annotated", annotated)
            query.add("annotation", annotation)
            query.add("value_tag", valueTag)
            query.add("brands", brands)
            query.add("countries", countries)
            query.add("predictor", predictor)
            query.add("order_by", orderBy)
            query.add("count", count)
            query.add("page", page)
            query.add("campaigns", campaigns)
            query.add("lc", lc)
            query.add("server_type", serverType)
            query.add("device_id", client.device)
        }
        return try await wire.send(call) { try RobotoffList($0, under: "insights") }
    }

    /// The same as ``RobotoffClient/randomInsights(type:valueTag:countries:predictor:count:serverType:)``.
    /// `GET /insights/random`.
    public func randomInsights(
        type: String? = nil, valueTag: String? = nil, count: Int? = nil, predictor: String? = nil,
        countries: String? = nil, serverType: String? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Insight>> {
        let call = get("/insights/random") { query in
            query.add("type", type)
            query.add("value_tag", valueTag)
            query.add("count", count)
            query.add("predictor", predictor)
            query.add("countries", countries)
            query.add("server_type", serverType)
        }
        return try await wire.send(call) { try RobotoffList($0, under: "insights") }
    }

    /// The same as ``RobotoffClient/insights(of:serverType:)``. `GET /insights/{barcode}`.
    public func insights(
        barcode: String, serverType: String? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Insight>> {
        let call = get("/insights/" + (try Rule.segment(barcode, .barcode))) { $0.add("server_type", serverType) }
        return try await wire.send(call) { try RobotoffList($0, under: "insights") }
    }

    /// The same as ``RobotoffClient/insight(_:)``. `GET /insights/detail/{id}`.
    public func insight(id: String) async throws -> OpenFoodFactsReply<Insight> {
        try await wire.send(get("/insights/detail/" + (try Rule.segment(id, .id)), about: .insight))
    }

    /// The same as ``RobotoffClient/insightDump(types:barcode:annotated:valueTag:count:serverType:)``.
    /// `GET /insights/dump`.
    public func insightDump(
        insightTypes: String? = nil, barcode: String? = nil, annotated: Bool? = nil, valueTag: String? = nil,
        count: Int? = nil, serverType: String? = nil
    ) async throws -> OpenFoodFactsReply<InsightDump> {
        var call = get("/insights/dump") { query in
            query.add("insight_types", insightTypes)
            query.add("barcode", barcode)
            query.add("annotated", annotated)
            query.add("value_tag", valueTag)
            query.add("count", count)
            query.add("server_type", serverType)
        }
        call.accept = "text/csv"
        call.responseLimit = 64 * 1024 * 1024
        let response = try await wire.success(call)
        return OpenFoodFactsReply(
            value: try InsightDump(response), raw: nil, body: response.body, status: response.head.status.code)
    }

    /// The same as ``RobotoffClient/annotate(_:_:ownValue:updatesProduct:)``. `POST /insights/annotate`. Transports do
    /// not repeat it.
    ///
    /// - Parameters:
    ///   - insightID: a UUID.
    ///   - annotation: −1, 0, 1 or 2.
    ///   - update: 0 to store the answer without writing it to the product, otherwise 1 or nil.
    ///   - data: JSON as a text; only for the annotation 2.
    ///   - deviceID: the device's name; by default that of the client's identity.
    /// - Returns: the outcome.
    /// - Throws: ``OpenFoodFactsError``; see ``OpenFoodFactsError/mayHaveArrived``.
    public func annotate(
        insightID: String, annotation: Int, update: Int? = nil, data: String? = nil, deviceID: String? = nil
    ) async throws -> OpenFoodFactsReply<AnnotationOutcome> {
        var form = QueryItems()
        form.add("insight_id", insightID)
        form.add("annotation", annotation)
        form.add("update", update)
        form.add("data", data)
        form.add("device_id", deviceID ?? client.device)
        let isWritten = client.hasAccount && annotation > 0 && update != 0
        return try await wire.send(
            write(.post, "/insights/annotate", about: isWritten ? .acceptance : .insight, .form(form)))
    }
}
