import Accounts
import Connectivity
import Contracts
import Foundation
import Household
import Support
import Synchronization
import Testing

@testable import Certificates

@Suite("The names and addresses of this machine", .tags(.small))
struct MachineNamesTests {
    private func machine(
        _ host: String?, hasMulticastDNS: Bool = false, _ interfaces: [(String, String)] = []
    ) -> MachineNames {
        MachineNames(
            hostName: { host }, hasMulticastDNS: { hasMulticastDNS },
            interfaces: { interfaces.map { InterfaceAddress(interface: $0.0, text: $0.1) } })
    }

    @Test(
        "Names are those of the settings, the .local name if multicast DNS runs, and the host name, without repetition",
        arguments: [
            ("kitchen", true, [], ["kitchen.local", "kitchen"], 1),
            ("kitchen", false, [], ["kitchen"], 0),
            ("Kitchen.Example.NET", true, [], ["kitchen.local", "kitchen.example.net", "kitchen"], 1),
            ("kitchen.local", true, [], ["kitchen.local", "kitchen"], 1),
            ("kitchen", true, ["home.example.net"], ["home.example.net", "kitchen.local", "kitchen"], 2),
            ("kitchen", true, ["KITCHEN.local", "kitchen"], ["kitchen.local", "kitchen"], 2),
            (nil, true, ["home.example.net"], ["home.example.net"], 1),
            ("localhost", true, [], [], 0),
            ("localhost.localdomain", true, [], [], 0),
            ("under_score", true, [], [], 0),
            ("10.0.0.1", true, [], [], 0),
            ("", true, [], [], 0),
        ] as [(String?, Bool, [String], [String], Int)])
    func names(host: String?, hasMulticastDNS: Bool, given: [String], expected: [String], settled: Int) {
        let names = machine(host, hasMulticastDNS: hasMulticastDNS).addresses(given: given, listening: "0.0.0.0")
        #expect(names.names == expected)
        #expect(names.settled == settled)
    }

    @Test("A new authority permits the names that the machine has, and those that it can get from a router")
    func permitted() {
        #expect(
            machine("kitchen.example.net").permittedNames(given: ["home.example.net"])
                == [
                    "home.example.net", "kitchen.example.net", "kitchen.local", "kitchen.lan",
                    "kitchen.home.arpa", "kitchen.internal", "localhost",
                ])
        #expect(machine(nil).permittedNames(given: []) == ["localhost"])
        // A constraint permits all names below its own, and “dev” is a top-level domain.
        #expect(
            machine("dev").permittedNames(given: ["cloud"])
                == ["dev.local", "dev.lan", "dev.home.arpa", "dev.internal", "localhost"])
    }

    @Test(
        "Addresses are ordered; loopback, link-local and containers' networks are left out, and what is not served",
        arguments: [
            ([("eth0", "192.168.1.5")], "0.0.0.0", ["192.168.1.5"]),
            (
                [
                    ("eth0", "2001:db8::5"), ("eth0", "fd12::5"), ("eth0", "fe80::5"), ("eth0", "203.0.113.7"),
                    ("tailscale0", "100.100.1.1"), ("eth0", "192.168.1.5"), ("wlan0", "10.0.0.5"),
                ], "::",
                ["192.168.1.5", "10.0.0.5", "100.100.1.1", "203.0.113.7", "fd12::5", "2001:db8::5"]
            ),
            ([("eth0", "fd12::5"), ("eth0", "192.168.1.5")], "0.0.0.0", ["192.168.1.5"]),
            ([("eth0", "192.168.1.5"), ("wlan0", "10.0.0.5")], "10.0.0.5", ["10.0.0.5"]),
            ([("eth0", "192.168.1.5")], "10.0.0.5", []),
            ([("eth0", "169.254.3.4")], "0.0.0.0", []),
            (
                [("docker0", "172.17.0.1"), ("br-4711", "172.18.0.1"), ("veth12", "172.19.0.1"), ("eth0", "10.0.0.5")],
                "0.0.0.0", ["10.0.0.5"]
            ),
            ([("docker0", "172.17.0.1")], "0.0.0.0", ["172.17.0.1"]),
            ([("br0", "192.168.1.5")], "0.0.0.0", ["192.168.1.5"]),
            ([("eth0", "192.168.1.5"), ("eth0:1", "192.168.1.5")], "0.0.0.0", ["192.168.1.5"]),
            ([("eth0", "no address")], "0.0.0.0", []),
        ] as [([(String, String)], String, [String])])
    func addresses(interfaces: [(String, String)], listening: String, expected: [String]) {
        let addresses = machine("kitchen", interfaces).addresses(given: [], listening: listening)
        #expect(addresses.addresses == expected)
    }

    @Test(
        "Only host names are names",
        arguments: [
            ("Home.Example.Net.", "home.example.net"), ("a-1", "a-1"), ("1password.example", "1password.example"),
            ("example.net:8443", nil), ("*.example.net", nil), ("-a", nil), ("a-", nil), ("a..b", nil), (".a", nil),
            ("küche", nil), ("a b", nil), ("a/b", nil), ("192.168.1.5", nil), ("::1", nil), ("localhost", nil),
            ("a.localhost", nil), ("1.2.3", nil), (String(repeating: "a", count: 64), nil), ("a\0b", nil),
        ] as [(String, String?)])
    func hostNames(text: String, expected: String?) {
        #expect(HostName.normalised(text) == expected)
    }

    @Test("The system is asked at most every 10 s")
    func cache() throws {
        let house = try NetworkHouse()
        let services = house.services()
        #expect(services.machine().addresses == ["192.168.1.5"])
        house.machine.withLock { $0.interfaces = [] }
        house.clock.pass(9)
        #expect(services.machine().addresses == ["192.168.1.5"])
        house.clock.pass(1)
        #expect(services.machine().addresses == [])
    }

    @Test("Multicast DNS runs only if the process lives whose number is in its file")
    func processes() throws {
        let house = try NetworkHouse()
        #expect(MachineNames.isRunning(processIn: try house.write("\(getpid())\n", to: "pid")))
        #expect(!MachineNames.isRunning(processIn: try house.write("4194999\n", to: "gone")))
        for text in ["", "0", "-1", "x", String(repeating: "1", count: 40)] {
            #expect(!MachineNames.isRunning(processIn: try house.write(text, to: "other")), "\(text)")
        }
        #expect(!MachineNames.isRunning(processIn: house.folder.path + "/missing"))
    }

    @Test("The system's own names and addresses can be read")
    func system() {
        let machine = MachineNames.system.addresses(given: [], listening: "0.0.0.0")
        for name in machine.names { #expect(HostName.normalised(name) == name) }
        for address in machine.addresses { #expect(NetworkAddress(address)?.place != .thisMachine) }
    }
}
