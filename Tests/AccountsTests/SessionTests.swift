import Accounts
import Foundation
import Recognition
import Support
import Testing

@Suite("Sessions and devices", .tags(.small))
struct SessionTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let lifetime = SessionLifetime()

    private func session(created: Double = 0, used: Double) throws -> Session {
        Session(
            id: try #require(Session.ID("s")), account: try #require(Account.ID("a")),
            device: Device(userAgent: "", address: "::1"), createdAt: start.addingTimeInterval(created * 86_400),
            lastUsedAt: start.addingTimeInterval(used * 86_400))
    }

    @Test(
        "A session ends after 30 days without use, and after 180 days in any case",
        arguments: [
            (used: 0.0, days: 29.9, isValid: true), (0, 30, false), (100, 129.9, true), (100, 130, false),
            (170, 179.9, true), (170, 180, false), (179, 180, false),
        ])
    func lifetime(used: Double, days: Double, isValid: Bool) throws {
        let session = try session(used: used)
        #expect(lifetime.isValid(session, at: start.addingTimeInterval(days * 86_400)) == isValid)
    }

    @Test("The time of use is stored at most once an hour, and again after the clock was put back")
    func touch() throws {
        let session = try session(used: 1)
        for (seconds, isDue) in [(0.0, false), (3599, false), (3600, true), (-3599, false), (-3600, true)] {
            #expect(lifetime.needsTouch(session, at: session.lastUsedAt.addingTimeInterval(seconds)) == isDue)
        }
    }

    @Test("A user agent is shortened and loses its control characters")
    func agents() {
        #expect(Device(userAgent: "Fire\u{0}fox\r\n\u{1B}[31m", address: "").userAgent == "Firefox[31m")
        let long = Device(userAgent: String(repeating: "é", count: 10_000), address: String(repeating: "1", count: 999))
        #expect(long.userAgent.utf8.count <= Device.agentLimit && long.address.count == 64)
    }

    @Test(
        "An address is on this machine, in a local network, or in the internet",
        arguments: [
            ("127.0.0.1", Device.Place.thisMachine), ("127.9.9.9", .thisMachine), ("::1", .thisMachine),
            ("::ffff:127.0.0.1", .thisMachine), ("10.1.2.3", .localNetwork), ("192.168.0.9", .localNetwork),
            ("172.16.0.1", .localNetwork), ("172.32.0.1", .internet), ("169.254.1.1", .localNetwork),
            ("100.64.0.1", .localNetwork), ("fe80::1%eth0", .localNetwork), ("fd12:3456::1", .localNetwork),
            ("8.8.8.8", .internet), ("2001:db8::1", .internet), ("2001:db8:1:2:3:4:5:6", .internet),
            ("", .unknown), ("host", .unknown), ("1.2.3", .unknown), ("1.2.3.4.5", .unknown), ("256.1.1.1", .unknown),
            ("1:2", .unknown), (":::", .unknown), ("1::2::3", .unknown), ("12345::", .unknown), ("::1.2.3", .unknown),
            ("1:2:3:4:5:6:7:8:9", .unknown), ("+1.2.3.4", .unknown),
        ])
    func places(address: String, place: Device.Place) {
        #expect(Device(userAgent: "", address: address).place == place)
    }
}
