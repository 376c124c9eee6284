package import FoundationEssentials

/// Leaves a failing service alone for a while: a pure value fed by what calls came to.
package struct Breaker: Sendable, Hashable {
    package enum State: Sendable, Hashable {
        case closed
        case open(until: Date)
        /// One call is let through to see.
        case probing
    }

    /// Failures in a row that open it.
    static let failuresInARow = 5
    /// Of at least this many calls within `window` seconds, half failing opens it too.
    static let calls = 10
    static let window = 60.0
    /// Seconds it stays open at first and at most; each further failure doubles it.
    static let firstPause = 30.0
    static let longestPause = 600.0

    package private(set) var state = State.closed
    private var inARow = 0
    private var recent: [Call] = []
    private var pause = Breaker.firstPause

    private struct Call: Sendable, Hashable {
        let at: Date
        let isGood: Bool
    }

    package init() {}

    /// Until when nothing may be called; nothing where it may. A call that is let through must be reported.
    package mutating func admit(at now: Date) -> Date? {
        switch state {
        case .closed: return nil
        case .open(let until) where now < until: return until
        case .open:
            state = .probing
            return nil
        case .probing: return now.addingTimeInterval(1)
        }
    }

    package mutating func report(good: Bool, at now: Date) {
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

    /// The call that was let through came to no end that says anything (it was cancelled).
    package mutating func forget(at now: Date) {
        if state == .probing { state = .open(until: now) }
    }
}
