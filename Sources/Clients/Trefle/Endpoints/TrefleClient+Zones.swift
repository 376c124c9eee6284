import HTTPTransport

extension TrefleClient {
    /// Returns the zones of the world that distributions refer to (about 700), by name. `GET /api/v1/distributions`.
    ///
    /// - Parameters:
    ///   - selection: a filter and an order.
    ///   - page: the page number, from 1.
    /// - Returns: a page of 20.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/endOfPages``.
    public func zones(
        where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<Zone>> {
        try await list("/api/v1/distributions", selection, .zones, page)
    }

    /// Returns one zone, with the enclosing zone and the zones inside. `GET /api/v1/distributions/{id}`.
    ///
    /// - Parameter id: its slug or TDWG code, in lower or upper case, or its number.
    /// - Returns: the zone, and the validators for a conditional request.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/notFound``.
    public func zone(_ id: TrefleID) async throws -> TrefleReply<Zone> {
        try await send(APICall(path: "/api/v1/distributions/\(Self.zoneSegment(id))"), record: Zone.self)
    }

    /// The conditional form of ``zone(_:)``: returns the record only if it has changed.
    ///
    /// - Parameters:
    ///   - id: its slug, TDWG code or number.
    ///   - validators: the validators of the cached reply.
    /// - Returns: the zone, or that it has not changed.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/notFound``.
    public func zone(_ id: TrefleID, ifChangedSince validators: Validators) async throws -> Fetched<Zone> {
        try await fetch(APICall(path: "/api/v1/distributions/\(Self.zoneSegment(id))"), ifChangedSince: validators)
    }
}
