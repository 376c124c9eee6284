import Foundation
import HTTPTransport

extension RobotoffClient {
    /// Returns insights about all products. `GET /insights`.
    ///
    /// - Parameters:
    ///   - filter: the filter.
    ///   - order: the service's own order by default.
    ///   - page: the page number, from 1.
    ///   - count: the number of elements per page; 25 by default.
    /// - Returns: insights, answered and open; ``RobotoffList/count`` stops at 100.
    /// - Throws: ``OpenFoodFactsError``.
    public func insights(
        where filter: InsightFilter, order: InsightOrder? = nil, page: Int? = nil, count: Int? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Insight>> {
        try Rule.check(count: count, page: page)
        let values = filter.types.map(\.rawValue) + filter.brands + filter.countries.map(\.rawValue)
        try Rule.check(values: values + filter.campaigns + filter.languages.map(\.rawValue))
        return try await basic.insights(
            insightTypes: filter.types.joined, barcode: filter.barcode?.digits, annotated: filter.isAnnotated,
            annotation: filter.annotation?.rawValue, valueTag: filter.valueTag,
            brands: filter.brands.isEmpty ? nil : filter.brands.joined(separator: ","),
            countries: filter.countries.joined, predictor: filter.predictor?.rawValue, orderBy: order?.rawValue,
            count: count, page: page,
            campaigns: filter.campaigns.isEmpty ? nil : filter.campaigns.joined(separator: ","),
            lc: filter.languages.joined, serverType: filter.serverType?.rawValue)
    }

    /// Returns open insights in random order. `GET /insights/random`.
    ///
    /// - Parameters:
    ///   - type: the type of insight.
    ///   - valueTag: only this value.
    ///   - countries: only products sold in one of these countries.
    ///   - predictor: only insights of this predictor.
    ///   - count: the maximum number; 25 by default.
    ///   - serverType: the project; food by default.
    /// - Returns: insights.
    /// - Throws: ``OpenFoodFactsError``.
    public func randomInsights(
        type: InsightType? = nil, valueTag: String? = nil, countries: [Country] = [], predictor: Predictor? = nil,
        count: Int? = nil, serverType: ServerType? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Insight>> {
        try Rule.check(count: count)
        try Rule.check(values: countries.map(\.rawValue))
        return try await basic.randomInsights(
            type: type?.rawValue, valueTag: valueTag, count: count, predictor: predictor?.rawValue,
            countries: countries.joined, serverType: serverType?.rawValue)
    }

    /// Returns all open insights about one product. `GET /insights/{barcode}`.
    ///
    /// The service does not filter or count here; for that use ``InsightFilter/barcode``.
    ///
    /// - Parameters:
    ///   - barcode: the product's barcode.
    ///   - serverType: the product's project; food by default.
    /// - Returns: the insights; may be empty.
    /// - Throws: ``OpenFoodFactsError``.
    public func insights(
        of barcode: Barcode, serverType: ServerType? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Insight>> {
        try await basic.insights(barcode: barcode.digits, serverType: serverType?.rawValue)
    }

    /// Returns one insight, answered or open. `GET /insights/detail/{id}`.
    ///
    /// - Parameter id: a UUID.
    /// - Returns: the insight.
    /// - Throws: ``OpenFoodFactsError``, for example ``OpenFoodFactsError/Code/insightUnknown``.
    public func insight(_ id: String) async throws -> OpenFoodFactsReply<Insight> {
        try await basic.insight(id: id)
    }

    /// Returns insights as a table. `GET /insights/dump`.
    ///
    /// - Parameters:
    ///   - types: the types of insight.
    ///   - barcode: only this product.
    ///   - annotated: whether the insights are answered; nil for both.
    ///   - valueTag: only this value.
    ///   - count: the maximum number, 1 to 10,000.
    ///   - serverType: the project; food by default.
    /// - Returns: a table; may be empty.
    /// - Throws: ``OpenFoodFactsError``.
    public func insightDump(
        types: [InsightType] = [], barcode: Barcode? = nil, annotated: Bool? = nil, valueTag: String? = nil,
        count: Int? = nil, serverType: ServerType? = nil
    ) async throws -> OpenFoodFactsReply<InsightDump> {
        try Rule.check(count: count, limit: 10_000)
        try Rule.check(values: types.map(\.rawValue))
        return try await basic.insightDump(
            insightTypes: types.joined, barcode: barcode?.digits, annotated: annotated, valueTag: valueTag,
            count: count, serverType: serverType?.rawValue)
    }

    /// Answers a question. `POST /insights/annotate`. Transports do not repeat it.
    ///
    /// - Parameters:
    ///   - insightID: ``Question/insightID`` or ``Insight/id``.
    ///   - annotation: the answer; ``Annotation/own`` only with an account.
    ///   - ownValue: the right value; only with ``Annotation/own``.
    ///   - updatesProduct: false to store an answer with an account without writing it to the product.
    /// - Returns: the outcome, and what to do next.
    /// - Throws: ``OpenFoodFactsError``, for example ``OpenFoodFactsError/Code/loginMaybeRefused``. If
    ///   ``OpenFoodFactsError/mayHaveArrived`` is true, and after `CancellationError`, do not send the answer again:
    ///   read the insight.
    public func annotate(
        _ insightID: String, _ annotation: Annotation, ownValue: OwnValue? = nil, updatesProduct: Bool = true
    ) async throws -> OpenFoodFactsReply<AnnotationOutcome> {
        guard UUID(uuidString: insightID) != nil else {
            throw OpenFoodFactsError(refusing: .id, "an insight's id is a UUID")
        }
        let fits = annotation == .own ? ownValue != nil && hasAccount && updatesProduct : ownValue == nil
        guard fits, (-1...2).contains(annotation.rawValue) else {
            throw OpenFoodFactsError(
                refusing: .ownValue, "an own value needs data and an account, and is written to the product")
        }
        let data = try ownValue.map { String(decoding: try Wire.bytes($0.json), as: UTF8.self) }
        return try await basic.annotate(
            insightID: insightID, annotation: annotation.rawValue, update: updatesProduct ? nil : 0, data: data)
    }
}
