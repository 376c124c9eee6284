public import Foundation
import HTTPTransport
import HTTPTypes

extension TrefleClient {
    /// Creates a short-lived token for a web page that calls the service itself. `POST /api/auth/claim`.
    ///
    /// For this call the service requires the account's token in the body and in the header. Request and response are
    /// secret: do not use `recording(into:)`.
    ///
    /// - Parameters:
    ///   - origin: the address of the web page; the token is valid only for it.
    ///   - ip: the address of the machine that will use the token; nil for no restriction.
    /// - Returns: the token and its expiry.
    /// - Throws: ``TrefleError``, for example ``TrefleError/Code/notAccepted``.
    public func claim(origin: URL, ip: String? = nil) async throws -> TrefleReply<ClientToken> {
        try Rule.check(origin: origin)
        let body = try Self.json(Claim(token: token, origin: origin.absoluteString, ip: ip))
        // A repeated call creates two tokens, which does no harm.
        return try await send(
            APICall(method: .post, path: "/api/auth/claim", body: .json(body)), as: ClientToken.self)
    }

    private struct Claim: Encodable {
        let token: String
        let origin: String
        let ip: String?
    }

    /// Returns the token's owner; the cheapest way to check a token. `GET /api/v1/me`.
    ///
    /// The response contains personal data: do not log it.
    public func me() async throws -> TrefleReply<Account> {
        try await send(APICall(path: "/api/v1/me"), as: Account.self)
    }
}
