import Synchronization

/// The latest link, and those who want to know of the next.
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

    /// Told only where it differs from the last.
    func post(_ link: Link?) {
        state.withLock { state in
            guard !state.isClosed, link != state.link else { return }
            state.link = link
            // Under the lock, so that every reader hears the changes in their order.
            for reader in state.readers.values { reader.yield(link) }
        }
    }

    func changes() -> AsyncStream<Link?> {
        // A reader who sleeps for long loses the oldest, never the latest.
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
        // Not under the lock: what a reader does at its end takes it.
        for reader in readers { reader.finish() }
    }
}
