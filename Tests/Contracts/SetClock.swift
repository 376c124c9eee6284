package import Foundation
import Synchronization

/// A wall clock that a test sets, and a monotonic clock that only `pass` advances.
package final class SetClock: Sendable {
    private struct State {
        var now: Date
        var steady = Duration.zero
    }

    private let state: Mutex<State>

    package init(_ now: Date) { state = Mutex(State(now: now)) }

    /// "2026-06-10T09:00:00Z".
    package convenience init(_ text: String) throws { self.init(try Date(text, strategy: .iso8601)) }

    package var now: Date { state.withLock { $0.now } }
    package var steady: Duration { state.withLock { $0.steady } }

    package func set(_ now: Date) { state.withLock { $0.now = now } }
    package func set(_ text: String) throws { set(try Date(text, strategy: .iso8601)) }

    /// Advances both clocks.
    package func pass(_ seconds: Double) {
        state.withLock { state in
            state.now += seconds
            state.steady += .seconds(seconds)
        }
    }
}
