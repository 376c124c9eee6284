package import Foundation
package import Household
import Messages

/// Replaces the data of a folder by those of a backup. The caller is the only user of the folder (`FolderUse.alone`).
package struct Restore: Sendable {
    package let folder: String
    let step: @Sendable (_ name: String) throws -> Void

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
    /// as `data-before-restore-TIME`. Blocks.
    ///
    /// Throws `backupRefused`, also while data before an earlier restore are kept; `storageFull` or `storageFailed`. The
    /// present data are then unchanged.
    @discardableResult
    package func run(
        _ reader: BackupReader, copies: DatabaseCopies, settingsFile: String?, at time: Date
    ) throws -> BackupCatalogue {
        try finishPending()
        try refuseIfKept()
        try checkRoom(for: reader.path)
        let new = "\(work)/new"
        var isDecided = false
        defer { if !isDecided { Disk.remove(work) } }
        try Disk.makeFolder(new)
        try step("unpack")
        let catalogue = try reader.unpack(into: new, copies)
        try step("settle")
        try copies.settle("\(new)/\(BackupCatalogue.databasePath)", time)
        try Disk.flush(folder: "\(new)/data")
        let journal = try journal(settingsFile: settingsFile, at: time)
        // The last moment at which a person can still say that nothing has changed.
        try SwapCheck(folder: folder).check(journal)
        try journal.commit(in: folder, step)
        isDecided = true
        try journal.finish(in: folder, step)
        return catalogue
    }

    /// Swaps back the data before the last restore; the restored ones are kept in their place. Returns false if there are
    /// none. Blocks.
    package func undo(_ copies: DatabaseCopies, at time: Date) throws -> Bool {
        try finishPending()
        return try undoOnce(copies, at: time)
    }

    /// The same without looking for an interrupted swap first.
    func undoOnce(_ copies: DatabaseCopies, at time: Date) throws -> Bool {
        guard let last = try kept().last else { return false }
        // What was done with the restored data since, such as sending an answer, is unknown to those before.
        let database = "\(folder)/\(last)/\(DataFolder.databaseName)"
        if Disk.exists(database) {
            try step("settle")
            try copies.settle(database, time)
            try Disk.flush(folder: "\(folder)/\(last)")
        }
        let journal = RestoreJournal(
            source: last, kept: try newName(at: time), outgoing: try present(), incoming: try entries(of: last),
            obsolete: [last], settingsFile: nil)
        try SwapCheck(folder: folder).check(journal)
        try journal.commit(in: folder, step)
        try journal.finish(in: folder, step)
        return true
    }

    /// Removes the data before earlier restores. Returns the number of those that were there. Throws `storageFailed` if
    /// some cannot be removed. Blocks.
    package func forgetUndo() throws -> Int {
        try finishPending()
        guard !Self.isPending(in: folder) else {
            throw HouseholdError(
                .storageFailed, localized("The journal of the restore is still there, so nothing is removed."))
        }
        let names = try kept()
        for name in names { Disk.remove("\(folder)/\(name)") }
        if let left = try kept().first {
            let path = "\(folder)/\(left)"
            throw HouseholdError(
                .storageFailed, localized("\(path, "folder") cannot be removed completely."),
                hint: localized("Remove it by hand."))
        }
        return names.count
    }

    /// The folders with data before a restore, in the order of their times.
    package func kept() throws -> [String] { try Disk.names(in: folder).filter { $0.hasPrefix(DataFolder.before) } }

    /// The journal of a swap that brings in what was unpacked.
    func journal(settingsFile: String?, at time: Date) throws -> RestoreJournal {
        let source = "\(DataFolder.restore)/new/data"
        return RestoreJournal(
            source: source, kept: try newName(at: time), outgoing: try present(), incoming: try entries(of: source),
            obsolete: [], settingsFile: settingsFile)
    }

    func refuseIfKept() throws {
        guard let kept = try kept().last else { return }
        let path = "\(folder)/\(kept)"
        throw HouseholdError(
            .backupRefused, localized("The data before an earlier restore are still kept (\(path, "folder"))."),
            hint: localized(
                "stillroom restore --forget-undo removes them, --undo swaps them back. Nothing was changed."))
    }

    private func present() throws -> [String] { try Disk.names(in: folder).filter { !DataFolder.stays($0) } }

    /// What comes in from a folder, relative to the data folder. Throws `storageFailed` if the database is not there.
    private func entries(of source: String) throws -> [String] {
        let names = try Disk.names(in: "\(folder)/\(source)").filter { !DataFolder.stays($0) }
        guard names.contains(DataFolder.databaseName) else {
            let path = "\(folder)/\(source)"
            throw HouseholdError(
                .storageFailed, localized("There is no database in \(path, "folder")."),
                hint: localized("Nothing was changed."))
        }
        return names
    }

    /// A name after all names that are there, also if the clock was set back.
    private func newName(at time: Date) throws -> String {
        let name = DataFolder.before + BackupName.text(of: time)
        guard let last = try kept().last, last >= name else { return name }
        return last + "-again"
    }

    /// An archive is not compressed, so its size is the room that its files need. Data before an earlier restore are
    /// part of what is not free.
    func checkRoom(for path: String, reserve: Int = 0) throws {
        guard let file = try OpenFile.read(path, followingLinks: true) else {
            throw HouseholdError(.notFound, localized("There is no file \(path, "file")."))
        }
        let needed = Int(try file.state().st_size) + (16 << 20) + reserve
        guard let free = Disk.free(in: folder), free < needed else { return }
        let (neededText, freeText) = (Disk.text(bytes: needed), Disk.text(bytes: free))
        throw HouseholdError(
            .storageFull,
            localized(
                """
                The data of the backup need \(neededText, "needed") beside the present ones, and \(freeText, "free") are \
                free in \(folder, "folder").
                """),
            hint: localized("Make room, and try again. Nothing was changed."))
    }
}
