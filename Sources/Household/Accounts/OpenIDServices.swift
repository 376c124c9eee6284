package import FoundationEssentials

/// The sign-in service of the household (OpenID Connect): Authelia, Authentik, Keycloak or another one.
package struct OpenIDServices: Sendable {
    /// What people call it: "Authelia".
    package let name: String
    /// The service, as it names itself. Identities of other services are not accepted.
    package let issuer: String
    /// Returns the address at the service to which the browser is sent. May ask the service for its addresses. Throws
    /// `OpenIDFault`.
    package let address: @Sendable (OpenIDRequest) async throws(OpenIDFault) -> String
    /// Exchanges a code for a statement about the person, and checks it. Throws `OpenIDFault`.
    package let redeem: @Sendable (OpenIDCode, OpenIDExpectation) async throws(OpenIDFault) -> OpenIDPerson

    package init(
        name: String, issuer: String,
        address: @escaping @Sendable (OpenIDRequest) async throws(OpenIDFault) -> String,
        redeem: @escaping @Sendable (OpenIDCode, OpenIDExpectation) async throws(OpenIDFault) -> OpenIDPerson
    ) {
        self.name = name
        self.issuer = issuer
        self.address = address
        self.redeem = redeem
    }
}

/// What the service is asked (OpenID Connect Core 1.0, section 3.1.2.1).
package struct OpenIDRequest: Sendable, Hashable {
    /// The address to which the service sends the browser back.
    package let redirect: String
    package let state: String
    package let nonce: String
    /// The SHA-256 of the verifier in base 64 for URLs (RFC 7636, section 4.2).
    package let challenge: String
    /// The person must sign in at the service now, even if a session exists there (`prompt=login`, `max_age=0`).
    package let asksAgain: Bool

    package init(redirect: String, state: String, nonce: String, challenge: String, asksAgain: Bool) {
        self.redirect = redirect
        self.state = state
        self.nonce = nonce
        self.challenge = challenge
        self.asksAgain = asksAgain
    }
}

/// A code with which the service sent the browser back.
package struct OpenIDCode: Sendable {
    package let code: String
    /// The secret of this request (RFC 7636, section 4.1).
    package let verifier: String
    package let redirect: String

    package init(code: String, verifier: String, redirect: String) {
        self.code = code
        self.verifier = verifier
        self.redirect = redirect
    }

    /// Returns whether a text can be a code: 1 to 2,048 visible ASCII characters (RFC 6749, appendix A.11).
    package static func isCode(_ text: String) -> Bool {
        (1...2048).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

/// Without the code and the verifier, which are secrets.
extension OpenIDCode: CustomStringConvertible, CustomReflectable {
    package var description: String { "OpenIDCode" }
    package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// What a statement about a person must be about.
package struct OpenIDExpectation: Sendable, Hashable {
    /// How far the clocks of two machines may differ, in seconds.
    package static let skew = 60.0

    package let nonce: String
    package let now: Date
    /// The person must have signed in at the service since then, if the statement has that time; nil if any time is
    /// good.
    package let since: Date?
    /// Whether the statement must have that time.
    package let needsTime: Bool

    package init(nonce: String, now: Date, since: Date?, needsTime: Bool) {
        self.nonce = nonce
        self.now = now
        self.since = since
        self.needsTime = needsTime
    }
}

/// A person whom the service has stated.
package struct OpenIDPerson: Sendable, Hashable {
    package let issuer: String
    package let subject: String
    /// What the service calls the person; it is only shown.
    package let name: String

    package init(issuer: String, subject: String, name: String) {
        self.issuer = issuer
        self.subject = subject
        self.name = name
    }
}

/// The reason why a sign-in through the service fails.
package enum OpenIDFault: Error, Sendable, Hashable {
    /// The service cannot be reached, is in trouble, or its answer cannot be used. `wasSent` is false if the code did not
    /// leave this machine.
    case unavailable(wasSent: Bool)
    /// The service does not accept this program: the client, its secret or its redirect address is wrong.
    case clientRefused
    /// The service does not accept the code.
    case codeRefused
    /// The statement is not valid.
    case statementRefused(OpenIDStatementFault)
}

/// The check of statements about people. Pure: the same input has the same result.
package struct OpenIDStatementCheck: Sendable {
    /// Returns what a token states. `keys` is the JSON of the key set of the service (RFC 7517), `client` is this program
    /// at the service.
    package let check:
        @Sendable (
            _ token: String, _ keys: [UInt8], _ issuer: String, _ client: String, OpenIDExpectation
        ) throws(OpenIDStatementFault) -> OpenIDStatement
    /// The number of keys in a key set that can be used; 0 if it cannot be read.
    package let keyCount: @Sendable (_ keys: [UInt8]) -> Int

    package init(
        check:
            @escaping @Sendable (
                _ token: String, _ keys: [UInt8], _ issuer: String, _ client: String, OpenIDExpectation
            ) throws(OpenIDStatementFault) -> OpenIDStatement, keyCount: @escaping @Sendable (_ keys: [UInt8]) -> Int
    ) {
        self.check = check
        self.keyCount = keyCount
    }
}

/// What a checked token states.
package struct OpenIDStatement: Sendable, Hashable {
    package let subject: String
    /// Nil if the token has no name for the person.
    package let name: String?

    package init(subject: String, name: String?) {
        self.subject = subject
        self.name = name
    }
}

/// What is wrong with a statement about a person, which is an ID token (OpenID Connect Core 1.0, section 3.1.3.7).
package enum OpenIDStatementFault: Error, Sendable, Hashable, CaseIterable {
    /// It is not a signed token with the needed claims.
    case malformed
    /// `none`, a digest with a shared key, or a kind of signature that is not supported.
    case unusableAlgorithm
    /// No key of the service has the name of the token's key; or the token names none, and no key fits. New keys of the
    /// service may help.
    case unknownKey
    case wrongSignature
    case wrongIssuer
    case wrongAudience
    /// It is over, or not valid yet.
    case wrongTime
    case wrongNonce
    /// The person did not sign in at the service now.
    case notRecent
}
