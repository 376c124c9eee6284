import Concurrency
import FoundationEssentials
import Recognition
import Synchronization

/// The state of the recognition service, as this process knows it: whether it may be called, and what is running.
///
/// All inquiries of a process share it. Thread-safe.
package final class ServiceHealth: Sendable {
    private struct State {
        var breaker = Breaker()
        /// Keys that the service refused, and until when they are not tried again.
        var refusedAccounts: [String: Date] = [:]
        /// Floras that the service does not have.
        var unknownProjects: Set<String> = []
        var projects: (list: [OnlineRecogniser.Project], at: Date, language: String)?
        var runningCalls = 0
    }

    private let state = Mutex(State())
    private let signals: ChangeSignals
    /// The service's own benchmark makes at most ten concurrent calls.
    let permits = AsyncSemaphore(8)
    /// The running questions. Callers with the same question share one.
    let questions = SingleFlight<String, SharedWork<Inquiry.ServiceOutcome>>()

    package init(signals: ChangeSignals = ChangeSignals()) {
        self.signals = signals
    }

    // MARK: Running calls

    /// The number of callers of all running questions.
    var callers: Int { questions.callers }

    /// The number of running calls.
    var runningCalls: Int { state.withLock { $0.runningCalls } }

    /// Counts a call while `body` runs. Posts `activity` at its begin and end.
    func counting<Value>(_ body: () async -> Value) async -> Value {
        state.withLock { $0.runningCalls += 1 }
        signals.post(.activity)
        defer {
            state.withLock { $0.runningCalls -= 1 }
            signals.post(.activity)
        }
        return await body()
    }

    /// Returns a listener for changes of stored data, in this process or another one.
    func listener() -> ChangeListener { signals.listener() }

    // MARK: The circuit breaker

    /// Returns the end of the pause of the service; nil if a call is admitted. The result of an admitted call must be
    /// reported.
    func admit(at now: Date) -> Date? { state.withLock { $0.breaker.admit(at: now) } }
    func report(good: Bool, at now: Date) { state.withLock { $0.breaker.report(good: good, at: now) } }
    /// Releases an admitted call that ended without a result.
    func forget(at now: Date) { state.withLock { $0.breaker.forget(at: now) } }

    /// Returns the end of the pause of the service, without requesting admission.
    func pausedUntil(_ now: Date) -> Date? {
        state.withLock { state in
            if case .open(let until) = state.breaker.state, now < until { until } else { nil }
        }
    }

    // MARK: Refused keys

    func isRefused(_ account: String, at now: Date) -> Bool {
        state.withLock { $0.refusedAccounts[account].map { now < $0 } ?? false }
    }

    /// The key is not tried again for an hour. It is not refused forever because the network may have been the cause; a
    /// call with a wrong key costs nothing.
    func refuse(_ account: String, at now: Date) {
        state.withLock { $0.refusedAccounts[account] = now.addingTimeInterval(3600) }
    }

    func trustAgain() { state.withLock { $0.refusedAccounts = [:] } }

    // MARK: Floras

    func isUnknown(_ project: String) -> Bool { state.withLock { $0.unknownProjects.contains(project) } }
    func noteUnknown(_ project: String) { state.withLock { _ = $0.unknownProjects.insert(project) } }

    /// Returns the floras of the service if they were listed within a day.
    func projects(at now: Date, language: String) -> [OnlineRecogniser.Project]? {
        state.withLock { state in
            guard let known = state.projects, known.language == language, now.timeIntervalSince(known.at) < 86_400
            else { return nil }
            return known.list
        }
    }

    func note(_ projects: [OnlineRecogniser.Project], at now: Date, language: String) {
        state.withLock { $0.projects = (projects, now, language) }
    }
}
