import Foundation
import Household
import Messages

extension BackupWriter {
    /// What stays free on the disk of the data, so that doses can be logged while a backup is made: 256 MiB, or the
    /// twentieth part of a small disk.
    private static let reserve = 256 << 20

    /// Throws `storageFailed` if the folder of a backup is in the data folder: each backup would contain the earlier ones.
    func checkPlace(of folder: String) throws(HouseholdError) {
        guard let place = Disk.realPath(folder), let data = Disk.realPath(dataFolder) else { return }
        func isIn(_ outer: String) -> Bool { place == outer || place.hasPrefix(outer + "/") }
        guard isIn(data), !isIn("\(data)/\(DataFolder.backups)") else { return }
        throw HouseholdError(
            .storageFailed,
            localized(
                "The folder \(folder, "folder") is in the data folder, of which everything is in a backup."),
            hint: localized("Choose a folder outside \(dataFolder, "folder"), best on another disk."))
    }

    /// Throws `storageFull` if a backup of the present data would not fit into the folder, or would fill the disk of the
    /// data. Blocks.
    func checkRoom(in folder: String) throws {
        let database = Disk.size("\(dataFolder)/\(DataFolder.databaseName)")
        var archive = database + (1 << 20)
        let data = DataFolder(path: dataFolder)
        // A header and a part of a block for each file.
        func add(_ file: String) { archive += Disk.size("\(dataFolder)/\(file)") + 1024 }
        try? data.photographs(add)
        try? data.others(add)
        archive += try elsewhere?.size() ?? 0
        // The copy of the database, and the one that is read back.
        let copies = 2 * database
        guard Disk.device(folder + "/.") == Disk.device(dataFolder + "/.") else {
            try Self.check(archive, in: folder, reserve: 0)
            return try Self.check(copies, in: dataFolder, reserve: Self.reserve)
        }
        try Self.check(archive + copies, in: folder, reserve: Self.reserve)
    }

    private static func check(_ needed: Int, in folder: String, reserve: Int) throws(HouseholdError) {
        guard let free = Disk.free(in: folder) else { return }
        let needed = needed + min(reserve, (Disk.total(in: folder) ?? .max) / 20)
        guard free < needed else { return }
        let (neededText, freeText) = (Disk.text(bytes: needed), Disk.text(bytes: free))
        throw HouseholdError(
            .storageFull,
            localized(
                "A backup needs \(neededText, "needed"), and \(freeText, "free") are free in \(folder, "folder")."),
            hint: localized("Make room, or choose another disk, and try again."))
    }
}
