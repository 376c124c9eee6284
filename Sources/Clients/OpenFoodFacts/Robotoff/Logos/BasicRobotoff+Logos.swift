import HTTPTransport
import HTTPTypes

extension RobotoffClient.Basic {
    /// The same as ``RobotoffClient/logos(_:)``. `GET /images/logos`.
    public func logos(ids: String) async throws -> OpenFoodFactsReply<RobotoffList<Logo>> {
        let call = get("/images/logos", about: .logo) { $0.add("logo_ids", ids) }
        return try await wire.send(call) { try RobotoffList($0, under: "logos") }
    }

    /// The same as ``RobotoffClient/searchLogos(where:count:)``. `GET /images/logos/search`.
    public func searchLogos(
        type: String? = nil, value: String? = nil, taxonomyValue: String? = nil, barcode: String? = nil,
        minConfidence: Double? = nil, random: Bool? = nil, annotated: Bool? = nil, count: Int? = nil,
        serverType: String? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Logo>> {
        let call = get("/images/logos/search", about: .logo) { query in
            query.add("type", type)
            query.add("value", value)
            query.add("taxonomy_value", taxonomyValue)
            query.add("barcode", barcode)
            query.add("min_confidence", minConfidence)
            query.add("random", random)
            query.add("annotated", annotated)
            query.add("count", count)
            query.add("server_type", serverType)
        }
        return try await wire.send(call) { try RobotoffList($0, under: "logos") }
    }

    /// The same as ``RobotoffClient/logo(_:)``. `GET /images/logos/{id}`.
    public func logo(id: Int) async throws -> OpenFoodFactsReply<Logo> {
        try await wire.send(get("/images/logos/\(id)", about: .logo))
    }

    /// The same as ``RobotoffClient/annotate(_:)`` for one logo. `PUT /images/logos/{id}`. Transports do not repeat it.
    public func setLogo(id: Int, type: String, value: String?) async throws -> OpenFoodFactsReply<Void> {
        let body = JSONValue.object(["type": .text(type), "value": value.map { .text($0) } ?? .null])
        return try await done(write(.put, "/images/logos/\(id)", about: .logo, .json(body)))
    }

    /// The same as ``RobotoffClient/annotate(_:serverType:)``. `POST /images/logos/annotate`. Transports do not repeat
    /// it.
    ///
    /// - Parameters:
    ///   - annotations: `logo_id`, `type`, `value` of each.
    ///   - serverType: the project.
    /// - Returns: the number of accepted annotations.
    /// - Throws: ``OpenFoodFactsError``.
    public func annotateLogos(
        _ annotations: [(logoID: Int, type: String, value: String?)], serverType: String? = nil
    ) async throws -> OpenFoodFactsReply<Int> {
        let list = annotations.map { annotation -> JSONValue in
            .object([
                "logo_id": .number(Double(annotation.logoID)), "type": .text(annotation.type),
                "value": annotation.value.map { .text($0) } ?? .null,
            ])
        }
        var members: [String: JSONValue] = ["annotations": .list(list)]
        members["server_type"] = serverType.map { .text($0) }
        let call = write(.post, "/images/logos/annotate", about: .logo, .json(.object(members)))
        return try await wire.send(call) { try $0.neededInteger("annotated") }
    }

    /// The same as ``RobotoffClient/resetLogo(_:)``. `POST /images/logos/{id}/reset`. Transports do not repeat it.
    public func resetLogo(id: Int) async throws -> OpenFoodFactsReply<Void> {
        try await done(write(.post, "/images/logos/\(id)/reset", about: .logo, nil))
    }

    /// The same as ``RobotoffClient/annotatedLogos(of:types:valueTag:page:count:serverType:)``.
    /// `GET /annotation/collection`.
    public func annotatedLogos(
        barcode: String? = nil, valueTag: String? = nil, types: String? = nil, count: Int? = nil, page: Int? = nil,
        serverType: String? = nil
    ) async throws -> OpenFoodFactsReply<RobotoffList<Logo>> {
        let call = get("/annotation/collection", about: .logo) { query in
            query.add("barcode", barcode)
            query.add("value_tag", valueTag)
            query.add("types", types)
            query.add("count", count)
            query.add("page", page)
            query.add("server_type", serverType)
        }
        return try await wire.send(call) { try RobotoffList($0, under: "annotation") }
    }

    /// The same as ``RobotoffClient/nearestLogos(to:count:serverType:)``. `GET /ann/search`, `GET /ann/search/{id}`.
    public func nearestLogos(
        id: Int? = nil, count: Int? = nil, serverType: String? = nil
    ) async throws -> OpenFoodFactsReply<NearestLogos> {
        let call = get("/ann/search" + (id.map { "/\($0)" } ?? ""), about: .logo) { query in
            query.add("count", count)
            query.add("server_type", serverType)
        }
        return try await wire.send(call)
    }

    private func done(_ call: Wire.Call) async throws -> OpenFoodFactsReply<Void> {
        let response = try await wire.success(call)
        return OpenFoodFactsReply(value: (), raw: nil, body: response.body, status: response.head.status.code)
    }
}
