import Synchronization

/// Holds the latest link and notifies readers of changes.
final class LinkBoard: Sendable {
    typealias Reader = AsyncStream<Link?>.Continuation

    private struct State {
        var link: Link?
        var readers: [Int: Reader] = [:]
        var numbers = 0
        var isClosed = false
    }

    private let state: Mutex<State>

    init(_ link: Link?) {
        state = Mutex(State(link: link))
    }

    var link: Link? { state.withLock { $0.link } }

    /// Notifies the readers only if the link differs from the last one.
    func post(_ link: Link?) {
        state.withLock { state in
            guard !state.isClosed, link != state.link else { return }
            state.link = link
            // Runs under the lock, so that all readers get the changes in the same order.
            for reader in state.readers.values { reader.yield(link) }
        }
    }

    func changes() -> AsyncStream<Link?> {
        // If a reader is slow, the oldest changes are dropped, never the latest.
        let (stream, reader) = AsyncStream.makeStream(of: Link?.self, bufferingPolicy: .bufferingNewest(64))
        let isClosed = state.withLock { state in
            reader.yield(state.link)
            guard !state.isClosed else { return true }
            state.numbers += 1
            let number = state.numbers
            state.readers[number] = reader
            reader.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.readers.removeValue(forKey: number) }
            }
            return false
        }
        if isClosed { reader.finish() }
        return stream
    }

    func close() {
        let readers = state.withLock { state in
            state.isClosed = true
            defer { state.readers = [:] }
            return state.readers.values
        }
        // Runs outside the lock, because a reader's termination handler takes the lock.
        for reader in readers { reader.finish() }
    }
}
