import HTTPTransport
import HTTPTypes

extension RobotoffClient {
    /// The number of answers of a user. `GET /users/statistics/{name}`.
    ///
    /// - Parameter name: a user's name.
    /// - Returns: a number; 0 of a name that the service does not know.
    /// - Throws: ``OpenFoodFactsError``.
    public func answers(by name: String) async throws -> OpenFoodFactsReply<Int> {
        let call = basic.get("/users/statistics/" + (try Rule.segment(name, .id)))
        return try await wire.send(call) { try $0.needed("count").neededInteger("annotations") }
    }

    /// Whether the service is there. `GET /status`.
    ///
    /// - Returns: `running`.
    /// - Throws: ``OpenFoodFactsError``.
    public func status() async throws -> OpenFoodFactsReply<String> {
        try await wire.send(basic.get("/status")) { try $0.neededText("status") }
    }

    /// How the service is, part by part. `GET /health`.
    ///
    /// - Returns: its state, also if that is bad: then ``OpenFoodFactsReply/status`` is 500.
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

    /// Which state of Open Food Facts the service works with. `GET /products/dataset`.
    ///
    /// - Returns: the entity tag of the dump it has read.
    /// - Throws: ``OpenFoodFactsError``.
    public func datasetETag() async throws -> OpenFoodFactsReply<String> {
        try await wire.send(basic.get("/products/dataset")) { try $0.neededText("etag") }
    }
}
