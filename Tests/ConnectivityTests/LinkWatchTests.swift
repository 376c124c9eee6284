import CLinux
import Foundation
import Support
import Testing

@testable import Connectivity

@Suite(
    "LinkWatch on a real network", .tags(.large), .timeLimit(.minutes(10)),
    .enabled(if: Namespace.isPermitted, "needs iproute2 and the right to make network namespaces (root)"))
struct LinkWatchTests {
    private let cable = Link(kind: .ethernet, name: "still0")
    private let other = Link(kind: .ethernet, name: "still1")
    private let byCable = "route add default via 192.0.2.254 dev still0"

    private func watch(_ namespace: Namespace) async throws -> LinkWatch {
        try await namespace.inside { try LinkWatch() }
    }

    @Test("The watch reports when the default route appears and disappears")
    func route() async throws {
        let namespace = try Namespace(label: "route")
        let watch = try await watch(namespace)
        #expect(watch.link == nil)
        var changes = watch.changes().makeAsyncIterator()
        #expect(await changes.next() == .some(nil))
        try namespace.change(byCable)
        #expect(await changes.next() == cable)
        #expect(watch.link == cable)
        try namespace.change("route del default")
        #expect(await changes.next() == .some(nil))
        watch.close()
        #expect(await changes.next() == nil)
    }

    @Test("The watch starts with the current state")
    func beginning() async throws {
        let namespace = try Namespace(label: "beginning")
        try namespace.change(byCable)
        let watch = try await watch(namespace)
        #expect(watch.link == cable)
    }

    @Test("The watch reports when the interface goes down and comes up")
    func interface() async throws {
        let namespace = try Namespace(label: "interface")
        try namespace.change(byCable)
        let watch = try await watch(namespace)
        var changes = watch.changes().makeAsyncIterator()
        #expect(await changes.next() == cable)
        try namespace.change("link set still0 down")
        #expect(await changes.next() == .some(nil))
        try namespace.change("link set still0 up", byCable)
        #expect(await changes.next() == cable)
    }

    @Test("The watch reports when the cable's far end goes down and returns, although the route stays")
    func carrier() async throws {
        let namespace = try Namespace(label: "carrier")
        try namespace.change(byCable)
        let watch = try await watch(namespace)
        var changes = watch.changes().makeAsyncIterator()
        #expect(await changes.next() == cable)
        try namespace.change("link set far0 down")
        #expect(await changes.next() == .some(nil))
        try namespace.change("link set far0 up")
        #expect(await changes.next() == cable)
    }

    @Test("The watch switches to the next route when the preferred one is lost, and back")
    func preference() async throws {
        let namespace = try Namespace(label: "preference")
        try namespace.change(byCable + " metric 100", "route add default via 198.51.100.254 dev still1 metric 600")
        let watch = try await watch(namespace)
        var changes = watch.changes().makeAsyncIterator()
        #expect(await changes.next() == cable)
        try namespace.change("link set far0 down")
        #expect(await changes.next() == other)
        try namespace.change("link set far0 up")
        #expect(await changes.next() == cable)
    }
}

extension LinkWatchTests {
    @Test("The watch uses the remaining next hop of a route with two")
    func multipath() async throws {
        let namespace = try Namespace(label: "multipath")
        try namespace.change(
            "route add default nexthop via 192.0.2.254 dev still0 nexthop via 198.51.100.254 dev still1")
        let watch = try await watch(namespace)
        var changes = watch.changes().makeAsyncIterator()
        #expect(await changes.next() == cable)
        try namespace.change("link set far0 down")
        #expect(await changes.next() == other)
        try namespace.change("link set far1 down")
        #expect(await changes.next() == .some(nil))
    }

    @Test(
        "The watch supports IPv6",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/net/if_inet6"), "this kernel has no IPv6"))
    func sixth() async throws {
        let namespace = try Namespace(label: "sixth")
        let watch = try await watch(namespace)
        var changes = watch.changes().makeAsyncIterator()
        #expect(await changes.next() == .some(nil))
        try namespace.change("route add ::/0 via fe80::1 dev still1")
        #expect(await changes.next() == other)
        try namespace.change("link set still1 down")
        #expect(await changes.next() == .some(nil))
    }

    @Test("The watch reports rapid changes with few notifications, and the last one is correct")
    func flapping() async throws {
        let namespace = try Namespace(label: "flapping")
        try namespace.change(byCable)
        let watch = try await watch(namespace)
        let changes = watch.changes()
        let clock = ContinuousClock()
        let flaps = Array(repeating: ["link set still0 down", "link set still0 up", byCable], count: 20).joined()
        let took = try clock.measure {
            try namespace.change(flaps + ["link set still0 down", "route add default via 198.51.100.254 dev still1"])
        }
        var heard: [Link?] = []
        for await link in changes {
            heard.append(link)
            if link == other { break }
        }
        // Two readings are at least 50 ms apart; a fast machine finishes all of this in less time.
        #expect(heard.count <= 3 + Int(took / .milliseconds(50)))
        #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 != $1 })
        #expect(heard.first == .some(cable))
        #expect(watch.link == other)
    }

    @Test("The watch continues after more notifications than the socket can hold")
    func overflow() async throws {
        let namespace = try Namespace(label: "overflow")
        let socket = try await namespace.inside { try NetlinkSocket(groups: NetlinkSocket.everyChange) }
        var size: Int32 = 1
        #expect(setsockopt(socket.descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size)) == 0)
        for _ in 0..<8 { try namespace.change("link set still0 down", "link set still0 up") }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var received: [NetlinkSocket.Received] = []
        while received.last != .nothing { received.append(socket.receive(into: &buffer, waits: false)) }
        #expect(received.contains(.overflow))
        try namespace.change(byCable)
        // A notification or another overflow: the kernel has more events of an interface that just came up.
        let next = socket.receive(into: &buffer, waits: true)
        #expect(next == .overflow || next.isDatagram)
    }

    @Test("The survey reads an answer of many datagrams, also after an abandoned answer")
    func large() async throws {
        let namespace = try Namespace(label: "large")
        for number in 0..<60 { try namespace.change("link add many\(number) type veth peer name more\(number)") }
        try namespace.change(byCable)
        let link = try await namespace.inside {
            let socket = try NetlinkSocket()
            try socket.ask(for: .links, sequence: 4711)
            var survey = NetworkSurvey(socket: socket)
            return try survey.link()
        }
        #expect(link == cable)
    }
}

extension NetlinkSocket.Received {
    fileprivate var isDatagram: Bool {
        if case .datagram = self { true } else { false }
    }
}
