/// One attempt to perform a request with an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header).
///
/// A key is unique for an account and a route. The verb that has the effect of the request marks the claim in the
/// transaction of the effect, so that a repeated request never has a second effect, also if the process ended before
/// the answer was stored.
package struct RequestClaim: Sendable, Hashable {
    /// The account of the request; empty in a household without accounts.
    package let account: String
    /// The method and the pattern of the route: "POST /chores/{id}/done".
    package let route: String
    package let key: String
    /// Differs between attempts with the same key.
    package let attempt: String

    package init(account: String, route: String, key: String, attempt: String) {
        self.account = account
        self.route = route
        self.key = key
        self.attempt = attempt
    }

    /// The claim of the request that the current task performs; nil without one.
    @TaskLocal package static var current: RequestClaim?
}

/// The answer to a request, as it is given again.
package struct StoredAnswer: Sendable, Hashable {
    package let status: Int
    /// The values of `Location` and `Content-Type`.
    package let location: String?
    package let type: String?
    package let body: [UInt8]

    package init(status: Int, location: String? = nil, type: String? = nil, body: [UInt8] = []) {
        self.status = status
        self.location = location
        self.type = type
        self.body = body
    }
}

/// What is known about a key when a request with it arrives.
package enum RequestState: Sendable, Hashable {
    /// The request was not performed. The claim now has the key.
    case claimed
    /// Another attempt is being performed.
    case underWay
    /// The request was performed. The answer is nil if it was lost, because the process ended before it was stored.
    /// The fingerprint is nil if the body was not read to its end.
    case performed(StoredAnswer?, fingerprint: String?)
}
