import Backups
import Calendar
import Dispatch
import Foundation
import Household
import SQLiteDatabase

extension Compose {
    /// Opens the database; creates it and its folder if they are missing.
    static func database(_ settings: Settings) throws -> SQLiteDatabase {
        do {
            try FileManager.default.createDirectory(
                atPath: settings.dataDirectory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw HouseholdError(
                .storageFailed, "The folder \(settings.dataDirectory) could not be made.", cause: error)
        }
        return try SQLiteDatabase(path: databasePath(settings))
    }

    static func databasePath(_ settings: Settings) -> String { settings.dataDirectory + "/stillroom.sqlite" }

    /// Creates the writer of backups of a household that is there.
    static func backupWriter(_ settings: Settings) throws -> BackupWriter {
        guard FileManager.default.fileExists(atPath: databasePath(settings)) else {
            throw HouseholdError(.notFound, "There are no data in \(settings.dataDirectory) yet.")
        }
        return BackupWriter(
            dataFolder: settings.dataDirectory, settingsFile: settings.settingsFile, release: Stillroom.version,
            copies: try database(settings).copies, now: clock(settings))
    }

    /// Creates the services of the page "Backups". Reads nothing.
    static func backupServices(_ settings: Settings) -> BackupServices {
        let shelf = BackupShelf(dataFolder: settings.dataDirectory)
        return BackupServices(
            folder: settings.backupFolder, state: { shelf.state() },
            list: {
                (settings.backupFolder.map(BackupShelf.list) ?? []).reversed().map { name, size in
                    BackupState.Made(at: name.madeAt, file: name.text, size: size, isLocked: name.isLocked)
                }
            },
            make: { passphrase in
                try await blocking {
                    let lock = passphrase.map { BackupLock.passphrase($0) }
                    let (catalogue, file) = try backupWriter(settings).makeNameless(lock: lock)
                    let name = BackupName(at: catalogue.madeAt, isLocked: lock != nil)
                    shelf.note {
                        $0.last = .init(at: catalogue.madeAt, file: nil, size: file.size, isLocked: lock != nil)
                    }
                    return BackupDownload(fileName: name.text, size: file.size) {
                        try await blocking { try file.read(upTo: 1 << 18) }
                    }
                }
            })
    }

    /// The functions on copies of a database, without one that is open.
    static var closedCopies: DatabaseCopies { SQLiteDatabase.closedCopies }

    /// Finishes a restore that was interrupted after its decision, and removes what one before it left. Costs one look at
    /// the disk if there is none.
    static func finishRestore(_ settings: Settings) throws {
        guard Restore.hasLeftovers(in: settings.dataDirectory) else { return }
        guard Restore.isPending(in: settings.dataDirectory) else {
            // A restore may be under way.
            guard let use = try? FolderUse.alone(settings.dataDirectory) else { return }
            return try withExtendedLifetime(use) { try Restore(folder: settings.dataDirectory).finishPending() }
        }
        let use = try FolderUse.alone(settings.dataDirectory)
        try withExtendedLifetime(use) { try Restore(folder: settings.dataDirectory).finishPending() }
        Terminal.error("A restore that was interrupted is now complete.")
    }

    /// Runs blocking work on a thread of its own, not on those that tasks share.
    static func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "stillroom.backups").async { continuation.resume(with: Result { try work() }) }
        }
    }
}
