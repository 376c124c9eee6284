import Accounts
import Foundation
import Household
import Messages
import SwiftASN1
import X509

/// The certificate files of the operator: a chain and its private key, both PEM.
struct CertificateFiles: Sendable {
    let certificate: String
    let key: String

    private static let mostBytes = 1 << 20

    /// What changes when a file is replaced.
    struct Stamp: Sendable, Hashable {
        private struct File: Sendable, Hashable {
            let changed: Date?
            let size: Int?
            let number: Int?
        }

        private let files: [File]

        /// A missing file has a stamp, too.
        init(_ paths: [String]) {
            files = paths.map { path in
                // The attributes of a link are those of the link itself; certificate tools replace its target.
                let target = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
                let attributes = try? FileManager.default.attributesOfItem(atPath: target)
                return File(
                    changed: attributes?[.modificationDate] as? Date, size: Self.number(attributes?[.size]),
                    number: Self.number(attributes?[.systemFileNumber]))
            }
        }

        private static func number(_ value: Any?) -> Int? {
            (value as? any BinaryInteger).map { Int(truncatingIfNeeded: $0) }
        }
    }

    var stamp: Stamp { Stamp([certificate, key]) }

    /// Reads both files. Throws `certificateUnusable` if one is missing or damaged, if they do not belong together, or if
    /// the certificate has expired.
    func read(now: Date) throws(HouseholdError) -> ServerIdentity {
        let documents = try Self.documents(certificate, isKey: false)
            .filter { $0.discriminator == Certificate.defaultPEMDiscriminator }
        guard let first = documents.first else {
            throw Self.failure(localized("The file \(certificate, "file") contains no certificate (PEM)."))
        }
        let leaf: Certificate
        let chain: [[UInt8]]
        do {
            leaf = try Certificate(pemDocument: first)
            // The others are checked, too: a client would refuse the whole connection because of one.
            for document in documents.dropFirst() { _ = try Certificate(pemDocument: document) }
            chain = documents.map(\.derBytes)
        } catch {
            throw Self.failure(localized("A certificate in \(certificate, "file") is damaged."), cause: error)
        }
        let privateKey = try privateKey()
        guard privateKey.publicKey == leaf.publicKey else {
            throw Self.failure(
                localized(
                    """
                    The key in \(key, "keyFile") does not belong to the first certificate in \
                    \(certificate, "certificateFile").
                    """),
                hint: localized("The certificate of the server comes first, those of its issuers after it."))
        }
        guard leaf.notValidAfter > now else {
            throw Self.failure(
                localized(
                    """
                    The certificate in \(certificate, "file") expired on \
                    \(leaf.notValidAfter.formatted(.iso8601), "time").
                    """),
                hint: localized("Put a new one there."))
        }
        do {
            return ServerIdentity(
                chain: chain, key: try PKCS8.bytes(of: privateKey), names: Self.names(of: leaf),
                expires: leaf.notValidAfter)
        } catch {
            throw Self.failure(
                localized("The key in \(key, "file") is of a kind that the server does not support."), cause: error)
        }
    }

    private func privateKey() throws(HouseholdError) -> Certificate.PrivateKey {
        let documents = try Self.documents(key, isKey: true).filter { $0.discriminator.hasSuffix("PRIVATE KEY") }
        guard let document = documents.first else {
            throw Self.failure(localized("The file \(key, "file") contains no private key (PEM)."))
        }
        guard document.discriminator != "ENCRYPTED PRIVATE KEY" else {
            throw Self.failure(
                localized("The key in \(key, "file") is encrypted."),
                hint: localized("Write it without a passphrase: openssl pkey -in … -out …"))
        }
        do {
            return try Certificate.PrivateKey(pemDocument: document)
        } catch {
            throw Self.failure(
                localized("The key in \(key, "file") is damaged, or of a kind that the server does not support."),
                hint: localized("ECDSA (P-256, P-384, P-521), RSA and Ed25519 are supported."), cause: error)
        }
    }

    private static func documents(_ path: String, isKey: Bool) throws(HouseholdError) -> [PEMDocument] {
        let text: String
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            guard let data = try file.read(upToCount: mostBytes + 1), data.count <= mostBytes,
                let read = String(data: data, encoding: .utf8)
            else { throw CocoaError(.fileReadCorruptFile) }
            text = read
        } catch {
            throw failure(
                isKey
                    ? localized("The key file \(path, "file") cannot be read.")
                    : localized("The certificate file \(path, "file") cannot be read."),
                hint: localized("It must exist, be text (PEM), and be readable for the user of the server."),
                cause: error)
        }
        do {
            return try PEMDocument.parseMultiple(pemString: text.replacing("\r\n", with: "\n"))
        } catch {
            throw failure(
                isKey
                    ? localized("The key file \(path, "file") is not valid PEM.")
                    : localized("The certificate file \(path, "file") is not valid PEM."), cause: error)
        }
    }

    /// The host names and addresses of the certificate.
    private static func names(of certificate: Certificate) -> [String] {
        guard let names = try? certificate.extensions.subjectAlternativeNames else { return [] }
        return names.compactMap { name in
            switch name {
            case .dnsName(let name): name.lowercased()
            case .ipAddress(let address): AddressText.text(Array(address.bytes))
            default: nil
            }
        }
    }

    private static func failure(_ message: String, hint: String? = nil, cause: (any Error)? = nil) -> HouseholdError {
        HouseholdError(.certificateUnusable, message, hint: hint, cause: cause)
    }
}

/// Private keys as PKCS #8.
enum PKCS8 {
    static func bytes(of key: Certificate.PrivateKey) throws -> [UInt8] {
        let document = try key.serializeAsPEM()
        switch document.discriminator {
        case "PRIVATE KEY": return document.derBytes
        case "RSA PRIVATE KEY":
            // PKCS #1 inside PKCS #8 (RFC 5958): version, algorithm, key.
            var serializer = DER.Serializer()
            try serializer.appendConstructedNode(identifier: .sequence) { coder in
                try coder.serialize(0)
                try coder.appendConstructedNode(identifier: .sequence) { coder in
                    try coder.serialize(ASN1ObjectIdentifier.AlgorithmIdentifier.rsaEncryption)
                    try coder.serialize(ASN1Null())
                }
                try coder.serialize(ASN1OctetString(contentBytes: document.derBytes[...]))
            }
            return serializer.serializedBytes
        default: throw CocoaError(.fileReadUnknown)
        }
    }
}

/// IP addresses as text.
enum AddressText {
    /// Returns nil if there are neither 4 nor 16 bytes. An address of version 6 is written without leading zeros, but its
    /// groups of zeros are not shortened.
    static func text(_ bytes: [UInt8]) -> String? {
        switch bytes.count {
        case 4: bytes.map(String.init).joined(separator: ".")
        case 16:
            stride(from: 0, to: 16, by: 2)
                .map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }.joined(separator: ":")
        default: nil
        }
    }
}
