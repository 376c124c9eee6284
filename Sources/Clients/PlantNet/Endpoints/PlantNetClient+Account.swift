import HTTPTransport
import HTTPTypes

extension PlantNetClient {
    /// Returns the state of the service. Needs no key and costs nothing. `GET /v2/_status`.
    public func status() async throws -> PlantNetReply<ServiceStatus> {
        try await send(APICall(path: "/v2/_status", needsCredential: false))
    }

    /// Returns the daily quota of each kind of request. Costs nothing. `GET /v2/quota`.
    public func quota() async throws -> PlantNetReply<Quota> {
        try await send(APICall(path: "/v2/quota"))
    }

    /// Returns the requests used in a day (UTC). Costs nothing. `GET /v2/quota/daily`.
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

    /// Returns the requests used on each day of a year. Costs nothing. `GET /v2/quota/history`.
    ///
    /// - Parameter year: the year; nil for the current one.
    /// - Returns: one element for each day with requests.
    /// - Throws: ``PlantNetError``, with ``PlantNetError/Code/notAllowed`` on the free plan.
    public func quotaHistory(year: Int? = nil) async throws -> PlantNetReply<[QuotaUse]> {
        try Rule.check(year: year)
        var query = QueryItems()
        query.add("year", year)
        return try await send(APICall(path: "/v2/quota/history", query: query), as: WholeList<QuotaUse>.self)
            .map(\.elements)
    }

    /// Returns the account's contract, bills and security settings. Costs nothing. `GET /v2/subscription`.
    ///
    /// Throws ``PlantNetError/Code/notAllowed`` on the free plan. The response contains personal data: do not log it.
    public func subscription() async throws -> PlantNetReply<Subscription> {
        try await send(APICall(path: "/v2/subscription"))
    }
}
