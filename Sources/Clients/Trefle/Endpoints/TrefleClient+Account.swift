public import Foundation
import HTTPTransport
import HTTPTypes

extension TrefleClient {
    /// A token of short life for a web page, which then asks the service itself. `POST /api/auth/claim`.
    ///
    /// The service wants the account's token in the body here, as well as in the header. Both answers and bodies are
    /// secret: do not lay `recording(into:)` around this.
    ///
    /// - Parameters:
    ///   - origin: the address of the web page; the token holds only for it.
    ///   - ip: the address of the machine that will use the token, where it is to hold only for that one.
    /// - Returns: the token, and until when it holds.
    /// - Throws: ``TrefleError``: among them ``TrefleError/Code/notAccepted``.
    public func claim(origin: URL, ip: String? = nil) async throws -> TrefleReply<ClientToken> {
        try Rule.check(origin: origin)
        let body = try Self.json(Claim(token: token, origin: origin.absoluteString, ip: ip))
        // Claimed twice there are two tokens, which does no harm.
        return try await send(
            APICall(method: .post, path: "/api/auth/claim", body: .json(body)), as: ClientToken.self)
    }

    private struct Claim: Encodable {
        let token: String
        let origin: String
        let ip: String?
    }

    /// Whose token it is: the cheapest way to see whether it holds. `GET /api/v1/me`.
    ///
    /// The answer is personal: not for logs.
    public func me() async throws -> TrefleReply<Account> {
        try await send(APICall(path: "/api/v1/me"), as: Account.self)
    }
}
