package import FoundationEssentials
package import Recognition

/// The quotas and rate limits of services. They belong to an account or a machine, so all households share them.
/// A slice of `Records`.
package protocol QuotaRecords: Sendable {
    // MARK: - Daily quotas

    /// Reserves units in one statement. Returns nil if the budget or the quota of the service has too few units left.
    func reserve(_ reservation: Reservation, within budget: Int, at now: Date) async throws -> Quota?
    /// Settles a reservation as spent or released, and stores the answer, in one transaction. No-op for a reservation
    /// that is already settled. The remaining quota that the service reports can only lower the remaining quota stored
    /// here.
    func settle(
        _ reservation: Reservation, _ settlement: Settlement, remembering memory: RememberedAnswer?, at now: Date
    ) async throws
    /// Returns the quota of the day. Reservations of processes that have ended count as spent.
    func quota(of account: String, within budget: Int, at now: Date) async throws -> Quota

    // MARK: - Questions that are being asked

    /// Gives the question to `holder` until `end`, or until then again, unless another holder has it. Returns whether it
    /// has it now.
    func claimQuestion(_ key: String, holder: String, until end: Date, at now: Date) async throws -> Bool
    /// Ends the claim of a holder. No-op if it has none.
    func releaseQuestion(_ key: String, holder: String) async throws

    // MARK: - Rate limits, shared by all processes

    /// Counts a read at `now`. If `limit` reads have happened in the last `seconds`, or the service is paused, counts
    /// nothing and returns when the next read is possible, the later of both times. After the clock was put back, reads
    /// with a future time count as of now, so they block for at most `seconds`.
    func acquireRead(of service: String, limit: Int, seconds: Double, at now: Date) async throws -> Date?
    /// Pauses reads of the service until that time. A pause is never shortened.
    func pauseReads(of service: String, until: Date) async throws
    /// Returns the end of the current pause; nil if there is none at `now`. A pause that ends later than twice the
    /// longest pause from now is ignored: the clock has been put back since it was written.
    func readPause(of service: String, at now: Date) async throws -> Date?
}

/// The maximum rate of requests to a service.
package struct RateLimit: Sendable, Hashable {
    /// The name under which its reads are counted: "openfoodfacts", "robotoff".
    package let service: String
    package let limit: Int
    package let seconds: Double

    package init(service: String, limit: Int, seconds: Double) {
        self.service = service
        self.limit = limit
        self.seconds = seconds
    }

    /// The longest pause in seconds, whatever the service asks for.
    package static let longestPause = 3600.0
    /// The pause in seconds after status 429 or 503 without a retry time.
    package static let usualPause = 60.0
}
