import Accounts
import HTTPTypes
import Household
import Hummingbird

/// Finds the person of each request that has a token. If there is a cookie, too, the token counts alone.
struct TokenMiddleware: RouterMiddleware {
    let household: Household

    func handle(
        _ request: Request, context: AppRequestContext,
        next: @concurrent (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        guard let token = BearerToken(request.headers) else { return try await next(request, context) }
        let access = context.endpointPath.flatMap { Access(to: $0, request.method) }
        // An open address does not look at the token, so that it gives no hint about it.
        guard access != .open, try await household.accounts.hasOwner() else { return try await next(request, context) }
        let address = context.device(request).address
        var context = context
        context.person = try await household.accounts.person(bearer: token.secret, from: address)
        let response = try await next(request, context)
        // The answer to a request that waits for a change may come after the end of the token.
        if context.endpointPath == Site.API.state {
            _ = try await household.accounts.person(bearer: token.secret, from: address)
        }
        return response
    }
}
