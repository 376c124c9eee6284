import HTTPTransport
import HTTPTypes

extension PlantNetClient {
    /// Returns the diseases and pests that the service can identify; they belong to a few crops. Costs nothing.
    /// `GET /v2/diseases`.
    ///
    /// - Parameter language: the language of the labels.
    /// - Returns: all diseases and pests that the service knows.
    /// - Throws: ``PlantNetError``.
    public func diseases(language: String? = nil) async throws -> PlantNetReply<[Disease]> {
        try Rule.check(language: language)
        var query = QueryItems()
        query.add("lang", language)
        return try await send(APICall(path: "/v2/diseases", query: query), as: WholeList<Disease>.self).map(\.elements)
    }

    /// Identifies the disease or pest on one to five photographs of a crop. Costs one identification credit.
    ///
    /// `POST /v2/diseases/identify`.
    ///
    /// - Parameters:
    ///   - images: the photographs, at most 52,428,800 bytes together, including the form.
    ///   - options: language, number of results and more; ``IdentificationOptions/type`` must be nil.
    ///   - repeatable: whether the transport may send the request again after a failure, which may cost another credit.
    /// - Returns: the diseases, most likely first.
    /// - Throws: ``PlantNetError``, for example ``identify(_:in:options:repeatable:)`` does.
    public func identifyDisease(
        _ images: [PlantNetImage], options: IdentificationOptions = .init(), repeatable: Bool = false
    ) async throws -> PlantNetReply<DiseaseIdentification> {
        guard options.type == nil else {
            throw PlantNetError(refusing: .options, "diseases have no type of flora")
        }
        return try await send(upload(images, to: "/v2/diseases/identify", options: options, repeatable: repeatable))
    }
}
