import Foundation
import Glibc

/// Which files of a data folder are in a backup.
///
/// All are, except for the database, of which a copy is in it; models, which can be installed again; earlier backups; and
/// what is unfinished or was replaced by a restore. So a file that a later release adds is in the backup, too.
struct DataFolder {
    let path: String

    static let databaseName = "stillroom.sqlite"
    static let photographs = "photographs"
    static let backups = "backups"
    static let models = "models"
    static let unfinished = "photographs/unfinished"
    /// Where a restore prepares the new data, and writes its journal.
    static let restore = ".restore"
    /// The beginning of the names of folders with the data before a restore.
    static let before = "data-before-restore-"

    /// Whether an entry of the folder stays in its place at a restore. A folder at which a disk is mounted has
    /// `lost+found`, which belongs to root.
    static func stays(_ name: String) -> Bool {
        [backups, models, restore, ".in-use", "lost+found"].contains(name) || name.hasPrefix(before)
    }

    /// The paths of all photographs' files, relative to the folder, in an order that does not change.
    func photographs(_ take: (String) throws -> Void) throws {
        for first in try Disk.names(in: "\(path)/\(Self.photographs)") where first.count == 2 {
            for second in try Disk.names(in: "\(path)/\(Self.photographs)/\(first)") where second.count == 2 {
                let folder = "\(Self.photographs)/\(first)/\(second)"
                for name in try Disk.names(in: "\(path)/\(folder)") { try take("\(folder)/\(name)") }
            }
        }
    }

    /// The paths of the other files, relative to the folder.
    func others(_ take: (String) throws -> Void) throws {
        for name in try Disk.names(in: path) where !Self.stays(name) && name != Self.photographs {
            guard !name.hasPrefix(Self.databaseName) else { continue }
            try below(name, take)
        }
    }

    private func below(_ name: String, _ take: (String) throws -> Void) throws {
        guard Disk.isFolder("\(path)/\(name)") else { return try take(name) }
        for inner in try Disk.names(in: "\(path)/\(name)") { try below("\(name)/\(inner)", take) }
    }

    /// The files of a photograph with the given digest.
    static func files(ofPhotograph digest: String) -> [String] {
        ["original", "display.jpg", "thumbnail.jpg"].map {
            "\(photographs)/\(digest.prefix(2))/\(digest.dropFirst(2).prefix(2))/\(digest).\($0)"
        }
    }
}
