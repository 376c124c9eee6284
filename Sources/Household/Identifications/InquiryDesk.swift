import Concurrency
package import FoundationEssentials
package import Recognition
import Synchronization

/// The state that all inquiries of a household share in this process: the policy in force, the health of the service,
/// and the running questions.
package final class InquiryDesk: Sendable {
    private struct State {
        var policy: Policy
        var breaker = Breaker()
        /// Keys that the service refused, and until when they are not tried again.
        var refusedAccounts: [String: Date] = [:]
        /// Floras that the service does not have.
        var unknownProjects: Set<String> = []
        var projects: (list: [OnlineRecogniser.Project], at: Date, language: String)?
        var asking = 0
        var waiting = 0
    }

    private let state: Mutex<State>
    /// The service's own benchmark makes at most ten concurrent calls.
    let seats = AsyncSemaphore(8)
    /// Running questions.
    let flights = SingleFlight<String, Flight>({ Flight() }, cancel: { $0.cancel() })
    /// Settings that were given by a flag, the environment or the configuration file.
    package let fixed: Set<Policy.Setting>
    package let signals: ChangeSignals

    package init(policy: Policy, fixed: Set<Policy.Setting> = [], signals: ChangeSignals = ChangeSignals()) {
        state = Mutex(State(policy: policy))
        self.fixed = fixed
        self.signals = signals
    }

    package var policy: Policy { state.withLock { $0.policy } }

    func change(_ change: (inout Policy) -> Void) { state.withLock { change(&$0.policy) } }

    /// Signals that a call that was impossible may be possible now.
    func wake() { signals.post(.service) }

    /// The number of running calls.
    package var asking: Int { state.withLock { $0.asking } }

    /// The number of identifications that wait for the service, as last known to this process.
    package internal(set) var waiting: Int {
        get { state.withLock { $0.waiting } }
        set { state.withLock { $0.waiting = newValue } }
    }

    func isRefused(_ account: String, at now: Date) -> Bool {
        state.withLock { $0.refusedAccounts[account].map { now < $0 } ?? false }
    }

    /// The key is not tried again for an hour. It is not refused forever because the network may have been the cause; a
    /// call with a wrong key costs nothing.
    func refuse(_ account: String, at now: Date) {
        state.withLock { $0.refusedAccounts[account] = now.addingTimeInterval(3600) }
    }

    func trustAgain() { state.withLock { $0.refusedAccounts = [:] } }

    package func isUnknown(_ project: String) -> Bool { state.withLock { $0.unknownProjects.contains(project) } }
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

    /// Returns the end of the pause of the service; nil if a call is admitted.
    func admit(at now: Date) -> Date? { state.withLock { $0.breaker.admit(at: now) } }
    func report(good: Bool, at now: Date) { state.withLock { $0.breaker.report(good: good, at: now) } }
    func forget(at now: Date) { state.withLock { $0.breaker.forget(at: now) } }

    /// Returns the end of the pause of the service, without requesting admission.
    package func pausedUntil(_ now: Date) -> Date? {
        state.withLock { state in
            if case .open(let until) = state.breaker.state, now < until { until } else { nil }
        }
    }

    /// Counts a call while `body` runs.
    func counting<Value>(_ body: () async -> Value) async -> Value {
        state.withLock { $0.asking += 1 }
        signals.post(.activity)
        defer {
            state.withLock { $0.asking -= 1 }
            signals.post(.activity)
        }
        return await body()
    }
}
