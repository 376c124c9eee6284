import Support
import Testing

@testable import Connectivity

@Suite("Addresses of interfaces", .tags(.medium))
struct InterfaceAddressTests {
    @Test("No address is one of the loopback interface, and none has a zone")
    func current() {
        for address in InterfaceAddress.current() {
            #expect(!address.interface.isEmpty && address.interface != "lo")
            #expect(!address.text.isEmpty && !address.text.contains("%"))
        }
    }

    @Test(
        "The addresses are those of the interfaces that are up, of both versions",
        .enabled(if: Namespace.isPermitted, "needs root and iproute2"))
    func namespace() async throws {
        let namespace = try Namespace(label: "addresses")
        try namespace.change("addr add fd12::5/64 dev still0 nodad", "link set still1 down")
        let found = try await namespace.inside { InterfaceAddress.current() }
        let own = found.filter { !$0.text.hasPrefix("fe80:") }
        #expect(
            Set(own) == [
                InterfaceAddress(interface: "still0", text: "192.0.2.1"),
                InterfaceAddress(interface: "still0", text: "fd12::5"),
            ])
    }
}
