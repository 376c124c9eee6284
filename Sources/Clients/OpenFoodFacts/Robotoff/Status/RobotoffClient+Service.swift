import HTTPTransport
import HTTPTypes

extension RobotoffClient {
    /// Returns the number of a user's answers. `GET /users/statistics/{name}`.
    ///
    /// - Parameter name: a user's name.
    /// - Returns: the number; 0 for an unknown name.
    /// - Throws: ``OpenFoodFactsError``.
    public func answers(by name: String) async throws -> OpenFoodFactsReply<Int> {
        let call = basic.get("/users/statistics/" + (try Rule.segment(name, .id)))
        return try await wire.send(call) { try $0.needed("count").neededInteger("annotations") }
    }

    /// Checks whether the service is available. `GET /status`.
    ///
    /// - Returns: `running`.
    /// - Throws: ``OpenFoodFactsError``.
    public func status() async throws -> OpenFoodFactsReply<String> {
        try await wire.send(basic.get("/status")) { try $0.neededText("status") }
    }

    /// Returns the state of the service's parts. `GET /health`.
    ///
    /// - Returns: the state. If a part has failed, the call does not throw and ``OpenFoodFactsReply/status`` is 500.
    /// - Throws: ``OpenFoodFactsError``.
    public func health() async throws -> OpenFoodFactsReply<ServiceHealth> {
        let response = try await wire.answer(to: basic.get("/health"))
        let status = response.head.status.code
        guard status == 200 || status == 500, let json = try? wire.json(response), json.list("results") != nil else {
            if status >= 400 { throw OpenFoodFactsError(response, about: .service, hiding: wire.secrets) }
            return try wire.read(response) { json in
                _ = try json.neededList("results")
                return try ServiceHealth(json)
            }
        }
        return try wire.read(response) { try ServiceHealth($0) }
    }

    /// Returns the version of the Open Food Facts data that the service uses. `GET /products/dataset`.
    ///
    /// - Returns: the entity tag of the imported dump.
    /// - Throws: ``OpenFoodFactsError``.
    public func datasetETag() async throws -> OpenFoodFactsReply<String> {
        try await wire.send(basic.get("/products/dataset")) { try $0.neededText("etag") }
    }
}
