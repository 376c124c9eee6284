import Accounts
import Connectivity
import Contracts
import Foundation
import Household
import Support
import Synchronization

@testable import Certificates

/// A machine in a home network, whose names, addresses and clock a test sets.
final class NetworkHouse: Sendable {
    struct Machine {
        var host: String? = "kitchen-pi"
        var hasMulticastDNS = true
        var interfaces = [InterfaceAddress(interface: "eth0", text: "192.168.1.5")]
    }

    let folder: Fixture.Folder
    let clock: SetClock
    let machine = Mutex(Machine())
    let lines = Mutex<[String]>([])

    var authorityFolder: String { folder.path + "/secrets/authority" }
    var authorityPath: String { authorityFolder + "/authority.pem" }

    init(_ now: String = "2026-11-23T05:00:00Z") throws {
        folder = try Fixture.Folder()
        clock = try SetClock(now)
    }

    var names: MachineNames {
        MachineNames(
            hostName: { self.machine.withLock { $0.host } },
            hasMulticastDNS: { self.machine.withLock { $0.hasMulticastDNS } },
            interfaces: { self.machine.withLock { $0.interfaces } })
    }

    func services(
        names: [String] = [], host: String = "0.0.0.0", certificateFile: String? = nil, keyFile: String? = nil
    ) -> NetworkServices {
        .local(
            folder: authorityFolder, names: names, host: host, certificateFile: certificateFile, keyFile: keyFile,
            isRequired: false, machine: self.names, now: { self.clock.now }, log: { line in self.log(line) })
    }

    private func log(_ line: String) { lines.withLock { $0.append(line) } }

    func authority() throws -> HouseholdAuthority {
        try HouseholdAuthority.make(
            machine: "kitchen-pi", names: names.permittedNames(given: []), now: clock.now)
    }

    func write(_ text: String, to name: String) throws -> String {
        let path = "\(folder.path)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    /// Writes the certificate of the server as PEM; returns its path.
    func file(of identity: ServerIdentity, _ name: String = "leaf.pem") throws -> String {
        let certificates = identity.chain.map { der in
            "-----BEGIN CERTIFICATE-----\n"
                + Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
                + "\n-----END CERTIFICATE-----\n"
        }
        return try write(certificates.joined(), to: name)
    }

    /// Verifies the certificate with openssl at the time of the clock.
    func verify(
        _ identity: ServerIdentity, for purpose: [String] = [], trusting authority: AuthorityCertificate
    ) throws -> OpenSSL.Outcome {
        let trusted = try write(authority.pem, to: "authority-\(UUID().uuidString).pem")
        let leaf = try file(of: identity, "leaf-\(UUID().uuidString).pem")
        let time = String(Int(clock.now.timeIntervalSince1970))
        return try OpenSSL.run(
            ["verify", "-x509_strict", "-purpose", "sslserver", "-attime", time, "-CAfile", trusted] + purpose + [leaf])
    }
}
