import HTTPTransport

extension TrefleClient {
    /// Searches plants by a text in names, authors, genus and family. `GET /api/v1/plants/search`.
    ///
    /// A plant is listed as its main species; request details with ``species(_:)`` or ``plant(_:)``.
    ///
    /// - Parameters:
    ///   - text: 1 to 500 bytes.
    ///   - selection: a filter and an order; here a range includes its upper bound. Without an order, the best matches
    ///     come first.
    ///   - page: the page number, from 1.
    ///   - limit: the number of elements per page; 20 by default.
    /// - Returns: a page; it is empty if nothing was found.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/serverError``, which searches returned for a year
    ///   (then use ``plants(where:page:)`` with ``TrefleField/scientificName``), and ``TrefleError/Code/endOfPages``.
    public func searchPlants(
        _ text: String, where selection: TrefleSelection = .init(), page: Int? = nil, limit: Int? = nil
    ) async throws -> TrefleReply<TreflePage<SpeciesSummary>> {
        try await search("plants", text, selection, page, limit)
    }

    /// Returns all plants (about 377,000), most frequently observed first. `GET /api/v1/plants`.
    ///
    /// - Parameters:
    ///   - selection: a filter and an order.
    ///   - page: the page number, from 1.
    /// - Returns: a page of 20 main species.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/endOfPages``.
    public func plants(
        where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<SpeciesSummary>> {
        try await list("/api/v1/plants", selection, .species, page)
    }

    /// The same as ``plants(where:page:)``, limited to one genus. `GET /api/v1/genus/{id}/plants`.
    public func plants(
        ofGenus genus: TrefleID, where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<SpeciesSummary>> {
        try await list("/api/v1/genus/\(Self.segment(genus))/plants", selection, .species, page)
    }

    /// The same as ``plants(where:page:)``, limited to one zone and the zones inside it.
    /// `GET /api/v1/distributions/{id}/plants`.
    public func plants(
        inZone zone: TrefleID, where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<SpeciesSummary>> {
        try await list("/api/v1/distributions/\(Self.zoneSegment(zone))/plants", selection, .species, page)
    }

    /// Returns a plant with its main species (including growth) and its other species. `GET /api/v1/plants/{id}`.
    ///
    /// - Parameter id: its slug, or the number **of its main species** (``Plant/mainSpeciesID``,
    ///   ``SpeciesSummary/id``): the number of the plant itself leads to another plant or to none.
    /// - Returns: the plant, and the validators for a conditional request.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/notFound``.
    public func plant(_ id: TrefleID) async throws -> TrefleReply<Plant> {
        try await send(APICall(path: "/api/v1/plants/\(Self.segment(id))"), record: Plant.self)
    }

    /// The conditional form of ``plant(_:)``: returns the record only if it has changed.
    ///
    /// - Parameters:
    ///   - id: its slug, or the number of its main species.
    ///   - validators: the validators of the cached reply.
    /// - Returns: the plant, or that it has not changed.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/notFound``.
    public func plant(_ id: TrefleID, ifChangedSince validators: Validators) async throws -> Fetched<Plant> {
        try await fetch(APICall(path: "/api/v1/plants/\(Self.segment(id))"), ifChangedSince: validators)
    }
}
