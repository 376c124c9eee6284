import Connectivity
import Contracts
import Foundation
import Household
import Support
import Synchronization
import Testing

@testable import Certificates

@Suite("Certificates of the server", .tags(.medium))
struct IssuedCertificatesTests {
    let house: NetworkHouse

    init() throws { house = try NetworkHouse() }

    private func pass(days: Double) { house.clock.pass(days * 86_400) }

    @Test("A certificate stays until less than 30 of its 90 days are left; then another one is issued")
    func renewal() throws {
        let services = house.services()
        let first = try services.identity()
        pass(days: 60)
        #expect(try services.identity() == first)
        pass(days: 1)
        let second = try services.identity()
        #expect(second != first)
        #expect(second.expires == house.clock.now.addingTimeInterval(90 * 86_400))
        let authority = try #require(try services.authority())
        #expect(try house.verify(second, trusting: authority).status == 0)
        pass(days: 91)
        #expect(try house.verify(try services.identity(), trusting: authority).status == 0)
    }

    @Test("If the clock is set back before the certificate's first day, another one is issued")
    func clockSetBack() throws {
        let services = house.services()
        _ = try services.authority()
        pass(days: 400)
        let early = try services.identity()
        // The clock was 400 days ahead, and is set right.
        try house.clock.set("2026-11-23T05:01:00Z")
        let right = try services.identity()
        #expect(right != early)
        let authority = try #require(try services.authority())
        #expect(try house.verify(right, trusting: authority).status == 0)
        #expect(try house.verify(early, trusting: authority).status != 0)
        // Within the day by which certificates are backdated nothing changes.
        try house.clock.set("2026-11-22T06:00:00Z")
        #expect(try services.identity() == right)
    }

    @Test("A new name or address gives another certificate within 30 s; a lost one does not")
    func changes() throws {
        let services = house.services()
        let first = try services.identity()
        house.machine.withLock { $0.interfaces.append(InterfaceAddress(interface: "wlan0", text: "192.168.1.77")) }
        house.clock.pass(29)
        #expect(try services.identity() == first, "not looked yet")
        house.clock.pass(1)
        let second = try services.identity()
        #expect(second.names.contains("192.168.1.77"))
        house.machine.withLock { $0.interfaces = Array($0.interfaces.dropFirst()) }
        house.clock.pass(60)
        #expect(try services.identity() == second)
        house.machine.withLock { $0.hasMulticastDNS = false }
        house.clock.pass(60)
        #expect(try services.identity() == second)
        let authority = try #require(try services.authority())
        #expect(try house.verify(second, for: ["-verify_ip", "192.168.1.77"], trusting: authority).status == 0)
    }

    @Test("The system is not queried again before the interval has passed, even if the wall clock is set back")
    func quiet() throws {
        let services = house.services()
        let first = try services.identity()
        house.machine.withLock { $0.interfaces = [InterfaceAddress(interface: "eth0", text: "192.168.1.99")] }
        for _ in 0..<100 { #expect(try services.identity() == first) }
        house.clock.pass(-3600)
        #expect(try services.identity().names.contains("192.168.1.99"))
    }

    @Test("A public address is left out of the certificate, without a warning")
    func publicAddress() throws {
        house.machine.withLock {
            $0.interfaces += [
                InterfaceAddress(interface: "eth0", text: "203.0.113.7"),
                InterfaceAddress(interface: "eth0", text: "2001:db8::5"),
            ]
        }
        let services = house.services(host: "::")
        let identity = try services.identity()
        #expect(identity.names == ["kitchen-pi.local", "localhost", "192.168.1.5", "127.0.0.1", "::1"])
        #expect(services.machine().addresses == ["192.168.1.5", "203.0.113.7", "2001:db8::5"])
        #expect(house.lines.withLock { $0 }.isEmpty)
        #expect(try house.verify(identity, trusting: try #require(try services.authority())).status == 0)
    }
}

extension IssuedCertificatesTests {
    @Test("A name that the authority does not permit is left out, with one warning")
    func renamedMachine() throws {
        _ = try house.services().authority()
        house.machine.withLock { $0.host = "pantry-pi" }
        let services = house.services()
        let identity = try services.identity()
        #expect(identity.names == ["localhost", "192.168.1.5", "127.0.0.1", "::1"])
        for _ in 0..<5 {
            house.clock.pass(60)
            #expect(try services.identity() == identity)
        }
        let lines = house.lines.withLock { $0 }
        #expect(lines.count == 1 && lines.contains { $0.contains("pantry-pi.local") })
        #expect(try house.verify(identity, trusting: try #require(try services.authority())).status == 0)
    }

    @Test("Names of the settings are permitted by a new authority, and come first")
    func givenNames() throws {
        let services = house.services(names: ["Home.Example.net."])
        let identity = try services.identity()
        #expect(identity.names.prefix(3) == ["home.example.net", "kitchen-pi.local", "localhost"])
        let authority = try #require(try services.authority())
        let outcome = try house.verify(
            identity, for: ["-verify_hostname", "home.example.net"], trusting: authority)
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(services.machine().settled == 2)
    }

    @Test("A machine without a host name has a certificate for its addresses")
    func noHostName() throws {
        house.machine.withLock { $0.host = nil }
        let services = house.services()
        #expect(try services.identity().names == ["localhost", "192.168.1.5", "127.0.0.1", "::1"])
        #expect(try services.authority()?.name == "Stillroom household")
        #expect(
            try house.verify(try services.identity(), trusting: try #require(try services.authority())).status == 0)
    }

    @Test("The longest host name gives valid certificates")
    func longName() throws {
        let label = String(repeating: "k", count: 63)
        house.machine.withLock { $0.host = "\(label).\(label).\(label).\(String(repeating: "e", count: 61))" }
        let services = house.services()
        let identity = try services.identity()
        let authority = try #require(try services.authority())
        #expect(authority.name.utf8.count <= 64)
        let outcome = try house.verify(identity, for: ["-verify_hostname", "\(label).local"], trusting: authority)
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test(
        "An authority that was made while the clock was years ahead is an error with advice, because no device accepts it"
    )
    func authorityOfTheFuture() throws {
        try house.clock.set("2031-01-01T00:00:00Z")
        _ = try house.services().authority()
        try house.clock.set("2026-11-23T05:00:00Z")
        let error = #expect(throws: HouseholdError.self) { try house.services().identity() }
        #expect(error?.code == .certificateUnusable && error?.hint?.contains("remove") == true)
    }
}

extension IssuedCertificatesTests {
    @Test("No certificate outlives the authority, and an expired authority is an error with advice")
    func authorityExpires() throws {
        let services = house.services()
        let expires = try #require(try services.authority()).expires
        house.clock.set(expires.addingTimeInterval(-86_400 * 10))
        let last = try services.identity()
        #expect(last.expires == expires)
        house.clock.pass(3_600)
        #expect(try services.identity() == last, "another one could not be valid longer")
        house.clock.set(expires.addingTimeInterval(1))
        let error = #expect(throws: HouseholdError.self) { try house.services().identity() }
        #expect(error?.code == .certificateUnusable && error?.hint != nil)
    }
}
