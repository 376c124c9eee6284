import Glibc
import Synchronization

/// Holds replies until a test opens the gate, so that tests need no sleep.
package final class StubGate: Sendable {
    /// The descriptor that connections poll; it stays readable after the gate has opened.
    let descriptor: Int32
    private let opener: Int32
    private let opened = Mutex(false)
    private let waiting = StubTally()

    package init() {
        var ends: [Int32] = [-1, -1]
        let made = unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        precondition(made == 0, "no socket pair for a gate: errno \(errno)")
        descriptor = ends[0]
        opener = ends[1]
    }

    deinit {
        close(descriptor)
        close(opener)
    }

    /// Opens the gate for all current and later replies.
    package func open() {
        opened.withLock { $0 = true }
        shutdown(opener, Int32(SHUT_RDWR))
    }

    package var isOpen: Bool { opened.withLock { $0 } }

    /// The number of replies held now.
    package var waitingCount: Int { waiting.value }

    /// Returns when at least this many replies are held, or when the task is cancelled.
    package func untilWaiting(_ count: Int = 1) async { await waiting.reaches(count) }

    func hold<Value>(_ body: () -> Value) -> Value {
        waiting.change(by: 1)
        defer { waiting.change(by: -1) }
        return body()
    }
}

/// A counter that tasks can wait for.
final class StubTally: Sendable {
    private struct Waiter {
        let least: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var value = 0
        var next = 0
        var waiters: [Int: Waiter] = [:]
    }

    private let state = Mutex(State())

    var value: Int { state.withLock { $0.value } }

    func clear() { state.withLock { $0.value = 0 } }

    func change(by step: Int) {
        let reached = state.withLock { state in
            state.value += step
            let reached = state.waiters.filter { $0.value.least <= state.value }
            for id in reached.keys { state.waiters[id] = nil }
            return reached.values.map(\.continuation)
        }
        for continuation in reached { continuation.resume() }
    }

    /// Returns when the counter is at least this number, or when the task is cancelled.
    func reaches(_ least: Int) async {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let already = state.withLock { state in
                    // A later cancellation finds the waiter, because its handler needs the same lock.
                    if state.value >= least || Task.isCancelled { return true }
                    state.waiters[id] = Waiter(least: least, continuation: continuation)
                    return false
                }
                if already { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
        }
    }
}
