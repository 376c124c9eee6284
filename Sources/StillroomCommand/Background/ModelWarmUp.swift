import Household
import Logging
import ServiceLifecycle

/// When the server loads the model and starts the decoders.
enum ModelLoading: String, Sendable, CaseIterable {
    /// Three seconds after the start.
    case start
    /// With the first photograph, which waits for it. Until then the server needs less memory.
    case firstPhotograph = "first-photograph"
}

/// Loads the model and starts the decoders shortly after the start, so that the first photograph does not wait for them,
/// and the first page does not, either.
struct ModelWarmUp: Service {
    let household: Household
    let logger: Logger

    /// Until then the processors are for the first pages. A photograph that comes earlier loads the model itself.
    static let delay = Duration.seconds(3)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            do {
                try await household.pause(for: Self.delay)
                try await household.identifications.warmUp()
            } catch let error as HouseholdError {
                logger.error("no model", metadata: ["reason": "\(error.message)", "remedy": "\(error.hint ?? "")"])
            } catch {
                // The server stops.
            }
            // A service that ends would end the group of services.
            try? await gracefulShutdown()
        }
    }
}
