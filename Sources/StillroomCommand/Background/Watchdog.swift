import Logging
import ServiceLifecycle

/// Reports to the service manager that the server works, as long as it does, and that it ends. The service manager starts
/// the server again if the reports stay away.
struct Watchdog: Service {
    let notifier: ServiceNotifier
    let restart: ServerRestart
    /// Returns when the parts of the server that serve requests have done a piece of work.
    let work: @Sendable () async throws -> Void
    let logger: Logger
    var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    func run() async throws {
        await withGracefulShutdownHandler {
            guard let limit = notifier.watchdog else {
                try? await gracefulShutdown()
                return
            }
            await cancelWhenGracefulShutdown {
                // At least two reports in the time after which the service manager gives up.
                while (try? await pause(limit / 4)) != nil {
                    if (try? await work()) != nil { notifier.report(.alive) }
                }
            }
        } onGracefulShutdown: {
            // A service that is stopping is not expected to come back, so a restart is announced in another way.
            notifier.report(restart.isRequested ? .reloading : .stopping)
        }
    }
}
