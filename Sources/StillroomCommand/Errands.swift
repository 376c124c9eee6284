import Household
import Logging
import ServiceLifecycle

/// Sends what waits for the service, as soon as it can be sent: when the network returns, when the quota is there
/// again, when a failing service was left alone for long enough. Beside that it fetches what is not known yet about
/// the plants' care.
struct Errands: Service {
    let household: Household
    let logger: Logger

    /// The longest time between two looks, in case nobody tells.
    private static let longest = Duration.seconds(30)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withThrowingTaskGroup(of: Void.self) { group in
                // What waits to be named does not wait for what is nice to know.
                let (sends, sending) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
                let (studies, studying) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
                let alarm: @Sendable () -> Void = {
                    sending.yield()
                    studying.yield()
                }
                household.inquirer.desk.onWake(alarm)
                group.addTask {
                    for await link in household.inquirer.reachability.changes() {
                        logger.info("network", metadata: ["link": "\(link?.rawValue ?? "none")"])
                        guard link != nil else { continue }
                        alarm()
                        await hasten()
                    }
                }
                group.addTask {
                    while !Task.isCancelled {
                        alarm()
                        try await Task.sleep(for: Self.longest)
                    }
                }
                group.addTask { await lookAfterPlans(studies) }
                for await _ in sends {
                    await sendAll()
                    if Task.isCancelled { break }
                }
                group.cancelAll()
            }
        }
    }

    /// Answers that were tried in vain are tried again at once.
    private func hasten() async {
        do { try await household.hastenVotes() } catch {
            logger.warning("answers wait a little longer", metadata: ["type": "\(type(of: error))"])
        }
    }

    private func lookAfterPlans(_ wakes: AsyncStream<Void>) async {
        var (renewed, cleared): (ContinuousClock.Instant?, ContinuousClock.Instant?)
        for await _ in wakes {
            if cleared.map({ .now - $0 > .seconds(600) }) ?? true {
                await clearLabels()
                cleared = .now
            }
            if renewed.map({ .now - $0 > .seconds(86_400) }) ?? true {
                await renewPlans()
                renewed = .now
            }
            await studyAll()
            if Task.isCancelled { return }
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

    /// Photographs of labels go when their time is over.
    private func clearLabels() async {
        do {
            let count = try await household.clearLabels()
            if count > 0 { logger.info("photographs of labels went", metadata: ["count": "\(count)"]) }
        } catch {
            logger.warning("photographs of labels could not be deleted", metadata: ["type": "\(type(of: error))"])
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
