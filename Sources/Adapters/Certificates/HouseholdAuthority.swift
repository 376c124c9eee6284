import Accounts
import Crypto
import Foundation
import Household
import Messages
import SwiftASN1
import X509

/// The certificate authority of a household. Name constraints limit it to the names of one machine and to the address
/// ranges of private networks, so that its key cannot impersonate any other site on the devices that trust it.
struct HouseholdAuthority: Sendable {
    /// Certificates begin a day early, because the clocks of devices differ.
    static let leeway: TimeInterval = 86_400
    static let lifetime: TimeInterval = 3_652 * 86_400
    /// The lifetime of a certificate of the server.
    static let leafLifetime: TimeInterval = 90 * 86_400
    /// A clock before 1 January 2026 is wrong: an authority that it dates would be expired when the clock is set.
    static let earliest = Date(timeIntervalSince1970: 1_767_225_600)

    let certificate: Certificate
    let der: [UInt8]
    private let key: Certificate.PrivateKey
    /// The names and addresses that the certificate permits.
    private let permittedNames: [String]
    private let permittedRanges: [[UInt8]]

    /// Makes a new authority for these names. Throws `certificateUnusable` if the clock is wrong.
    static func make(machine: String, names: [String], now: Date) throws -> HouseholdAuthority {
        guard now >= earliest else {
            throw HouseholdError(
                .certificateUnusable, localized("The clock of this machine is wrong, so no certificate can be made."),
                hint: localized("Set the clock, and try again."))
        }
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let serial = serialNumber()
        // Two authorities of one machine must differ in name: a device may trust an old one, too.
        let mark = Hexadecimal.text(serial.bytes.suffix(4))
        let subject = try DistinguishedName {
            OrganizationName("Stillroom")
            OrganizationalUnitName("Household authority \(mark)")
            CommonName("Stillroom \(machine.prefix(50))")
        }
        let extensions = try Certificate.Extensions {
            Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
            Critical(KeyUsage(keyCertSign: true, cRLSign: true))
            // Names of mail and of code are not constrained, so the authority is good for servers only.
            try ExtendedKeyUsage([.serverAuth])
            Critical(
                NameConstraints(
                    permittedDNSDomains: names,
                    permittedIPRanges: PrivateNetworks.ranges.map { ASN1OctetString(contentBytes: $0[...]) }))
            SubjectKeyIdentifier(hash: key.publicKey)
        }
        let certificate = try Certificate(
            version: .v3, serialNumber: serial, publicKey: key.publicKey, notValidBefore: now - leeway,
            notValidAfter: now + lifetime, issuer: subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: extensions, issuerPrivateKey: key)
        return try HouseholdAuthority(certificate, key)
    }

    private init(_ certificate: Certificate, _ key: Certificate.PrivateKey) throws {
        guard certificate.publicKey == key.publicKey,
            case .isCertificateAuthority? = try certificate.extensions.basicConstraints,
            let constraints = try certificate.extensions.nameConstraints
        else { throw CocoaError(.fileReadCorruptFile) }
        self.certificate = certificate
        self.key = key
        var serializer = DER.Serializer()
        try certificate.serialize(into: &serializer)
        der = serializer.serializedBytes
        permittedNames = constraints.permittedDNSDomains.map { $0 }
        permittedRanges = constraints.permittedIPRanges.map { Array($0.bytes) }
    }

    /// "Stillroom kitchen-pi": what a device shows.
    var commonName: String {
        for attribute in certificate.subject.flatMap({ $0 }) where attribute.type == .RDNAttributeType.commonName {
            if let name = String(attribute.value) { return name }
        }
        return "Stillroom"
    }

    // MARK: - Text

    /// Reads the text that `pem` returned. Throws if it is damaged.
    init(pem: String) throws {
        let documents = try PEMDocument.parseMultiple(pemString: pem)
        let certificates = documents.filter { $0.discriminator == Certificate.defaultPEMDiscriminator }
        let keys = documents.filter { $0.discriminator == "PRIVATE KEY" }
        guard let certificate = certificates.first, let key = keys.first, documents.count == 2 else {
            throw CocoaError(.fileReadCorruptFile)
        }
        try self.init(Certificate(pemDocument: certificate), Certificate.PrivateKey(pemDocument: key))
    }

    /// The private key and the certificate.
    func pem() throws -> String {
        try "\(key.serializeAsPEM().pemString)\n\(certificate.serializeAsPEM().pemString)\n"
    }

    // MARK: - Certificates of the server

    /// Returns whether devices accept a certificate of this authority for the name.
    func permits(name: String) -> Bool {
        permittedNames.contains { name == $0 || name.hasSuffix("." + $0) }
    }

    /// Returns whether devices accept a certificate of this authority for the address.
    func permits(_ address: NetworkAddress) -> Bool {
        permittedRanges.contains { range in
            guard range.count == address.bytes.count * 2 else { return false }
            let mask = range.suffix(address.bytes.count)
            return zip(zip(address.bytes, mask), range).allSatisfy { $0.0 & $0.1 == $1 }
        }
    }

    /// Issues a certificate with a new key for permitted names and addresses. Throws `certificateUnusable` if the
    /// authority has expired or begins in the future.
    func identity(names: [String], addresses: [String], now: Date) throws -> ServerIdentity {
        guard certificate.notValidAfter > now else {
            throw HouseholdError(
                .certificateUnusable, localized("The certificate authority of this household has expired."),
                hint: localized("Remove its file, and restart the server. Each device must trust the new one."))
        }
        guard certificate.notValidBefore <= now else {
            throw HouseholdError(
                .certificateUnusable, localized("The certificate authority of this household begins in the future."),
                hint: localized(
                    """
                    The clock is wrong, or it was when the authority was made. Set it; if it is right now, remove the \
                    authority's file and restart the server. Each device must trust the new one.
                    """))
        }
        let key = P256.Signing.PrivateKey()
        let publicKey = Certificate.PublicKey(key.publicKey)
        let expires = min(now + Self.leafLifetime, certificate.notValidAfter)
        let alternatives =
            names.map { GeneralName.dnsName($0) }
            + addresses.compactMap { text in
                NetworkAddress(text).map { .ipAddress(ASN1OctetString(contentBytes: $0.bytes[...])) }
            }
        let issuer = try certificate.extensions.subjectKeyIdentifier?.keyIdentifier
        let leaf = try Certificate(
            version: .v3, serialNumber: Self.serialNumber(), publicKey: publicKey, notValidBefore: now - Self.leeway,
            notValidAfter: expires, issuer: certificate.subject,
            subject: DistinguishedName {
                OrganizationName("Stillroom")
                CommonName(names.first.map { $0.utf8.count <= 64 ? $0 : "localhost" } ?? "localhost")
            }, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(alternatives)
                AuthorityKeyIdentifier(keyIdentifier: issuer)
                SubjectKeyIdentifier(hash: publicKey)
            }, issuerPrivateKey: self.key)
        var serializer = DER.Serializer()
        try serializer.serialize(leaf)
        // Without the authority: a device must know it to trust it.
        return ServerIdentity(
            chain: [serializer.serializedBytes], key: Array(key.derRepresentation), names: names + addresses,
            expires: leaf.notValidAfter)
    }

    /// Returns 16 random bytes that are a positive number without a leading zero byte.
    private static func serialNumber() -> Certificate.SerialNumber {
        var generator = SystemRandomNumberGenerator()
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        bytes[0] = bytes[0] & 0x3F | 0x40
        return Certificate.SerialNumber(bytes: bytes)
    }
}

extension HouseholdAuthority: CustomStringConvertible, CustomReflectable {
    /// Without the key.
    var description: String { "HouseholdAuthority(\(certificate.subject))" }
    var customMirror: Mirror { Mirror(self, children: ["subject": certificate.subject], displayStyle: .struct) }
}

/// The address ranges of networks at home and of this machine, each as its first address and its mask.
enum PrivateNetworks {
    static let ranges: [[UInt8]] = [
        range([10], 8, of: 4), range([172, 16], 12, of: 4), range([192, 168], 16, of: 4), range([169, 254], 16, of: 4),
        // Shared address space, which overlay networks (VPN) use.
        range([100, 64], 10, of: 4), range([127], 8, of: 4),
        range(Array(repeating: 0, count: 15) + [1], 128, of: 16), range([0xFC], 7, of: 16),
        range([0xFE, 0x80], 10, of: 16),
    ]

    private static func range(_ start: [UInt8], _ prefix: Int, of count: Int) -> [UInt8] {
        let mask = (0..<count).map { index -> UInt8 in
            let bits = min(8, max(0, prefix - index * 8))
            return bits == 0 ? 0 : 0xFF << UInt8(8 - bits)
        }
        return start + Array(repeating: 0, count: count - start.count) + mask
    }
}

/// Bytes as hexadecimal digits.
enum Hexadecimal {
    static func text(_ bytes: some Sequence<UInt8>, separator: String = "") -> String {
        let digits = Array("0123456789ABCDEF")
        return bytes.map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined(separator: separator)
    }
}
