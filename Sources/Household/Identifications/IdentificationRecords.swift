package import FoundationEssentials
package import Plants
package import Recognition

/// Identifications, and those that wait for the recognition service. A slice of `Records`.
package protocol IdentificationRecords: Sendable {
    /// Removes a draft identification that has no result, with its entry on the waiting list. No-op if that entry is
    /// gone or another worker has claimed it.
    func discard(_ draft: Waiting) async throws
    /// Adds an identification, and its entry on the waiting list if `waiting` is given. Throws `notFound` if one of its
    /// photographs does not belong to this household.
    func add(_ identification: Identification, waiting: Waiting?) async throws
    /// Replaces the organs and the result of an identification, and replaces its entry on the waiting list with
    /// `waiting`; nil removes the entry. An earlier claim becomes invalid. Throws `notFound` if there is no such
    /// identification, and `claimLost` if `claim` is given and another worker has claimed the entry since, or the entry
    /// is gone.
    func amend(_ identification: Identification, claim: Waiting?, waiting: Waiting?)
        async throws
    func identification(_ id: Identification.ID) async throws -> Identification?
    /// Newest first.
    func identifications(latest count: Int) async throws -> [Identification]

    // MARK: - The waiting list for the recognition service

    /// Longest waiting first.
    func waiting() async throws -> [Waiting]
    /// Claims the longest waiting entry that may be tried at `now`, exclusively until `lease`. With `obstacle`, only
    /// entries with that obstacle. Returns nil if there is none.
    func claimWaiting(
        obstacle: ServiceCallRecord.Reason?, at now: Date, until lease: Date
    ) async throws -> Waiting?
    /// Releases a claimed entry; it is not tried again before `notBefore`. No-op if another worker has claimed it
    /// since. `isTry` is true if the service was called; other claims do not count as attempts.
    func release(
        _ claim: Waiting, obstacle: ServiceCallRecord.Reason, notBefore: Date, isTry: Bool) async throws
    /// Removes an entry from the waiting list. No-op if there is no entry, or if `claim` is given and another worker
    /// has claimed it since.
    func stopWaiting(_ id: Identification.ID, claim: Waiting?) async throws
}

extension IdentificationRecords {
    package func add(_ identification: Identification) async throws {
        try await add(identification, waiting: nil)
    }
}
