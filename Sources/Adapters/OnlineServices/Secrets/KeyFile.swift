import Foundation
import Glibc
package import Household
import Recognition

import struct Crypto.SHA256

/// The key of a service: given from outside, or in a file that only its owner may read.
package struct KeyFile: Sendable, CustomStringConvertible, CustomReflectable {
    private let service: String
    /// What names the file.
    private let setting: String
    /// Given in the environment; then the file is not looked at.
    private let given: String?
    private let path: String
    /// Whether the page may write the file: not where its owner named one.
    private let isOwn: Bool

    package init(service: String, setting: String? = nil, given: String?, path: String, isOwn: Bool) {
        self.service = service
        self.setting = setting ?? "\(service).api-key-file"
        self.given = given
        self.path = path
        self.isOwn = isOwn
    }

    /// Without the key, wherever it is printed.
    package var description: String { "KeyFile(\(service))" }
    package var customMirror: Mirror { Mirror(self, children: ["service": service], displayStyle: .struct) }

    package var ring: KeyRing {
        KeyRing(state: state, canKeep: given == nil && isOwn, keep: { key in try keep(key) })
    }

    /// The key; nothing where there is none. For the adapters alone.
    func key() -> String? {
        if let given {
            let key = given.trimmingCharacters(in: .whitespacesAndNewlines)
            return Self.isKey(key) ? key : nil
        }
        guard let data = FileManager.default.contents(atPath: path), data.count <= 4096 else { return nil }
        let key = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return Self.isKey(key) ? key : nil
    }

    private func state() -> KeyRing.State {
        if let key = key() {
            return .present(account: account(of: key), place: given == nil ? path : "the environment")
        }
        if let given {
            let isEmpty = given.allSatisfy(\.isWhitespace)
            return isEmpty
                ? .missing : .unusable(reason: "What the environment gives as the key does not look like one.")
        }
        if isOwn, !FileManager.default.fileExists(atPath: path) { return .missing }
        return FileManager.default.fileExists(atPath: path)
            ? .unusable(reason: "The key file \(path) holds no key, or may not be read.")
            : .unusable(reason: "There is no key file \(path).")
    }

    private func keep(_ key: String?) throws {
        guard given == nil, isOwn else {
            throw HouseholdError(
                .settingRefused, "The key is set where the server is started.", detail: setting,
                hint: "Change it in the environment or in the file that the settings name.")
        }
        guard let key = key?.trimmingCharacters(in: .whitespacesAndNewlines), !key.isEmpty else {
            guard unsafe unlink(path) == 0 || errno == ENOENT else {
                throw HouseholdError(.storageFailed, "The key cannot be removed from \(path).")
            }
            return
        }
        guard Self.isKey(key) else {
            throw HouseholdError(
                .settingRefused, "This does not look like a key.", detail: setting,
                hint: "Copy it whole, without spaces.")
        }
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        let fresh = path + ".new"
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            // The folder may be older than this release.
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
            try Self.write(key + "\n", to: fresh)
            // In one step, so that a kill in the middle leaves the old key or the new one.
            guard unsafe rename(fresh, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            throw HouseholdError(.storageFailed, "The key cannot be kept in \(folder).", cause: error)
        }
    }

    /// Nobody else may read it, not even for the moment between making it and changing its rights.
    private static func write(_ text: String, to path: String) throws {
        unsafe unlink(path)
        let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: Data(text.utf8))
        try file.synchronize()
        try file.close()
    }

    /// Tells two keys apart without telling either.
    private func account(of key: String) -> String {
        let sum = SHA256.hash(data: Data("stillroom account \(key)".utf8)).prefix(6)
        return service + ":" + Digest.hexadecimal(sum)
    }

    private static func isKey(_ text: String) -> Bool {
        (4...256).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}
