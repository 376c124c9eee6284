package import FoundationEssentials
package import Recognition
import Synchronization

/// What all inquiries of a household share while the process runs: the policy that holds, how the service does, and
/// which questions are under way.
package final class InquiryDesk: Sendable {
    private struct State {
        var policy: Policy
        var breaker = Breaker()
        /// Keys the service did not take.
        var refusedAccounts: Set<String> = []
        var asking = 0
        var waiting = 0
        var flights: [String: Flight] = [:]
    }

    private let state: Mutex<State>
    /// Settings that were given from outside.
    package let fixed: Set<Policy.Setting>

    package init(policy: Policy, fixed: Set<Policy.Setting> = []) {
        state = Mutex(State(policy: policy))
        self.fixed = fixed
    }

    package var policy: Policy {
        get { state.withLock { $0.policy } }
        set { state.withLock { $0.policy = newValue } }
    }

    /// Calls under way.
    package var asking: Int { state.withLock { $0.asking } }

    /// Identifications that wait for the service, as this process last knew.
    package internal(set) var waiting: Int {
        get { state.withLock { $0.waiting } }
        set { state.withLock { $0.waiting = newValue } }
    }

    func isRefused(_ account: String) -> Bool { state.withLock { $0.refusedAccounts.contains(account) } }
    func refuse(_ account: String) { state.withLock { _ = $0.refusedAccounts.insert(account) } }
    func trustAgain() { state.withLock { $0.refusedAccounts = [] } }

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

    func counting<Value>(_ body: () async -> Value) async -> Value {
        state.withLock { $0.asking += 1 }
        defer { state.withLock { $0.asking -= 1 } }
        return await body()
    }

    /// The flight of a question: the one under way, or a new one. Every boarding is ended by `leave`.
    func board(_ key: String) -> Flight {
        state.withLock { state in
            let flight = state.flights[key] ?? Flight()
            state.flights[key] = flight
            flight.enter()
            return flight
        }
    }

    /// The last one to leave ends the flight, and with it whatever is still under way.
    func leave(_ flight: Flight, _ key: String) {
        let isLast = state.withLock { state in
            guard flight.exit() else { return false }
            if state.flights[key] === flight { state.flights[key] = nil }
            return true
        }
        if isLast { flight.cancel() }
    }

    /// The question is answered: who asks it from now on looks in the memory.
    func land(_ flight: Flight, _ key: String) {
        state.withLock { if $0.flights[key] === flight { $0.flights[key] = nil } }
    }
}

/// One question to the service, shared by all who ask it at the same time: each stage happens once.
final class Flight: Sendable {
    enum Grant: Sendable {
        case reserved(Reservation, account: String)
        case refused(Inquiry.Refusal)
        case failed(HouseholdError)
    }

    enum Outcome: Sendable {
        case answered(Answer, price: Int, remaining: Int?)
        case failed(Inquiry.Failure, price: Int, remaining: Int?)
    }

    private struct Stages {
        var members = 0
        var recollection: Task<Recollection?, any Error>?
        var grant: Task<Grant, Never>?
        var outcome: Task<Outcome, Never>?
        var wasGivenBack = false
        var calls = 0
    }

    private let stages = Mutex(Stages())

    var calls: Int { stages.withLock { $0.calls } }
    func noteCall() { stages.withLock { $0.calls += 1 } }

    func enter() { stages.withLock { $0.members += 1 } }

    /// Whether nobody is left.
    func exit() -> Bool {
        stages.withLock { stages in
            stages.members -= 1
            return stages.members == 0
        }
    }

    func cancel() {
        stages.withLock { stages in
            stages.recollection?.cancel()
            stages.outcome?.cancel()
        }
    }

    func recollection(_ work: @escaping @Sendable () async throws -> Recollection?) async throws -> Recollection? {
        let task = stages.withLock { stages in
            let task = stages.recollection ?? Task { try await work() }
            stages.recollection = task
            return task
        }
        return try await task.value
    }

    func grant(_ work: @escaping @Sendable () async -> Grant) async -> Grant {
        let task = stages.withLock { stages in
            let task = stages.grant ?? Task { await work() }
            stages.grant = task
            return task
        }
        return await task.value
    }

    /// `isOwn` for the caller whose call it became.
    func outcome(_ work: @escaping @Sendable () async -> Outcome) async -> (Outcome, isOwn: Bool) {
        let (task, isOwn) = stages.withLock { stages in
            let isOwn = stages.outcome == nil
            let task = stages.outcome ?? Task { await work() }
            stages.outcome = task
            return (task, isOwn)
        }
        return (await task.value, isOwn)
    }

    /// The reservation nobody used, once; nothing where there is none.
    func unusedReservation() async -> Reservation? {
        let task: Task<Grant, Never>? = stages.withLock { stages in
            guard stages.members == 0, stages.outcome == nil, !stages.wasGivenBack else { return nil }
            stages.wasGivenBack = stages.grant != nil
            return stages.grant
        }
        guard let task, case .reserved(let reservation, _) = await task.value else { return nil }
        return reservation
    }
}
