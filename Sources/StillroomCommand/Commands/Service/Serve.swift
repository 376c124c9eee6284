import Accounts
import ArgumentParser
import Foundation
import Glibc
import Household
import Imaging
import Inference
import Logging
import Metrics
import ServiceLifecycle
import UnixSignals
import Web

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the household's app to a browser on this machine.",
        discussion: """
            Examples:
              stillroom serve
              stillroom serve --port 0 --data-dir /tmp/house --ready-file /tmp/house/address

            While there is no owner, the server prints a link with which the owner creates an account. Only addresses of
            this machine itself are served.
            """)

    @Option(help: ArgumentHelp("Address to listen at.", valueName: "address"))
    var host: String?

    @Option(help: ArgumentHelp("Port to listen at; 0 takes a free one.", valueName: "port"))
    var port: Int?

    @Option(help: ArgumentHelp("A file that gets the address once the server answers.", valueName: "file"))
    var readyFile: String?

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await reporting {
            let settings = try await common.settings([
                .command(.host): host, .command(.port): port.map(String.init), .command(.readyFile): readyFile,
            ])
            guard Loopback.contains(settings.host) else {
                throw CommandFailure(
                    .configuration,
                    "Stillroom serves this machine only, and \(settings.host) is not its own address.",
                    hint: "Use --host 127.0.0.1; from another device, an SSH tunnel works.")
            }
            let logger = Compose.logger(settings)
            let metrics = PrometheusRegistry()
            MetricsSystem.bootstrap(metrics)
            if let readyFile = settings.readyFile { try Self.clear(readyFile) }

            let household = try await Compose.household(settings, logger: logger)
            if case .failure(let error) = household.identifications.recogniserAbout() {
                logger.error("no model", metadata: ["reason": "\(error.message)", "remedy": "\(error.hint ?? "")"])
            }
            let server = try WebServer(
                household,
                settings: .init(
                    host: settings.host, port: settings.port, connections: settings.connections,
                    version: Stillroom.version, components: Doctor.components,
                    publicAuthority: settings.publicAddress.flatMap(Self.authority)),
                metrics: metrics, logger: logger)
            let setupLink = await Self.setupLink(household, logger)
            let application = server.application { [host = settings.host, readyFile = settings.readyFile] port in
                let address = AccountAddress.server(host: host, port: port)
                Terminal.error("Stillroom is at \(address)")
                if let setupLink {
                    Terminal.error(
                        "Create the owner account: \(AccountAddress.setup(setupLink, at: address)) (valid for one hour)"
                    )
                }
                guard let readyFile else { return }
                do {
                    try Data((address + "\n").utf8).write(to: URL(filePath: readyFile), options: .atomic)
                } catch {
                    logger.error("the ready file cannot be written", metadata: ["file": "\(readyFile)"])
                }
            }
            var configuration = ServiceGroupConfiguration(
                services: [
                    application, BackgroundJobs(household: household, logger: logger),
                    DeliveryWorker(household: household, logger: logger),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            configuration.maximumGracefulShutdownDuration = .seconds(25)
            configuration.maximumCancellationDuration = .seconds(3)
            do {
                try await ServiceGroup(configuration: configuration).run()
            } catch {
                guard let failure = ListenFailure(error) else { throw error }
                throw Self.failure(failure, host: settings.host, port: settings.port)
            }
        }
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
                .unavailable, "Port \(port) is taken.", hint: "Choose another with --port, or 0 for a free one.")
        case .permissionDenied:
            CommandFailure(
                .configuration, "You may not listen at port \(port): ports below 1024 belong to the administrator.",
                hint: "Choose a port from 1024 on with --port, or 0 for a free one.")
        case .addressNotAvailable:
            CommandFailure(
                .configuration, "This machine does not have the address \(host).", hint: "Use --host 127.0.0.1.")
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
                .configuration, "The ready file \(file) is a folder.", hint: "Choose the name of a file.")
        }
        if unsafe unlink(file) != 0, errno != ENOENT {
            throw CommandFailure(.configuration, "The ready file \(file) cannot be replaced.")
        }
    }
}
