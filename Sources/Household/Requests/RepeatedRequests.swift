import FoundationEssentials

/// Performs a request with an `Idempotency-Key` once, and gives its first answer again.
package struct RepeatedRequests: Sendable {
    let records: any RequestRecords
    let services: CredentialServices
    let environment: Household.Environment

    /// How long a key is remembered. An entry of a browser's outbox is sent for a shorter time.
    package static let memoryDays = 30
    /// How many keys of one account are remembered; the outbox of a browser has at most a tenth of them.
    package static let memoryCount = 2_000
    /// The largest age of a request that says how long ago it was made.
    package static let ageDays = 14
    /// After this time without an answer, an attempt counts as ended, because its process may have ended. If it has not,
    /// its effect is rolled back.
    static let leaseSeconds = 120.0
}

extension RepeatedRequests {
    /// Returns a new attempt of the request, and what is known about its key.
    package func begin(
        account: String, route: String, key: String
    ) async throws -> (claim: RequestClaim, state: RequestState) {
        let now = environment.now()
        let claim = RequestClaim(account: account, route: route, key: key, attempt: environment.uniqueName())
        let state = try await records.claim(
            claim, at: now, leaseEnd: now.addingTimeInterval(Self.leaseSeconds),
            removingBefore: now.addingTimeInterval(-Double(Self.memoryDays) * 86_400), keeping: Self.memoryCount)
        return (claim, state)
    }

    /// Stores the answer of an attempt.
    package func settle(_ claim: RequestClaim, fingerprint: String, answer: StoredAnswer) async throws {
        try await records.settle(claim, fingerprint: fingerprint, answer: answer)
    }

    /// Ends an attempt that failed, so that the request can be repeated.
    package func release(_ claim: RequestClaim) async throws { try await records.release(claim) }

    /// The SHA-256 of a text and bytes, added in pieces of any size.
    package struct Fingerprint: Sendable {
        private static let block = 64 << 10
        private let digest: @Sendable ([UInt8]) -> [UInt8]
        private var state: [UInt8]
        private var rest: [UInt8] = []

        init(of text: String, _ digest: @escaping @Sendable ([UInt8]) -> [UInt8]) {
            self.digest = digest
            state = digest(Array(text.utf8))
        }

        package mutating func add(_ bytes: some Sequence<UInt8>) {
            rest.append(contentsOf: bytes)
            while rest.count >= Self.block {
                state = digest(state + rest.prefix(Self.block))
                rest.removeFirst(Self.block)
            }
        }

        package var text: String { Base64URL.text(digest(state + rest)) }
    }

    /// Returns the fingerprint of a request for an address, without its body.
    package func fingerprint(of address: String) -> Fingerprint { Fingerprint(of: address, services.digest) }
}
