package import FoundationEssentials

/// Requests with an `Idempotency-Key`. A slice of `Records`.
package protocol RequestRecords: Sendable {
    /// Gives the key to the claim until `leaseEnd`, unless another attempt has it or has performed the request. Removes
    /// rows of the household that began before `oldest`, and the oldest rows of the account if it has more than `most`.
    func claim(
        _ claim: RequestClaim, at now: Date, leaseEnd: Date, removingBefore oldest: Date, keeping most: Int
    ) async throws -> RequestState
    /// Stores the answer, if the claim still has the key.
    func settle(_ claim: RequestClaim, fingerprint: String, answer: StoredAnswer) async throws
    /// Returns the number of transactions that have changed data of the household.
    func version() async throws -> Int64
    /// Gives the key back. If the claim was marked as performed, the row stays, without an answer.
    func release(_ claim: RequestClaim) async throws
}
