import HTTPTransport
import HTTPTypes

extension PlantNetClient {
    /// The state of the service. Needs no key and costs nothing. `GET /v2/_status`.
    public func status() async throws -> PlantNetReply<ServiceStatus> {
        try await send(APICall(path: "/v2/_status", needsCredential: false))
    }

    /// How many requests of each kind the account may make in a day. Costs nothing. `GET /v2/quota`.
    public func quota() async throws -> PlantNetReply<Quota> {
        try await send(APICall(path: "/v2/quota"))
    }

    /// The requests used in a day (UTC). Costs nothing. `GET /v2/quota/daily`.
    ///
    /// - Parameter day: `YYYY-MM-DD`; nil for today.
    /// - Returns: the requests used, by kind.
    /// - Throws: ``PlantNetError``.
    public func quotaOfDay(_ day: String? = nil) async throws -> PlantNetReply<QuotaUse> {
        try Rule.check(day: day)
        var query = QueryItems()
        query.add("day", day)
        return try await send(APICall(path: "/v2/quota/daily", query: query))
    }

    /// The requests used on each day of a year. Costs nothing. `GET /v2/quota/history`.
    ///
    /// - Parameter year: nil for this one.
    /// - Returns: one element for each day with requests.
    /// - Throws: ``PlantNetError``, with ``PlantNetError/Code/notAllowed`` on the free plan.
    public func quotaHistory(year: Int? = nil) async throws -> PlantNetReply<[QuotaUse]> {
        try Rule.check(year: year)
        var query = QueryItems()
        query.add("year", year)
        return try await send(APICall(path: "/v2/quota/history", query: query), as: WholeList<QuotaUse>.self)
            .map(\.elements)
    }

    /// The account's contract, bills and security settings. Costs nothing. `GET /v2/subscription`.
    ///
    /// Throws ``PlantNetError/Code/notAllowed`` on the free plan. The response contains personal data: not for logs.
    public func subscription() async throws -> PlantNetReply<Subscription> {
        try await send(APICall(path: "/v2/subscription"))
    }
}
