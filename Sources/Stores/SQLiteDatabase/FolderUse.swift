import Glibc
package import Household
import Messages

/// The use of a data folder by a process: shared by those that read and write it, alone by the one that restores it.
///
/// The lock is on a file of its own, because a restore replaces the others. The end of the process releases it.
package final class FolderUse: Sendable {
    private let descriptor: Int32

    /// The name of the file in the data folder.
    package static let fileName = ".in-use"
    /// The path, in the data folder, of the journal of a restore that is not finished.
    package static let journalPath = ".restore/journal.json"

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Joins the other users of the folder. Throws `dataInUse` while it is being restored, and after a restore that was
    /// stopped in the middle.
    package static func share(_ folder: String) throws(HouseholdError) -> FolderUse {
        guard let use = try lock(folder, LOCK_SH) else {
            throw HouseholdError(
                .dataInUse, localized("The data in \(folder, "folder") are being restored."),
                hint: localized("Try again when that is done."))
        }
        // A restore may have begun, and been stopped, after this process looked for one. None begins from here on.
        guard unsafe access(folder + "/" + journalPath, F_OK) != 0 else {
            throw HouseholdError(
                .dataInUse, localized("A restore of the data in \(folder, "folder") was interrupted."),
                hint: localized("Start again: that finishes the restore first."))
        }
        return use
    }

    /// Becomes the only user of the folder. Throws `dataInUse` while another process uses it.
    package static func alone(_ folder: String) throws(HouseholdError) -> FolderUse {
        guard let use = try lock(folder, LOCK_EX) else {
            throw HouseholdError(
                .dataInUse, localized("Another process of Stillroom uses the data in \(folder, "folder")."),
                hint: localized("Stop the server, and wait until every other command has ended."))
        }
        return use
    }

    /// Returns nil if another process has the lock.
    private static func lock(_ folder: String, _ kind: Int32) throws(HouseholdError) -> FolderUse? {
        let path = folder + "/" + fileName
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = unsafe String(cString: strerror(errno))
            throw HouseholdError(
                .storageFailed, localized("The data folder \(folder, "folder") cannot be used (\(reason, "reason"))."))
        }
        // A command that root runs must not keep the server of another user out.
        var (owner, own) = (stat(), stat())
        if geteuid() == 0, unsafe stat(folder, &owner) == 0, unsafe fstat(descriptor, &own) == 0, own.st_nlink == 1 {
            fchown(descriptor, owner.st_uid, owner.st_gid)
        }
        while flock(descriptor, kind | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let isHeld = errno == EWOULDBLOCK
            close(descriptor)
            guard isHeld else {
                throw HouseholdError(.storageFailed, localized("The data folder \(folder, "folder") cannot be locked."))
            }
            return nil
        }
        return FolderUse(descriptor)
    }
}
