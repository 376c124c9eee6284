import HTTPTransport
import HTTPTypes

extension PlantNetClient {
    /// The diseases and pests the service can tell apart, of few crops. Costs nothing. `GET /v2/diseases`.
    ///
    /// - Parameter language: of the labels.
    /// - Returns: every disease the service knows.
    /// - Throws: ``PlantNetError``.
    public func diseases(language: String? = nil) async throws -> PlantNetReply<[Disease]> {
        try Rule.check(language: language)
        var query = QueryItems()
        query.add("lang", language)
        return try await send(APICall(path: "/v2/diseases", query: query), as: WholeList<Disease>.self).map(\.elements)
    }

    /// Identifies the disease or pest on one to five photographs of a crop. Costs one credit of identification.
    ///
    /// `POST /v2/diseases/identify`.
    ///
    /// - Parameters:
    ///   - images: at most 52,428,800 bytes together, form included.
    ///   - options: language, number of results and more; no ``IdentificationOptions/type``.
    ///   - repeatable: whether the transport may send it again after a failure, which may cost another credit.
    /// - Returns: the diseases, the likeliest first.
    /// - Throws: ``PlantNetError``, as ``identify(_:in:options:repeatable:)`` does.
    public func identifyDisease(
        _ images: [PlantNetImage], options: IdentificationOptions = .init(), repeatable: Bool = false
    ) async throws -> PlantNetReply<DiseaseIdentification> {
        guard options.type == nil else {
            throw PlantNetError(refusing: .options, "diseases have no type of flora")
        }
        return try await send(upload(images, to: "/v2/diseases/identify", options: options, repeatable: repeatable))
    }
}
