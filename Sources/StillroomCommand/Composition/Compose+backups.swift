import Backups
import Calendar
import Dispatch
import Foundation
import Household
import Messages
import PhotographObjects
import SQLiteDatabase

extension Compose {
    /// Creates the writer of backups of a household that is there.
    static func backupWriter(_ settings: Settings) async throws -> BackupWriter {
        guard hasDatabase(settings) else {
            throw HouseholdError(.notFound, localized("There are no data in \(settings.dataDirectory, "folder") yet."))
        }
        let objects = try photographs(settings).objects
        let elsewhere = objects.map { objects in
            BackupWriter.Elsewhere(
                size: { try waiting { try await objects.size() } },
                fetch: { digest, kind in try waiting { try await objects.intact(digest, kind) } })
        }
        return BackupWriter(
            dataFolder: settings.dataDirectory, settingsFile: settings.settingsFile, release: Stillroom.version,
            copies: try await copies(settings), elsewhere: elsewhere, now: clock(settings))
    }

    /// Creates the services of the page "Backups". Reads nothing.
    static func backupServices(_ settings: Settings) -> BackupServices {
        let shelf = BackupShelf(dataFolder: settings.dataDirectory)
        return BackupServices(
            folder: settings.backupFolder, state: { shelf.state() },
            list: {
                guard let folder = settings.backupFolder else { return [] }
                // Listing fails for no reason: a folder that cannot be read has no backups.
                let found = (try? await blocking { _ in ownBackups(in: folder, settings) }) ?? []
                return found.reversed().map { name, size in
                    BackupState.Made(at: name.madeAt, file: name.text, size: size, isLocked: name.isLocked)
                }
            },
            make: { passphrase in
                let writer = try await backupWriter(settings)
                return try await blocking { stop in
                    let lock = passphrase.map { BackupLock.passphrase($0) }
                    let (catalogue, file) = try writer.makeNameless(lock: lock, stop: stop)
                    let name = BackupName(at: catalogue.madeAt, isLocked: lock != nil)
                    shelf.note {
                        $0.last = .init(
                            at: catalogue.madeAt, file: nil, size: file.size, isLocked: lock != nil,
                            missing: catalogue.missing.count)
                    }
                    return BackupDownload(fileName: name.text, size: file.size) {
                        try await blocking { _ in try file.read(upTo: 1 << 18) }
                    }
                }
            })
    }

    /// The backups of a folder but those of the schedules of other households. A new household has no name yet, so it sees
    /// all.
    static func ownBackups(in folder: String, _ settings: Settings) -> [(name: BackupName, size: Int)] {
        let own = BackupShelf(dataFolder: settings.dataDirectory).state().house
        return BackupShelf.list(folder).filter { $0.name.folderID == nil || own == nil || $0.name.folderID == own }
    }

    /// Finishes a restore that was interrupted after its decision, and removes what one before it left. Costs one look at
    /// the disk if there is none.
    static func finishRestore(_ settings: Settings) throws {
        guard Restore.hasLeftovers(in: settings.dataDirectory) else { return }
        guard Restore.isPending(in: settings.dataDirectory) else {
            let isDone = try carryOutRestore(settings)
            if isDone || Restore(folder: settings.dataDirectory).isOrdered { return }
            // A restore may be under way, or another process may have prepared one.
            guard let use = try? FolderUse.alone(settings.dataDirectory) else { return }
            return try withExtendedLifetime(use) { try Restore(folder: settings.dataDirectory).finishPending() }
        }
        let use = try FolderUse.alone(settings.dataDirectory)
        try withExtendedLifetime(use) {
            let restore = Restore(folder: settings.dataDirectory)
            let outcome = restore.pendingOutcome(at: clock(settings)())
            try restore.finishPending()
            if let outcome { BackupShelf(dataFolder: settings.dataDirectory).note { $0.restored = outcome } }
        }
        Terminal.error(localized("A restore that was interrupted is now complete."))
    }

    /// Runs blocking work on a thread of its own, not on those that tasks share. The work ends with a
    /// `CancellationError` when its task is cancelled, where it looks at its stop. Its texts have the language of the task.
    static func blocking<Value: Sendable>(
        _ work: @escaping @Sendable (_ stop: BackupStop) throws -> Value
    ) async throws -> Value {
        let stop = BackupStop()
        let localization = Localization.current
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue(label: "stillroom.backups").async {
                    continuation.resume(
                        with: Result { try Localization.$current.withValue(localization) { try work(stop) } })
                }
            }
        } onCancel: {
            stop.ask()
        }
    }

    /// The same for work that cannot be stopped.
    static func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await blocking { _ in try work() }
    }
}
