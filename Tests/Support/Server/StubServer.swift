import Foundation
import Glibc
import Synchronization

/// A small HTTP/1.1 server for tests. Uses its own sockets and threads, so that its behaviour is independent of the
/// libraries under test.
package final class StubServer: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    package let port: UInt16
    /// "http://127.0.0.1:41234".
    package let url: String
    private let desk: StubServerState

    /// Serves until it is stopped or released. The handler is called on several threads at the same time. `records` is
    /// whether requests are kept, not only counted.
    package init(
        address: String = "127.0.0.1", port: UInt16 = 0, records: Bool = true,
        _ handler: @escaping @Sendable (StubRequest) -> StubReply
    ) throws {
        let (listener, bound) = try StubSocket.listen(address: address, port: port)
        self.port = bound
        url = address.contains(":") ? "http://[\(address)]:\(bound)" : "http://\(address):\(bound)"
        desk = StubServerState(listener: listener, records: records, handler: handler)
        desk.start()
    }

    deinit { desk.stop() }

    /// Closes every connection and waits for its threads.
    package func stop() { desk.stop() }

    /// All requests read so far, including those without an answer.
    package var requests: [StubRequest] { desk.requests }

    package var count: Int { desk.requestCount.value }

    /// The number of open connections.
    package var connections: Int { desk.connections }

    /// Returns when this many requests have been read, or when the task is cancelled.
    package func untilRequests(_ count: Int) async { await desk.requestCount.reaches(count) }

    /// Forgets the requests recorded so far.
    package func forget() { desk.forget() }
}

/// The shared state of a server's threads. The threads hold this object and not the server, so that a released server
/// ends.
final class StubServerState: Sendable {
    private struct State {
        var open: Set<Int32> = []
        var stopping = false
        var requests: [StubRequest] = []
    }

    let requestCount = StubTally()
    private let listener: Int32
    private let records: Bool
    private let handler: @Sendable (StubRequest) -> StubReply
    private let state = Mutex(State())
    private let threads = StubThreads()

    init(listener: Int32, records: Bool, handler: @escaping @Sendable (StubRequest) -> StubReply) {
        self.listener = listener
        self.records = records
        self.handler = handler
    }

    var requests: [StubRequest] { state.withLock { $0.requests } }
    var connections: Int { state.withLock { $0.open.count } }

    func forget() {
        state.withLock { $0.requests = [] }
        requestCount.clear()
    }

    func start() {
        threads.start { self.listen() }
    }

    func stop() {
        state.withLock { state in
            guard !state.stopping else { return }
            state.stopping = true
            // Wakes the thread in accept, and every thread that reads, writes or waits.
            shutdown(listener, Int32(SHUT_RDWR))
            for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
        threads.join()
    }

    private func listen() {
        while true {
            let descriptor = accept(listener, nil, nil)
            if descriptor < 0 {
                if state.withLock({ $0.stopping }) { break }
                // A client left while it was queued (ECONNABORTED), or descriptors are exhausted for a moment.
                sched_yield()
                continue
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let taken = state.withLock { state in
                if !state.stopping { state.open.insert(descriptor) }
                return !state.stopping
            }
            if taken { threads.start { self.serve(descriptor) } } else { close(descriptor) }
        }
        close(listener)
    }

    private func serve(_ descriptor: Int32) {
        let connection = StubConnection(descriptor)
        while true {
            do {
                guard let request = try connection.nextRequest() else { break }
                if records { state.withLock { $0.requests.append(request) } }
                requestCount.change(by: 1)
                guard connection.send(handler(request), to: request) else { break }
            } catch {
                _ = connection.send(.html(error.status), to: nil)
                break
            }
        }
        state.withLock { state in
            state.open.remove(descriptor)
            // A child process may have inherited a copy of the descriptor; this ends the connection in spite of it.
            shutdown(descriptor, Int32(SHUT_RDWR))
            close(descriptor)
        }
    }
}

/// Threads that can be waited for.
final class StubThreads: Sendable {
    private let running = Mutex(0)
    private let changed = NSCondition()

    func start(_ body: @escaping @Sendable () -> Void) {
        running.withLock { $0 += 1 }
        let thread = Thread {
            body()
            self.changed.withLock {
                self.running.withLock { $0 -= 1 }
                self.changed.broadcast()
            }
        }
        thread.stackSize = 512 * 1024
        thread.start()
    }

    func join() {
        changed.withLock {
            while running.withLock({ $0 }) > 0 { changed.wait() }
        }
    }
}

enum StubSocket {
    static func listen(address: String, port: UInt16) throws -> (descriptor: Int32, port: UInt16) {
        let (descriptor, bound) = try bind(address: address, port: port)
        guard Glibc.listen(descriptor, 1024) == 0 else {
            close(descriptor)
            throw StubServer.Failure(description: "the socket at \(address), port \(bound), does not listen")
        }
        return (descriptor, bound)
    }

    /// Returns a socket with the port that does not listen: connections are refused, and no other program gets the port.
    static func bind(address: String, port: UInt16) throws -> (descriptor: Int32, port: UInt16) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(address, String(port), &hints, &found) == 0, let place = unsafe found else {
            throw StubServer.Failure(description: "\(address) is not an address")
        }
        defer { unsafe freeaddrinfo(place) }
        let descriptor = unsafe socket(
            place.pointee.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        guard descriptor >= 0,
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size)) == 0,
            unsafe Glibc.bind(descriptor, place.pointee.ai_addr, place.pointee.ai_addrlen) == 0,
            let bound = self.port(of: descriptor)
        else {
            let failure = StubServer.Failure(description: "no socket at \(address), port \(port): errno \(errno)")
            if descriptor >= 0 { close(descriptor) }
            throw failure
        }
        return (descriptor, bound)
    }

    private static func port(of descriptor: Int32) -> UInt16? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutableBytes(of: &storage) { bytes -> UInt16? in
            guard let place = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                unsafe getsockname(descriptor, place, &length) == 0
            else { return nil }
            // The port is at the same place for both families.
            return unsafe UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
        }
    }
}
