import Logging
import Messages
import ServiceLifecycle
import UnixSignals

/// A service whose texts are English, because it stores and logs them: who reads them is not known.
private struct EnglishService: Service {
    let service: any Service

    func run() async throws {
        try await Localization.$current.withValue(.english) { try await service.run() }
    }
}

extension Service {
    /// The service without the language of the person who started the command.
    var inEnglish: any Service { EnglishService(service: self) }
}

extension ServiceGroup {
    /// Creates the group of the services of a command. SIGTERM and SIGINT end it: each service has 25 s to finish, then 3 s
    /// until it is abandoned.
    ///
    /// Each service has a name for the log. Without one, the library prints the whole value into the log: every route,
    /// template and setting of a server.
    /// A service that is nil is left out.
    init(of services: KeyValuePairs<String, (any Service)?>, logger: Logger) {
        var configuration = ServiceGroupConfiguration(
            services: services.compactMap { name, service in service.map { .init(service: $0, serviceName: name) } },
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(25)
        configuration.maximumCancellationDuration = .seconds(3)
        self.init(configuration: configuration)
    }
}
