package import Accounts
import Foundation
import HTTPTypes
package import Household
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import NIOHTTPTypes
import NIOPosix

/// The HTTP server of a household: pages, API and health checks.
package struct WebServer: Sendable {
    package struct Settings: Sendable {
        package var host: String
        package var port: Int
        package var connections: Int
        /// The folder that contains `Templates` and `Assets`; nil for the resources of the program.
        package var resources: String?
        package var version: String
        package var components: [(name: String, version: String)]
        /// The authority under which clients outside reach this server: "home.example:8443".
        package var publicAuthority: String?
        package var publicAccess: PublicAccess
        /// More host names of this server, for clients of a trusted proxy.
        package var names: [String]
        /// The reverse proxies whose statements about their clients are believed.
        package var proxies: AddressRanges
        package var network: NetworkListener
        /// Whether assistants reach the tools of the Model Context Protocol.
        package var servesMCP: Bool
        /// The machines that get photographs because the operator set them: a bucket, a model server.
        package var photographHosts: [String]
        /// The certificate is the operator's own, so that browsers may demand TLS for this host from now on.
        package var usesOwnCertificate: Bool

        package init(
            host: String = "127.0.0.1", port: Int = 0, connections: Int = 64, resources: String? = nil,
            version: String = "0", components: [(name: String, version: String)] = [],
            publicAuthority: String? = nil, publicAccess: PublicAccess = .links, names: [String] = [],
            proxies: AddressRanges = .none,
            network: NetworkListener = NetworkListener(), usesOwnCertificate: Bool = false, servesMCP: Bool = false,
            photographHosts: [String] = []
        ) {
            self.host = host
            self.port = port
            self.connections = connections
            self.resources = resources
            self.version = version
            self.components = components
            self.publicAuthority = publicAuthority
            self.publicAccess = publicAccess
            self.names = names.map { $0.lowercased() }
            self.proxies = proxies
            self.network = network
            self.usesOwnCertificate = usesOwnCertificate
            self.servesMCP = servesMCP
            self.photographHosts = photographHosts
        }
    }

    let household: Household
    let settings: Settings
    let logger: Logger
    let renderer: PageRenderer
    private let metrics: PrometheusRegistry
    /// The tools of assistants; nil if they are switched off.
    private var mcp: MCPServer?
    private let uploads = UploadSlots()
    private let compressor: BodyCompressor?
    private let compressionSlots = CompressionSlots()
    private let compressedAssets: CompressedAssets
    let description: APIReferencePages.SharedDocument

    /// Reads templates and assets. Without a compressor bodies are sent as they are. Throws if a template or asset is
    /// missing or cannot be parsed.
    package init(
        _ household: Household, settings: Settings, metrics: PrometheusRegistry = PrometheusRegistry(),
        compressor: BodyCompressor? = nil, logger: Logger
    ) throws {
        self.household = household
        self.settings = settings
        self.logger = logger
        self.metrics = metrics
        self.compressor = compressor
        compressedAssets = CompressedAssets(compressor)
        let folder = settings.resources ?? Bundle.module.bundleURL.path(percentEncoded: false)
        let hosts = settings.photographHosts
        renderer = try PageRenderer(
            folder: folder, version: settings.version,
            photographHosts: hosts.isEmpty ? nil : hosts.joined(separator: ", "))
        description = APIReferencePages.SharedDocument(folder: folder)
        if settings.servesMCP { mcp = try mcpServer(limits: .init(), isGuarded: true) }
    }

    /// Returns a router with all routes. Tests use it without a socket.
    package func router() -> Router<AppRequestContext> { router(.plain) }

    /// Returns a router with all routes for the requests of one listener.
    func router(_ listener: Listener) -> Router<AppRequestContext> {
        // Each GET route also answers HEAD.
        let router = Router(context: AppRequestContext.self, options: .autoGenerateHeadEndpoints)
        let methods = RouteMethods()
        router.addMiddleware {
            RequestLogMiddleware()
            CompressionMiddleware(compressor: compressor, slots: compressionSlots)
            LanguageMiddleware(localizations: household.localizations)
            ProblemMiddleware(renderer: renderer, household: household)
            ConnectionMiddleware(
                listener: listener, proxies: settings.proxies,
                isForProxiesOnly: listener == .plain && isForProxiesOnly,
                publicAuthority: settings.publicAuthority, uploads: uploads, steady: household.steady)
            OriginMiddleware(
                household: household, listener: listener, names: settings.names,
                isStrict: settings.usesOwnCertificate, publicAuthority: settings.publicAuthority,
                publicAccess: settings.publicAccess)
            SessionMiddleware(household: household)
            TokenMiddleware(household: household)
            PermittedHTMLMiddleware()
            LanguageMiddleware(settings: household.settings, localizations: household.localizations)
            // Once more, because the page of an error depends on the person.
            ProblemMiddleware(renderer: renderer, household: household)
            AccessMiddleware(household: household)
            AuditMiddleware(household: household)
            HomeZoneMiddleware(household: household)
            IdempotencyMiddleware(household: household)
            PageAlertMiddleware(household: household)
            MethodMiddleware(methods: methods)
        }
        HealthRoutes(household: household, metrics: metrics).add(to: router)
        AssetRoutes(renderer: renderer, compressed: compressedAssets).add(to: router)
        PictureRoutes(household: household).add(to: router)
        APIReferencePages(
            routes: api(of: router), household: household, renderer: renderer, document: description
        ).add(to: router)
        PhotographPages(household: household, renderer: renderer).add(to: router)
        PlantPages(household: household, renderer: renderer).add(to: router)
        SettingsPages(household: household, renderer: renderer).add(to: router)
        ReminderPages(household: household, renderer: renderer).add(to: router)
        LinkPages(household: household, renderer: renderer).add(to: router)
        LarderPages(household: household, renderer: renderer).add(to: router)
        MedicinePages(household: household, renderer: renderer).add(to: router)
        HomePages(household: household, renderer: renderer, components: settings.components).add(to: router)
        AccountRoutes(household: household, renderer: renderer).add(to: router)
        LanguagePages(household: household).add(to: router)
        WelcomePages(household: household, renderer: renderer).add(to: router)
        NetworkPages(household: household, renderer: renderer).add(to: router)
        BackupPages(household: household, renderer: renderer).add(to: router)
        RestorePages(household: household, renderer: renderer).add(to: router)
        GuestPages(household: household, renderer: renderer).add(to: router)
        GuestLinkPages(household: household, renderer: renderer).add(to: router)
        MCPRoutes(household: household, server: mcp).add(to: router)
        methods.learn(from: router)
        return router
    }

    /// Adds the API, and returns its routes.
    func api(of router: Router<AppRequestContext>) -> [APIRoutes.Route] {
        let api = APIRoutes(router, household: household)
        api.begin("Photographs")
        PhotographAPI(household: household).add(to: api)
        ModelLabelPages(household: household, renderer: renderer).add(to: api)
        api.begin("Plants")
        PlantAPI(household: household).add(to: api)
        CollectionAPI(household: household).add(to: api)
        api.begin("Agenda")
        AgendaAPI(household: household).add(to: api)
        api.begin("Larder")
        LarderAPI(household: household).add(to: api)
        api.begin("Medicines")
        MedicineAPI(household: household).add(to: api)
        api.begin("Reminders")
        ReminderAPI(household: household).add(to: api)
        api.begin("Services and settings")
        ServiceAPI(household: household).add(to: api)
        NetworkPages(household: household, renderer: renderer).add(to: api)
        return api.routes
    }

    /// Returns the service, which runs until its shutdown. `socket` is a listening socket that another process opened; it
    /// counts instead of host and port. `onReady` is called with the port.
    package func application(
        socket: CInt? = nil, onReady: @escaping @Sendable (_ port: Int) async -> Void
    ) -> some ApplicationProtocol {
        QuietApplication(
            Application(
                router: router(),
                server: .http1(configuration: plainHTTP1),
                configuration: .init(
                    address: .hostname(settings.host, port: settings.port),
                    availableConnectionsDelegate: MaximumAvailableConnections(settings.connections)),
                onServerRunning: { channel in await onReady(channel.localAddress?.port ?? 0) },
                logger: logger),
            passed: socket.map { ($0, settings.connections, plainHTTP1) })
    }

    /// Returns when each event loop of the server has done a piece of work: never, if one is blocked.
    package func work() async throws {
        for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() { try await loop.submit {}.get() }
    }

    /// Only trusted proxies may send requests to the listener without TLS: others reach its address.
    private var isForProxiesOnly: Bool { !Loopback.contains(settings.host) }

    /// The limits of each connection without TLS.
    private var plainHTTP1: HTTP1Channel.Configuration {
        guard isForProxiesOnly else { return Self.http1 }
        let connections = NetworkConnections(
            proxies: settings.proxies, limit: Limits.foreignConnections, countsEachClient: false)
        return HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                AdmissionHandler(connections), UnsentResponseHandler(), SlowRequestHandler(),
            ],
            idleTimeout: Self.http1.idleTimeout, httpDecoderConfiguration: Self.http1.httpDecoder)
    }

    /// The limits of each connection.
    static let http1 = HTTP1Channel.Configuration(
        additionalChannelHandlers: [UnsentResponseHandler(), SlowRequestHandler()],
        idleTimeout: .seconds(Int64(Limits.idleSeconds)),
        httpDecoderConfiguration: .init(
            maxHeaderFieldSize: Limits.headerBytes, maxHeaderListSize: Limits.headerBytes,
            maxHeaderFieldCount: Limits.headerCount))
}

/// Recognises addresses of this machine.
package enum Loopback {
    package static func contains(_ host: String) -> Bool {
        let host = host.lowercased()
        if ["localhost", "::1", "[::1]"].contains(host) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && parts.allSatisfy { $0 != nil } && parts[0] == 127
    }
}
