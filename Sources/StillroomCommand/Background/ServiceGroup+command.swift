import Logging
import ServiceLifecycle
import UnixSignals

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
