import HTTPTransport

extension TrefleClient {
    /// Plants by a text: names, authors, genus, family. `GET /api/v1/plants/search`.
    ///
    /// A plant is listed as its main species: ask for the rest with ``species(_:)`` or ``plant(_:)``.
    ///
    /// - Parameters:
    ///   - text: 1 to 500 bytes.
    ///   - selection: a filter and an order; here a range includes its upper bound. Without an order, the best matches
    ///     come first.
    ///   - page: from 1.
    ///   - limit: how many on a page; 20 by default.
    /// - Returns: a page, which is empty if nothing was found.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/serverError``, which searches gave for a year (then try
    ///   ``plants(where:page:)`` with ``TrefleField/scientificName``), and ``TrefleError/Code/endOfPages``.
    public func searchPlants(
        _ text: String, where selection: TrefleSelection = .init(), page: Int? = nil, limit: Int? = nil
    ) async throws -> TrefleReply<TreflePage<SpeciesSummary>> {
        try await search("plants", text, selection, page, limit)
    }

    /// Plants, those most often observed first: some 377,000. `GET /api/v1/plants`.
    ///
    /// - Parameters:
    ///   - selection: a filter and an order.
    ///   - page: from 1.
    /// - Returns: a page of 20 main species.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/endOfPages``.
    public func plants(
        where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<SpeciesSummary>> {
        try await list("/api/v1/plants", selection, .species, page)
    }

    /// As ``plants(where:page:)``, of one genus. `GET /api/v1/genus/{id}/plants`.
    public func plants(
        ofGenus genus: TrefleID, where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<SpeciesSummary>> {
        try await list("/api/v1/genus/\(Self.segment(genus))/plants", selection, .species, page)
    }

    /// As ``plants(where:page:)``, of one zone and the zones within. `GET /api/v1/distributions/{id}/plants`.
    public func plants(
        inZone zone: TrefleID, where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<SpeciesSummary>> {
        try await list("/api/v1/distributions/\(Self.zoneSegment(zone))/plants", selection, .species, page)
    }

    /// A plant with its main species (and its growth) and its other species. `GET /api/v1/plants/{id}`.
    ///
    /// - Parameter id: its slug, or the number **of its main species** (``Plant/mainSpeciesID``,
    ///   ``SpeciesSummary/id``): the number of the plant itself leads to another plant or to none.
    /// - Returns: the plant, and the validators of a conditional request.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/notFound``.
    public func plant(_ id: TrefleID) async throws -> TrefleReply<Plant> {
        try await send(APICall(path: "/api/v1/plants/\(Self.segment(id))"), record: Plant.self)
    }

    /// As ``plant(_:)``, as a conditional request: the record comes only if it has changed.
    ///
    /// - Parameters:
    ///   - id: its slug, or the number of its main species.
    ///   - validators: the validators of the reply that the caller kept.
    /// - Returns: the plant, or that it has not changed.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/notFound``.
    public func plant(_ id: TrefleID, ifChangedSince validators: Validators) async throws -> Fetched<Plant> {
        try await fetch(APICall(path: "/api/v1/plants/\(Self.segment(id))"), ifChangedSince: validators)
    }
}
