import Contracts
import Foundation
import Household
import Support
import Synchronization
import Testing

@testable import Certificates

@Suite("The operator's certificate files", .tags(.medium))
struct OperatorCertificatesTests {
    let house: NetworkHouse
    var certificate: String { house.folder.path + "/chain.pem" }
    var key: String { house.folder.path + "/key.pem" }

    init() throws { house = try NetworkHouse() }

    private static let names = "subjectAltName=DNS:home.example.net,DNS:*.home.example.net,IP:192.168.1.5"

    /// Makes a certificate that is valid from now on for `days` of real time.
    private func make(_ kind: [String] = ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"], days: Int = 30) throws {
        let outcome = try OpenSSL.run(
            ["req", "-x509", "-nodes", "-newkey"] + kind + [
                "-days", "\(days)", "-subj", "/CN=home", "-addext", Self.names, "-keyout", key, "-out", certificate,
            ])
        try #require(outcome.status == 0, "\(outcome.output)")
        // The clock of openssl is the real one. A later certificate does not move the clock of the test.
        if abs(house.clock.now.timeIntervalSinceNow) > 3_600 { house.clock.set(Date()) }
    }

    private var services: NetworkServices { house.services(certificateFile: certificate, keyFile: key) }

    private func failure(_ body: () throws -> Void) -> HouseholdError? {
        let error = #expect(throws: HouseholdError.self) { try body() }
        #expect(error?.code == .certificateUnusable)
        return error
    }

    @Test(
        "Certificates with keys of each supported kind are read, and the key is PKCS #8",
        arguments: [
            ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"], ["ec", "-pkeyopt", "ec_paramgen_curve:secp384r1"],
            ["rsa:2048"], ["ed25519"],
        ])
    func kinds(kind: [String]) throws {
        try make(kind)
        let identity = try services.identity()
        #expect(identity.names == ["home.example.net", "*.home.example.net", "192.168.1.5"])
        #expect(identity.chain.count == 1)
        let der = house.folder.path + "/key.der"
        try Data(identity.key).write(to: URL(filePath: der))
        let ours = try OpenSSL.run("pkey", "-inform", "DER", "-in", der, "-pubout")
        let theirs = try OpenSSL.run("x509", "-noout", "-pubkey", "-in", certificate)
        #expect(ours.status == 0 && ours.output == theirs.output)
        let info = try OpenSSL.run("pkcs8", "-inform", "DER", "-in", der, "-nocrypt")
        #expect(info.status == 0, "\(info.output)")
    }

    @Test("Keys in the older forms SEC 1 and PKCS #1 are read", arguments: ["ec", "rsa"])
    func olderForms(kind: String) throws {
        try make(kind == "rsa" ? ["rsa:2048"] : ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"])
        let old = try OpenSSL.run("pkey", "-traditional", "-in", key).output
        #expect(old.contains(kind == "rsa" ? "BEGIN RSA PRIVATE KEY" : "BEGIN EC PRIVATE KEY"))
        let parameters = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
        try Data(((kind == "ec" ? parameters : "") + old).utf8).write(to: URL(filePath: key))
        #expect(try services.identity().names.first == "home.example.net")
    }

    @Test(
        "The chain keeps the certificates of the issuers, in the order of the file, with any line endings and comments")
    func chain() throws {
        try make()
        let leaf = try String(contentsOfFile: certificate, encoding: .utf8)
        let issuer = try AuthorityCertificate(house.authority())
        let text = "Certificate of the server:\n\(leaf)\nIssuer:\n\(issuer.pem)".replacing("\n", with: "\r\n")
        try Data(text.utf8).write(to: URL(filePath: certificate))
        let identity = try services.identity()
        #expect(identity.chain.count == 2 && identity.chain.last == issuer.der)
    }

    @Test("With the operator's files there is no household authority, and no file of it")
    func noAuthority() throws {
        try make()
        #expect(try services.authority() == nil)
        _ = try services.identity()
        #expect(!FileManager.default.fileExists(atPath: house.authorityFolder))
    }

    @Test("The host names of the certificate are those under which devices should try to reach the machine")
    func machineNames() throws {
        try make()
        house.machine.withLock { $0.hasMulticastDNS = false }
        let machine = house.services(names: ["plants.home.example.net"], certificateFile: certificate, keyFile: key)
            .machine()
        #expect(machine.names == ["plants.home.example.net", "home.example.net", "kitchen-pi"])
        #expect(machine.settled == 2)
    }
}

extension OperatorCertificatesTests {
    @Test("New files are used within 10 s, without a restart")
    func replaced() throws {
        try make()
        let services = services
        let first = try services.identity()
        try make(days: 40)
        #expect(try services.identity() == first, "not looked yet")
        house.clock.pass(10)
        let second = try services.identity()
        #expect(second != first)
        house.clock.pass(60)
        #expect(try services.identity() == second)
        #expect(house.lines.withLock { $0 }.count == 1)
    }

    @Test("If new files cannot be used, the old certificate stays, with one line in the log, until they can")
    func brokenReplacement() throws {
        try make()
        let services = services
        let first = try services.identity()
        let whole = try Data(contentsOf: URL(filePath: certificate))
        try make(days: 40)
        let next = try Data(contentsOf: URL(filePath: certificate))
        // The certificate tool has replaced only the key until now.
        try whole.write(to: URL(filePath: certificate))
        for _ in 0..<5 {
            house.clock.pass(60)
            #expect(try services.identity() == first)
        }
        #expect(house.lines.withLock { $0 }.count == 1)
        try next.write(to: URL(filePath: certificate))
        house.clock.pass(60)
        #expect(try services.identity() != first)
        try FileManager.default.removeItem(atPath: key)
        house.clock.pass(60)
        _ = try services.identity()
        #expect(house.lines.withLock { $0 }.count == 3)
    }

    @Test("A missing file, a damaged one, and a key of another certificate are refused, with the path in the message")
    func refused() throws {
        #expect(failure { _ = try services.identity() }?.message.contains(certificate) == true)
        try make()
        let (leaf, own) = (
            try Data(contentsOf: URL(filePath: certificate)), try Data(contentsOf: URL(filePath: key))
        )
        for text in ["", "no PEM at all", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"] {
            try Data(text.utf8).write(to: URL(filePath: certificate))
            #expect(failure { _ = try services.identity() }?.message.contains(certificate) == true, "\(text)")
        }
        try leaf.write(to: URL(filePath: certificate))
        for text in ["", "no PEM at all", "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n"] {
            try Data(text.utf8).write(to: URL(filePath: key))
            #expect(failure { _ = try services.identity() }?.message.contains(key) == true, "\(text)")
        }
        try own.write(to: URL(filePath: key))
        _ = try services.identity()
        try make()
        try leaf.write(to: URL(filePath: certificate))
        #expect(failure { _ = try services.identity() }?.message.contains("does not belong") == true)
    }

    @Test("An encrypted key is refused with advice")
    func encrypted() throws {
        try make()
        let sealed = try OpenSSL.run("pkcs8", "-topk8", "-in", key, "-passout", "pass:x").output
        try Data(sealed.utf8).write(to: URL(filePath: key))
        #expect(failure { _ = try services.identity() }?.message.contains("encrypted") == true)
    }

    @Test("An expired certificate is refused at the start; one that expires later stays until there is another one")
    func expired() throws {
        try make(days: 10)
        let running = services
        let identity = try running.identity()
        house.clock.pass(11 * 86_400)
        #expect(try running.identity() == identity)
        #expect(failure { _ = try services.identity() }?.message.contains("expired") == true)
    }
}
