public import Foundation

/// A circuit breaker: stops calls to a failing service for a while. A pure value, updated with the results of calls.
public struct Breaker: Sendable, Hashable {
    /// Whether calls are allowed.
    public enum State: Sendable, Hashable {
        case closed
        case open(until: Date)
        /// One call is admitted as a test.
        case probing
    }

    /// The number of consecutive failures that opens the breaker.
    static let failuresInARow = 5
    /// The breaker also opens if half of at least this many calls within `window` seconds fail.
    static let calls = 10
    static let window = 60.0
    /// The first and the longest pause in seconds; each further failure doubles the pause.
    static let firstPause = 30.0
    static let longestPause = 600.0

    /// The current state.
    public private(set) var state = State.closed
    private var inARow = 0
    private var recent: [Call] = []
    private var pause = Breaker.firstPause

    private struct Call: Sendable, Hashable {
        let at: Date
        let isGood: Bool
    }

    public init() {}

    /// Admits a call. Returns nil if it may start, otherwise the end of the pause. The result of an admitted call must
    /// be reported.
    public mutating func admit(at now: Date) -> Date? {
        switch state {
        case .closed: return nil
        case .open(let until) where now < until: return until
        case .open:
            state = .probing
            return nil
        case .probing: return now.addingTimeInterval(1)
        }
    }

    /// Reports the result of a call. `good` is false if the service failed; "no plant" is an answer, so it is true.
    public mutating func report(good: Bool, at now: Date) {
        recent = recent.filter { now.timeIntervalSince($0.at) < Self.window } + [Call(at: now, isGood: good)]
        inARow = good ? 0 : inARow + 1
        if good {
            if state == .probing { recent = [] }
            state = .closed
            pause = Self.firstPause
            return
        }
        let bad = recent.count { !$0.isGood }
        switch state {
        case .probing:
            pause = min(pause * 2, Self.longestPause)
            state = .open(until: now.addingTimeInterval(pause))
        case .closed where inARow >= Self.failuresInARow || (recent.count >= Self.calls && bad * 2 >= recent.count):
            state = .open(until: now.addingTimeInterval(pause))
        default: break
        }
    }

    /// Releases an admitted call that ended without a result, because it was cancelled.
    public mutating func forget(at now: Date) {
        if state == .probing { state = .open(until: now) }
    }
}
