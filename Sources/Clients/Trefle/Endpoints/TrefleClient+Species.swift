import HTTPTransport

extension TrefleClient {
    /// Searches species of every rank by a text in names of all languages, synonyms and authors.
    /// `GET /api/v1/species/search`.
    ///
    /// - Parameters:
    ///   - text: 1 to 500 bytes.
    ///   - selection: a filter and an order; here a range includes its upper bound. Without an order, the best matches
    ///     come first.
    ///   - page: the page number, from 1.
    ///   - limit: the number of elements per page; 20 by default.
    /// - Returns: a page; it is empty if nothing was found.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/serverError``, which searches returned for a year
    ///   (then use ``species(where:page:)`` with ``TrefleField/scientificName``), and ``TrefleError/Code/endOfPages``.
    public func searchSpecies(
        _ text: String, where selection: TrefleSelection = .init(), page: Int? = nil, limit: Int? = nil
    ) async throws -> TrefleReply<TreflePage<SpeciesSummary>> {
        try await search("species", text, selection, page, limit)
    }

    /// Returns species of every rank, most frequently observed first. `GET /api/v1/species`.
    ///
    /// - Parameters:
    ///   - selection: a filter and an order.
    ///   - page: the page number, from 1.
    /// - Returns: a page of 20.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/endOfPages``.
    public func species(
        where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<SpeciesSummary>> {
        try await list("/api/v1/species", selection, .species, page)
    }

    /// The same as ``species(where:page:)``, limited to one genus. `GET /api/v1/genus/{id}/species`.
    public func species(
        ofGenus genus: TrefleID, where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<SpeciesSummary>> {
        try await list("/api/v1/genus/\(Self.segment(genus))/species", selection, .species, page)
    }

    /// The same as ``species(where:page:)``, limited to one plant. `GET /api/v1/plants/{id}/species`.
    ///
    /// Use the plant's slug: unlike in other calls, the number means the plant itself here, not its main species.
    public func species(
        ofPlant plant: TrefleID, where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<SpeciesSummary>> {
        try await list("/api/v1/plants/\(Self.segment(plant))/species", selection, .species, page)
    }

    /// The same as ``species(where:page:)``, limited to one zone and the zones inside it.
    /// `GET /api/v1/distributions/{id}/species`.
    public func species(
        inZone zone: TrefleID, where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<SpeciesSummary>> {
        try await list("/api/v1/distributions/\(Self.zoneSegment(zone))/species", selection, .species, page)
    }

    /// Returns a species with its growth. `GET /api/v1/species/{id}`.
    ///
    /// - Parameter id: its slug or its number.
    /// - Returns: the species, and the validators for a conditional request.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/notFound``.
    public func species(_ id: TrefleID) async throws -> TrefleReply<Species> {
        try await send(APICall(path: "/api/v1/species/\(Self.segment(id))"), record: Species.self)
    }

    /// The conditional form of ``species(_:)``: returns the record only if it has changed.
    ///
    /// - Parameters:
    ///   - id: its slug or its number.
    ///   - validators: the validators of the cached reply.
    /// - Returns: the species, or that it has not changed.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/notFound``.
    public func species(_ id: TrefleID, ifChangedSince validators: Validators) async throws -> Fetched<Species> {
        try await fetch(APICall(path: "/api/v1/species/\(Self.segment(id))"), ifChangedSince: validators)
    }

    /// Returns the traits of a species by source. `GET /api/v1/species/{id}/facts`, since 2.1 (September 2026).
    ///
    /// Throws ``TrefleError/Code/notFound`` also if the service is older than that.
    public func facts(ofSpecies id: TrefleID, page: Int? = nil) async throws -> TrefleReply<TreflePage<SpeciesFact>> {
        try await list("/api/v1/species/\(Self.segment(id))/facts", .init(), FieldRule(), page)
    }

    // MARK: - Lists of all kinds

    func list<Item: Decodable & Sendable>(
        _ path: String, _ selection: TrefleSelection, _ rule: FieldRule, _ page: Int?
    ) async throws -> TrefleReply<TreflePage<Item>> {
        try Rule.check(page: page)
        try Rule.check(selection, for: rule)
        var query = QueryItems()
        selection.add(to: &query)
        query.add("page", page)
        return try await send(APICall(path: path, query: query), as: TreflePage<Item>.self)
    }

    func search(
        _ collection: String, _ text: String, _ selection: TrefleSelection, _ page: Int?, _ limit: Int?
    ) async throws -> TrefleReply<TreflePage<SpeciesSummary>> {
        try Rule.check(text: text)
        try Rule.check(page: page, limit: limit)
        try Rule.check(selection, for: .species)
        var query = QueryItems()
        query.add("q", text)
        selection.add(to: &query)
        query.add("page", page)
        query.add("limit", limit)
        return try await send(
            APICall(path: "/api/v1/\(collection)/search", query: query), as: TreflePage<SpeciesSummary>.self)
    }

    static func segment(_ id: TrefleID) throws -> String {
        guard let segment = QueryItems.pathSegment(id.text, limit: 300) else {
            throw TrefleError(refusing: .id, "a slug is made of letters, digits and hyphens")
        }
        return segment
    }

    /// The service converts a zone's code to lower case in some places only.
    static func zoneSegment(_ id: TrefleID) throws -> String { try segment(TrefleID(id.text.lowercased())) }
}
