import Recognition
import Synchronization

/// One question to the service, shared by all who ask it at the same time: each stage happens once, and whoever is
/// cancelled goes without holding the others up.
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
        var isClosed = false
        var recollection: Task<Result<Recollection?, HouseholdError>, Never>?
        var grant: Task<Grant, Never>?
        var outcome: Task<Outcome, Never>?
        var calls = 0
    }

    private let stages = Mutex(Stages())

    /// Calls made so far.
    var calls: Int { stages.withLock { $0.calls } }
    func noteCall() { stages.withLock { $0.calls += 1 } }

    func enter() { stages.withLock { $0.members += 1 } }

    /// Whether nobody is left; then nothing is begun any more.
    func exit() -> Bool {
        stages.withLock { stages in
            stages.members -= 1
            if stages.members == 0 { stages.isClosed = true }
            return stages.isClosed
        }
    }

    /// Stops what is under way.
    func close() {
        stages.withLock { stages in
            stages.recollection?.cancel()
            stages.grant?.cancel()
            stages.outcome?.cancel()
        }
    }

    /// What of it had begun has come to its end.
    func ended() async {
        let (grant, outcome) = stages.withLock { ($0.grant, $0.outcome) }
        _ = await grant?.value
        _ = await outcome?.value
    }

    /// Nothing where the caller was cancelled, or nobody was left, first.
    func recollection(
        _ work: @escaping @Sendable () async -> Result<Recollection?, HouseholdError>
    ) async -> Result<Recollection?, HouseholdError>? {
        await share(\.recollection, work)?.value
    }

    func grant(_ work: @escaping @Sendable () async -> Grant) async -> Grant? { await share(\.grant, work)?.value }

    /// `isOwn` for the caller whose call it became.
    func outcome(_ work: @escaping @Sendable () async -> Outcome) async -> (Outcome, isOwn: Bool)? {
        guard let shared = await share(\.outcome, work) else { return nil }
        return (shared.value, shared.isOwn)
    }

    /// The reservation that nobody used; for the last one to leave.
    func unusedReservation() async -> Reservation? {
        let task = stages.withLock { $0.isClosed && $0.outcome == nil ? $0.grant : nil }
        guard let task, case .reserved(let reservation, _) = await task.value else { return nil }
        return reservation
    }

    private func share<Value: Sendable>(
        _ stage: any WritableKeyPath<Stages, Task<Value, Never>?> & Sendable,
        _ work: @escaping @Sendable () async -> Value
    ) async -> (value: Value, isOwn: Bool)? {
        let begun: (task: Task<Value, Never>, isOwn: Bool)? = stages.withLock { stages in
            if let task = stages[keyPath: stage] { return (task, false) }
            if stages.isClosed || Task.isCancelled { return nil }
            let task = Task { await work() }
            stages[keyPath: stage] = task
            return (task, true)
        }
        guard let begun else { return nil }
        // The task's end, or the caller's own, whichever is first: a stream ends for a cancelled task.
        let (ends, end) = AsyncStream.makeStream(of: Value.self)
        Task {
            end.yield(await begun.task.value)
            end.finish()
        }
        for await value in ends { return (value, begun.isOwn) }
        return nil
    }
}
