import Household
import Logging
import ServiceLifecycle
import Synchronization

/// Tells what is due: claims notices, sends them, settles them. Several may run on the same records, in one process or
/// in many; each notice is one worker's at a time.
struct Worker: Service {
    let household: Household
    let logger: Logger

    /// Between two looks; other processes change the records without telling this one.
    private static let pause = Duration.seconds(1)
    /// Time passes for notices that nobody changes: the next day comes into sight.
    private static let reconciling = Duration.seconds(60)
    /// Before something is sent it is looked whether it still wants telling, but not all the time.
    private static let glance = Duration.seconds(2)
    private static let rounds = 4
    /// After the records failed.
    private static let patience = Duration.seconds(10)
    /// Between two looks whether the worker is to end.
    private static let step = Duration.milliseconds(25)

    func run() async throws {
        let stop = Stop()
        let (looks, looking) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        household.inquirer.desk.onNotice { looking.yield() }
        await withGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    while !Task.isCancelled {
                        looking.yield()
                        try? await Task.sleep(for: Self.pause)
                    }
                }
                // Beside the notices: neither waits for a service that the other asks. An answer that is being sent is
                // waited for: cut off, nobody would know what became of it.
                await withTaskGroup(of: Void.self) { sending in
                    sending.addTask { await sendVotes { stop.isAsked } }
                    await tellAll(looks) { stop.isAsked }
                }
                group.cancelAll()
            }
        } onGracefulShutdown: {
            // What is being sent is sent to its end; the rest of what was claimed is given back.
            stop.ask()
            looking.finish()
        }
    }

    /// Rounds run beside each other, so that what is due now does not wait for a channel that hangs.
    private func tellAll(_ looks: AsyncStream<Void>, until isStopping: @escaping @Sendable () -> Bool) async {
        let rounds = Rounds()
        var reconciled: ContinuousClock.Instant?
        await withDiscardingTaskGroup { group in
            for await _ in looks {
                if isStopping() || Task.isCancelled { return }
                let isDue = await isDue()
                if reconciled.map({ .now - $0 > (isDue ? Self.glance : Self.reconciling) }) ?? true {
                    await reconcile()
                    reconciled = .now
                }
                guard isDue, rounds.count < Self.rounds else { continue }
                rounds.begin()
                group.addTask {
                    await tellDue(until: isStopping)
                    rounds.end()
                }
            }
        }
    }

    /// Answers to questions about food, each once at most.
    private func sendVotes(until isStopping: @escaping @Sendable () -> Bool) async {
        while !isStopping(), !Task.isCancelled {
            do {
                if let next = try await household.nextVote(), next <= household.now() {
                    _ = try await household.sendVotes(isStopping: isStopping)
                }
            } catch {
                if Task.isCancelled { return }
                note(error, "answers could not be sent")
                await rest(Self.patience, until: isStopping)
            }
            await rest(Self.pause / 2, until: isStopping)
        }
    }

    /// In small steps: whoever stops is not kept waiting, nor are the services that stop after this one.
    private func rest(_ time: Duration, until isStopping: () -> Bool) async {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end, !isStopping(), !Task.isCancelled {
            try? await Task.sleep(for: Self.step)
        }
    }

    private func isDue() async -> Bool {
        do {
            guard let next = try await household.nextReminder() else { return false }
            return next <= household.now()
        } catch {
            note(error)
            return false
        }
    }

    /// What cannot be brought in line stops nobody from sending what waits.
    private func reconcile() async {
        do { _ = try await household.reconcileReminders() } catch { note(error) }
    }

    /// Until nothing more is due.
    private func tellDue(until isStopping: @escaping @Sendable () -> Bool) async {
        do {
            while !isStopping(), let next = try await household.nextReminder(), next <= household.now() {
                let telling = try await household.tellDue(isStopping: isStopping)
                if telling.sent + telling.failed == 0 { return }
                logger.info(
                    "notices",
                    metadata: [
                        "sent": "\(telling.sent)", "not": "\(telling.failed)", "given_back": "\(telling.released)",
                    ])
            }
        } catch {
            if Task.isCancelled { return }
            note(error)
            await rest(Self.patience, until: isStopping)
        }
    }

    private func note(_ error: any Error, _ what: Logger.Message = "notices could not be sent") {
        let known = error as? HouseholdError
        logger.error(
            what,
            metadata: ["code": "\(known?.code.rawValue ?? "\(type(of: error))")", "why": "\(known?.message ?? "")"])
    }
}

/// Whether the worker is to end.
private final class Stop: Sendable {
    private let state = Mutex(false)

    var isAsked: Bool { state.withLock { $0 } }
    func ask() { state.withLock { $0 = true } }
}

/// Rounds under way.
private final class Rounds: Sendable {
    private let underWay = Mutex(0)

    var count: Int { underWay.withLock { $0 } }
    func begin() { underWay.withLock { $0 += 1 } }
    func end() { underWay.withLock { $0 -= 1 } }
}
