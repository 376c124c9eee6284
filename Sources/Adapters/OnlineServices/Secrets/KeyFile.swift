import Foundation
import Glibc
package import Household
import Messages
import Recognition

import struct Crypto.SHA256

/// The key of a service: from the environment, or from a file that only its owner may read.
package struct KeyFile: Sendable, CustomStringConvertible, CustomReflectable {
    private let service: String
    /// The setting that names the file.
    private let setting: String
    /// The key from the environment; if it is set, the file is ignored.
    private let given: String?
    private let path: String
    /// Whether the settings page may write the file; false if the operator set its path.
    private let isOwn: Bool
    /// The length of the longest key in bytes.
    private let longest: Int

    package init(
        service: String, setting: String? = nil, given: String?, path: String, isOwn: Bool, longest: Int = 256
    ) {
        self.service = service
        self.setting = setting ?? "\(service).api-key-file"
        self.given = given
        self.path = path
        self.isOwn = isOwn
        self.longest = longest
    }

    /// Without the key.
    package var description: String { "KeyFile(\(service))" }
    package var customMirror: Mirror { Mirror(self, children: ["service": service], displayStyle: .struct) }

    package var ring: KeyRing {
        KeyRing(state: state, canKeep: given == nil && isOwn, keep: { key in try keep(key) })
    }

    /// The key; nil if there is none. Only adapters and the composition use it.
    package func key() -> String? {
        if let given {
            let key = given.trimmingCharacters(in: .whitespacesAndNewlines)
            return isKey(key) ? key : nil
        }
        guard let data = FileManager.default.contents(atPath: path), data.count <= max(4096, 2 * longest)
        else { return nil }
        let key = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return isKey(key) ? key : nil
    }

    private func state() -> KeyRing.State {
        if let key = key() {
            return .present(account: account(of: key), place: given == nil ? path : localized("the environment"))
        }
        if let given {
            let isEmpty = given.allSatisfy(\.isWhitespace)
            return isEmpty
                ? .missing
                : .unusable(reason: localized("What the environment gives as the key does not look like one."))
        }
        if isOwn, !FileManager.default.fileExists(atPath: path) { return .missing }
        return FileManager.default.fileExists(atPath: path)
            ? .unusable(reason: localized("The key file \(path, "file") holds no key, or may not be read."))
            : .unusable(reason: localized("There is no key file \(path, "file")."))
    }

    private func keep(_ key: String?) throws {
        guard given == nil, isOwn else {
            throw HouseholdError(
                .settingRefused, localized("The key is set where the server is started."), detail: setting,
                hint: localized("Change it in the environment or in the file that the settings name."))
        }
        guard let key = key?.trimmingCharacters(in: .whitespacesAndNewlines), !key.isEmpty else {
            guard unsafe unlink(path) == 0 || errno == ENOENT else {
                throw HouseholdError(.storageFailed, localized("The key cannot be removed from \(path, "file")."))
            }
            return
        }
        guard isKey(key) else {
            throw HouseholdError(
                .settingRefused, localized("This does not look like a key."), detail: setting,
                hint: localized("Copy it whole, without spaces."))
        }
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        let fresh = path + ".new"
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            // The folder may have been created by an earlier release.
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
            try Self.write(key + "\n", to: fresh)
            // Replaces the file atomically, so that the old key or the new one remains after an interruption.
            guard unsafe rename(fresh, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            throw HouseholdError(
                .storageFailed, localized("The key cannot be kept in \(folder, "folder")."), cause: error)
        }
    }

    /// The file is created with the final permissions, so that no other user can read it at any moment.
    private static func write(_ text: String, to path: String) throws {
        unsafe unlink(path)
        let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: Data(text.utf8))
        try file.synchronize()
        try file.close()
    }

    /// An identifier that differs between keys and does not reveal them.
    private func account(of key: String) -> String {
        let sum = SHA256.hash(data: Data("stillroom account \(key)".utf8)).prefix(6)
        return service + ":" + Digest.hexadecimal(sum)
    }

    private func isKey(_ text: String) -> Bool {
        (4...longest).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}
