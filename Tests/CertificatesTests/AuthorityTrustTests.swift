import Foundation
import Household
import Support
import Testing

@testable import Certificates

@Suite("Trust of a client in the authority of a household", .tags(.medium))
struct AuthorityTrustTests {
    /// A house whose clock is that of this machine, because the verifier uses it, or days before.
    private static func house(daysAgo days: Double = 0) throws -> NetworkHouse {
        try NetworkHouse(Date(timeIntervalSinceNow: -days * 86_400).formatted(.iso8601))
    }

    private static func trust(_ house: NetworkHouse) throws -> AuthorityTrust {
        let text = try String(contentsOfFile: house.authorityPath, encoding: .utf8)
        return try #require(AuthorityTrust(pem: Array(text.utf8)))
    }

    @Test(
        "The certificate of a household is accepted for its names and addresses alone",
        arguments: [
            ("kitchen-pi", false), ("kitchen-pi.local", true), ("localhost", true), ("192.168.1.5", true),
            ("127.0.0.1", true), ("::1", true), ("192.168.1.6", false), ("example.org", false),
            ("kitchen-pi.example.org", false), ("", false),
        ])
    func names(host: String, isAccepted: Bool) async throws {
        let house = try Self.house()
        let identity = try house.services().identity()
        #expect(try await Self.trust(house).accepts(identity.chain, host: host) == isAccepted)
    }

    @Test("Another authority, an expired certificate and a damaged chain are refused")
    func refused() async throws {
        let (house, other, old) = (try Self.house(), try Self.house(), try Self.house(daysAgo: 120))
        let identity = try house.services().identity()
        _ = try other.services().identity()
        #expect(try await !Self.trust(other).accepts(identity.chain, host: "localhost"))
        let expired = try old.services().identity()
        #expect(try await !Self.trust(old).accepts(expired.chain, host: "localhost"))
        #expect(try await !Self.trust(house).accepts([], host: "localhost"))
        #expect(try await !Self.trust(house).accepts([Array("no certificate".utf8)], host: "localhost"))
    }

    @Test(
        "A file without a certificate is refused",
        arguments: ["", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA"])
    func files(text: String) {
        #expect(AuthorityTrust(pem: Array(text.utf8)) == nil)
    }
}
