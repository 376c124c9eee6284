import Foundation
import HTTPTransport
import HTTPTypes

extension TrefleClient {
    /// What people have sent in. `GET /api/v1/corrections`.
    ///
    /// - Parameters:
    ///   - selection: which of it, in which order.
    ///   - page: from 1.
    /// - Returns: a page of 20.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/endOfPages``.
    public func corrections(
        where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<Correction>> {
        try await list("/api/v1/corrections", selection, .corrections, page)
    }

    /// As ``corrections(where:page:)``, of one species. `GET /api/v1/species/{id}/corrections`.
    public func corrections(
        ofSpecies id: TrefleID, where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<Correction>> {
        try await list("/api/v1/species/\(Self.segment(id))/corrections", selection, .corrections, page)
    }

    /// As ``corrections(where:page:)``, of the account itself. `GET /api/v1/corrections/mine`.
    public func ownCorrections(
        where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<Correction>> {
        try await list("/api/v1/corrections/mine", selection, .corrections, page)
    }

    /// One correction or report. `GET /api/v1/corrections/{id}`.
    ///
    /// - Parameter id: its number.
    /// - Returns: the correction, and what to ask with whether it has changed.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/notFound``.
    public func correction(_ id: Int) async throws -> TrefleReply<Correction> {
        try await send(APICall(path: "/api/v1/corrections/\(id)"), record: Correction.self)
    }

    /// As ``correction(_:)``, but the whole only where it is not what was kept.
    ///
    /// - Parameters:
    ///   - id: its number.
    ///   - validators: of the reply that was kept.
    /// - Returns: the correction, or that it has not changed.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/notFound``.
    public func correction(_ id: Int, ifChangedSince validators: Validators) async throws -> Fetched<Correction> {
        try await fetch(APICall(path: "/api/v1/corrections/\(id)"), ifChangedSince: validators)
    }

    /// Sends a correction in, which people then look at. `POST /api/v1/corrections/species/{id}`.
    ///
    /// Never sent twice by a transport.
    ///
    /// - Parameters:
    ///   - draft: what is wrong and what is right.
    ///   - id: the species' slug or number.
    /// - Returns: the correction as the service keeps it.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/notAccepted`` where it would change nothing or has a value
    ///   that the service does not take.
    public func correct(_ draft: CorrectionDraft, ofSpecies id: TrefleID) async throws -> TrefleReply<Correction> {
        try Rule.check(draft)
        return try await post(draft, to: "/api/v1/corrections/species/\(Self.segment(id))")
    }

    /// Tells people that something about a species is wrong. `POST /api/v1/species/{id}/report`.
    ///
    /// Never sent twice by a transport.
    ///
    /// - Parameters:
    ///   - id: the species' slug or number.
    ///   - notes: what is wrong; everybody can read it.
    /// - Returns: the report as the service keeps it.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/notFound``.
    public func report(species id: TrefleID, notes: String?) async throws -> TrefleReply<Correction> {
        try await post(Notes(notes: notes), to: "/api/v1/species/\(Self.segment(id))/report")
    }

    /// As ``report(species:notes:)``, of a plant by its main species. `POST /api/v1/plants/{id}/report`.
    public func report(plant id: TrefleID, notes: String?) async throws -> TrefleReply<Correction> {
        try await post(Notes(notes: notes), to: "/api/v1/plants/\(Self.segment(id))/report")
    }

    private struct Notes: Encodable { let notes: String? }

    private func post(_ body: some Encodable, to path: String) async throws -> TrefleReply<Correction> {
        let call = APICall(method: .post, path: path, body: .json(try Self.json(body)), isRepeatable: false)
        return try await send(call, record: Correction.self)
    }

    static func json(_ body: some Encodable) throws -> [UInt8] {
        do {
            return try [UInt8](json: body)
        } catch {
            // A number that is none; what was to be sent stays out of the error.
            throw TrefleError(refusing: .correction, "a value cannot be written as JSON")
        }
    }
}
