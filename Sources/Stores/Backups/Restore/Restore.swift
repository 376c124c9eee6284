package import Foundation
package import Household

/// Replaces the data of a folder by those of a backup. The caller is the only user of the folder (`FolderUse.alone`).
package struct Restore: Sendable {
    package let folder: String
    private let step: @Sendable (_ name: String) throws -> Void

    /// `step` is called before each change of the disk; tests stop there.
    package init(folder: String, step: @escaping @Sendable (_ name: String) throws -> Void = { _ in }) {
        self.folder = folder
        self.step = step
    }

    private var work: String { "\(folder)/\(DataFolder.restore)" }

    /// Whether a restore was stopped after its decision, so that ``finishPending()`` has something to do.
    package static func isPending(in folder: String) -> Bool {
        Disk.exists("\(folder)/\(DataFolder.restore)/\(RestoreJournal.name)")
    }

    /// Whether a restore is under way, or was interrupted at any moment.
    package static func hasLeftovers(in folder: String) -> Bool { Disk.exists("\(folder)/\(DataFolder.restore)") }

    /// Finishes a restore that was stopped after its decision; removes what one before it left. Idempotent. Blocks.
    package func finishPending() throws {
        if let journal = try RestoreJournal.pending(in: folder) { return try journal.finish(in: folder, step) }
        if Disk.exists(work) { Disk.remove(work) }
    }

    /// Unpacks the backup beside the present data, checks everything, and only then swaps them. The data before are kept
    /// as `data-before-restore-TIME`, those of an earlier restore are removed. Blocks.
    ///
    /// Throws `backupRefused`, `storageFull` or `storageFailed`; the present data are then unchanged.
    @discardableResult
    package func run(
        _ reader: BackupReader, copies: DatabaseCopies, settingsFile: String?, at time: Date
    ) throws -> BackupCatalogue {
        try finishPending()
        try checkRoom(for: reader.path)
        let new = "\(work)/new"
        var isDecided = false
        defer { if !isDecided { Disk.remove(work) } }
        try Disk.makeFolder(new)
        try step("unpack")
        let catalogue = try reader.unpack(into: new, copies)
        try step("settle")
        try copies.settle("\(new)/\(BackupCatalogue.databasePath)")
        try Disk.flush(folder: "\(new)/data")
        let source = "\(DataFolder.restore)/new/data"
        let incoming = Disk.names(in: "\(folder)/\(source)").filter { !DataFolder.stays($0) }
        // The last moment at which a person can still say that nothing has changed.
        try checkFileSystem(incoming)
        let journal = RestoreJournal(
            source: source, kept: newName(at: time), outgoing: present(), incoming: incoming,
            obsolete: kept(), settingsFile: settingsFile)
        try journal.commit(in: folder, step)
        isDecided = true
        try journal.finish(in: folder, step)
        return catalogue
    }

    /// Swaps back the data before the last restore; the restored ones are kept in their place. Returns false if there are
    /// none. Blocks.
    package func undo(at time: Date) throws -> Bool {
        try finishPending()
        guard let last = kept().last else { return false }
        let journal = RestoreJournal(
            source: last, kept: newName(at: time), outgoing: present(), incoming: Disk.names(in: "\(folder)/\(last)"),
            obsolete: [last], settingsFile: nil)
        try journal.commit(in: folder, step)
        try journal.finish(in: folder, step)
        return true
    }

    /// Removes the data before earlier restores. Returns the number of those that were there. Blocks.
    package func forgetUndo() throws -> Int {
        try finishPending()
        let names = kept()
        for name in names { Disk.remove("\(folder)/\(name)") }
        return names.count
    }

    /// The folders with data before a restore, in the order of their times.
    package func kept() -> [String] { Disk.names(in: folder).filter { $0.hasPrefix(DataFolder.before) } }

    private func present() -> [String] { Disk.names(in: folder).filter { !DataFolder.stays($0) } }

    /// A name after all names that are there, also if the clock was set back.
    private func newName(at time: Date) -> String {
        let name = DataFolder.before + BackupName.text(of: time)
        guard let last = kept().last, last >= name else { return name }
        return last + "-again"
    }

    /// An archive is not compressed, so its size is the room that its files need.
    private func checkRoom(for path: String) throws {
        guard let file = try OpenFile.read(path, followingLinks: true) else {
            throw HouseholdError(.notFound, "There is no file \(path).")
        }
        let needed = Int(try file.state().st_size) + (16 << 20)
        guard let free = Disk.free(in: folder), free < needed else { return }
        throw HouseholdError(
            .storageFull,
            "The data of the backup need \(Disk.text(bytes: needed)) beside the present ones, and "
                + "\(Disk.text(bytes: free)) are free in \(folder).",
            hint: "Make room, and try again. Nothing was changed.")
    }

    /// A rename works within one file system only.
    private func checkFileSystem(_ incoming: [String]) throws {
        // The data folder may be a symbolic link.
        let own = Disk.device(folder + "/.")
        for name in Set(incoming + present()) where Disk.exists("\(folder)/\(name)") {
            guard Disk.device("\(folder)/\(name)") == own else {
                throw HouseholdError(
                    .storageFailed, "\(folder)/\(name) is on another disk than the data folder.",
                    hint: "Put it on the same disk, and try again. Nothing was changed.")
            }
        }
    }
}
