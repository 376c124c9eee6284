import Support
import Testing

@testable import Connectivity

@Suite("NetlinkReply", .tags(.small))
struct NetlinkReplyTests {
    typealias D = Datagram

    @Test("An answer in several parts is read message by message to its end")
    func multipart() throws {
        let reply = try D.parse(D.link(1, "lo", flags: 0x49, hardware: 772) + D.link(2, "eth0") + D.end())
        #expect(
            reply.interfaces == [
                .init(index: 1, name: "lo", flags: 0x49, hardware: 772),
                .init(index: 2, name: "eth0", flags: D.carrying, hardware: 1),
            ])
        #expect(reply.isDone)
        #expect(reply.refusal == nil)
        #expect(!reply.isInterrupted)
        #expect(try !D.parse(D.link(2, "eth0")).isDone)
        #expect(try D.parse([]) == D.parse(D.message(1, [])))
    }

    @Test("Bytes after the end of an answer are ignored")
    func behindTheEnd() throws {
        #expect(try D.parse(D.end() + D.link(2, "eth0")).interfaces.isEmpty)
    }

    @Test("Unknown attributes and messages in an answer are ignored")
    func unknown() throws {
        let nested = D.attribute(0x8000 | 18, D.attribute(1, [9]))
        let odd = D.attribute(999, [1, 2, 3, 4, 5]) + nested + D.attribute(5, [])
        let reply = try D.parse(D.message(4711, [1, 2, 3]) + D.link(2, "wlan0", also: odd) + D.end())
        #expect(reply.interfaces.map(\.name) == ["wlan0"])
    }

    @Test("An answer to another request is ignored, including its end")
    func otherSequence() throws {
        let reply = try D.parse(D.message(D.done, sequence: 6, D.bytes(Int32(0))) + D.link(2, "eth0"))
        #expect(!reply.isDone)
        #expect(reply.interfaces.count == 1)
    }

    @Test("An interrupted answer is marked as interrupted")
    func interrupted() throws {
        #expect(try D.parse(D.message(D.done, flags: D.multipart | D.interrupted, D.bytes(Int32(0)))).isInterrupted)
        #expect(try D.parse(D.message(4, [])).isInterrupted)
    }
}

extension NetlinkReplyTests {
    @Test("An answer can be a refusal", arguments: [Int32(-1), -13, -16, .min])
    func refusal(status: Int32) throws {
        let number = Int32(clamping: status.magnitude)
        let failed = try D.parse(D.message(D.error, D.bytes(status) + [UInt8](repeating: 0, count: 16)))
        #expect(failed.refusal == number)
        #expect(try D.parse(D.end(status)).refusal == number)
    }

    @Test("An acknowledgement is not a refusal")
    func acknowledged() throws {
        #expect(try D.parse(D.message(D.error, D.bytes(Int32(0)))).refusal == nil)
    }

    @Test("An entry without a name, or of a bridge's list, is not an interface")
    func noInterface() throws {
        let nameless = D.message(D.newLink, [UInt8](repeating: 0, count: 16))
        #expect(try D.parse(nameless + D.link(3, "") + D.link(4, "port", family: 7)).interfaces.isEmpty)
    }

    static let defaults: [(String, [UInt8], Network.Route)] = [
        ("IPv4", D.route(D.via(2)), .init(family: .ipv4, metric: 0, interfaces: [2])),
        (
            "IPv6 with a metric", D.route(family: 10, D.via(3, metric: 1024)),
            .init(family: .ipv6, metric: 1024, interfaces: [3])
        ),
        (
            "the table in an attribute", D.route(table: 252, D.attribute(15, D.bytes(UInt32(254))) + D.via(2)),
            .init(family: .ipv4, metric: 0, interfaces: [2])
        ),
        (
            "several ways, one of them dead, one without its cable",
            D.route(
                D.attribute(
                    9,
                    D.hop(2, flags: 1) + D.hop(3, also: D.attribute(5, [10, 0, 0, 1])) + D.hop(4, flags: 16) + D.hop(5))
            ),
            .init(family: .ipv4, metric: 0, interfaces: [3, 5])
        ),
    ]

    @Test("An answer lists the default routes", arguments: defaults)
    func defaultRoute(name: String, datagram: [UInt8], route: Network.Route) throws {
        #expect(try D.parse(datagram).routes == [route], "\(name)")
    }

    static let others: [(String, [UInt8])] = [
        ("to a network", D.route(prefix: 24, D.attribute(1, [10, 0, 0, 0]) + D.via(2))),
        ("of another table", D.route(table: 255, D.via(2))),
        ("of another table, in an attribute", D.route(D.attribute(15, D.bytes(UInt32(51820))) + D.via(2))),
        ("unreachable", D.route(family: 10, kind: 7, D.via(1, metric: .max))),
        ("blackhole", D.route(kind: 6, [])),
        ("multicast", D.route(kind: 5, D.via(2))),
        ("remembered", D.route(family: 10, flags: 0x200, D.via(2))),
        ("for a type of service", D.route(service: 16, D.via(2))),
        ("of another family", D.route(family: 28, D.via(2))),
        ("without an interface", D.route(D.attribute(5, [10, 0, 0, 1]))),
        ("with no way left", D.route(D.attribute(9, D.hop(2, flags: 1)))),
        ("with an empty list of ways", D.route(D.attribute(9, []))),
    ]

    @Test("Other routes are not read as default routes", arguments: others)
    func otherRoute(name: String, datagram: [UInt8]) throws {
        let reply = try D.parse(datagram + D.end())
        #expect(reply.routes.isEmpty, "\(name)")
        #expect(reply.isDone)
    }

    static let broken: [(String, [UInt8])] = [
        ("half a header", Array(D.end().prefix(9))),
        ("a message longer than the datagram", D.message(D.done, length: 4000, [0, 0, 0, 0])),
        ("a message of no length", D.message(D.done, length: 0, [])),
        ("a message shorter than its header", D.message(D.done, length: 15, [])),
        ("a message of the greatest length", D.message(D.done, length: .max, [])),
        ("crumbs behind a message", D.end(0).prefix(16) + [1, 2, 3]),
        ("an error without its number", D.message(D.error, [1, 2])),
        ("an end with half a number", D.message(D.done, [0, 0])),
        ("a link without its head", D.message(D.newLink, [0, 0, 1, 0])),
        ("a route without its head", D.message(D.newRoute, [2, 0, 0])),
        ("an attribute of no length", D.link(2, "eth0", also: D.attribute(1, length: 0, [1, 2, 3, 4]))),
        ("an attribute shorter than its header", D.link(2, "eth0", also: D.attribute(1, length: 3, []))),
        ("an attribute longer than its message", D.link(2, "eth0", also: D.attribute(1, length: 4000, []))),
        ("a metric of two bytes", D.route(D.attribute(6, [1, 2]))),
        ("an interface of three bytes", D.route(D.attribute(4, [1, 2, 3]))),
        ("a way of no length", D.route(D.attribute(9, D.hop(2, length: 0)))),
        ("a way longer than the list", D.route(D.attribute(9, D.hop(2, length: 12)))),
        ("half a way", D.route(D.attribute(9, [8, 0, 0, 0]))),
    ]
}

extension NetlinkReplyTests {
    @Test("An inconsistent answer is an error", arguments: broken)
    func malformed(name: String, datagram: [UInt8]) {
        let error = #expect(throws: ConnectivityError.self, "\(name)") { try D.parse(datagram) }
        #expect(error?.code == .unreadable)
    }

    static let whole =
        D.link(2, "eth0", also: D.attribute(999, [1, 2, 3])) + D.route(D.via(2, metric: 100))
        + D.route(family: 10, D.attribute(9, D.hop(2) + D.hop(3))) + D.end()

    @Test("An answer cut off at any byte is refused or read up to that byte")
    func truncated() throws {
        let whole = try D.parse(Self.whole)
        #expect(whole.routes.count == 2)
        for length in 0..<Self.whole.count {
            // An array of exactly this many bytes, so that a read past its end is detected.
            guard let reply = try? D.parse(Array(Self.whole.prefix(length))) else { continue }
            #expect(!reply.isDone)
            #expect(reply.interfaces.elementsEqual(whole.interfaces.prefix(reply.interfaces.count)))
            #expect(reply.routes.elementsEqual(whole.routes.prefix(reply.routes.count)))
        }
    }

    @Test(
        "An answer with any byte changed is refused or read, never past its end", arguments: [UInt8(0), 1, 0x7F, 0xFF])
    func changed(byte: UInt8) {
        for index in Self.whole.indices {
            var datagram = Self.whole
            datagram[index] = byte
            guard let reply = try? D.parse(datagram) else { continue }
            #expect(reply.interfaces.count + reply.routes.count <= 3)
        }
    }

    @Test(
        "A refusal by a sandbox tells the caller to continue without the network's state",
        arguments: [Int32(1), 13, 97, 93, 38, 95])
    func notPermitted(number: Int32) {
        let error = ConnectivityError(number: number, during: "netlink socket")
        #expect(error.code == .notPermitted)
        #expect(error.operation.hasPrefix("netlink socket: "))
        #expect(ConnectivityError(number: 24, during: "eventfd").code == .unavailable)
    }
}
