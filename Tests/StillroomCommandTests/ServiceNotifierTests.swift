import Foundation
import Glibc
import Logging
import ServiceLifecycle
import Support
import Testing

@testable import StillroomCommand

/// Receives the messages to a service notifier, at an abstract address.
final class NotifySocket: Sendable {
    let name: String
    private let descriptor: Int32

    init() throws {
        name = "@stillroom-test-\(UUID().uuidString)"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
            unsafe place.copyBytes(from: name.utf8)
            unsafe place[0] = 0
        }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size - 108 + name.utf8.count)
        let bound = unsafe withUnsafePointer(to: &address) { place in
            unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                unsafe bind(descriptor, place, length)
            }
        }
        try #require(bound == 0)
    }

    deinit { close(descriptor) }

    /// The next message that has arrived; nil if there is none.
    func next() -> String? {
        var room = [UInt8](repeating: 0, count: 512)
        let count = unsafe recv(descriptor, &room, room.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : String(decoding: room.prefix(count), as: UTF8.self)
    }

    /// The next message.
    func received() async -> String? {
        while !Task.isCancelled {
            if let message = next() { return message }
            await Task.yield()
        }
        return nil
    }
}

@Suite("Messages to the service manager", .tags(.medium), .timeLimit(.minutes(1)))
struct ServiceNotifierTests {
    @Test("Without an address of a socket there is no service manager")
    func none() {
        #expect(ServiceNotifier(environment: [:]) == nil)
        for address in ["", "@", "vsock:2:1", "relative", "/" + String(repeating: "x", count: 200)] {
            #expect(ServiceNotifier(environment: ["NOTIFY_SOCKET": address]) == nil)
        }
    }

    @Test("The time limit of the watchdog is that of this process, not of its parent")
    func watchdog() throws {
        func limit(_ microseconds: String, process: String?) throws -> Duration? {
            var environment = ["NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": microseconds]
            environment["WATCHDOG_PID"] = process
            return try #require(ServiceNotifier(environment: environment, process: 17)).watchdog
        }
        #expect(try limit("60000000", process: "17") == .seconds(60))
        #expect(try limit("60000000", process: nil) == .seconds(60))
        #expect(try limit("60000000", process: "18") == nil)
        #expect(try limit("0", process: "17") == nil)
        #expect(try limit("soon", process: "17") == nil)
    }

    @Test("Each state is one message; a missing receiver is no failure")
    func messages() throws {
        let socket = try NotifySocket()
        let notifier = try #require(ServiceNotifier(environment: ["NOTIFY_SOCKET": socket.name]))
        for state in [ServiceNotifier.State.ready, .alive, .stopping] {
            notifier.report(state)
            #expect(socket.next() == state.rawValue)
        }
        notifier.report(.reloading)
        let lines = try #require(socket.next()).split(separator: "\n")
        #expect(lines.first == "RELOADING=1")
        #expect(lines.last?.hasPrefix("MONOTONIC_USEC=") == true && lines.count == 2)
        try #require(ServiceNotifier(environment: ["NOTIFY_SOCKET": "/nowhere/notify"])).report(.ready)
    }

    /// Runs the watchdog until the body ends, then stops it as the server does.
    private func run(
        _ socket: NotifySocket, restarts: Bool = false, work: @escaping @Sendable () async throws -> Void,
        until body: () async throws -> Void
    ) async throws {
        let restart = ServerRestart()
        if restarts { restart.request() }
        let notifier = try #require(
            ServiceNotifier(environment: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "60000000"]))
        let watchdog = Watchdog(
            notifier: notifier, restart: restart, work: work, logger: Logger(label: "test"),
            pause: { limit in
                #expect(limit == .seconds(15))
                await Task.yield()
                try Task.checkCancellation()
            })
        let group = ServiceGroup(of: ["watchdog": watchdog], logger: Logger(label: "test"))
        async let running: Void = group.run()
        try await body()
        await group.triggerGracefulShutdown()
        try await running
    }

    @Test("As long as the server works, the service manager learns it; then it learns that the server stops")
    func alive() async throws {
        let socket = try NotifySocket()
        try await run(socket, work: {}) {
            for _ in 0..<2 { #expect(await socket.received() == "WATCHDOG=1") }
        }
        var messages: Set<String> = []
        while let message = socket.next() { messages.insert(message) }
        #expect(messages.contains("STOPPING=1"))
        #expect(messages.isSubset(of: ["STOPPING=1", "WATCHDOG=1"]))
    }

    @Test("A server that does not work is not reported as alive")
    func silent() async throws {
        let socket = try NotifySocket()
        let (began, beginning) = AsyncStream.makeStream(of: Void.self)
        try await run(
            socket,
            work: {
                beginning.yield()
                for await _ in AsyncStream<Void>(unfolding: { nil }) {}
                throw CancellationError()
            }
        ) { for await _ in began { break } }
        #expect(socket.next() == "STOPPING=1")
    }

    @Test("A server that starts itself again does not report that it stops, and has ten minutes for it")
    func restart() async throws {
        let socket = try NotifySocket()
        try await run(socket, restarts: true, work: {}) { _ = await socket.received() }
        var messages: [String] = []
        while let message = socket.next() { messages.append(message) }
        #expect(
            messages.contains { $0.hasPrefix("RELOADING=1") && $0.hasSuffix("WATCHDOG=1\nWATCHDOG_USEC=600000000") })
        #expect(!messages.contains("STOPPING=1"))
    }

    @Test("When the server is ready, the time limit of the unit holds again")
    func ready() throws {
        let socket = try NotifySocket()
        let notifier = ServiceNotifier(environment: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "60000000"])
        notifier?.report(.ready)
        #expect(socket.next() == "READY=1\nWATCHDOG_USEC=60000000")
    }
}
