import HTTPTypes
import Household
import Hummingbird
import Messages

/// Checks every request: its host must be a name of this server, and a request that changes data must come from this
/// site. Adds the security headers to every response.
struct OriginMiddleware: RouterMiddleware {
    let household: Household
    let listener: Listener
    /// The names of this server for clients of a trusted proxy.
    var names: [String] = []
    /// Browsers shall use TLS only: the certificate is the operator's own. With the certificate of the household this is
    /// never demanded: a person whose device does not trust it any more would be locked out, and could not open the way in.
    var isStrict = false
    /// The authority under which clients outside reach this server.
    var publicAuthority: String?
    var publicAccess = PublicAccess.links

    func handle(
        _ request: Request, context: AppRequestContext,
        next: @concurrent (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let carriesSecret = Self.carriesSecret(request.uri.path)
        // Pages behind a secret path load the same assets.
        let isAsset = [.get, .head].contains(request.method) && request.uri.path.hasPrefix(Site.assets + "/")
        if !((carriesSecret || isAsset) && isPublic(context.connection.authority ?? "")) {
            try await checkHost(context.connection)
        }
        // A secret path may be used from any origin, for example from a button of an app or from another site.
        if !carriesSecret { try checkOrigin(request, context.connection) }
        let limit = Limits.body(to: request.uri.path)
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw Problem.bodyTooLarge(limit)
        }
        var response = try await next(request, context)
        if carriesSecret { Self.open(&response, at: request.uri.path) }
        Self.harden(&response)
        if isStrict, listener == .network, let name = HTTPField.Name("Strict-Transport-Security") {
            response.headers[name] = "max-age=31536000"
        }
        return response
    }

    /// Returns true for paths that contain a secret: links of notices, private calendars and pages of guests.
    static func carriesSecret(_ path: String) -> Bool {
        path.hasPrefix(Site.links + "/") || path.hasPrefix(Site.calendars + "/") || isOfGuest(path)
    }

    private static func isOfGuest(_ path: String) -> Bool { path.hasPrefix(Site.guests + "/") }

    private func isPublic(_ authority: String) -> Bool {
        guard let publicAuthority else { return false }
        let (named, known) = (authority.lowercased(), publicAuthority.lowercased())
        // Some clients add the default port.
        return named == known || named == known + ":443" || named == known + ":80"
    }

    /// Prevents that the secret path is sent as a referrer or is indexed. Permits requests from other origins, such as
    /// ntfy's web app, except for the pages of guests, which no program uses.
    static func open(_ response: inout Response, at path: String) {
        var fields = [("Referrer-Policy", "no-referrer"), ("X-Robots-Tag", "noindex")]
        if !isOfGuest(path) {
            fields += [("Access-Control-Allow-Origin", "*"), ("Cross-Origin-Resource-Policy", "cross-origin")]
        }
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
    }

    static func harden(_ response: inout Response) {
        let fields: [(String, String)] = [
            (
                "Content-Security-Policy",
                "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
                    + "frame-ancestors 'none'"
            ),
            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Permissions-Policy", "geolocation=(), microphone=()"),
        ]
        for (name, value) in fields {
            if let name = HTTPField.Name(name), response.headers[name] == nil { response.headers[name] = value }
        }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    }

    /// Protects against DNS rebinding: a foreign site can resolve its own name to this machine, so only the names of
    /// this machine are accepted.
    private func checkHost(_ connection: Connection) async throws {
        guard try await isOwn(connection) else {
            if isPublicHost(connection.host), !connection.isSecure {
                throw Problem(
                    .misdirectedRequest, code: "unknown-host", title: localized("Only over https"),
                    detail: localized("Under this name the server answers over https only."),
                    hint: localized("Open the address with https. A proxy must send X-Forwarded-Proto or Forwarded."))
            }
            throw Problem(
                .misdirectedRequest, code: "unknown-host", title: localized("Unknown host name"),
                detail: localized("This server does not answer under the name in the address."),
                hint: localized("Open it as localhost on this machine. For other names, see the setting server.names."))
        }
    }

    private func isOwn(_ connection: Connection) async throws -> Bool {
        switch listener {
        case .network: return household.network.accepts(host: connection.host) || isNamed(connection.host, connection)
        case .plain:
            guard connection.isForwarded else { return Self.isOwn(connection.authority ?? "") }
            // The host of the request itself must be a known one, too. Otherwise a page that points its own name to this
            // machine could pass by adding the headers of a proxy, because this machine is one.
            let written = Connection.host(of: connection.written ?? "").lowercased()
            guard Loopback.contains(written) || isNamed(written, connection),
                Loopback.contains(connection.host) || isNamed(connection.host, connection)
            else { return false }
            // Until the household has an owner, every page is open, so nothing is served through a proxy.
            return try await household.accounts.hasOwner()
        }
    }

    private func isNamed(_ host: String, _ connection: Connection) -> Bool {
        names.contains(host) || (isPublicHost(host) && connection.isSecure)
    }

    /// Returns true if the whole household is served under this name, which is the public one.
    private func isPublicHost(_ host: String) -> Bool {
        guard publicAccess == .house, let publicAuthority else { return false }
        return Connection.host(of: publicAuthority).lowercased() == host
    }

    /// Returns true if the host of "host:port" is this machine itself.
    static func isOwn(_ authority: String) -> Bool {
        Loopback.contains(Connection.host(of: authority))
    }

    private func checkOrigin(_ request: Request, _ connection: Connection) throws {
        // A safe method changes no data and calls no service. RouteTests checks this for every route.
        if [.get, .head, .options].contains(request.method) { return }
        if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }) {
            if site == "same-origin" || site == "none" { return }
        } else if let origin = request.headers[.origin] {
            if origin.lowercased() == connection.origin { return }
        } else {
            return  // not a browser
        }
        throw Problem(
            .forbidden, code: "foreign-origin", title: localized("Request from another site"),
            detail: localized("Another site tried to change something here with your browser. This was refused."))
    }
}
