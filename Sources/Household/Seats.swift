import Synchronization

/// How many calls to a service are under way at once; who comes later waits, first come first served.
final class Seats: Sendable {
    private struct State {
        var free: Int
        var next = 0
        var line: [(ticket: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        var gone: Set<Int> = []
    }

    private let state: Mutex<State>

    init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// Whether there is a seat for the caller now: not where its task was cancelled first.
    func take() async -> Bool {
        let ticket = state.withLock { state in
            state.next += 1
            return state.next
        }
        defer { state.withLock { _ = $0.gone.remove(ticket) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if state.gone.remove(ticket) != nil { return false }
                    if state.free > 0 {
                        state.free -= 1
                        return true
                    }
                    state.line.append((ticket, continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
                guard let place = state.line.firstIndex(where: { $0.ticket == ticket }) else {
                    state.gone.insert(ticket)
                    return nil
                }
                return state.line.remove(at: place).continuation
            }
            waiting?.resume(returning: false)
        }
    }

    func give() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard !state.line.isEmpty else {
                state.free += 1
                return nil
            }
            return state.line.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}
