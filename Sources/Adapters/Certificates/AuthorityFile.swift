import Foundation
import Glibc
import Household
import Messages

/// The file of the household authority: its private key and its certificate, so that one never exists without the other.
struct AuthorityFile: Sendable {
    let folder: String

    var path: String { folder + "/authority.pem" }

    private static let mostBytes = 64 << 10

    var exists: Bool { unsafe access(path, F_OK) == 0 }

    /// Returns nil if there is no file. Throws `certificateUnusable` if it is damaged: devices trust what is in it, so it
    /// is never replaced here.
    func read() throws(HouseholdError) -> HouseholdAuthority? {
        guard exists else { return nil }
        do {
            let data = try Data(contentsOf: URL(filePath: path))
            guard data.count <= Self.mostBytes, let text = String(data: data, encoding: .utf8) else {
                throw CocoaError(.fileReadCorruptFile)
            }
            return try HouseholdAuthority(pem: text)
        } catch {
            throw HouseholdError(
                .certificateUnusable,
                localized("The certificate authority of this household cannot be read (\(path, "path"))."),
                hint: localized(
                    """
                    Restore the file from a backup. Without a backup, remove it and restart the server: each device must \
                    then trust the new authority.
                    """), cause: error)
        }
    }

    /// Stores the authority, unless another process was faster; returns the stored one. The file has its final name only
    /// when it is complete and flushed to the disk. Throws `storageFull` or `storageFailed`, and then leaves nothing.
    func create(_ authority: HouseholdAuthority) throws -> HouseholdAuthority {
        let text: String = try authority.pem()
        try makeFolder()
        let fresh = "\(folder)/.\(UUID().uuidString)"
        defer { unsafe unlink(fresh) }
        try Self.write(Array(text.utf8), to: fresh)
        // Unlike a rename, a link does not replace the file of another process.
        if unsafe link(fresh, path) != 0 {
            guard errno == EEXIST, let other = try read() else {
                throw Self.failure(localized("naming the authority's file"))
            }
            return other
        }
        try Self.flush(folder)
        return authority
    }

    /// Whether other users may read the file, as a copy from a backup can have it.
    var isOpenToOthers: Bool {
        var info = stat()
        return unsafe stat(path, &info) == 0 && info.st_mode & 0o077 != 0
    }

    private func makeFolder() throws(HouseholdError) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            // The folder may exist with other permissions.
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
        } catch {
            if let number = (error as? CocoaError).flatMap({ Self.number($0) }), Self.isFull(number) {
                throw Self.full
            }
            throw HouseholdError(
                .storageFailed, localized("The folder \(folder, "folder") could not be made."), cause: error)
        }
        try Self.flush((folder as NSString).deletingLastPathComponent)
    }

    /// The file is created with its final permissions, so that no other user can read it at any moment.
    private static func write(_ bytes: [UInt8], to path: String) throws(HouseholdError) {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(localized("making the authority's file")) }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(localized("writing the authority's file")) }
            rest = rest.dropFirst(count)
        }
        guard fsync(file) == 0 else { throw failure(localized("flushing the authority's file")) }
    }

    private static func flush(_ folder: String) throws(HouseholdError) {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(localized("opening a folder")) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(localized("flushing a folder")) }
    }

    // MARK: - Errors

    private static var full: HouseholdError {
        HouseholdError(
            .storageFull, localized("The disk is full, so the certificate authority could not be stored."),
            hint: localized("Make room and try again."))
    }

    /// The error of the last failed system call. `operation` is evaluated after its number was read.
    private static func failure(_ operation: @autoclosure () -> String) -> HouseholdError {
        let number = errno
        if isFull(number) { return full }
        let reason = unsafe String(cString: strerror(number))
        return HouseholdError(
            .storageFailed,
            localized("The disk did not do what it should (\(operation(), "operation"): \(reason, "reason"))."))
    }

    private static func isFull(_ number: Int32) -> Bool { number == ENOSPC || number == EDQUOT }

    private static func number(_ error: CocoaError) -> Int32? {
        error.code == .fileWriteOutOfSpace ? ENOSPC : (error.underlying as? POSIXError)?.code.rawValue
    }
}
