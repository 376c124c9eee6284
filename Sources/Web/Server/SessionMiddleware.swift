import Accounts
import HTTPTypes
import Household
import Hummingbird
import Recognition

/// Finds the person of each request by its session. A household without an owner has no sessions. A request with a token
/// is left to `TokenMiddleware`.
struct SessionMiddleware: RouterMiddleware {
    let household: Household

    func handle(
        _ request: Request, context: AppRequestContext,
        next: @concurrent (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        if BearerToken(request.headers) != nil { return try await next(request, context) }
        let isAsset = request.uri.path.hasPrefix(Site.assets + "/")
        if isAsset { return try await next(request, context) }
        guard try await household.accounts.hasOwner() else {
            var response = try await next(request, context)
            if let name = HTTPField.Name.account { response.headers[name] = IdempotencyMiddleware.noAccount }
            return response
        }
        let presented = SessionCookie.values(request.headers, on: context.connection)
        var context = context
        context.person = try await person(presented)
        var response = try await next(request, context)
        if let name = HTTPField.Name.account { response.headers[name] = context.person?.account.id.rawValue }
        // The answer to a request that waits for a change may come after the end of the session.
        if context.person != nil, context.endpointPath == Site.API.state, try await person(presented) == nil {
            throw HouseholdError.signedOut
        }
        // A value that the server did not make, or does not accept any more, is never adopted. It is removed only on the
        // way to the sign-in page: a late answer to another request would remove the cookie of a new session.
        if context.person == nil, !presented.isEmpty, response.headers[.setCookie] == nil,
            context.endpointPath == Site.signIn || response.headers[.location]?.hasPrefix(Site.signIn) == true
        {
            response.headers[.setCookie] = SessionCookie.removal(on: context.connection)
        }
        return response
    }

    /// Returns the person of the one valid session. Several valid sessions are ambiguous: a program at another port of
    /// this host may have set one of them.
    private func person(_ presented: [String]) async throws -> SignedIn? {
        var people: [SignedIn] = []
        for secret in presented {
            if let person = try await household.accounts.person(session: secret) { people.append(person) }
        }
        return people.count == 1 ? people.first : nil
    }
}

/// Checks that the person of a request may use its route, as `Access.areas` says.
struct AccessMiddleware: RouterMiddleware {
    let household: Household

    func handle(
        _ request: Request, context: AppRequestContext,
        next: @concurrent (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let access = context.endpointPath.flatMap { Access(to: $0, request.method) }
        guard access != .open, try await household.accounts.hasOwner() else { return try await next(request, context) }
        guard let person = context.person else {
            // No route has this address, and it contains a secret, which must not become the address of a return.
            if context.endpointPath == nil, OriginMiddleware.carriesSecret(request.uri.path) {
                return try await next(request, context)
            }
            if context.endpointPath == Site.mcp { throw Problem.tokenNeeded }
            guard request.wantsPage else { throw HouseholdError.signedOut }
            return Response.seeOther(Site.signIn.with(["return": Self.returnAddress(request)]))
        }
        if person.token != nil, let route = context.endpointPath { try Access.checkToken(of: person, for: route) }
        switch access {
        case .open, .session: break
        case .permission(let permission):
            guard person.permits(permission) else { throw Access.refusal(of: person, permission) }
        // An address of the server without an area is refused. No other address has a route, so the answer is 404.
        case nil: if context.endpointPath != nil { throw HouseholdError.notPermitted }
        }
        // The verbs of the household ask, too.
        return try await ActingPerson.$permissions.withValue(person.permissions) { try await next(request, context) }
    }

    /// The page to which a person returns after signing in; nil for a form, because it must be sent again.
    private static func returnAddress(_ request: Request) -> String? {
        guard request.method == .get, request.uri.path != Site.today || request.uri.query != nil else { return nil }
        return request.uri.path + (request.uri.query.map { "?" + $0 } ?? "")
    }
}

extension Request {
    /// Whether the client shows pages. Under `/api/`, for an assistant, and for a program with a token, each answer is
    /// JSON.
    var wantsPage: Bool {
        !uri.path.hasPrefix(Site.API.root + "/") && uri.path != Site.mcp && BearerToken(headers) == nil
            && (headers[.accept] ?? "").contains("text/html")
    }
}

extension AppRequestContext {
    /// The signed-in person. Throws `signedOut` without one.
    func signedIn() throws -> SignedIn {
        guard let person else { throw HouseholdError.signedOut }
        return person
    }

    /// Throws if `isNeeded` and the role of the person does not allow changes. A guest who identifies a photograph does not
    /// go around the strategy of the household, and does not change how a plant was identified.
    func requireChange(_ isNeeded: Bool) throws {
        guard isNeeded, let person, !person.account.permits(.change) else { return }
        throw HouseholdError.notPermitted
    }

    /// Whether the person may change the settings of the household. Without accounts everybody may.
    var mayChangeSettings: Bool { person?.permits(.settings) ?? true }

    /// The client of a request, for the list of devices and for the limit of attempts.
    func device(_ request: Request) -> Device {
        Device(userAgent: request.headers[.userAgent] ?? "", address: connection.clientAddress ?? "")
    }
}
