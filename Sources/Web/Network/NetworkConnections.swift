import Accounts
import NIOCore
import Synchronization

/// The open connections of one time that the server listens in the home network. It limits them, and closes them when the
/// server stops to listen.
final class NetworkConnections: Sendable {
    private struct State {
        var isClosing = false
        /// The sockets that accept connections.
        var doors: [any Channel] = []
        var open: [ObjectIdentifier: any Channel] = [:]
        var counts: [[UInt8]: Int] = [:]
        /// Those who wait until no connection is open.
        var waiting: [AsyncStream<Never>.Continuation] = []
    }

    struct Refused: Error {}

    private let state = Mutex(State())
    /// These may have any number of connections: many people come through them.
    private let proxies: AddressRanges
    private let limit: Int
    /// False: all clients together have the connections of one.
    private let countsEachClient: Bool

    init(proxies: AddressRanges, limit: Int = Limits.clientConnections, countsEachClient: Bool = true) {
        self.proxies = proxies
        self.limit = limit
        self.countsEachClient = countsEachClient
    }

    var count: Int { state.withLock { $0.open.count } }

    /// Registers a socket that accepts connections. It is closed at once if `close` was called before.
    func register(door: any Channel) {
        let isClosing = state.withLock { state in
            state.doors.append(door)
            return state.isClosing
        }
        if isClosing { door.close(promise: nil) }
    }

    /// Registers a connection until it is closed. Throws `Refused` if its client has too many, or if the server stops to
    /// listen.
    func admit(_ channel: any Channel) throws {
        let client = client(channel)
        let id = ObjectIdentifier(channel)
        let isAdmitted = state.withLock { state in
            guard !state.isClosing else { return false }
            if let client {
                guard state.counts[client, default: 0] < limit else { return false }
                state.counts[client, default: 0] += 1
            }
            state.open[id] = channel
            return true
        }
        guard isAdmitted else { throw Refused() }
        channel.closeFuture.whenComplete { [weak self] _ in
            self?.state.withLock { state in
                state.open[id] = nil
                if state.open.isEmpty {
                    for waiter in state.waiting { waiter.finish() }
                    state.waiting = []
                }
                guard let client else { return }
                let rest = (state.counts[client] ?? 1) - 1
                state.counts[client] = rest > 0 ? rest : nil
            }
        }
    }

    /// The client of a connection, as a key; nil for a trusted proxy.
    private func client(_ channel: any Channel) -> [UInt8]? {
        guard let address = channel.remoteAddress?.ipAddress.flatMap(NetworkAddress.init) else { return [] }
        if proxies.contains(address) { return nil }
        return countsEachClient ? address.subscriber : []
    }

    /// Accepts no connections any more, closes those without a request, and lets the others finish theirs.
    func quiesce() {
        let (doors, open) = state.withLock { state in
            state.isClosing = true
            return (state.doors, Array(state.open.values))
        }
        for door in doors { door.close(promise: nil) }
        for channel in open {
            channel.eventLoop.execute { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
        }
    }

    /// Returns when no port is in use any more. Only after `quiesce`.
    func doorsClosed() async {
        for door in state.withLock({ $0.doors }) { try? await door.closeFuture.get() }
    }

    /// Returns when no connection is open, or after `limit`.
    func emptied(atMost limit: Duration) async {
        let (end, waiter) = AsyncStream.makeStream(of: Never.self)
        let isEmpty = state.withLock { state in
            if !state.open.isEmpty { state.waiting.append(waiter) }
            return state.open.isEmpty
        }
        if isEmpty { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in end {} }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Closes all connections at once.
    func close() {
        quiesce()
        for channel in state.withLock({ Array($0.open.values) }) { channel.close(promise: nil) }
    }
}
