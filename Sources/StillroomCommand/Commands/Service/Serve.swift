import Accounts
import ArgumentParser
import Foundation
import Glibc
import Household
import Imaging
import Inference
import Logging
import Messages
import Metrics
import ServiceLifecycle
import Web

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: localized(
            "Serve the household's app to browsers on this machine and, if an owner wants it, in the home network."),
        discussion: Discussion.examples(
            """
            stillroom serve
            stillroom serve --host 0.0.0.0
            stillroom serve --port 0 --data-dir /tmp/house --ready-file /tmp/house/address
            """,
            localized(
                """
                While there is no owner, the server prints a link with which the owner creates an account, and only this
                machine itself is served. An owner lets phones in on the page "Phones in your home"; with --host they \
                are let
                in from the start.
                """)))

    @Option(
        help: ArgumentHelp(
            localized("Address to listen at. An address in the network needs an owner, and is served with TLS."),
            valueName: "address"))
    var host: String?

    @Option(help: ArgumentHelp(localized("Port for this machine, without TLS; 0 takes a free one."), valueName: "port"))
    var port: Int?

    @Option(
        help: ArgumentHelp(localized("Port for the home network, with TLS; 0 takes a free one."), valueName: "port"))
    var httpsPort: Int?

    @Option(
        help: ArgumentHelp(
            localized("Port of the page that explains how a device gets in; 0 takes a free one, off serves no page."),
            valueName: "port"))
    var wayInPort: String?

    @Option(help: ArgumentHelp(localized("A file that gets the address once the server answers."), valueName: "file"))
    var readyFile: String?

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await reporting {
            let settings = try await common.settings([
                .command(.host): host, .command(.port): port.map(String.init), .command(.readyFile): readyFile,
                .command(.httpsPort): httpsPort.map(String.init), .command(.wayInPort): wayInPort,
            ])
            let logger = Compose.logger(settings)
            let metrics = PrometheusRegistry()
            MetricsSystem.bootstrap(metrics)
            if let readyFile = settings.readyFile { try Self.clear(readyFile) }
            let socket = try PassedSocket()
            guard socket == nil || Loopback.contains(settings.plainHost) else {
                throw CommandFailure(
                    .configuration, localized("A socket of the service manager cannot be used with this host."),
                    hint: localized("Use server.host 127.0.0.1, or disable the socket."))
            }

            let restart = ServerRestart()
            let household = try await Compose.household(settings, restart: restart, logger: logger)
            try await household.settings.serveGivenSettings()
            try await Self.checkNetwork(settings, household)
            if case .failure(let error) = household.identifications.recogniserAbout() {
                logger.error("no model", metadata: ["reason": "\(error.message)", "remedy": "\(error.hint ?? "")"])
            }
            let server = try WebServer(
                household,
                settings: .init(
                    host: settings.plainHost, port: settings.port, connections: settings.connections,
                    version: Stillroom.version, components: Doctor.components,
                    publicAuthority: settings.publicAddress.flatMap(Self.authority),
                    publicAccess: settings.publicAccess,
                    names: settings.names, proxies: settings.trustedProxies,
                    network: .init(
                        host: settings.networkHost, httpsPort: settings.httpsPort, wayInPort: settings.wayInPort),
                    usesOwnCertificate: settings.usesOwnCertificate, servesMCP: settings.servesMCP,
                    photographHosts: settings.photographHosts),
                metrics: metrics, compressor: .gzip, logger: logger)
            let setupLink = await Self.setupLink(household, logger)
            let notifier = ServiceNotifier(environment: ProcessInfo.processInfo.environment)
            let application = server.application(socket: socket?.copy) {
                [host = socket?.host ?? settings.plainHost, readyFile = settings.readyFile] port in
                let address = AccountAddress.server(host: host, port: port)
                notifier?.report(.ready)
                Terminal.error(localized("Stillroom is at \(address, "address")"))
                if let setupLink {
                    let link = AccountAddress.setup(setupLink, at: address)
                    Terminal.error(localized("Create the owner account: \(link, "address") (valid for one hour)"))
                }
                guard let readyFile else { return }
                do {
                    try Data((address + "\n").utf8).write(to: URL(filePath: readyFile), options: .atomic)
                } catch {
                    logger.error("the ready file cannot be written", metadata: ["file": "\(readyFile)"])
                }
            }
            let network = server.networkServer { ports in
                for line in Self.networkLines(household, ports) { Terminal.error(line) }
            }
            let services = ServiceGroup(
                of: [
                    "web server": application, "web server of the home network": network,
                    "background jobs": BackgroundJobs(household: household, logger: logger).inEnglish,
                    "delivery worker": DeliveryWorker(household: household, logger: logger).inEnglish,
                    "model": settings.modelLoading == .start
                        ? ModelWarmUp(household: household, logger: logger).inEnglish : nil,
                    "home automation": Compose.homeAutomation(settings, household: household, logger: logger)?
                        .inEnglish,
                    "daily backup": BackupJob(settings, household: household, logger: logger)?.inEnglish,
                    "watchdog": notifier.map {
                        Watchdog(notifier: $0, restart: restart, work: { try await server.work() }, logger: logger)
                    },
                ], logger: logger)
            let restarting = Task {
                await restart.wait()
                // The answer to the request that asked for it is on its way.
                if restart.isRequested { await services.triggerGracefulShutdown() }
            }
            defer { restarting.cancel() }
            do {
                try await services.run()
            } catch {
                guard let failure = ListenFailure(error) else { throw error }
                throw Self.failure(failure, host: settings.plainHost, port: settings.port)
            }
            guard restart.isRequested else { return }
            let reason = ServerRestart.perform()
            throw CommandFailure(
                .unavailable, localized("The server cannot start itself again (\(reason, "reason"))."),
                hint: localized("Start it: that carries out what was confirmed."))
        }
    }

    /// Throws if the settings require the server to listen in the network, and it must not: there is no owner, or there is
    /// no usable certificate. Reads the operator's certificate in any case, so that a mistake is found at the start.
    static func checkNetwork(_ settings: Settings, _ household: Household) async throws {
        if settings.isInNetwork, try await !household.accounts.hasOwner() {
            throw CommandFailure(
                .configuration,
                localized(
                    """
                    There is no owner yet, so the address \(settings.host, "address") in the network is not served.
                    """),
                hint: localized(
                    """
                    Start `stillroom serve` without --host, open the set-up link on this machine, then start it again \
                    with --host \(settings.host, "address").
                    """))
        }
        if settings.isNetworkRequired || settings.usesOwnCertificate { _ = try household.network.services.identity() }
    }

    /// Returns the lines that say where devices of the home network get in.
    static func networkLines(_ household: Household, _ ports: NetworkPorts) -> [String] {
        let hosts = household.network.hosts()
        guard let best = hosts.first else {
            return [localized("Stillroom listens in the network, but this machine has no address in one now.")]
        }
        let address = "https://\(best):\(ports.https)"
        var lines = [localized("Devices in your home reach it at \(address, "address")")]
        if let wayIn = ports.wayIn.map({ "http://\(best):\($0)" }) {
            lines.append(localized("A new device must start at \(wayIn, "address")"))
        }
        if hosts.count > 1 {
            let names = hosts.dropFirst().joined(separator: ", ")
            lines.append(localized("Other names of this machine: \(names, "names")"))
        }
        return lines
    }

    /// Returns a set-up link while there is no owner. The server works without it, so a failure is only logged.
    private static func setupLink(_ household: Household, _ logger: Logger) async -> Secret? {
        do {
            return try await household.accounts.hasOwner() ? nil : try await household.accounts.makeSetupLink()
        } catch {
            logger.error("no set-up link could be made", metadata: ["type": "\(type(of: error))"])
            return nil
        }
    }

    static func failure(_ failure: ListenFailure, host: String, port: Int) -> CommandFailure {
        switch failure {
        case .addressInUse:
            CommandFailure(
                .unavailable, localized("Port \(port, "number") is already in use."),
                hint: localized("Choose another with --port, or 0 for a free one."))
        case .permissionDenied:
            CommandFailure(
                .configuration,
                localized(
                    "You may not listen at port \(port, "number"): ports below 1024 belong to the administrator."),
                hint: localized("Choose a port from 1024 on with --port, or 0 for a free one."))
        case .addressNotAvailable:
            CommandFailure(
                .configuration, localized("This machine does not have the address \(host, "address")."),
                hint: localized("Use --host 127.0.0.1."))
        }
    }

    /// Returns the host, as "home.example.net", with the port if it is not the default one.
    private static func authority(_ url: URL) -> String? {
        url.host().map { host in
            let name = host.contains(":") ? "[\(host)]" : host
            return url.port.flatMap { $0 == (url.scheme == "https" ? 443 : 80) ? nil : "\(name):\($0)" } ?? name
        }
    }

    /// Removes the file that an earlier run left; never a folder.
    private static func clear(_ file: String) throws(CommandFailure) {
        guard !Photographs.isFolder(file) else {
            throw CommandFailure(
                .configuration, localized("The ready file \(file, "file") is a folder."),
                hint: localized("Choose the name of a file."))
        }
        if unsafe unlink(file) != 0, errno != ENOENT {
            throw CommandFailure(.configuration, localized("The ready file \(file, "file") cannot be replaced."))
        }
    }
}
