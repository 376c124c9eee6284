import Foundation
import Glibc
import Household
import Messages

/// Finds out, before a swap of data is decided, whether each of its renames will succeed.
struct SwapCheck {
    let folder: String
    /// The content of /proc/self/mountinfo.
    var mounts = String(
        decoding: FileManager.default.contents(atPath: "/proc/self/mountinfo") ?? Data(), as: UTF8.self)

    /// Throws `storageFailed` for an entry that is on another disk, is a mount point or has one, or is a folder that
    /// this process may not write: a rename into another folder changes the `..` in it.
    func check(_ journal: RestoreJournal) throws {
        // The data folder may be a symbolic link.
        let own = Disk.device(folder + "/.")
        let points = mountPoints
        let paths = journal.outgoing + journal.incoming.map { "\(journal.source)/\($0)" } + [journal.source]
        for path in paths.map({ "\(folder)/\($0)" }) where Disk.exists(path) {
            guard Disk.device(path) == own, !points.contains(where: { isAt($0, or: path) }) else {
                throw HouseholdError(
                    .storageFailed, localized("\(path, "file") is on another disk than the data folder, or mounted."),
                    hint: localized("Put it on the same disk, and try again. Nothing was changed."))
            }
            guard unsafe !Disk.isFolder(path) || access(path, W_OK) == 0 else {
                throw HouseholdError(
                    .storageFailed, localized("\(path, "file") cannot be moved, because this user may not write it."),
                    hint: localized("Give it to the user of the server, or move it away. Nothing was changed."))
            }
        }
    }

    /// Whether a mount point is a path of the data folder, or below it.
    private func isAt(_ point: String, or path: String) -> Bool {
        let place = (Disk.realPath(folder) ?? folder) + path.dropFirst(folder.count)
        return point == place || point.hasPrefix(place + "/")
    }

    /// The fifth field of each line; space, tab, newline and backslash are written as octal numbers (proc(5)).
    private var mountPoints: [String] {
        mounts.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 4 else { return nil }
            return String(fields[4]).replacing("\\040", with: " ").replacing("\\011", with: "\t")
                .replacing("\\012", with: "\n").replacing("\\134", with: "\\")
        }
    }
}
