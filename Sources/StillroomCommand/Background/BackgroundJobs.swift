import FoundationEssentials
import Household
import Logging
import ServiceLifecycle

/// Sends waiting photographs to the service as soon as possible: when the network returns, when quota is available
/// again, or when the pause after failures of the service is over. It also fetches missing facts about the plants'
/// care.
///
/// It sleeps until then, or until a signal says that rows, a setting, a key or the network have changed.
struct BackgroundJobs: Service {
    let household: Household
    let logger: Logger

    /// The longest sleep. It is also how late a key is noticed that a person wrote into its file.
    static let longest = Duration.seconds(300)
    /// The minimum interval between two runs if only rows have changed.
    static let pace = Duration.seconds(5)
    /// The wait after a photograph could not be sent.
    static let patience = Duration.seconds(30)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                // Waiting identifications do not wait for the fetching of care facts.
                let (sends, studies, lessons) = (
                    household.signals.listener(), household.signals.listener(), household.signals.listener()
                )
                group.addTask {
                    for await link in household.networkChanges() {
                        logger.info("network", metadata: ["link": "\(link?.rawValue ?? "none")"])
                        household.signals.post(.service)
                        if link != nil { await hasten() }
                    }
                }
                group.addTask { await lookAfterPlans(studies) }
                // After a change of the model all photographs of plants are read again, which takes long.
                group.addTask {
                    while !Task.isCancelled {
                        await learnPlants()
                        await rest(Self.longest, lessons)
                    }
                }
                while !Task.isCancelled {
                    let (next, pace) = await sendAll()
                    await rest(next, pace: pace, sends)
                }
                group.cancelAll()
            }
        }
    }

    /// Waits for `next` or a signal, whichever is first. Changed rows alone end the wait only after `pace`: a run that
    /// writes rows would otherwise wake itself.
    private func rest(_ next: Duration, pace: Duration = Self.pace, _ signals: ChangeListener) async {
        let pause: @Sendable (Duration) async throws -> Void = { try await household.pause(for: $0) }
        let first = min(next, pace)
        if await signals.wait(for: [.service], atMost: first, pause).isEmpty, next > first {
            await signals.wait(atMost: next - first, pause)
        }
    }

    /// Retries answers at once whose sending has failed.
    private func hasten() async {
        do { try await household.larder.hastenVotes() } catch {
            logger.warning("answers wait a little longer", metadata: ["type": "\(type(of: error))"])
        }
    }

    private func lookAfterPlans(_ signals: ChangeListener) async {
        var (renewed, cleared): (Duration?, Duration?)
        while !Task.isCancelled {
            let now = household.steady()
            if cleared.map({ now - $0 >= .seconds(600) }) ?? true {
                await removeExpiredPictures()
                await deleteExpiredPlants()
                cleared = now
            }
            if renewed.map({ now - $0 >= .seconds(86_400) }) ?? true {
                await renewPlans()
                renewed = now
            }
            await studyAll()
            await rest(Self.longest, signals)
        }
    }

    /// Sends photographs one after the other, until none is left or one could not be answered. Returns the time until
    /// another attempt is useful, and the time during which changed rows alone are no reason for one.
    private func sendAll() async -> (next: Duration, pace: Duration) {
        do {
            while !Task.isCancelled {
                switch try await household.identifications.sendNextWaiting() {
                case .settled: continue
                case .postponed: return (Self.patience, Self.patience)
                case .idle(let until):
                    guard let until else { return (Self.longest, Self.pace) }
                    let left = until.timeIntervalSince(household.now())
                    return (min(Self.longest, max(.seconds(1), .seconds(left))), Self.pace)
                }
            }
        } catch is CancellationError {
            return (Self.longest, Self.pace)
        } catch {
            logger.warning("what waits could not be sent", metadata: ["type": "\(type(of: error))"])
            return (Self.patience, Self.patience)
        }
        return (Self.longest, Self.pace)
    }

    /// Deletes photographs of labels whose retention time is over.
    private func removeExpiredPictures() async {
        do {
            let count = try await household.medicines(for: .machine).removeExpiredPictures()
            if count > 0 { logger.info("photographs of labels went", metadata: ["count": "\(count)"]) }
        } catch {
            logger.warning("photographs of labels could not be deleted", metadata: ["type": "\(type(of: error))"])
        }
    }

    /// Deletes removed plants that can be restored no more.
    private func deleteExpiredPlants() async {
        do {
            let count = try await household.collection.deleteExpiredPlants()
            if count > 0 { logger.info("removed plants were deleted", metadata: ["count": "\(count)"]) }
        } catch {
            logger.warning("removed plants could not be deleted", metadata: ["type": "\(type(of: error))"])
        }
    }

    /// Makes the vectors by which the plants of the household are recognised.
    private func learnPlants() async {
        do {
            while !Task.isCancelled, try await household.ownPlants.learn() > 0 {}
        } catch is CancellationError {
            return
        } catch {
            logger.warning("photographs of plants could not be learned", metadata: ["type": "\(type(of: error))"])
        }
    }

    private func renewPlans() async {
        do { try await household.planning.renewPlans() } catch {
            logger.warning("plans could not be renewed", metadata: ["type": "\(type(of: error))"])
        }
    }

    /// Fetches missing facts about the care of the plants, one plant after the other.
    private func studyAll() async {
        do {
            while !Task.isCancelled, try await household.planning.studyNext() {}
        } catch is CancellationError {
            return
        } catch {
            logger.warning("care facts could not be kept", metadata: ["type": "\(type(of: error))"])
        }
    }
}
