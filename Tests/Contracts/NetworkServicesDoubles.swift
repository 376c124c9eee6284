import Foundation
package import Household

extension NetworkServices {
    /// A machine with one name and one address, and a certificate that no client accepts. `qrCode` is a code of one module.
    package static func drawn(
        isRequired: Bool = false, names: [String] = ["kitchen.local", "kitchen"], settled: Int = 1,
        addresses: [String] = ["192.168.1.5"],
        identity: @escaping @Sendable () throws -> ServerIdentity = {
            ServerIdentity(chain: [[1]], key: [2], names: ["kitchen.local"], expires: Date(timeIntervalSince1970: 4e9))
        }
    ) -> NetworkServices {
        NetworkServices(
            isRequired: isRequired, identity: identity,
            authority: {
                AuthorityCertificate(
                    name: "Stillroom kitchen", der: [1], pem: "-----BEGIN CERTIFICATE-----", fingerprint: "01:02",
                    profile: Array("<plist/>".utf8), expires: Date(timeIntervalSince1970: 4e9))
            }, machine: { MachineAddresses(names: names, settled: settled, addresses: addresses) },
            qrCode: { _ in QRCode(width: 9, isDark: (0..<81).map { $0 == 40 }) })
    }
}
