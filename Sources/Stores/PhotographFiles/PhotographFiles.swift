import Dispatch
import Foundation
import Glibc
package import Household
import Messages
package import Recognition

import struct Crypto.SHA256

/// Photographs as files, named by the SHA-256 of the original: `ab/cd/abcd….original`, `.display.jpg`,
/// `.thumbnail.jpg`.
///
/// A file is written in another folder, flushed to the disk, and moved to its place atomically, the original last. So a
/// file with its final name is complete, and an original has its renditions.
package struct PhotographFiles: Sendable {
    package let folder: String
    /// The minimum free space in bytes; with less, the photographs of the next hour may not fit.
    static let leastFree: UInt64 = 100 << 20
    private let queue = DispatchQueue(label: "stillroom.photographs", attributes: .concurrent)

    /// Creates the folder if it is missing. Throws `HouseholdError.storageFailed`.
    package init(folder: String) throws(HouseholdError) {
        self.folder = folder
        for path in [folder, folder + "/unfinished"] { try Self.makeFolder(path) }
    }

    package var archive: PhotographArchive {
        PhotographArchive(
            digest: { try Self.digest(of: $0) },
            keep: { original, print in try await on(queue) { try keep(original, print) } },
            read: { digest, kind in try await on(queue) { try read(digest, kind) } },
            remove: { try remove($0) },
            tidy: { try await on(queue) { tidy() } },
            check: { try await on(queue) { try check() } })
    }

    package func path(_ digest: Digest, _ kind: PhotographArchive.Kind) -> String {
        let name = digest.hexadecimal
        let ending = kind == .original ? "original" : "\(kind.rawValue).jpg"
        return "\(folder)/\(name.prefix(2))/\(name.dropFirst(2).prefix(2))/\(name).\(ending)"
    }

    func keep(_ original: [UInt8], _ print: PictureProcessor.Rendition) throws(HouseholdError) -> Digest {
        let digest = try Self.digest(of: original)
        let name = digest.hexadecimal
        let home = "\(folder)/\(name.prefix(2))/\(name.dropFirst(2).prefix(2))"
        let isWhole = PhotographArchive.Kind.allCases.allSatisfy { unsafe access(path(digest, $0), F_OK) == 0 }
        if isWhole {
            // A concurrent upload may have moved the files here a moment ago: they must survive a power cut before a
            // row refers to them, and the original must not look old to `doctor --tidy`, which removes old orphans.
            unsafe utimensat(AT_FDCWD, path(digest, .original), nil, 0)
            try Self.flush(folderAt: home)
            return digest
        }
        try Self.makeFolder("\(folder)/\(name.prefix(2))")
        try Self.makeFolder(home)
        for (kind, bytes) in [
            (PhotographArchive.Kind.display, print.display), (.thumbnail, print.thumbnail), (.original, original),
        ] {
            try write(bytes, to: path(digest, kind))
        }
        try Self.flush(folderAt: home)
        return digest
    }

    func read(_ digest: Digest, _ kind: PhotographArchive.Kind) throws(HouseholdError) -> [UInt8]? {
        let path = path(digest, kind)
        guard unsafe access(path, F_OK) == 0 else { return nil }
        do {
            return try [UInt8](Data(contentsOf: URL(filePath: path)))
        } catch {
            throw HouseholdError(
                .storageFailed, localized("The photograph could not be read from the disk."), cause: error)
        }
    }

    func remove(_ digest: Digest) throws(HouseholdError) {
        // The original is removed first: files without an original are ignored.
        for kind in PhotographArchive.Kind.allCases where unsafe unlink(path(digest, kind)) != 0 && errno != ENOENT {
            throw Self.failure(localized("removing a photograph"))
        }
    }

    /// Removes unfinished files that are older than the longest possible writing.
    func tidy() {
        for path in Self.files(below: folder + "/unfinished") {
            var state = stat()
            guard unsafe stat(path, &state) == 0, time(nil) - state.st_mtim.tv_sec > Self.longestWriting else {
                continue
            }
            unsafe unlink(path)
        }
    }

    /// In seconds.
    private static let longestWriting = 3600

    func check() throws(HouseholdError) {
        var space = statvfs()
        if unsafe statvfs(folder, &space) == 0, UInt64(space.f_bavail) * UInt64(space.f_frsize) < Self.leastFree {
            throw HouseholdError(
                .storageFull, localized("Less than 100 MiB of the disk are free."), hint: localized("Make room."))
        }
        let path = folder + "/unfinished/check-\(getpid())"
        try write([1], to: path)
        unsafe unlink(path)
    }

    /// All originals, and the files that an interrupted writing left.
    package func inventory() -> (digests: [Digest], unfinished: [String]) {
        var digests: [Digest] = []
        for path in Self.files(below: folder) where path.hasSuffix(".original") {
            let name = path.split(separator: "/").last.map { String($0.dropLast(".original".count)) } ?? ""
            if let digest = Digest(name) { digests.append(digest) }
        }
        return (digests, Self.files(below: folder + "/unfinished"))
    }

    package static func digest(of bytes: [UInt8]) throws(HouseholdError) -> Digest {
        guard let digest = Digest(Digest.hexadecimal(SHA256.hash(data: bytes))) else {
            throw HouseholdError(.internalFault, localized("A checksum could not be made."))
        }
        return digest
    }

    private func write(_ bytes: [UInt8], to path: String) throws(HouseholdError) {
        let unfinished = "\(folder)/unfinished/\(UUID().uuidString)"
        let file = unsafe open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.failure(localized("making a file")) }
        var isDone = false
        defer { if !isDone { unsafe unlink(unfinished) } }
        do {
            defer { close(file) }
            var written = 0
            while written < bytes.count {
                let count = unsafe bytes.withUnsafeBytes { buffer in
                    unsafe Glibc.write(file, buffer.baseAddress?.advanced(by: written), buffer.count - written)
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw Self.failure(localized("writing a photograph")) }
                written += count
            }
            guard fsync(file) == 0 else { throw Self.failure(localized("flushing a photograph")) }
        } catch let error as HouseholdError {
            throw error
        } catch {
            throw HouseholdError(.storageFailed, "\(error)")
        }
        guard unsafe rename(unfinished, path) == 0 else {
            throw Self.failure(localized("moving a photograph to its place"))
        }
        isDone = true
    }

    private static func makeFolder(_ path: String) throws(HouseholdError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw HouseholdError(
                .storageFailed, localized("The folder \(path, "folder") could not be made."), cause: error)
        }
        let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        if !parent.isEmpty { try flush(folderAt: parent) }
    }

    private static func flush(folderAt path: String) throws(HouseholdError) {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(localized("opening a folder")) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(localized("flushing a folder")) }
    }

    private static func files(below path: String) -> [String] {
        (FileManager.default.subpaths(atPath: path) ?? []).map { "\(path)/\($0)" }.filter {
            var isFolder = false
            return FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder
        }
    }

    /// The error of the last failed system call. `operation` is evaluated after its number was read.
    private static func failure(_ operation: @autoclosure () -> String) -> HouseholdError {
        let number = errno
        let reason = unsafe String(cString: strerror(number))
        if number == ENOSPC || number == EDQUOT {
            return HouseholdError(
                .storageFull, localized("The disk is full, so nothing was kept."),
                detail: Localization.$current.withValue(.english) { operation() },
                hint: localized("Make room and try again."))
        }
        return HouseholdError(
            .storageFailed,
            localized("The disk did not do what it should (\(operation(), "operation"): \(reason, "reason"))."))
    }
}

/// Runs blocking work on a queue of its own, not on the threads that Swift's tasks share. The queue runs no task, so the
/// language of this one is bound there.
private func on<Value: Sendable>(
    _ queue: DispatchQueue, _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
    let localization = Localization.current
    return try await withCheckedThrowingContinuation { continuation in
        queue.async {
            continuation.resume(with: Result { try Localization.$current.withValue(localization) { try work() } })
        }
    }
}
