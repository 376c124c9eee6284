import HTTPTypes
import Hummingbird

/// Checks every request: its host must be this machine, and a request that changes data must come from this site. Adds
/// the security headers to every response.
struct OriginMiddleware: RouterMiddleware {
    /// The authority under which clients outside reach this server. Under it, only paths that contain a secret, and
    /// assets, are served.
    var publicAuthority: String?

    func handle(
        _ request: Request, context: AppRequestContext,
        next: @concurrent (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let carriesSecret = Self.carriesSecret(request.uri.path)
        // Pages behind a secret path load the same assets.
        let isAsset = request.method == .get && request.uri.path.hasPrefix(Site.assets + "/")
        if !((carriesSecret || isAsset) && isPublic(request.head.authority ?? "")) { try checkHost(request) }
        // A secret path may be used from any origin, for example from a button of an app or from another site.
        if !carriesSecret { try checkOrigin(request) }
        let limit = Limits.body(to: request.uri.path)
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw Problem.bodyTooLarge(limit)
        }
        var response = try await next(request, context)
        if carriesSecret { Self.open(&response) }
        Self.harden(&response)
        return response
    }

    /// Returns true for paths that contain a secret: links of notices and private calendars.
    static func carriesSecret(_ path: String) -> Bool {
        path.hasPrefix(Site.links + "/") || path.hasPrefix(Site.calendars + "/")
    }

    private func isPublic(_ authority: String) -> Bool {
        guard let publicAuthority else { return false }
        let (named, known) = (authority.lowercased(), publicAuthority.lowercased())
        // Some clients add the default port.
        return named == known || named == known + ":443" || named == known + ":80"
    }

    /// Permits requests from other origins, such as ntfy's web app, and prevents that the secret path is sent as a
    /// referrer or is indexed.
    static func open(_ response: inout Response) {
        let fields = [
            ("Access-Control-Allow-Origin", "*"), ("Referrer-Policy", "no-referrer"), ("X-Robots-Tag", "noindex"),
            ("Cross-Origin-Resource-Policy", "cross-origin"),
        ]
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
    private func checkHost(_ request: Request) throws {
        guard Self.isOwn(request.head.authority ?? "") else {
            throw Problem(
                .misdirectedRequest, code: "unknown-host", title: "Not this house",
                detail: "This server answers as localhost only, until it has TLS.")
        }
    }

    /// Returns true if the host of "host:port" is this machine itself.
    static func isOwn(_ authority: String) -> Bool {
        let host =
            authority.hasPrefix("[")
            ? String(authority.prefix { $0 != "]" }) + "]" : String(authority.prefix { $0 != ":" })
        return Loopback.contains(host)
    }

    private func checkOrigin(_ request: Request) throws {
        // A safe method changes no data and calls no service. RouteTests checks this for every route.
        if [.get, .head, .options].contains(request.method) { return }
        if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ request.headers[$0] }) {
            if site == "same-origin" || site == "none" { return }
        } else if let origin = request.headers[.origin] {
            if origin == "http://" + (request.head.authority ?? "") { return }
        } else {
            return  // not a browser
        }
        throw Problem(
            .forbidden, code: "foreign-origin", title: "Not from our own pages",
            detail: "Another site asked your browser to change something here; that was refused.")
    }
}
