import HTTPTypes
import Hummingbird

/// What holds for every request: it names this machine, a change comes from our own pages, and the answer says what
/// a browser may do with it.
struct OriginMiddleware: RouterMiddleware {
    /// The name under which this house is reached from outside; only what carries a secret in its address answers there.
    var publicAuthority: String?

    func handle(
        _ request: Request, context: AppRequestContext,
        next: @concurrent (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let carriesSecret = Self.carriesSecret(request.uri.path)
        // Those pages look like ours there too.
        let isAsset = request.method == .get && request.uri.path.hasPrefix("/assets/")
        if !((carriesSecret || isAsset) && isPublic(request.head.authority ?? "")) { try checkHost(request) }
        // Who holds such an address may use it from anywhere: a button of an app, another site's page.
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

    /// Addresses that are a secret themselves: links of notices and private calendars.
    static func carriesSecret(_ path: String) -> Bool {
        path.hasPrefix(Site.links + "/") || path.hasPrefix(Site.calendars + "/")
    }

    private func isPublic(_ authority: String) -> Bool {
        guard let publicAuthority else { return false }
        let (named, known) = (authority.lowercased(), publicAuthority.lowercased())
        // Some name the usual port, too.
        return named == known || named == known + ":443" || named == known + ":80"
    }

    /// A page of ntfy in a browser may use them, and none learns of them from where somebody came.
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

    /// A page of a stranger can point its own name at this machine; only our own names are answered.
    private func checkHost(_ request: Request) throws {
        guard Self.isOwn(request.head.authority ?? "") else {
            throw Problem(
                .misdirectedRequest, code: "unknown-host", title: "Not this house",
                detail: "This server answers as localhost only, until it has accounts.")
        }
    }

    /// Whether the host of "host:port" is this machine itself.
    static func isOwn(_ authority: String) -> Bool {
        let host =
            authority.hasPrefix("[")
            ? String(authority.prefix { $0 != "]" }) + "]" : String(authority.prefix { $0 != ":" })
        return Loopback.contains(host)
    }

    private func checkOrigin(_ request: Request) throws {
        // What is read changes nothing and calls no service: RouteTests holds every route to that.
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
