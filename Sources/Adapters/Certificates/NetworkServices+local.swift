import Barcodes
package import Foundation
package import Household
import Messages
import SwiftASN1
import X509

extension NetworkServices {
    /// The services of this machine. The files of the operator are used if both are given, otherwise the household
    /// authority in `folder`, which is made when it is needed for the first time. `names` are those of the settings,
    /// `host` is the address at which the server listens in the network, and `log` gets sentences for the operator.
    package static func local(
        folder: String, names: [String], host: String, certificateFile: String?, keyFile: String?, isRequired: Bool,
        now: @escaping @Sendable () -> Date, log: @escaping @Sendable (String) -> Void
    ) -> NetworkServices {
        local(
            folder: folder, names: names, host: host, certificateFile: certificateFile, keyFile: keyFile,
            isRequired: isRequired, machine: .system, now: now, log: log)
    }

    /// The services, with another source of names and addresses.
    static func local(
        folder: String, names: [String], host: String, certificateFile: String?, keyFile: String?, isRequired: Bool,
        machine system: MachineNames, now: @escaping @Sendable () -> Date, log: @escaping @Sendable (String) -> Void
    ) -> NetworkServices {
        if let certificateFile, let keyFile {
            let certificates = OperatorCertificates(
                CertificateFiles(certificate: certificateFile, key: keyFile), now: now, log: log)
            let machine = MachineCache(now: now) {
                // A device accepts the names of the certificate only. Those with an asterisk are no host names.
                let own = (try? certificates.identity().names) ?? []
                return system.addresses(given: names + own, listening: host)
            }
            return NetworkServices(
                isRequired: isRequired, identity: { try certificates.identity() }, authority: { nil },
                machine: { machine.current() }, qrCode: { try qrCode($0) })
        }
        let machine = MachineCache(now: now) { system.addresses(given: names, listening: host) }
        let certificates = IssuedCertificates(
            AuthorityFile(folder: folder), machine: { machine.current() },
            naming: { (system.label() ?? "household", system.permittedNames(given: names)) }, now: now, log: log)
        return NetworkServices(
            isRequired: isRequired, identity: { try translated { try certificates.identity() } },
            authority: { try translated { try AuthorityCertificate(certificates.authority()) } },
            machine: { machine.current() }, qrCode: { try qrCode($0) })
    }

    /// Returns whether the authority of a household is in the folder.
    package static func hasAuthority(in folder: String) -> Bool { AuthorityFile(folder: folder).exists }

    /// Returns the file of the authority, which contains its private key.
    package static func authorityFile(in folder: String) -> String { AuthorityFile(folder: folder).path }

    /// Runs `body`, and turns errors of libraries into those of the household.
    private static func translated<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as HouseholdError { throw error } catch {
            throw HouseholdError(.internalFault, localized("A certificate could not be made."), cause: error)
        }
    }

    private static func qrCode(_ text: String) throws(HouseholdError) -> QRCode {
        do {
            let code = try QRCodeWriter.write(text)
            return QRCode(width: code.width, isDark: code.isDark)
        } catch {
            throw HouseholdError(
                .internalFault, localized("A text of \(error.length, "count") bytes is too long for a QR code."))
        }
    }
}

extension AuthorityCertificate {
    init(_ authority: HouseholdAuthority) throws {
        let name = authority.commonName
        self.init(
            name: name, der: authority.der, pem: try authority.certificate.serializeAsPEM().pemString + "\n",
            fingerprint: Fingerprint.text(of: authority.der),
            profile: AppleProfile.bytes(name: name, der: authority.der), expires: authority.certificate.notValidAfter)
    }
}
