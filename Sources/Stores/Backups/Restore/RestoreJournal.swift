import Foundation
import Glibc
import Household
import Messages

/// The journal of a swap of data: which entries of the data folder leave it, and which come in.
///
/// Before it is written, the data are the old ones, and everything that was prepared can be removed. From then on they
/// are the new ones: the moves that are left are done by this process or by the next one that starts. Each move is a
/// rename, and doing one again changes nothing, so a stop at any moment loses nothing. If a move out fails while nothing
/// has come in, those before it are undone, and the journal is removed.
struct RestoreJournal: Codable, Hashable {
    /// The folder, relative to the data folder, from which entries come in.
    let source: String
    /// The folder, relative to the data folder, into which the present entries go.
    let kept: String
    let outgoing: [String]
    let incoming: [String]
    /// Folders, relative to the data folder, that are empty at the end, and removed then.
    let obsolete: [String]
    /// Where the settings file of the backup goes if there is none; nil to leave it.
    let settingsFile: String?

    static let name = "journal.json"
    /// The folder for the present entries, until the first of them goes.
    private static let prepared = "\(DataFolder.restore)/kept"

    /// Calls `step` before each change of the disk; tests stop there.
    typealias Step = (_ name: String) throws -> Void

    /// Writes the journal. Everything that comes in must be on the disk.
    func commit(in folder: String, _ step: Step) throws {
        let work = "\(folder)/\(DataFolder.restore)"
        try Disk.makeFolder("\(folder)/\(Self.prepared)")
        let unfinished = "\(work)/\(Self.name).unfinished"
        Disk.remove(unfinished)
        let file = try OpenFile.create(unfinished)
        try file.write(Array(try JSONEncoder().encode(self))[...])
        try file.flush()
        try step("commit")
        do {
            try Disk.rename(unfinished, "\(work)/\(Self.name)")
            try Disk.flush(folder: work)
            try Disk.flush(folder: folder)
        } catch {
            // Nothing is decided, so no later start may find it.
            unsafe unlink("\(work)/\(Self.name)")
            throw error
        }
    }

    /// The journal of an unfinished swap; nil if there is none.
    static func pending(in folder: String) throws -> RestoreJournal? {
        let path = "\(folder)/\(DataFolder.restore)/\(name)"
        guard let file = try OpenFile.read(path) else { return nil }
        let bytes = try file.readAll(4 << 20)
        guard let journal = try? JSONDecoder().decode(RestoreJournal.self, from: Data(bytes)) else {
            throw HouseholdError(
                .storageFailed, localized("The journal of a restore cannot be read (\(path, "file"))."),
                hint: localized("Please report this, and keep the data folder as it is."))
        }
        return journal
    }

    /// Does all moves that are left, then removes the journal. Throws `storageFailed` if a move fails.
    func finish(in folder: String, _ step: Step) throws {
        let old = "\(folder)/\(kept)"
        do {
            try moveOut(of: folder, to: old, step)
        } catch let error as HouseholdError {
            guard moveBack(from: old, to: folder) else {
                throw HouseholdError(
                    error.code, error.message,
                    hint: localized("No data are lost: the next start of any command goes on with the restore."))
            }
            throw HouseholdError(
                error.code, error.message, hint: localized("The data before are in place. Nothing was changed."))
        }
        for name in incoming where Disk.exists("\(folder)/\(source)/\(name)") {
            // Only an entry that was made after the journal is in the way here.
            if Disk.exists("\(folder)/\(name)") {
                try step("aside \(name)")
                try Disk.rename("\(folder)/\(name)", "\(old)/\(name)-\(Disk.uniqueName())")
            }
            try step("in \(name)")
            try Disk.rename("\(folder)/\(source)/\(name)", "\(folder)/\(name)")
        }
        try step("moved")
        try Disk.flush(folder: folder)
        try bringSettings(from: folder, step)
        for name in obsolete {
            try step("obsolete \(name)")
            // What did not come in is not removed with it.
            unsafe rmdir("\(folder)/\(name)")
        }
        // There may have been no data before.
        unsafe rmdir(old)
        try step("end")
        try end(in: folder, step)
    }

    private func moveOut(of folder: String, to old: String, _ step: Step) throws {
        if !Disk.exists(old) {
            if Disk.exists("\(folder)/\(Self.prepared)") {
                try Disk.rename("\(folder)/\(Self.prepared)", old)
            } else {
                try Disk.makeFolder(old)
            }
        }
        for name in outgoing where Disk.exists("\(folder)/\(name)") && !Disk.exists("\(old)/\(name)") {
            try step("out \(name)")
            try Disk.rename("\(folder)/\(name)", "\(old)/\(name)")
        }
        try step("kept")
        try Disk.flush(folder: old)
        try Disk.flush(folder: folder)
    }

    /// Moves back what went out, and removes the journal. Returns false if something has come in already, or if a move
    /// fails; the journal is then still there. A stop on the way is like one of the way out.
    private func moveBack(from old: String, to folder: String) -> Bool {
        guard incoming.allSatisfy({ Disk.exists("\(folder)/\(source)/\($0)") }) else { return false }
        do {
            for name in outgoing where Disk.exists("\(old)/\(name)") {
                guard !Disk.exists("\(folder)/\(name)") else { return false }
                try Disk.rename("\(old)/\(name)", "\(folder)/\(name)")
            }
            // Anything else in it stays.
            unsafe rmdir(old)
            try Disk.flush(folder: folder)
            try end(in: folder, { _ in })
            return true
        } catch {
            return false
        }
    }

    /// Removes the journal, which must not be found again, and then the rest.
    private func end(in folder: String, _ step: Step) throws {
        let work = "\(folder)/\(DataFolder.restore)"
        // An order that outlived the journal would be carried out a second time.
        let (order, journal) = ("\(work)/\(RestoreOrder.name)", "\(work)/\(Self.name)")
        guard unsafe unlink(order) == 0 || errno == ENOENT else {
            throw Disk.failure(localized("removing \(order, "file")"))
        }
        if Disk.exists(work) { try Disk.flush(folder: work) }
        try step("order ended")
        guard unsafe unlink(journal) == 0 || errno == ENOENT else {
            throw Disk.failure(localized("removing \(journal, "file")"))
        }
        if Disk.exists(work) { try Disk.flush(folder: work) }
        try step("journal ended")
        Disk.remove(work)
        try Disk.flush(folder: folder)
    }

    /// The data are complete without the settings file, and another user may own its folder: what fails here is left.
    private func bringSettings(from folder: String, _ step: Step) throws {
        let settings = "\(folder)/\(DataFolder.restore)/new/\(BackupCatalogue.settingsPath)"
        guard let settingsFile, !Disk.exists(settingsFile), let file = try? OpenFile.read(settings) else { return }
        try step("settings")
        let unfinished = "\(settingsFile).\(Disk.uniqueName()).unfinished"
        do {
            try Disk.makeFolder(Disk.folder(of: settingsFile))
            let copy = try OpenFile.create(unfinished)
            while case let bytes = try file.read(upTo: 1 << 20), !bytes.isEmpty { try copy.write(bytes[...]) }
            try copy.flush()
            try Disk.rename(unfinished, settingsFile)
        } catch {
            Disk.remove(unfinished)
        }
    }
}
