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
    /// After the records failed.
    private static let patience = Duration.seconds(10)

    func run() async throws {
        let isStopping = Mutex(false)
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
                await tellAll(looks) { isStopping.withLock { $0 } }
                group.cancelAll()
            }
        } onGracefulShutdown: {
            // What is being sent is sent to its end; the rest of what was claimed is given back.
            isStopping.withLock { $0 = true }
            looking.finish()
        }
    }

    private func tellAll(_ looks: AsyncStream<Void>, until isStopping: @escaping @Sendable () -> Bool) async {
        var reconciled: ContinuousClock.Instant?
        for await _ in looks {
            if isStopping() || Task.isCancelled { return }
            do {
                if reconciled.map({ .now - $0 > Self.reconciling }) ?? true {
                    _ = try await household.reconcileReminders()
                    reconciled = .now
                }
                try await tellDue(until: isStopping)
            } catch {
                if Task.isCancelled { return }
                logger.warning("notices could not be sent", metadata: ["type": "\(type(of: error))"])
                try? await Task.sleep(for: Self.patience)
            }
        }
    }

    /// Until nothing more is due.
    private func tellDue(until isStopping: @escaping @Sendable () -> Bool) async throws {
        while !isStopping(), let next = try await household.nextReminder(), next <= household.now() {
            let telling = try await household.tellDue(isStopping: isStopping)
            if telling.sent + telling.failed == 0 { return }
            logger.info("notices", metadata: ["sent": "\(telling.sent)", "not": "\(telling.failed)"])
        }
    }
}
