import HTTPTransport

extension TrefleClient {
    /// Species of every rank by a text: names in all languages, synonyms, authors. `GET /api/v1/species/search`.
    ///
    /// - Parameters:
    ///   - text: 1 to 500 bytes.
    ///   - selection: which of them; here a range includes its upper bound. Without an order the best come first.
    ///   - page: from 1.
    ///   - limit: how many on a page; 20 where nothing is said.
    /// - Returns: a page, which is empty where nothing was found.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/serverError``, which searches gave for a year (then try
    ///   ``species(where:page:)`` with ``TrefleField/scientificName``), and ``TrefleError/Code/endOfPages``.
    public func searchSpecies(
        _ text: String, where selection: TrefleSelection = .init(), page: Int? = nil, limit: Int? = nil
    ) async throws -> TrefleReply<TreflePage<SpeciesSummary>> {
        try await search("species", text, selection, page, limit)
    }

    /// Species of every rank, those most often observed first. `GET /api/v1/species`.
    ///
    /// - Parameters:
    ///   - selection: which of them, in which order.
    ///   - page: from 1.
    /// - Returns: a page of 20.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/endOfPages``.
    public func species(
        where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<SpeciesSummary>> {
        try await list("/api/v1/species", selection, .species, page)
    }

    /// As ``species(where:page:)``, of one genus. `GET /api/v1/genus/{id}/species`.
    public func species(
        ofGenus genus: TrefleID, where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<SpeciesSummary>> {
        try await list("/api/v1/genus/\(Self.segment(genus))/species", selection, .species, page)
    }

    /// As ``species(where:page:)``, of one plant. `GET /api/v1/plants/{id}/species`.
    ///
    /// Use the plant's slug: only here the service takes the number of the plant itself, and not of its main species.
    public func species(
        ofPlant plant: TrefleID, where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<SpeciesSummary>> {
        try await list("/api/v1/plants/\(Self.segment(plant))/species", selection, .species, page)
    }

    /// As ``species(where:page:)``, of one zone and the zones within. `GET /api/v1/distributions/{id}/species`.
    public func species(
        inZone zone: TrefleID, where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<SpeciesSummary>> {
        try await list("/api/v1/distributions/\(Self.zoneSegment(zone))/species", selection, .species, page)
    }

    /// All that is known of a species, its growth too. `GET /api/v1/species/{id}`.
    ///
    /// - Parameter id: its slug or its number.
    /// - Returns: the species, and what to ask with whether it has changed.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/notFound``.
    public func species(_ id: TrefleID) async throws -> TrefleReply<Species> {
        try await send(APICall(path: "/api/v1/species/\(Self.segment(id))"), record: Species.self)
    }

    /// As ``species(_:)``, but the whole only where it is not what was kept.
    ///
    /// - Parameters:
    ///   - id: its slug or its number.
    ///   - validators: of the reply that was kept.
    /// - Returns: the species, or that it has not changed.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/notFound``.
    public func species(_ id: TrefleID, ifChangedSince validators: Validators) async throws -> Fetched<Species> {
        try await fetch(APICall(path: "/api/v1/species/\(Self.segment(id))"), ifChangedSince: validators)
    }

    /// What which source says of a species' traits. `GET /api/v1/species/{id}/facts`, since 2.1 (September 2026).
    ///
    /// Throws ``TrefleError/Code/notFound`` also where the service is older than that.
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

    /// The service makes small letters of a zone's code in some places only.
    static func zoneSegment(_ id: TrefleID) throws -> String { try segment(TrefleID(id.text.lowercased())) }
}
