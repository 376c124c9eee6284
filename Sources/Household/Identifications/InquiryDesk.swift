import Concurrency
package import FoundationEssentials
package import Recognition
import Synchronization

/// What all inquiries of a household share while the process runs: the policy that holds, how the service does, and
/// which questions are under way.
package final class InquiryDesk: Sendable {
    private struct State {
        var policy: Policy
        var breaker = Breaker()
        /// Keys the service did not take, and until when they are not tried again.
        var refusedAccounts: [String: Date] = [:]
        /// Floras the service does not have.
        var unknownProjects: Set<String> = []
        var projects: (list: [OnlineRecogniser.Project], at: Date, language: String)?
        var asking = 0
        var waiting = 0
    }

    private let state: Mutex<State>
    /// The service's own benchmark makes no more than ten calls at once.
    let seats = AsyncSemaphore(8)
    /// Questions under way.
    let flights = SingleFlight<String, Flight>({ Flight() }, cancel: { $0.cancel() })
    /// Settings that were given from outside.
    package let fixed: Set<Policy.Setting>
    package let signals: ChangeSignals

    package init(policy: Policy, fixed: Set<Policy.Setting> = [], signals: ChangeSignals = ChangeSignals()) {
        state = Mutex(State(policy: policy))
        self.fixed = fixed
        self.signals = signals
    }

    package var policy: Policy { state.withLock { $0.policy } }

    func change(_ change: (inout Policy) -> Void) { state.withLock { change(&$0.policy) } }

    /// A call that was impossible may be possible now.
    func wake() { signals.post(.service) }

    /// Calls under way.
    package var asking: Int { state.withLock { $0.asking } }

    /// Identifications that wait for the service, as this process last knew.
    package internal(set) var waiting: Int {
        get { state.withLock { $0.waiting } }
        set { state.withLock { $0.waiting = newValue } }
    }

    func isRefused(_ account: String, at now: Date) -> Bool {
        state.withLock { $0.refusedAccounts[account].map { now < $0 } ?? false }
    }

    /// Not tried again for an hour: it may have been the network's doing, and a wrong key costs nothing.
    func refuse(_ account: String, at now: Date) {
        state.withLock { $0.refusedAccounts[account] = now.addingTimeInterval(3600) }
    }

    func trustAgain() { state.withLock { $0.refusedAccounts = [:] } }

    package func isUnknown(_ project: String) -> Bool { state.withLock { $0.unknownProjects.contains(project) } }
    func noteUnknown(_ project: String) { state.withLock { _ = $0.unknownProjects.insert(project) } }

    /// The service's floras as they were listed within a day.
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

    /// Until when the service is left alone; nothing where it may be called.
    func admit(at now: Date) -> Date? { state.withLock { $0.breaker.admit(at: now) } }
    func report(good: Bool, at now: Date) { state.withLock { $0.breaker.report(good: good, at: now) } }
    func forget(at now: Date) { state.withLock { $0.breaker.forget(at: now) } }

    /// Until when the service is left alone, without asking for admission.
    package func pausedUntil(_ now: Date) -> Date? {
        state.withLock { state in
            if case .open(let until) = state.breaker.state, now < until { until } else { nil }
        }
    }

    /// Counts a call as long as `body` runs.
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
