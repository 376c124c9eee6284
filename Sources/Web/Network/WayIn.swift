import HTTPTypes
import Household
import Hummingbird
import Logging
import Messages
import NIOCore

extension WebServer {
    /// Returns the router of the way in: one page that explains how a device gets in, the certificate files, and the
    /// style of the page. It has no data of the household but its host names and the certificate of its authority.
    /// `httpsPort` is the port of the app; nil while the app is not served.
    func wayInRouter(httpsPort: @escaping @Sendable () -> Int?) -> Router<AppRequestContext> {
        let router = Router(context: AppRequestContext.self)
        router.addMiddleware {
            RequestLogMiddleware()
            LanguageMiddleware(localizations: household.localizations)
            WayInMiddleware(network: household.network, renderer: renderer)
        }
        WayIn(network: household.network, renderer: renderer, httpsPort: httpsPort).add(to: router)
        return router
    }
}

/// The routes of the way in.
struct WayIn {
    let network: NetworkAccess
    let renderer: PageRenderer
    let httpsPort: @Sendable () -> Int?

    /// The assets of the page. Scripts and other assets are not served.
    private static let assets: Set<String> = ["stillroom.css", "settings.css", "icons.svg", "icon.svg"]

    func add(to router: Router<AppRequestContext>) {
        router.on(.get, Site.WayIn.page) { request, _ in try page(request) }
        router.on(.get, Site.WayIn.profile) { _, _ in
            try file("application/x-apple-aspen-config") { $0.profile }
        }
        // Without `Content-Disposition`, so that Firefox offers to trust the authority.
        router.on(.get, Site.WayIn.certificate) { _, _ in try file("application/x-x509-ca-cert") { $0.der } }
        router.on(.get, Site.WayIn.pem) { _, _ in
            try file("application/x-pem-file", attachment: Site.WayIn.pem) { Array($0.pem.utf8) }
        }
        router.on(.get, Site.asset) { _, context in
            let name = context.parameters.getCatchAll().joined(separator: "/")
            guard Self.assets.contains(name), let asset = renderer.assets[name] else { throw HTTPError(.notFound) }
            return Self.answer(asset.bytes, asset.type)
        }
    }

    private func page(_ request: Request) throws -> Response {
        let host = Connection.host(of: request.head.authority ?? "")
        let authority = try network.services.authority()
        let app = try httpsPort().map { port in
            let links = NetworkLinks(
                hosts: network.hosts(), names: try network.services.identity().names,
                ports: NetworkPorts(https: port, wayIn: nil), needsTrust: authority != nil)
            return "https://\(Self.isPlain(host) ? links.closest(to: host) : links.hosts.first ?? host):\(port)/"
        }
        return renderer.lonePage(
            WayInPage(app: app, authority: authority, system: .init(userAgent: request.headers[.userAgent] ?? "")),
            title: localized("Connect this device"))
    }

    /// Whether the host has only the characters of names and addresses. An address can have a zone with others.
    private static func isPlain(_ host: String) -> Bool {
        host.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || ".-:[]".utf8.contains(byte)
        }
    }

    /// With the operator's own certificate there is no authority, and the file is not found.
    private func file(
        _ type: String, attachment: String? = nil, _ bytes: (AuthorityCertificate) -> [UInt8]
    ) throws -> Response {
        guard let authority = try network.services.authority() else { throw HTTPError(.notFound) }
        var response = Self.answer(bytes(authority), type)
        if let attachment {
            response.headers[.contentDisposition] = "attachment; filename=\"\(attachment.dropFirst())\""
        }
        return response
    }

    private static func answer(_ bytes: [UInt8], _ type: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: type, .cacheControl: "no-cache"],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

/// Checks host and method of a request to the way in, leads every unknown path to its page, and adds the security
/// headers. No cookie is read or set.
struct WayInMiddleware: RouterMiddleware {
    let network: NetworkAccess
    let renderer: PageRenderer

    func handle(
        _ request: Request, context: AppRequestContext,
        next: @concurrent (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = await answer(request, context, next)
        OriginMiddleware.harden(&response)
        // Browsers accept it only over TLS and on this machine, and write an error into their console elsewhere.
        if let name = HTTPField.Name("Cross-Origin-Opener-Policy") { response.headers[name] = nil }
        return response
    }

    private func answer(
        _ request: Request, _ context: AppRequestContext,
        _ next: @concurrent (Request, AppRequestContext) async throws -> Response
    ) async -> Response {
        guard network.accepts(host: Connection.host(of: request.head.authority ?? "")) else {
            return Problem(
                .misdirectedRequest, code: "unknown-host", title: localized("Unknown name"),
                detail: localized("This server does not answer under that name.")
            ).json(instance: request.uri.path)
        }
        guard request.method == .get else {
            return Response(status: .methodNotAllowed, headers: [.allow: "GET", .connection: "close"])
        }
        do {
            return try await next(request, context)
        } catch let error as HouseholdError {
            context.logger.error("request failed", metadata: ["code": "\(error.code.rawValue)"])
            // Its message can name a file, which is of no use to a device.
            let problem = Problem(
                .serviceUnavailable, code: error.code.rawValue, title: localized("Not available now"),
                detail: localized("The server has a problem with its certificate."),
                hint: localized("The page “Phones in your home” on the machine of the server says more."))
            return renderer.lonePage(ProblemPage(problem), title: problem.title, status: problem.status)
        } catch is any HTTPResponseError {
            return Response.seeOther(Site.WayIn.page)
        } catch {
            context.logger.error("request failed", metadata: ["type": "\(type(of: error))"])
            return Response(status: .internalServerError)
        }
    }
}

/// The page of the way in.
struct WayInPage: PageFields {
    /// The steps of each system are open if the device has it.
    struct Trust: TemplateFields {
        let name: String
        let fingerprint: String
        let profile = Site.WayIn.profile
        let certificate = Site.WayIn.certificate
        let pem = Site.WayIn.pem
        let isApple: Bool
        let isAndroid: Bool
        let isWindows: Bool
        let isMac: Bool
        let isFirefox: Bool
        let isLinux: Bool

        init(_ authority: AuthorityCertificate, _ system: WayInSystem) {
            name = authority.name
            fingerprint = authority.fingerprint.spaced
            isApple = system == .apple
            isAndroid = system == .android
            isWindows = system == .windows
            isMac = system == .mac
            isFirefox = system == .firefox
            isLinux = system == .linux
        }
    }

    static let template = "way-in"

    /// The address of the app; nil while it is not served.
    let app: String?
    /// Nil with the operator's own certificate, which devices trust already.
    let trust: Trust?

    init(app: String?, authority: AuthorityCertificate?, system: WayInSystem) {
        self.app = app
        trust = authority.map { Trust($0, system) }
    }
}

/// The system of a device, as far as the way to trust a certificate differs. Pure.
enum WayInSystem: Sendable {
    case apple, android, windows, mac, firefox, linux, unknown

    /// An iPad that asks for desktop pages calls itself a Mac. Firefox has its own list of authorities on computers;
    /// on iPhones and on Android it uses the system's.
    init(userAgent: String) {
        func has(_ marks: String...) -> Bool { marks.contains { userAgent.contains($0) } }
        self =
            if has("iPhone", "iPad", "iPod") {
                .apple
            } else if has("Android") {
                .android
            } else if has("Firefox/") {
                .firefox
            } else if has("Windows") {
                .windows
            } else if has("Macintosh", "Mac OS X") {
                .mac
            } else if has("Linux", "CrOS", "X11") {
                .linux
            } else {
                .unknown
            }
    }
}
