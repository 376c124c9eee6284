import Crypto
import Foundation
import Glibc
package import Household
import Messages
import Recognition
import Synchronization

/// Encrypts the household's secrets with ChaCha20-Poly1305. The key of 32 bytes is in a file that only its owner may
/// read; it is created at the first encryption.
package struct FileSecretBox: Sendable, CustomStringConvertible, CustomReflectable {
    private let key: SecretKeyFile

    /// Use a separate folder for the file: when the key is created, only its owner keeps access to the folder.
    package init(keyFile path: String) { key = SecretKeyFile(path: path) }

    /// Without the key.
    package var description: String { "FileSecretBox" }
    package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }

    package var secretBox: SecretBox {
        SecretBox(
            seal: { [key] bytes, context in try Self.seal(bytes, context, with: key) },
            open: { [key] sealed, context in try Self.open(sealed, context, with: key) },
            random: { Self.random($0) },
            authenticate: { message, key in
                Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
            },
            digest: { Array(SHA256.hash(data: $0)) },
            newSigningKey: { Array(P256.Signing.PrivateKey().rawRepresentation) },
            publicKey: { signingKey in
                do {
                    let key = try P256.Signing.PrivateKey(rawRepresentation: signingKey)
                    return Array(key.publicKey.x963Representation)
                } catch {
                    throw HouseholdError(
                        .storageFailed, localized("The house's key for signing is damaged."), cause: error)
                }
            })
    }

    /// The version byte before the nonce, the ciphertext and its tag, so that another cipher can be added later.
    private static let version: UInt8 = 1

    private static func seal(_ bytes: [UInt8], _ context: String, with key: SecretKeyFile) throws -> [UInt8] {
        let box = try ChaChaPoly.seal(bytes, using: key.made(), authenticating: Array(context.utf8))
        return [version] + box.combined
    }

    private static func open(_ sealed: [UInt8], _ context: String, with key: SecretKeyFile) throws -> [UInt8] {
        let secret = try key.kept()
        do {
            guard sealed.first == version else { throw CryptoKitError.incorrectParameterSize }
            let box = try ChaChaPoly.SealedBox(combined: sealed.dropFirst())
            return Array(try ChaChaPoly.open(box, using: secret, authenticating: Array(context.utf8)))
        } catch {
            throw HouseholdError(
                .storageFailed,
                localized(
                    """
                    What was sealed cannot be opened with the key in \(key.path, "file"). Bring that file back from the \
                    backup that the records are from, or remove the channels and add them again.
                    """), cause: error)
        }
    }

    static func random(_ count: Int) -> [UInt8] {
        var source = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &source) }
    }
}

/// The key, read once. The file contains 64 hexadecimal digits, so that text editors do not damage it.
private final class SecretKeyFile: Sendable {
    let path: String
    private let known = Mutex<SymmetricKey?>(nil)

    private static let count = 32

    init(path: String) { self.path = path }

    /// Returns the existing key. Throws if there is none, because nothing can have been encrypted with a new key.
    func kept() throws -> SymmetricKey {
        try known.withLock { known in
            if let known { return known }
            guard FileManager.default.fileExists(atPath: path) else {
                throw HouseholdError(
                    .storageFailed,
                    localized(
                        """
                        The house's key is missing: there is no file \(path, "file"). Bring it back from a backup, or \
                        remove the channels and add them again.
                        """))
            }
            let key = try read()
            known = key
            return key
        }
    }

    /// Returns the existing key, or creates one.
    func made() throws -> SymmetricKey {
        try known.withLock { known in
            if let known { return known }
            if !FileManager.default.fileExists(atPath: path) { try make() }
            // Reads the file also after creating it, because another process may have created it first.
            let key = try read()
            known = key
            return key
        }
    }

    private func read() throws -> SymmetricKey {
        let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let digits = Array(text.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { place in
            UInt8(String(decoding: digits[place...place + 1], as: UTF8.self), radix: 16)
        }
        guard digits.count == 2 * Self.count, bytes.count == Self.count else {
            throw HouseholdError(
                .storageFailed,
                localized(
                    """
                    The house's key in \(path, "file") is damaged or may not be read. Bring that file back from a backup; \
                    or remove it, and then the channels, and add them again.
                    """))
        }
        return SymmetricKey(data: bytes)
    }

    private func make() throws {
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        let fresh = "\(path).\(Digest.hexadecimal(FileSecretBox.random(8))).new"
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
            defer { unsafe unlink(fresh) }
            try Self.write(Digest.hexadecimal(FileSecretBox.random(Self.count)) + "\n", to: fresh)
            // Creates the file atomically and never replaces an existing one: if two processes create it, the first
            // wins and the other's key is discarded.
            guard unsafe link(fresh, path) == 0 || errno == EEXIST else { throw CocoaError(.fileWriteUnknown) }
            try Self.settle(folder)
        } catch {
            throw HouseholdError(
                .storageFailed,
                localized("The house's key cannot be made in \(folder, "folder"). May the server write there?"),
                cause: error)
        }
    }

    /// The file is created with the final permissions, so that no other user can read it at any moment.
    private static func write(_ text: String, to path: String) throws {
        let descriptor = unsafe Glibc.open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: Data(text.utf8))
        try file.synchronize()
        try file.close()
    }

    /// Flushes the folder too, so that the name survives a power failure: without the key everything encrypted would be
    /// lost.
    private static func settle(_ folder: String) throws {
        let descriptor = unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
