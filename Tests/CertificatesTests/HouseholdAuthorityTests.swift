import Accounts
import Contracts
import Foundation
import Household
import Support
import Testing
import X509

@testable import Certificates

@Suite("The household authority", .tags(.medium))
struct HouseholdAuthorityTests {
    let house: NetworkHouse

    init() throws { house = try NetworkHouse() }

    @Test("OpenSSL accepts the certificate for each name and address of the machine")
    func accepted() throws {
        let services = house.services()
        let identity = try services.identity()
        let authority = try #require(try services.authority())
        for name in ["kitchen-pi.local", "localhost"] {
            let outcome = try house.verify(identity, for: ["-verify_hostname", name], trusting: authority)
            #expect(outcome.status == 0, "\(name): \(outcome.output)")
        }
        for address in ["192.168.1.5", "127.0.0.1", "::1"] {
            let outcome = try house.verify(identity, for: ["-verify_ip", address], trusting: authority)
            #expect(outcome.status == 0, "\(address): \(outcome.output)")
        }
        for (option, other) in [("-verify_hostname", "bank.example"), ("-verify_ip", "192.168.1.6")] {
            #expect(try house.verify(identity, for: [option, other], trusting: authority).status != 0, "\(other)")
        }
    }

    @Test(
        "OpenSSL refuses a certificate of the authority for a name or an address outside its constraints",
        arguments: [
            (["bank.example"], []), (["local"], []), (["kitchen-pi"], []), (["other.local"], []),
            (["kitchen-pi", "example.com"], []),
            (["kitchen-pi.example.com"], []), ([], ["203.0.113.7"]), ([], ["8.8.8.8"]), ([], ["2001:db8::1"]),
            ([], ["172.32.0.1"]),
        ] as [([String], [String])])
    func constrained(names: [String], addresses: [String]) throws {
        let authority = try house.authority()
        let identity = try authority.identity(names: names, addresses: addresses, now: house.clock.now)
        let outcome = try house.verify(identity, trusting: AuthorityCertificate(authority))
        #expect(outcome.status != 0)
        #expect(outcome.output.contains("permitted subtree violation"), "\(outcome.output)")
    }

    @Test(
        "Names and addresses within the constraints are permitted, and OpenSSL accepts them",
        arguments: [
            (["kitchen-pi.local", "kitchen-pi.lan", "kitchen-pi.home.arpa", "localhost"], []),
            (
                ["kitchen-pi.local"],
                [
                    "10.1.2.3", "172.31.0.1", "192.168.255.1", "169.254.1.1", "100.100.1.1", "127.0.0.1", "::1",
                    "fd12:3456::1", "fe80::1",
                ]
            ),
        ] as [([String], [String])])
    func permitted(names: [String], addresses: [String]) throws {
        let authority = try house.authority()
        for name in names { #expect(authority.permits(name: name), "\(name)") }
        for address in addresses { #expect(authority.permits(try #require(NetworkAddress(address))), "\(address)") }
        let identity = try authority.identity(names: names, addresses: addresses, now: house.clock.now)
        let outcome = try house.verify(identity, trusting: AuthorityCertificate(authority))
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test(
        "The authority does not permit what its constraints exclude",
        arguments: ["kitchen-pi.example.com", "xkitchen-pi", "local", "other.local", "example.com", ""])
    func notPermitted(name: String) throws {
        #expect(try !house.authority().permits(name: name))
        for address in ["203.0.113.7", "2001:db8::1", "11.0.0.1", "172.32.0.1", "100.128.0.1", "::2"] {
            #expect(try !house.authority().permits(try #require(NetworkAddress(address))), "\(address)")
        }
    }
}

extension HouseholdAuthorityTests {
    @Test("Both certificates have the extensions and lifetimes that devices require")
    func extensions() throws {
        let services = house.services()
        let identity = try services.identity()
        let authority = try #require(try services.authority())
        let root = try OpenSSL.run(
            "x509", "-noout", "-text", "-in", try house.write(authority.pem, to: "root.pem")
        ).output
        for part in [
            "X509v3 Basic Constraints: critical", "CA:TRUE, pathlen:0", "X509v3 Key Usage: critical",
            "Certificate Sign, CRL Sign", "TLS Web Server Authentication", "X509v3 Name Constraints: critical",
            "DNS:kitchen-pi.local", "DNS:localhost",
            "IP:10.0.0.0/255.0.0.0", "IP:172.16.0.0/255.240.0.0", "IP:192.168.0.0/255.255.0.0",
            "IP:169.254.0.0/255.255.0.0", "IP:100.64.0.0/255.192.0.0", "IP:127.0.0.0/255.0.0.0",
            "ecdsa-with-SHA256", "prime256v1", "Version: 3", "CN = Stillroom kitchen-pi",
            "Not Before: Nov 22 05:00:00 2026", "Not After : Nov 22 05:00:00 2036",
        ] {
            #expect(root.contains(part), "\(part) is not in \(root)")
        }
        let leaf = try OpenSSL.run("x509", "-noout", "-text", "-in", try house.file(of: identity)).output
        for part in [
            "CA:FALSE", "Digital Signature", "TLS Web Server Authentication", "DNS:kitchen-pi.local",
            "IP Address:192.168.1.5", "IP Address:127.0.0.1", "X509v3 Authority Key Identifier",
            "X509v3 Subject Key Identifier", "Not Before: Nov 22 05:00:00 2026", "Not After : Feb 21 05:00:00 2027",
        ] {
            #expect(leaf.contains(part), "\(part) is not in \(leaf)")
        }
        #expect(identity.expires == house.clock.now.addingTimeInterval(90 * 86_400))
        #expect(identity.names == ["kitchen-pi.local", "localhost", "192.168.1.5", "127.0.0.1", "::1"])
        #expect(authority.name == "Stillroom kitchen-pi")
    }

    @Test("The fingerprint is that of OpenSSL, and the forms of the certificate are the same certificate")
    func fingerprint() throws {
        let authority = try #require(try house.services().authority())
        let path = try house.write(authority.pem, to: "root.pem")
        let output = try OpenSSL.run("x509", "-noout", "-fingerprint", "-sha256", "-in", path).output
        #expect(output.contains("=\(authority.fingerprint)\n"))
        #expect(authority.fingerprint.count == 32 * 3 - 1)
        let der = folderPath("root.der")
        try Data(authority.der).write(to: URL(filePath: der))
        let other = try OpenSSL.run("x509", "-noout", "-fingerprint", "-sha256", "-inform", "DER", "-in", der).output
        #expect(other == output)
        #expect(!authority.pem.contains("PRIVATE"))
    }

    private func folderPath(_ name: String) -> String { house.folder.path + "/" + name }

    @Test("The key of the server is PKCS #8 and belongs to its certificate, and each certificate has a key of its own")
    func keys() throws {
        let services = house.services()
        let identity = try services.identity()
        try Data(identity.key).write(to: URL(filePath: folderPath("key.der")))
        let ofKey = try OpenSSL.run("pkey", "-inform", "DER", "-in", folderPath("key.der"), "-pubout")
        let ofLeaf = try OpenSSL.run("x509", "-noout", "-pubkey", "-in", try house.file(of: identity))
        #expect(ofKey.status == 0 && ofKey.output == ofLeaf.output)
        let info = try OpenSSL.run("asn1parse", "-inform", "DER", "-in", folderPath("key.der")).output
        #expect(info.contains("id-ecPublicKey"))
        #expect(try house.services().identity().key != identity.key)
        #expect(!"\(identity)".contains("\(identity.key[0])"))
    }

    @Test("Serial numbers are random, positive, and at most 20 bytes long")
    func serials() throws {
        var seen: Set<String> = []
        for _ in 0..<50 {
            let authority = try house.authority()
            let bytes = authority.certificate.serialNumber.bytes
            #expect(bytes.count <= 20 && bytes.count >= 8)
            #expect(bytes.first.map { $0 < 0x80 && $0 > 0 } == true)
            seen.insert("\(authority.certificate.serialNumber)")
        }
        #expect(seen.count == 50)
    }

    @Test("Two authorities of one machine have different subjects, so that a device can tell them apart")
    func subjects() throws {
        let (one, other) = (try house.authority(), try house.authority())
        #expect(one.certificate.subject != other.certificate.subject)
        #expect(one.commonName == other.commonName)
    }
}

extension HouseholdAuthorityTests {
    @Test("No authority is made while the clock of the machine is obviously wrong")
    func wrongClock() throws {
        try house.clock.set("1970-01-01T00:01:00Z")
        let error = #expect(throws: HouseholdError.self) { try house.services().authority() }
        #expect(error?.code == .certificateUnusable && error?.hint?.contains("clock") == true)
        #expect(!FileManager.default.fileExists(atPath: house.authorityPath))
        try house.clock.set("2026-11-23T05:00:00Z")
        #expect(try house.services().authority() != nil)
    }

    @Test("Descriptions contain no key")
    func description() throws {
        let authority = try house.authority()
        var dumped = ""
        dump(authority, to: &dumped)
        let key = try #require(try authority.pem().split(separator: "\n").dropFirst().first)
        for text in ["\(authority)", String(reflecting: authority), dumped] { #expect(!text.contains(key)) }
    }
}
