package import Household
import Hummingbird
import HummingbirdCore
import Logging
import Messages
import NIOCore
package import ServiceLifecycle
import Synchronization

extension WebServer {
    /// Where the server listens in the home network when it is open.
    package struct NetworkListener: Sendable, Hashable {
        package var host: String
        package var httpsPort: Int
        /// Nil: the way in is not served.
        package var wayInPort: Int?

        package init(host: String = "0.0.0.0", httpsPort: Int = 8443, wayInPort: Int? = 8181) {
            self.host = host
            self.httpsPort = httpsPort
            self.wayInPort = wayInPort
        }
    }

    /// Returns the service that listens in the home network whenever the household wants it. `onOpen` is called each time
    /// it has begun to listen.
    package func networkServer(onOpen: @escaping @Sendable (NetworkPorts) async -> Void) -> some Service {
        NetworkServer(server: self, onOpen: onOpen)
    }
}

/// Opens and closes the listeners of the home network, as `NetworkAccess` says. A failure is reported there; the server
/// goes on without these listeners.
struct NetworkServer: Service {
    let server: WebServer
    let onOpen: @Sendable (NetworkPorts) async -> Void

    private var network: NetworkAccess { server.household.network }

    func run() async throws {
        // Before the first look, so that no request is missed.
        let openRequests = network.openRequests()
        await withDiscardingTaskGroup { group in
            var opening: NetworkOpening?
            if await isWanted() { opening = open(&group) }
            for await isOpen in openRequests.cancelOnGracefulShutdown() {
                if isOpen {
                    if opening?.isOver ?? true { opening = open(&group) }
                } else {
                    await opening?.close()
                    opening = nil
                    network.report(.closed)
                }
            }
        }
        network.report(.closed)
    }

    private func open(_ group: inout DiscardingTaskGroup) -> NetworkOpening {
        network.report(.opening)
        let opening = NetworkOpening(server: server)
        group.addTask { await opening.run(onOpen) }
        return opening
    }

    private func isWanted() async -> Bool {
        do { return try await network.isWanted() } catch {
            server.logger.error(
                "it is unknown whether devices of the home network may come in",
                metadata: ["type": "\(type(of: error))"])
            return false
        }
    }
}

/// One time that the server listens in the home network.
final class NetworkOpening: Sendable {
    private struct State {
        var isClosing = false
        var isOver = false
    }

    private let server: WebServer
    private let connections: NetworkConnections
    private let state = Mutex(State())

    /// How long `close` waits for the requests in progress before it reports the end. A person can close the network from a
    /// phone in it: the answer to that request can only be sent after the report.
    private static let patience = Duration.seconds(2)
    /// How long requests in progress may go on after that.
    private static let rest = Duration.seconds(1)

    init(server: WebServer) {
        self.server = server
        connections = NetworkConnections(proxies: server.settings.proxies)
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    /// Listens until `close` is called or the server shuts down. Reports what becomes of it.
    func run(_ onOpen: @Sendable (NetworkPorts) async -> Void) async {
        let network = server.household.network
        defer { state.withLock { $0.isOver = true } }
        await withTaskCancellationHandler {
            do {
                let certificates = CertificateContexts(
                    identity: network.services.identity, logger: server.logger)
                _ = try certificates.current()
                try await listen(certificates, onOpen)
            } catch {
                connections.close()
                guard !Task.isCancelled, !state.withLock({ $0.isClosing }) else { return }
                let failure = failure(error)
                server.logger.error(
                    "the server cannot listen in the home network", metadata: ["reason": "\(failure.message)"])
                state.withLock { $0.isOver = true }
                network.report(.failed(failure))
            }
        } onCancel: {
            connections.close()
        }
    }

    private func listen(
        _ certificates: CertificateContexts, _ onOpen: @Sendable (NetworkPorts) async -> Void
    ) async throws {
        let listener = server.settings.network
        try await withThrowingTaskGroup(of: Void.self) { group in
            do {
                let https = try await start(
                    server.router(.network), port: listener.httpsPort, certificates: certificates, in: &group)
                var wayIn: Int?
                if let port = listener.wayInPort {
                    wayIn = try await start(
                        server.wayInRouter(httpsPort: { https }), port: port, certificates: nil, in: &group)
                }
                let ports = NetworkPorts(https: https, wayIn: wayIn)
                // `close` can have been called in the meantime; its report is the last.
                let isOpen = state.withLock { state in
                    if !state.isClosing { server.household.network.report(.open(ports)) }
                    return !state.isClosing
                }
                if isOpen { await onOpen(ports) }
            } catch {
                connections.close()
                group.cancelAll()
                throw error
            }
            try await group.waitForAll()
        }
    }

    /// Begins to listen at a port and returns it. Throws the error of the system if that fails.
    private func start(
        _ router: Router<AppRequestContext>, port: Int, certificates: CertificateContexts?,
        in group: inout ThrowingTaskGroup<Void, any Error>
    ) async throws -> Int {
        let (ports, found) = AsyncThrowingStream.makeStream(of: Int.self)
        let connections = connections
        let application = QuietApplication(
            Application(
                router: router,
                server: HTTPServerBuilder { responder in
                    NetworkChannel(
                        connections: connections, certificates: certificates,
                        http: HTTP1Channel(responder: responder, configuration: WebServer.http1))
                },
                configuration: .init(
                    address: .hostname(server.settings.network.host, port: port),
                    availableConnectionsDelegate: MaximumAvailableConnections(server.settings.connections)),
                onServerRunning: { channel in
                    connections.register(door: channel)
                    found.yield(channel.localAddress?.port ?? port)
                },
                logger: server.logger))
        group.addTask {
            do {
                try await application.run()
                found.finish()
            } catch {
                found.finish(throwing: ListenError(port: port, cause: error))
                throw error
            }
        }
        for try await port in ports { return port }
        throw CancellationError()
    }

    private struct ListenError: Error {
        let port: Int
        let cause: any Error
    }

    /// Stops to listen. Requests in progress may go on for a short time. Returns when the connections are closed, or, if
    /// requests are in progress, after `patience`.
    func close() async {
        let isOver = state.withLock { state in
            state.isClosing = true
            return state.isOver
        }
        connections.quiesce()
        guard !isOver else { return }
        await connections.doorsClosed()
        await connections.emptied(atMost: Self.patience)
        server.household.network.report(.closed)
        await connections.emptied(atMost: Self.rest)
        connections.close()
    }

    private func failure(_ error: any Error) -> NetworkFailure {
        if let error = error as? HouseholdError { return NetworkFailure(error.message, hint: error.hint) }
        guard let error = error as? ListenError, let cause = ListenFailure(error.cause) else {
            return NetworkFailure(
                localized("The server cannot listen in the home network."), hint: localized("The log says why."))
        }
        switch cause {
        case .addressInUse:
            return NetworkFailure(
                localized("Port \(error.port, "port") is in use by another program."),
                hint: localized("Stop that program, or choose other ports: server.https-port and server.way-in-port."))
        case .permissionDenied:
            return NetworkFailure(
                localized(
                    """
                    The server may not listen at port \(error.port, "port"): ports below 1024 are for the administrator.
                    """),
                hint: localized("Choose a port from 1024 on."))
        case .addressNotAvailable:
            let host = server.settings.network.host
            return NetworkFailure(
                localized("This machine does not have the address \(host, "address")."),
                hint: localized("Start the server with another --host."))
        }
    }
}
