import HTTPTransport

extension TrefleClient {
    /// The parts of the world which distributions refer to, by name: some 700. `GET /api/v1/distributions`.
    ///
    /// - Parameters:
    ///   - selection: a filter and an order.
    ///   - page: from 1.
    /// - Returns: a page of 20.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/endOfPages``.
    public func zones(
        where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<Zone>> {
        try await list("/api/v1/distributions", selection, .zones, page)
    }

    /// One zone, with the zone around it and those within. `GET /api/v1/distributions/{id}`.
    ///
    /// - Parameter id: its slug or TDWG code, in small letters or capitals, or its number.
    /// - Returns: the zone, and the validators of a conditional request.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/notFound``.
    public func zone(_ id: TrefleID) async throws -> TrefleReply<Zone> {
        try await send(APICall(path: "/api/v1/distributions/\(Self.zoneSegment(id))"), record: Zone.self)
    }

    /// As ``zone(_:)``, as a conditional request: the record comes only if it has changed.
    ///
    /// - Parameters:
    ///   - id: its slug, TDWG code or number.
    ///   - validators: the validators of the reply that the caller kept.
    /// - Returns: the zone, or that it has not changed.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/notFound``.
    public func zone(_ id: TrefleID, ifChangedSince validators: Validators) async throws -> Fetched<Zone> {
        try await fetch(APICall(path: "/api/v1/distributions/\(Self.zoneSegment(id))"), ifChangedSince: validators)
    }
}
