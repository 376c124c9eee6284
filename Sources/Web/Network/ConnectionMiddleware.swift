import Accounts
import HTTPTypes
import Household
import Hummingbird
import Messages

/// Where a request arrives.
enum Listener: Sendable, Hashable {
    /// Without TLS: for this machine, or for a proxy.
    case plain
    /// With TLS: for the devices of the home network.
    case network
}

/// Finds out how each request reached the server. It must run before all that use `AppRequestContext.connection`.
struct ConnectionMiddleware: RouterMiddleware {
    let listener: Listener
    let proxies: AddressRanges
    /// Only a trusted proxy may send requests: the server listens without TLS at an address that others reach.
    let isForProxiesOnly: Bool
    /// The authority under which clients outside reach this server.
    let publicAuthority: String?
    /// The photographs that this server takes in, from all its listeners.
    let uploads: UploadSlots
    let steady: @Sendable () -> Duration

    func handle(
        _ request: Request, context: AppRequestContext,
        next: @concurrent (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let peer = context.connection.clientAddress
        if isForProxiesOnly {
            guard let peer, let address = NetworkAddress(peer), proxies.contains(address) else {
                throw Problem(
                    .forbidden, code: "proxy-only", title: localized("Only for the reverse proxy"),
                    detail: localized("This address is for a reverse proxy. Requests of any other client are refused."),
                    hint: localized("Open the address of the proxy, or add this client to server.trusted-proxies."))
            }
        }
        var context = context
        let port = context.connection.localPort
        (context.uploads, context.steady) = (uploads, steady)
        context.connection = Connection(
            peer: peer, isSecure: listener == .network, request: request.head, proxies: proxies)
        (context.connection.localPort, context.connection.publicAuthority) = (port, publicAuthority)
        if context.connection.isContradictory {
            throw Problem(
                .badRequest, code: "forwarded-conflict", title: localized("Contradictory headers"),
                detail: localized("The headers Forwarded and X-Forwarded-… name different clients, schemes or hosts."),
                hint: localized("Let the proxy set one kind, and remove the other one from requests."))
        }
        return try await next(request, context)
    }
}
