import Foundation
import Household
import Messages

extension BackupWriter {
    /// Makes a backup in a file that has no name any more when it is returned, so that nothing of it is left whenever the
    /// process ends. Blocks.
    package func makeNameless(
        lock: BackupLock?, stop: BackupStop? = nil
    ) throws -> (catalogue: BackupCatalogue, file: NamelessBackup) {
        let folder = "\(dataFolder)/\(DataFolder.backups)/.work-\(Disk.uniqueName())"
        try Disk.makeFolder(folder)
        defer { Disk.remove(folder) }
        let path = "\(folder)/backup"
        let catalogue = try make(at: path, lock: lock, stop: stop)
        guard let file = try OpenFile.read(path) else {
            throw HouseholdError(
                .storageFailed, localized("The backup is gone before it could be read."), hint: localized("Try again."))
        }
        return (catalogue, NamelessBackup(file, size: Int(try file.state().st_size)))
    }
}

/// A backup in a file without a name. The file is gone with this value.
package final class NamelessBackup: Sendable {
    private let file: OpenFile
    package let size: Int

    fileprivate init(_ file: OpenFile, size: Int) {
        self.file = file
        self.size = size
    }

    /// Returns the next bytes; none at the end. Blocks.
    package func read(upTo count: Int) throws -> [UInt8] { try file.read(upTo: count) }
}
