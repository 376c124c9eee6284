import Support
import Testing

@testable import Connectivity

@Suite("Network", .tags(.small))
struct NetworkTests {
    private static let ethernet = Network.Interface(index: 2, name: "eth0", flags: Datagram.carrying, hardware: 1)
    private static let wireless = Network.Interface(index: 3, name: "wlan0", flags: Datagram.carrying, hardware: 1)
    private static let tunnel = Network.Interface(index: 4, name: "wg0", flags: Datagram.carrying, hardware: 65534)
    private static let loopback = Network.Interface(
        index: 1, name: "lo", flags: Datagram.carrying | 0x8, hardware: 772)
    private static let all = [loopback, ethernet, wireless, tunnel]

    private static func route(
        _ interfaces: Int32..., metric: UInt32 = 0, family: Network.Route.Family = .ipv4
    ) -> Network.Route {
        .init(family: family, metric: metric, interfaces: interfaces)
    }

    private func link(_ routes: [Network.Route], _ interfaces: [Network.Interface] = all) -> Link? {
        Network(interfaces: interfaces, routes: routes).link { $0 == "wlan0" }
    }

    static let choices: [(String, [Network.Route], Link?)] = [
        ("no route", [], nil),
        ("a cable", [route(2)], Link(kind: .ethernet, name: "eth0")),
        ("an access point", [route(3)], Link(kind: .wifi, name: "wlan0")),
        ("a tunnel", [route(4)], Link(kind: .other, name: "wg0")),
        ("the lower metric", [route(3, metric: 600), route(2, metric: 100)], Link(kind: .ethernet, name: "eth0")),
        (
            "the lower metric of another family", [route(3, metric: 600), route(2, metric: 100, family: .ipv6)],
            Link(kind: .ethernet, name: "eth0")
        ),
        (
            "IPv4 where the metric is the same", [route(3, metric: 100, family: .ipv6), route(2, metric: 100)],
            Link(kind: .ethernet, name: "eth0")
        ),
        ("the first of equals", [route(3), route(2)], Link(kind: .wifi, name: "wlan0")),
        ("the first of several ways", [route(4, 2)], Link(kind: .other, name: "wg0")),
        ("loopback alone", [route(1)], nil),
        ("an interface that is gone", [route(9)], nil),
        ("the one that is there", [route(9), route(2, metric: 5)], Link(kind: .ethernet, name: "eth0")),
    ]

    @Test("The preferred default route is chosen", arguments: choices)
    func choice(name: String, routes: [Network.Route], expected: Link?) {
        #expect(link(routes) == expected, "\(name)")
    }

    @Test(
        "A default route over an interface that is down is ignored",
        arguments: [0, 0x1, 0x41, 0x10001, 0x10040, Datagram.carrying | 0x8] as [UInt32])
    func notCarrying(flags: UInt32) {
        var dead = Self.ethernet
        dead.flags = flags
        #expect(link([Self.route(2)], [dead]) == nil)
        #expect(link([Self.route(2), Self.route(3, metric: 600)], [dead, Self.wireless])?.name == "wlan0")
        #expect(link([Self.route(2, 3)], [dead, Self.wireless])?.name == "wlan0")
    }
}

@Suite("Settling", .tags(.small))
struct SettlingTests {
    private let start = ContinuousClock.now

    @Test("No reading is due without a notification")
    func idle() {
        var settling = Settling(.milliseconds(50))
        #expect(settling.deadline == nil)
        settling.heard(at: start)
        settling.rest()
        #expect(settling.deadline == nil)
    }

    static let heard: [([Int], Int)] = [
        ([0], 50), ([0, 10], 60), ([0, 40, 80], 130), ([0, 40, 80, 120, 160], 200), ([0, 49, 98, 147, 196, 199], 200),
        // After a failure the next reading is planned ahead; an earlier notification moves it forward.
        ([1000], 1050), ([1000, 20], 70),
    ]

    @Test("A reading is due after a quiet period, but not much later than the first notification", arguments: heard)
    func due(milliseconds: [Int], expected: Int) {
        var settling = Settling(.milliseconds(50))
        for moment in milliseconds { settling.heard(at: start + .milliseconds(moment)) }
        #expect(settling.deadline == start + .milliseconds(expected))
    }

    @Test("A reading is due at once if the quiet period is zero", arguments: [Duration.zero, .seconds(-1)])
    func eager(quiet: Duration) {
        var settling = Settling(quiet)
        settling.heard(at: start)
        #expect(settling.deadline == start)
    }
}

@Suite("LinkBoard", .tags(.small))
struct LinkBoardTests {
    private let cable = Link(kind: .ethernet, name: "eth0")
    private let wifi = Link(kind: .wifi, name: "wlan0")

    @Test("A reader gets the current link, then each change once, then the end")
    func changes() async {
        let board = LinkBoard(nil)
        let early = board.changes()
        board.post(nil)
        board.post(cable)
        board.post(cable)
        let late = board.changes()
        board.post(nil)
        board.post(wifi)
        board.close()
        board.post(nil)
        #expect(await early.reduce(into: []) { $0.append($1) } == [nil, cable, nil, wifi])
        #expect(await late.reduce(into: []) { $0.append($1) } == [cable, nil, wifi])
        #expect(board.link == wifi)
    }

    @Test("A reader that starts after the end gets the last known link")
    func afterClose() async {
        let board = LinkBoard(cable)
        board.close()
        board.close()
        #expect(await board.changes().reduce(into: []) { $0.append($1) } == [cable])
    }

    @Test("A slow reader loses the oldest changes, never the latest")
    func slow() async {
        let board = LinkBoard(nil)
        let changes = board.changes()
        for _ in 0..<500 {
            board.post(cable)
            board.post(nil)
        }
        board.post(wifi)
        board.close()
        let heard = await changes.reduce(into: []) { $0.append($1) }
        #expect(heard.count == 64)
        #expect(heard.last == wifi)
    }

    @Test("A reader that stops is removed, and the others continue")
    func leaving() async {
        let board = LinkBoard(nil)
        let stays = board.changes()
        for await link in board.changes() {
            #expect(link == nil)
            break
        }
        board.post(cable)
        board.close()
        #expect(await stays.reduce(into: []) { $0.append($1) } == [nil, cable])
    }
}
