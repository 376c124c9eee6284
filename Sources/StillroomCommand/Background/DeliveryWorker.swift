import FoundationEssentials
import Household
import Logging
import ServiceLifecycle
import Synchronization

/// Sends due notices and answers: claims, sends, settles. Several workers may run on the same records, in one process
/// or in many; each notice is claimed by one worker at a time.
///
/// It sleeps until the next one is due, or until a signal says that rows or the network have changed.
struct DeliveryWorker: Service {
    let household: Household
    let logger: Logger

    /// The longest sleep. Notices become due without a change of rows, because the next day comes into range. It is
    /// also how late a worker notices that the wall clock was set.
    static let longest = Duration.seconds(60)
    /// The longest sleep before answers are checked. They become due at a stored time only.
    private static let longestBetweenVotes = Duration.seconds(300)
    /// The minimum interval between two checks whether due notices are still to be sent.
    private static let glance = Duration.seconds(2)
    /// The wait while a notice stays due: it is being claimed, or all rounds are busy.
    static let pause = Duration.seconds(1)
    /// The minimum interval between the beginnings of two rounds.
    private static let pace = Duration.milliseconds(250)
    private static let rounds = 4
    /// The wait after an error of the records.
    private static let patience = Duration.seconds(10)
    /// The longest wait before answers that cannot be sent at the moment are tried again.
    private static let longestDetour = Duration.seconds(30)

    func run() async throws {
        let stop = Stop()
        let (notices, votes) = (household.signals.listener(), household.signals.listener())
        await withGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await household.followOtherProcesses() }
                group.addTask { await household.followNetwork() }
                // Notices and answers are sent concurrently: neither waits for a service of the other. An answer that
                // is being sent is awaited, because the outcome of an interrupted request would be unknown.
                await withTaskGroup(of: Void.self) { sending in
                    sending.addTask { await sendVotes(votes) { stop.isAsked } }
                    await sendNotices(notices) { stop.isAsked }
                }
                group.cancelAll()
            }
        } onGracefulShutdown: {
            // Requests under way are completed; other claimed notices are released.
            stop.ask()
            notices.ring()
            votes.ring()
        }
    }

    /// Rounds run concurrently, so that due notices do not wait for a channel that hangs.
    private func sendNotices(
        _ signals: ChangeListener, until isStopping: @escaping @Sendable () -> Bool
    ) async {
        let rounds = Rounds()
        var reconciled: Duration?
        var begun: Duration?
        await withDiscardingTaskGroup { group in
            while !isStopping(), !Task.isCancelled {
                if isOld(reconciled, Self.longest) {
                    await reconcile()
                    reconciled = household.steady()
                }
                guard var next = await nextNotice() else {
                    await rest(Self.patience, signals)
                    continue
                }
                if next.isDue, isOld(reconciled, Self.glance) {
                    await reconcile()
                    reconciled = household.steady()
                    guard let after = await nextNotice() else { continue }
                    next = after
                }
                if rounds.takeFailure() {
                    await rest(Self.patience, signals)
                    continue
                }
                if next.isDue, rounds.count < Self.rounds {
                    if let begun, household.steady() - begun < Self.pace { try? await household.pause(for: Self.pace) }
                    begun = household.steady()
                    rounds.begin()
                    group.addTask { rounds.end(hasFailed: await !sendDue(until: isStopping)) }
                }
                let left = Self.longest - (household.steady() - (reconciled ?? household.steady()))
                await rest(next.isDue ? Self.pause : min(next.wait, max(Self.pause, left)), signals)
            }
        }
    }

    private func isOld(_ time: Duration?, _ age: Duration) -> Bool {
        time.map { household.steady() - $0 >= age } ?? true
    }

    private func rest(_ time: Duration, _ signals: ChangeListener) async {
        await signals.wait(atMost: time) { try await household.pause(for: $0) }
    }

    private struct Next {
        /// The time until the next notice is due; the longest sleep if there is none.
        let wait: Duration
        var isDue: Bool { wait <= .zero }
    }

    /// Returns nil if the records failed.
    private func nextNotice() async -> Next? {
        do {
            guard let next = try await household.reminders(for: .machine).nextReminder() else {
                return Next(wait: Self.longest)
            }
            return Next(wait: wait(until: next))
        } catch {
            note(error)
            return nil
        }
    }

    /// Returns the time until the date, at most `longest`; zero if the date is in the past.
    private func wait(until date: Date, atMost longest: Duration = Self.longest) -> Duration {
        let seconds = date.timeIntervalSince(household.now())
        guard seconds > 0 else { return .zero }
        return min(longest, max(.milliseconds(1), .seconds(seconds)))
    }

    /// Sends answers to questions about food, each at most once.
    private func sendVotes(
        _ signals: ChangeListener, until isStopping: @escaping @Sendable () -> Bool
    ) async {
        var detour = Self.pause
        while !isStopping(), !Task.isCancelled {
            do {
                var wait = Self.longestBetweenVotes
                if let next = try await household.larder.nextVote() {
                    wait = self.wait(until: next, atMost: wait)
                    if wait == .zero {
                        let round = try await household.larder.sendVotes(isStopping: isStopping)
                        wait = detour
                        detour = round.isFruitless ? min(detour * 2, Self.longestDetour) : Self.pause
                    }
                }
                if await !signals.wait(atMost: wait, { try await household.pause(for: $0) }).isEmpty {
                    detour = Self.pause
                }
            } catch {
                if Task.isCancelled { return }
                note(error, "answers could not be sent")
                await rest(Self.patience, signals)
            }
        }
    }

    /// Reconciles the notices. If that fails, waiting notices are still sent.
    private func reconcile() async {
        do { _ = try await household.reminders(for: .machine).reconcileReminders() } catch { note(error) }
    }

    /// Sends until no notice is due; returns false if the records failed.
    private func sendDue(until isStopping: @escaping @Sendable () -> Bool) async -> Bool {
        do {
            while !isStopping(), let next = try await household.reminders(for: .machine).nextReminder(),
                next <= household.now()
            {
                let report = try await household.reminders(for: .machine).sendDue(isStopping: isStopping)
                if report.sent + report.failed == 0 { return true }
                logger.info(
                    "notices",
                    metadata: [
                        "sent": "\(report.sent)", "not": "\(report.failed)", "given_back": "\(report.released)",
                    ])
            }
        } catch {
            if Task.isCancelled { return true }
            note(error)
            return false
        }
        return true
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

/// The rounds under way.
private final class Rounds: Sendable {
    private let state = Mutex((underWay: 0, hasFailed: false))

    var count: Int { state.withLock { $0.underWay } }
    func begin() { state.withLock { $0.underWay += 1 } }

    func end(hasFailed: Bool) {
        state.withLock { state in
            state.underWay -= 1
            state.hasFailed = state.hasFailed || hasFailed
        }
    }

    /// Returns whether a round has failed since the last call.
    func takeFailure() -> Bool {
        state.withLock { state in
            defer { state.hasFailed = false }
            return state.hasFailed
        }
    }
}
