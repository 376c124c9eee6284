import Glibc
import Household
import Messages

/// A backup that arrives in pieces and is written beside the data. Used by one task at a time. Each call blocks.
package final class UploadedBackup: Sendable {
    private let file: OpenFile
    private let path: String
    private let folder: String
    /// What stays free on the disk, so that doses can be logged meanwhile.
    private static let reserve = 256 << 20

    /// The bytes that must stay free for the data in use.
    static func reserve(in folder: String) -> Int { min(reserve, (Disk.total(in: folder) ?? .max) / 20) }

    /// Replaces an earlier upload, and what was staged. Throws `storageFull` if a file of the expected size does not fit,
    /// and `dataInUse` if a change waits for the next start.
    package init(for restore: Restore, expected: Int?) throws {
        guard !restore.isOrdered else {
            throw HouseholdError(.dataInUse, localized("A restore already waits for the next start of the server."))
        }
        try restore.withdraw()
        folder = restore.folder
        try Self.checkRoom(in: folder, for: expected ?? 0)
        try Disk.makeFolder(Disk.folder(of: restore.uploadPath))
        path = restore.uploadPath
        file = try OpenFile.create(path + ".unfinished")
    }

    deinit { Disk.remove(path + ".unfinished") }

    package func write(_ bytes: [UInt8]) throws {
        try Self.checkRoom(in: folder, for: bytes.count)
        try file.write(bytes[...])
    }

    /// Throws `backupRefused` if nothing arrived.
    package func finish() throws -> (size: Int, isLocked: Bool) {
        try file.flush()
        let size = Int(try file.state().st_size)
        guard size > 0 else {
            throw HouseholdError(
                .backupRefused, localized("The file is empty."), hint: localized("Choose the file of a backup."))
        }
        try Disk.rename(path + ".unfinished", path)
        return (size, try BackupReader.isLocked(path))
    }

    private static func checkRoom(in folder: String, for bytes: Int) throws(HouseholdError) {
        guard let free = Disk.free(in: folder) else { return }
        let reserve = reserve(in: folder)
        guard free < bytes + reserve else { return }
        let (neededText, freeText) = (Disk.text(bytes: bytes + reserve), Disk.text(bytes: free))
        throw HouseholdError(
            .storageFull,
            localized(
                "The file needs \(neededText, "needed"), and \(freeText, "free") are free in \(folder, "folder")."),
            hint: localized("Make room, or put the file on the machine and run stillroom restore FILE."))
    }
}
