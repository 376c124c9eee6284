import Crypto
import CryptoExtras
import Foundation
package import Household
import Messages

/// With what a backup is locked, in the format of age (age-encryption.org/v1).
package enum BackupLock: Sendable {
    /// A passphrase, with the binary logarithm of scrypt's N: each step doubles time and memory.
    case passphrase([UInt8], workFactor: Int = 18)
    /// Public keys as `age1…`: each of their identities opens it alone.
    case recipients([BackupRecipient])
}

/// A public key of age (X25519), as `age1…`.
package struct BackupRecipient: Sendable, Hashable {
    package let text: String
    let publicKey: [UInt8]

    /// Returns nil if the text is not a public key of this kind.
    package init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let bytes = Bech32.bytes(text, prefix: "age"), bytes.count == 32, text == text.lowercased() else {
            return nil
        }
        self.text = text
        publicKey = bytes
    }
}

/// What opens a backup.
package enum BackupKey: Sendable {
    case passphrase([UInt8])
    /// Private keys, as `AGE-SECRET-KEY-1…`.
    case identities([BackupIdentity])
    /// The key of the file itself, which its writer knows: to read back what was written.
    case fileKey([UInt8])
}

/// A private key of age (X25519). Its description has no secret.
package struct BackupIdentity: Sendable, CustomStringConvertible, CustomReflectable {
    let secret: [UInt8]

    package var description: String { "BackupIdentity" }
    package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }

    /// Reads the file of `age-keygen`: a key a line, comments begin with `#`. Throws `backupRefused` at another line, or
    /// without a key.
    package static func read(_ text: String) throws(HouseholdError) -> [BackupIdentity] {
        var identities: [BackupIdentity] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.isEmpty || line.hasPrefix("#") { continue }
            guard line == line.uppercased(), let secret = Bech32.bytes(line, prefix: "age-secret-key-"),
                secret.count == 32
            else {
                throw HouseholdError(
                    .backupRefused, localized("The identity file has a line that is no key."),
                    hint: localized("It must be a file as age-keygen writes it, without a passphrase."))
            }
            identities.append(BackupIdentity(secret: secret))
        }
        guard !identities.isEmpty else {
            throw HouseholdError(
                .backupRefused, localized("The identity file has no key."),
                hint: localized("It must be a file as age-keygen writes it."))
        }
        return identities
    }
}

/// The wrapping of a file's key for a passphrase or a public key (age-encryption.org/v1, "recipient stanzas").
enum AgeWrapping {
    static let fileKeyBytes = 16
    /// A header that asks for more would take more than 1 GiB and many seconds.
    static let highestWorkFactor = 20
    private static let x25519Label = Array("age-encryption.org/v1/X25519".utf8)
    private static let scryptLabel = Array("age-encryption.org/v1/scrypt".utf8)

    static func wrap(_ fileKey: [UInt8], for lock: BackupLock) throws -> [AgeStanza] {
        switch lock {
        case .passphrase(let passphrase, let workFactor):
            let salt = AgeFile.random(16)
            let key = try scryptKey(passphrase, salt: salt, workFactor: workFactor)
            return [
                AgeStanza(
                    kind: "scrypt", arguments: [AgeBase64.text(salt), "\(workFactor)"], body: try seal(fileKey, key))
            ]
        case .recipients(let recipients):
            return try recipients.map { recipient in
                let ephemeral = Curve25519.KeyAgreement.PrivateKey()
                let share = Array(ephemeral.publicKey.rawRepresentation)
                let key = try x25519Key(ephemeral, peer: recipient.publicKey, share: share, recipient.publicKey)
                return AgeStanza(kind: "X25519", arguments: [AgeBase64.text(share)], body: try seal(fileKey, key))
            }
        }
    }

    /// Returns nil if the key does not open any stanza. Throws `backupRefused` if a header is not allowed.
    static func unwrap(_ stanzas: [AgeStanza], with key: BackupKey) throws -> [UInt8]? {
        // A file for a passphrase has no other stanza (age-encryption.org/v1, "scrypt"): only a
        // person who knows the passphrase can have made it.
        guard stanzas.count == 1 || !stanzas.contains(where: { $0.kind == "scrypt" }) else {
            throw BackupRefusal.damaged(localized("its header is damaged"))
        }
        switch key {
        case .fileKey(let fileKey): return fileKey
        case .passphrase(let passphrase):
            guard let stanza = stanzas.first(where: { $0.kind == "scrypt" }) else { return nil }
            guard stanza.arguments.count == 2, let salt = AgeBase64.bytes(stanza.arguments[0]),
                salt.count == 16, let workFactor = Int(stanza.arguments[1]), "\(workFactor)" == stanza.arguments[1],
                workFactor > 0, stanza.body.count == 32
            else { throw BackupRefusal.damaged(localized("its header is damaged")) }
            guard workFactor <= highestWorkFactor else {
                throw HouseholdError(
                    .backupRefused, localized("This backup asks for too much work to check its passphrase."),
                    hint: localized("It was not made by Stillroom."))
            }
            return open(stanza.body, try scryptKey(passphrase, salt: salt, workFactor: workFactor))
        case .identities(let identities):
            for stanza in stanzas where stanza.kind == "X25519" {
                guard stanza.arguments.count == 1, let share = AgeBase64.bytes(stanza.arguments[0]), share.count == 32,
                    stanza.body.count == 32
                else { throw BackupRefusal.damaged(localized("its header is damaged")) }
                for identity in identities {
                    let own = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: identity.secret)
                    let key = try x25519Key(own, peer: share, share: share, Array(own.publicKey.rawRepresentation))
                    if let fileKey = open(stanza.body, key) { return fileKey }
                }
            }
            return nil
        }
    }

    private static func x25519Key(
        _ own: Curve25519.KeyAgreement.PrivateKey, peer: [UInt8], share: [UInt8], _ recipient: [UInt8]
    ) throws -> SymmetricKey {
        do {
            let secret = try own.sharedSecretFromKeyAgreement(
                with: Curve25519.KeyAgreement.PublicKey(rawRepresentation: peer))
            let isZero = unsafe secret.withUnsafeBytes { unsafe $0.allSatisfy { $0 == 0 } }
            guard !isZero else { throw BackupRefusal.damaged(localized("its header is damaged")) }
            return secret.hkdfDerivedSymmetricKey(
                using: SHA256.self, salt: share + recipient, sharedInfo: x25519Label, outputByteCount: 32)
        } catch {
            throw BackupRefusal.damaged(localized("its header is damaged"))
        }
    }

    private static func scryptKey(_ passphrase: [UInt8], salt: [UInt8], workFactor: Int) throws -> SymmetricKey {
        // swift-crypto stops the process at an empty passphrase.
        guard !passphrase.isEmpty else {
            throw HouseholdError(.passphraseRefused, localized("The passphrase of a backup may not be empty."))
        }
        do {
            return try KDF.Scrypt.deriveKey(
                from: passphrase, salt: scryptLabel + salt, outputByteCount: 32, rounds: 1 << workFactor, blockSize: 8,
                parallelism: 1, maxMemory: 2 << 30)
        } catch {
            throw HouseholdError(
                .internalFault, localized("The passphrase could not be used: there may be too little memory."),
                hint: localized("A backup for a public key (--recipient) needs less."))
        }
    }

    private static func seal(_ fileKey: [UInt8], _ key: SymmetricKey) throws -> [UInt8] {
        let nonce = try ChaChaPoly.Nonce(data: [UInt8](repeating: 0, count: 12))
        let box = try ChaChaPoly.seal(fileKey, using: key, nonce: nonce)
        return Array(box.ciphertext) + Array(box.tag)
    }

    private static func open(_ body: [UInt8], _ key: SymmetricKey) -> [UInt8]? {
        guard let nonce = try? ChaChaPoly.Nonce(data: [UInt8](repeating: 0, count: 12)),
            let box = try? ChaChaPoly.SealedBox(
                nonce: nonce, ciphertext: body.prefix(fileKeyBytes), tag: body.dropFirst(fileKeyBytes))
        else { return nil }
        return (try? ChaChaPoly.open(box, using: key)).map { Array($0) }
    }
}
