import Household
import Logging
import ServiceLifecycle

/// Sends what waits for the service, as soon as it can be sent: when the network returns, when the quota is there
/// again, when a failing service was left alone for long enough.
struct Errands: Service {
    let household: Household
    let logger: Logger

    /// The longest time between two looks, in case nobody tells.
    private static let longest = Duration.seconds(30)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withThrowingTaskGroup(of: Void.self) { group in
                let (wakes, alarm) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
                household.inquirer.desk.onWake { alarm.yield() }
                group.addTask {
                    for await link in household.inquirer.reachability.changes() {
                        logger.info("network", metadata: ["link": "\(link?.rawValue ?? "none")"])
                        if link != nil { alarm.yield() }
                    }
                }
                group.addTask {
                    while !Task.isCancelled {
                        alarm.yield()
                        try await Task.sleep(for: Self.longest)
                    }
                }
                var renewed: ContinuousClock.Instant?
                for await _ in wakes {
                    if renewed.map({ .now - $0 > .seconds(86_400) }) ?? true {
                        await renewPlans()
                        renewed = .now
                    }
                    await sendAll()
                    await studyAll()
                    if Task.isCancelled { break }
                }
                group.cancelAll()
            }
        }
    }

    /// One after the other, until nothing more can be done or one could not be answered.
    private func sendAll() async {
        do {
            while !Task.isCancelled {
                guard case .settled = try await household.sendNextWaiting() else { return }
            }
        } catch is CancellationError {
            return
        } catch {
            logger.warning("what waits could not be sent", metadata: ["type": "\(type(of: error))"])
        }
    }

    private func renewPlans() async {
        do { try await household.renewPlans() } catch {
            logger.warning("plans could not be renewed", metadata: ["type": "\(type(of: error))"])
        }
    }

    /// Fetches what is not known yet about the care of the plants, one after the other.
    private func studyAll() async {
        do {
            while !Task.isCancelled, try await household.studyNext() {}
        } catch is CancellationError {
            return
        } catch {
            logger.warning("care facts could not be kept", metadata: ["type": "\(type(of: error))"])
        }
    }
}
