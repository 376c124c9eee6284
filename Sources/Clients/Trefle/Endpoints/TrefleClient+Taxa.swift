import HTTPTransport

extension TrefleClient {
    /// All groups of one rank, by name. `GET /api/v1/kingdoms` … `/families`, `/genus`.
    ///
    /// - Parameters:
    ///   - rank: which kind of groups.
    ///   - selection: a filter and an order; only families and genera can be chosen and sorted.
    ///   - page: from 1.
    /// - Returns: a page of 20; families come with all groups above them, genera with their family.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/endOfPages``.
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

    /// As ``taxa(_:where:page:)``, the genera of one family. `GET /api/v1/families/{id}/genus`.
    public func genera(
        ofFamily family: TrefleID, where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<Taxon>> {
        try await list("/api/v1/families/\(Self.segment(family))/genus", selection, .genera, page)
    }

    /// One group. `GET /api/v1/kingdoms/{id}` … `/families/{id}`, `/genus/{id}`.
    ///
    /// - Parameters:
    ///   - rank: which kind of group.
    ///   - id: its slug or its number.
    /// - Returns: the group, and the validators of a conditional request.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/notFound``.
    public func taxon(_ rank: TaxonRank, _ id: TrefleID) async throws -> TrefleReply<Taxon> {
        try await send(APICall(path: "/api/v1/\(rank.collection)/\(Self.segment(id))"), record: Taxon.self)
    }

    /// As ``taxon(_:_:)``, as a conditional request: the record comes only if it has changed.
    ///
    /// - Parameters:
    ///   - rank: which kind of group.
    ///   - id: its slug or its number.
    ///   - validators: the validators of the reply that the caller kept.
    /// - Returns: the group, or that it has not changed.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/notFound``.
    public func taxon(
        _ rank: TaxonRank, _ id: TrefleID, ifChangedSince validators: Validators
    ) async throws -> Fetched<Taxon> {
        try await fetch(APICall(path: "/api/v1/\(rank.collection)/\(Self.segment(id))"), ifChangedSince: validators)
    }
}
