import Synchronization

/// Notifies listeners that stored data or the state of a service may have changed. A signal has a kind and no content:
/// the listener reads what it needs.
///
/// Thread-safe. Signals of one kind that arrive while a listener is busy are merged.
package final class ChangeSignals: Sendable {
    package enum Kind: Sendable, Hashable, CaseIterable {
        /// A transaction has changed rows, in this process or in another one.
        case records
        /// A service, its key, a setting or the network has changed: a call that was impossible may be possible now.
        case service
        /// A call to a service has begun or ended. Relevant for display, not a reason for another call.
        case activity
    }

    private struct State {
        var nextID = 0
        var listeners: [Int: @Sendable (Kind) -> Void] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    package func post(_ kind: Kind) {
        for notify in state.withLock({ Array($0.listeners.values) }) { notify(kind) }
    }

    /// Returns a listener that receives every later signal until it is released.
    package func listener() -> ChangeListener {
        ChangeListener(self)
    }

    fileprivate func add(_ notify: @escaping @Sendable (Kind) -> Void) -> Int {
        state.withLock { state in
            state.nextID += 1
            state.listeners[state.nextID] = notify
            return state.nextID
        }
    }

    fileprivate func remove(_ id: Int) { state.withLock { _ = $0.listeners.removeValue(forKey: id) } }
}

/// A queue for signals, used by one task at a time.
package final class ChangeListener: Sendable {
    /// The state shared with the closure that `ChangeSignals` holds.
    private final class Inbox: Sendable {
        private struct State {
            var kinds: Set<ChangeSignals.Kind> = []
            var isRung = false
        }

        private let state = Mutex(State())
        let rings: AsyncStream<Void>
        private let ringing: AsyncStream<Void>.Continuation

        init() { (rings, ringing) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

        func put(_ kind: ChangeSignals.Kind) {
            state.withLock { _ = $0.kinds.insert(kind) }
            ringing.yield()
        }

        func ring() {
            state.withLock { $0.isRung = true }
            ringing.yield()
        }

        /// Returns all kinds that have arrived if one of them is wanted, an empty set after `ring`, and nil otherwise.
        func take(_ wanted: Set<ChangeSignals.Kind>) -> Set<ChangeSignals.Kind>? {
            state.withLock { state in
                if state.kinds.isDisjoint(with: wanted) {
                    defer { state.isRung = false }
                    return state.isRung ? [] : nil
                }
                defer { state = State() }
                return state.kinds
            }
        }
    }

    private let signals: ChangeSignals
    private let inbox: Inbox
    private let id: Int

    fileprivate init(_ signals: ChangeSignals) {
        let inbox = Inbox()
        self.signals = signals
        self.inbox = inbox
        id = signals.add { inbox.put($0) }
    }

    deinit { signals.remove(id) }

    /// Ends one wait without a signal; for a service that stops.
    package func ring() { inbox.ring() }

    /// Returns all kinds that have arrived since the last call, without waiting.
    package func take() -> Set<ChangeSignals.Kind> { inbox.take(Set(ChangeSignals.Kind.allCases)) ?? [] }

    /// Waits for a signal of a `wanted` kind, for `ring`, for the end of `limit`, or for cancellation. By default
    /// `activity` is not wanted: a task that calls a service would wake itself.
    ///
    /// Returns all kinds that have arrived since the last call, immediately if a wanted one is among them; an empty set
    /// after `ring`, `limit` or cancellation. `pause` suspends for a duration.
    @discardableResult
    package func wait(
        for wanted: Set<ChangeSignals.Kind> = [.records, .service], atMost limit: Duration,
        _ pause: @escaping @Sendable (Duration) async throws -> Void
    ) async -> Set<ChangeSignals.Kind> {
        if let arrived = inbox.take(wanted) { return arrived }
        let inbox = inbox
        return await withTaskGroup(of: Void.self) { group in
            group.addTask {
                if (try? await pause(limit)) != nil { inbox.ring() }
            }
            defer { group.cancelAll() }
            for await _ in inbox.rings {
                if let arrived = inbox.take(wanted) { return arrived }
            }
            return []
        }
    }
}
