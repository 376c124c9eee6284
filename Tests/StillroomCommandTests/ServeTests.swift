import Accounts
import Contracts
import Foundation
import Household
import Support
import Testing
import Web

@testable import StillroomCommand

@Suite("The serve command", .tags(.small))
struct ServeTests {
    @Test("If the server cannot listen, the error suggests another port or another address")
    func listening() {
        let taken = Serve.failure(.addressInUse, host: "127.0.0.1", port: 8180)
        #expect(taken.status == .unavailable && taken.message == "Port 8180 is already in use.")
        let forbidden = Serve.failure(.permissionDenied, host: "127.0.0.1", port: 80)
        #expect(forbidden.status == .configuration && forbidden.message.contains("port 80"))
        #expect(forbidden.hint?.contains("1024") == true)
        let absent = Serve.failure(.addressNotAvailable, host: "127.9.9.9", port: 8180)
        #expect(absent.status == .configuration && absent.message.contains("127.9.9.9"))
    }

    private func settings(_ flags: [Settings.CommandSetting: String]) async throws -> Settings {
        try await Settings.read(
            flags: Dictionary(flags.map { (.command($0), $1) }, uniquingKeysWith: { first, _ in first }),
            environment: ["HOME": "/home/somebody"])
    }

    private func household(hasOwner: Bool, _ services: NetworkServices = .drawn()) async throws -> Household {
        let household = Household.drawn(networkServices: services)
        if hasOwner {
            let link = try await household.accounts.makeSetupLink()
            _ = try await household.accounts.createOwner(
                link.text, name: AccountName("Ada"), passphrase: Passphrase("four plain words"),
                on: Device(userAgent: "Firefox", address: "127.0.0.1"))
        }
        return household
    }

    /// Host, trusted proxies → address without TLS, address in the network, must listen in it, needs an owner.
    static let addresses: [(String, String, String, String, Bool, Bool)] = [
        ("127.0.0.1", "", "127.0.0.1", "0.0.0.0", false, false),
        ("localhost", "", "localhost", "0.0.0.0", false, false),
        ("::1", "127.0.0.1", "::1", "0.0.0.0", false, false),
        ("0.0.0.0", "", "127.0.0.1", "0.0.0.0", true, true),
        ("::", "", "127.0.0.1", "::", true, true),
        ("192.168.1.5", "", "127.0.0.1", "192.168.1.5", true, true),
        ("0.0.0.0", "10.0.0.0/8", "0.0.0.0", "0.0.0.0", false, true),
        ("192.168.1.5", "192.168.1.2", "192.168.1.5", "192.168.1.5", false, true),
    ]

    @Test(
        "Without TLS the server listens on this machine only, unless trusted proxies are set; any other address needs an owner",
        arguments: addresses)
    func listeners(
        host: String, proxies: String, plain: String, network: String, isRequired: Bool, needsOwner: Bool
    ) async throws {
        let settings = try await settings([.host: host, .trustedProxies: proxies])
        #expect(settings.plainHost == plain)
        #expect(settings.networkHost == network)
        #expect(settings.isNetworkRequired == isRequired)
        #expect(settings.isInNetwork == needsOwner)
        try await Serve.checkNetwork(settings, household(hasOwner: true))
        let withoutOwner = try await household(hasOwner: false)
        guard needsOwner else { return try await Serve.checkNetwork(settings, withoutOwner) }
        let error = await #expect(throws: CommandFailure.self) {
            try await Serve.checkNetwork(settings, withoutOwner)
        }
        #expect(error?.status == .configuration && error?.message.contains(host) == true)
        #expect(error?.hint?.contains("set-up link") == true)
    }

    @Test("A certificate that cannot be used ends the command with status 78, if it is needed at the start")
    func unusableCertificate() async throws {
        let services = NetworkServices.drawn(identity: {
            throw HouseholdError(.certificateUnusable, "The key file /k cannot be read.")
        })
        let household = try await household(hasOwner: true, services)
        try await Serve.checkNetwork(settings([:]), household)
        for flags in [
            [.host: "0.0.0.0"], [.certificateFile: "/c", .certificateKeyFile: "/k"],
        ] as [[Settings.CommandSetting: String]] {
            let settings = try await settings(flags)
            let error = await #expect(throws: HouseholdError.self) { try await Serve.checkNetwork(settings, household) }
            #expect(error.map { CommandFailure($0).status } == .configuration)
        }
    }

    @Test("The lines for the operator begin with the best name, and name the way in if it is served")
    func networkLines() async throws {
        let household = try await household(
            hasOwner: true, .drawn(addresses: ["192.168.1.5", "fd12::5"]))
        #expect(
            Serve.networkLines(household, NetworkPorts(https: 8443, wayIn: 8181)) == [
                "Devices in your home reach it at https://kitchen.local:8443",
                "A new device must start at http://kitchen.local:8181",
                "Other names of this machine: 192.168.1.5, [fd12::5]",
            ])
        #expect(
            Serve.networkLines(household, NetworkPorts(https: 8443, wayIn: nil)).count == 2)
        let nowhere = try await self.household(hasOwner: true, .drawn(names: [], settled: 0, addresses: []))
        #expect(Serve.networkLines(nowhere, NetworkPorts(https: 8443, wayIn: 8181)).count == 1)
    }
}
