import Foundation
import HTTPTransport
import HTTPTypes

extension TrefleClient {
    /// Returns corrections and reports. `GET /api/v1/corrections`.
    ///
    /// - Parameters:
    ///   - selection: a filter and an order.
    ///   - page: the page number, from 1.
    /// - Returns: a page of 20.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/endOfPages``.
    public func corrections(
        where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<Correction>> {
        try await list("/api/v1/corrections", selection, .corrections, page)
    }

    /// The same as ``corrections(where:page:)``, limited to one species. `GET /api/v1/species/{id}/corrections`.
    public func corrections(
        ofSpecies id: TrefleID, where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<Correction>> {
        try await list("/api/v1/species/\(Self.segment(id))/corrections", selection, .corrections, page)
    }

    /// The same as ``corrections(where:page:)``, limited to the account's own. `GET /api/v1/corrections/mine`.
    public func ownCorrections(
        where selection: TrefleSelection = .init(), page: Int? = nil
    ) async throws -> TrefleReply<TreflePage<Correction>> {
        try await list("/api/v1/corrections/mine", selection, .corrections, page)
    }

    /// Returns one correction or report. `GET /api/v1/corrections/{id}`.
    ///
    /// - Parameter id: its id.
    /// - Returns: the correction, and the validators for a conditional request.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/notFound``.
    public func correction(_ id: Int) async throws -> TrefleReply<Correction> {
        try await send(APICall(path: "/api/v1/corrections/\(id)"), record: Correction.self)
    }

    /// The conditional form of ``correction(_:)``: returns the record only if it has changed.
    ///
    /// - Parameters:
    ///   - id: its id.
    ///   - validators: the validators of the cached reply.
    /// - Returns: the correction, or that it has not changed.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/notFound``.
    public func correction(_ id: Int, ifChangedSince validators: Validators) async throws -> Fetched<Correction> {
        try await fetch(APICall(path: "/api/v1/corrections/\(id)"), ifChangedSince: validators)
    }

    /// Submits a correction, which people then review. `POST /api/v1/corrections/species/{id}`.
    ///
    /// Transports do not repeat it.
    ///
    /// - Parameters:
    ///   - draft: the wrong and the right values.
    ///   - id: the species' slug or number.
    /// - Returns: the correction as the service stores it.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/notAccepted`` if it would change nothing or has a
    ///   value that the service does not accept.
    public func correct(_ draft: CorrectionDraft, ofSpecies id: TrefleID) async throws -> TrefleReply<Correction> {
        try Rule.check(draft)
        return try await post(draft, to: "/api/v1/corrections/species/\(Self.segment(id))")
    }

    /// Reports that something about a species is wrong. `POST /api/v1/species/{id}/report`.
    ///
    /// Transports do not repeat it.
    ///
    /// - Parameters:
    ///   - id: the species' slug or number.
    ///   - notes: what is wrong; public.
    /// - Returns: the report as the service stores it.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/notFound``.
    public func report(species id: TrefleID, notes: String?) async throws -> TrefleReply<Correction> {
        try await post(Notes(notes: notes), to: "/api/v1/species/\(Self.segment(id))/report")
    }

    /// Reports that something about a plant is wrong, by its main species; otherwise as ``report(species:notes:)``.
    /// `POST /api/v1/plants/{id}/report`.
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
            // A number that is not finite. The error must not contain what was to be sent.
            throw TrefleError(refusing: .correction, "a value cannot be written as JSON")
        }
    }
}
