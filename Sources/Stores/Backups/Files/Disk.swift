import Foundation
import Glibc
import Household
import Messages

/// Operations on files and folders, with errors for people.
enum Disk {
    static func exists(_ path: String) -> Bool {
        var state = stat()
        return unsafe lstat(path, &state) == 0
    }

    static func isFolder(_ path: String) -> Bool {
        var state = stat()
        return unsafe lstat(path, &state) == 0 && state.st_mode & S_IFMT == S_IFDIR
    }

    /// The file system of a file or folder.
    static func device(_ path: String) -> UInt {
        var state = stat()
        return unsafe lstat(path, &state) == 0 ? UInt(state.st_dev) : 0
    }

    /// The names in a folder, sorted; none if there is no such folder. Throws `storageFailed` if it cannot be read
    /// completely: it is not empty then.
    static func names(in folder: String) throws(HouseholdError) -> [String] {
        guard let stream = unsafe opendir(folder) else {
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw failure(localized("listing the folder \(folder, "folder")"))
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            // Null is the end or an error, and only `errno` tells them apart.
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw failure(localized("listing the folder \(folder, "folder")")) }
        return names.sorted()
    }

    /// Creates a folder, and those above it, for its owner only.
    static func makeFolder(_ path: String) throws(HouseholdError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw HouseholdError(
                .storageFailed, localized("The folder \(path, "folder") could not be made."), cause: error)
        }
    }

    /// Waits until the names in a folder are on the disk.
    static func flush(folder: String) throws(HouseholdError) {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(localized("opening the folder \(folder, "folder")")) }
        defer { close(descriptor) }
        // Some file systems of memory sticks cannot flush a folder.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw failure(localized("flushing the folder \(folder, "folder")"))
        }
    }

    static func rename(_ from: String, _ to: String) throws(HouseholdError) {
        guard unsafe Glibc.rename(from, to) == 0 else {
            throw failure(localized("renaming \(from, "oldName") to \(to, "newName")"))
        }
    }

    /// Like `rename`, but throws `storageFailed` if there is a file of the new name.
    static func renameWithoutReplacing(_ from: String, _ to: String) throws(HouseholdError) {
        // Unlike a rename, a link does not replace a file.
        if unsafe link(from, to) == 0 {
            unsafe unlink(from)
            return
        }
        // The file systems of many memory sticks have no links.
        guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else {
            throw failure(localized("naming \(to, "newName")"))
        }
        guard !exists(to) else {
            errno = EEXIST
            throw failure(localized("naming \(to, "newName")"))
        }
        try rename(from, to)
    }

    static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

    /// The path without symbolic links; nil if there is nothing.
    static func realPath(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe Glibc.free(real) }
        return unsafe String(cString: real)
    }

    /// The folder in which a file is.
    static func folder(of path: String) -> String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    /// A name for a file that no other process uses.
    static func uniqueName() -> String { UUID().uuidString.lowercased() }

    /// The bytes of a file; 0 if there is none.
    static func size(_ path: String) -> Int {
        var state = stat()
        return unsafe lstat(path, &state) == 0 ? Int(state.st_size) : 0
    }

    /// The bytes of the file system of a folder; nil if that is unknown.
    static func total(in folder: String) -> Int? {
        var space = statvfs()
        guard unsafe statvfs(folder, &space) == 0 else { return nil }
        let (bytes, overflow) = Int(clamping: space.f_blocks).multipliedReportingOverflow(by: Int(space.f_frsize))
        return overflow ? .max : bytes
    }

    /// Gives a folder, and the files that are directly in it, to the owner of the folder above it. Only root can do that,
    /// for others it changes nothing. A link is not followed, and a file with several names stays as it is.
    static func adopt(_ folder: String) {
        guard geteuid() == 0 else { return }
        var parent = stat()
        guard unsafe stat(folder + "/..", &parent) == 0 else { return }
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        fchown(descriptor, parent.st_uid, parent.st_gid)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            let file = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard file >= 0 else { continue }
            defer { close(file) }
            var state = stat()
            if unsafe fstat(file, &state) == 0, state.st_mode & S_IFMT == S_IFREG, state.st_nlink == 1 {
                fchown(file, parent.st_uid, parent.st_gid)
            }
        }
    }

    /// The bytes that are free in the file system of a folder; nil if that is unknown.
    static func free(in folder: String) -> Int? {
        var space = statvfs()
        guard unsafe statvfs(folder, &space) == 0 else { return nil }
        let (bytes, overflow) = Int(clamping: space.f_bavail).multipliedReportingOverflow(by: Int(space.f_frsize))
        return overflow ? .max : bytes
    }

    /// The number of bytes, as "12.3 MB".
    static func text(bytes: Int) -> String {
        if bytes < 1000 { return localized(bytes, one: "1 byte", other: "\(bytes, "count") bytes") }
        var (value, steps) = (Double(bytes) / 1000, 0)
        while value >= 1000, steps < 3 { (value, steps) = (value / 1000, steps + 1) }
        let tenths = Int((value * 10).rounded())
        let (whole, tenth) = (tenths / 10, tenths % 10)
        return switch steps {
        case 0: localized("\(whole, "whole").\(tenth, "tenth") kB")
        case 1: localized("\(whole, "whole").\(tenth, "tenth") MB")
        case 2: localized("\(whole, "whole").\(tenth, "tenth") GB")
        default: localized("\(whole, "whole").\(tenth, "tenth") TB")
        }
    }

    /// The error of the last failed system call. `operation` is evaluated after its number was read.
    static func failure(_ operation: @autoclosure () -> String) -> HouseholdError {
        let number = errno
        if number == ENOSPC || number == EDQUOT || number == EFBIG {
            return HouseholdError(
                .storageFull, localized("The disk is full (\(operation(), "operation"))."),
                hint: localized("Make room, or choose another disk, and try again."))
        }
        let reason = unsafe String(cString: strerror(number))
        return HouseholdError(
            .storageFailed,
            localized("The disk did not do what it should (\(operation(), "operation"): \(reason, "reason"))."))
    }
}
