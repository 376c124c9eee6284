import Accounts
import Foundation
import Support
import Testing

@Suite("Passkeys and the names under which they work", .tags(.small))
struct PasskeyTests {
    @Test(
        "Passkeys are offered under host names over TLS, and as localhost, never under an address",
        arguments: [
            ("localhost", false, true), ("LOCALHOST", false, true), ("localhost", true, true),
            ("pi.local", true, true), ("pi", true, true), ("home.example", true, true),
            ("xn--kche-0ra.example", true, true),
            ("pi.local", false, false), ("home.example", false, false), ("127.0.0.1", false, false),
            ("127.0.0.1", true, false), ("192.168.1.5", true, false), ("[::1]", true, false), ("::1", true, false),
            ("[fe80::1]", true, false), ("2130706433", true, false), ("0x7f.1", true, false),
            ("1.2.3.0x4", true, false),
            ("", true, false), (".", true, false), ("home.example.", true, false), ("a b", true, false),
            ("küche.example", true, false), (String(repeating: "a", count: 254), true, false),
        ])
    func places(host: String, isSecure: Bool, isOffered: Bool) {
        let site = PasskeySite(host: host, origin: "https://\(host):8443", isSecure: isSecure)
        #expect((site != nil) == isOffered)
        if let site { #expect(site.host == host.lowercased() && site.origin == site.origin.lowercased()) }
    }

    @Test(
        "A signature counter must grow, and 0 in both means that there is none",
        arguments: [
            (0, 0, true), (0, 1, true), (1, 2, true), (1, UInt32.max, true), (1, 1, false), (2, 1, false),
            (5, 0, false),
            (UInt32.max, UInt32.max, false), (UInt32.max, 0, false),
        ] as [(UInt32, UInt32, Bool)])
    func counters(stored: UInt32, counter: UInt32, mayFollow: Bool) {
        #expect(Passkey.mayFollow(counter, after: stored) == mayFollow)
    }

    @Test("The name of a passkey is tidy, and has the rules of names of accounts")
    func names() throws {
        #expect(try Passkey.name("  My \n phone".replacing("\n", with: "")) == "My phone")
        #expect(throws: AccountNameError.empty) { try Passkey.name(" ") }
        #expect(throws: AccountNameError.tooLong) { try Passkey.name(String(repeating: "a", count: 65)) }
        #expect(throws: AccountNameError.unusableCharacter) { try Passkey.name("a\u{0}b") }
    }
}
