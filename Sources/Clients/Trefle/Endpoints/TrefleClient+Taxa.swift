import HTTPTransport

extension TrefleClient {
    /// Returns all groups of one rank, by name. `GET /api/v1/kingdoms` … `/families`, `/genus`.
    ///
    /// - Parameters:
    ///   - rank: the rank of the groups.
    ///   - selection: a filter and an order; only families and genera can be filtered and sorted.
    ///   - page: the page number, from 1.
    /// - Returns: a page of 20; families contain all groups above them, genera contain their family.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/endOfPages``.
    public func taxa(
        _ rank: TaxonRank, where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<Taxon>> {
        let rule: FieldRule =
            switch rank {
            case .genus: .genera
            case .family: .groups
            default: FieldRule()
            }
        return try await list("/api/v1/\(rank.collection)", selection, rule, page)
    }

    /// Returns the genera of one family; otherwise as ``taxa(_:where:page:)``. `GET /api/v1/families/{id}/genus`.
    public func genera(
        ofFamily family: TrefleID, where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<Taxon>> {
        try await list("/api/v1/families/\(Self.segment(family))/genus", selection, .genera, page)
    }

    /// Returns one group. `GET /api/v1/kingdoms/{id}` … `/families/{id}`, `/genus/{id}`.
    ///
    /// - Parameters:
    ///   - rank: the rank of the group.
    ///   - id: its slug or its number.
    /// - Returns: the group, and the validators for a conditional request.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/notFound``.
    public func taxon(_ rank: TaxonRank, _ id: TrefleID) async throws -> TrefleReply<Taxon> {
        try await send(APICall(path: "/api/v1/\(rank.collection)/\(Self.segment(id))"), record: Taxon.self)
    }

    /// The conditional form of ``taxon(_:_:)``: returns the record only if it has changed.
    ///
    /// - Parameters:
    ///   - rank: the rank of the group.
    ///   - id: its slug or its number.
    ///   - validators: the validators of the cached reply.
    /// - Returns: the group, or that it has not changed.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/notFound``.
    public func taxon(
        _ rank: TaxonRank, _ id: TrefleID, ifChangedSince validators: Validators
    ) async throws -> Fetched<Taxon> {
        try await fetch(APICall(path: "/api/v1/\(rank.collection)/\(Self.segment(id))"), ifChangedSince: validators)
    }
}
