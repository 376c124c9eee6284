import Accounts
import Foundation
import SwiftASN1
import X509

/// Trust in the authority of one household, for a client. The TLS library cannot do this: its verifier does not support
/// name constraints with addresses, which every such authority has.
package struct AuthorityTrust: Sendable {
    private let roots: [Certificate]

    /// Reads the certificates of a PEM file. Returns nil if there is none in it.
    package init?(pem: [UInt8]) {
        let text = String(decoding: pem, as: UTF8.self)
        let end = "-----END CERTIFICATE-----"
        roots = text.split(separator: "-----BEGIN CERTIFICATE-----").compactMap { part in
            guard let body = part.range(of: end) else { return nil }
            return try? Certificate(pemEncoded: "-----BEGIN CERTIFICATE-----" + part[..<body.upperBound])
        }
        if roots.isEmpty { return nil }
    }

    /// Returns whether a chain of certificates (DER, that of the server first) leads to the authority now, and is for the
    /// host: a name, or an IP address without brackets.
    package func accepts(_ chain: [[UInt8]], host: String) async -> Bool {
        let certificates = chain.compactMap { try? Certificate(derEncoded: $0) }
        guard certificates.count == chain.count, let leaf = certificates.first else { return false }
        let isAddress = NetworkAddress(host) != nil
        var verifier = Verifier(rootCertificates: CertificateStore(roots)) {
            RFC5280Policy()
            ServerIdentityPolicy(serverHostname: isAddress ? nil : host, serverIP: isAddress ? host : nil)
        }
        let result = await verifier.validate(
            leaf: leaf, intermediates: CertificateStore(certificates.dropFirst()))
        if case .validCertificate = result { return true }
        return false
    }
}
