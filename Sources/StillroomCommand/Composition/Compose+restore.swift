import Backups
import Foundation
import Household
import Messages
import SQLiteDatabase

extension Compose {
    /// Creates the services of the page "Restore a backup" of a server. Reads nothing. Nil if the data are not in the data
    /// folder: a restore would change files that the household does not use.
    static func restoreServices(_ settings: Settings, restart: ServerRestart) -> RestoreServices? {
        guard settings.databaseAddress == nil else { return nil }
        let folder = settings.dataDirectory
        let restore = Restore(folder: folder)
        let now = clock(settings)
        return RestoreServices(
            isAvailable: true,
            hasKept: { (try? await blocking { _ in try !restore.kept().isEmpty }) ?? false },
            ordered: { (try? await blocking { _ in restore.orderedKind }) ?? nil },
            receive: { expected in
                let upload = try await blocking { _ in try UploadedBackup(for: restore, expected: expected) }
                return RestoreUpload(
                    write: { bytes in try await blocking { _ in try upload.write(bytes) } },
                    finish: { try await blocking { _ in try upload.finish() } })
            },
            stage: { source, key in
                try await blocking { stop in
                    let path = try path(of: source, settings, restore)
                    let key = try key.map(Self.key)
                    do {
                        let catalogue = try restore.stage(
                            BackupReader(path: path, key: key, stop: stop), closedCopies)
                        // It is unpacked, and its room is needed.
                        if case .uploaded = source { try? FileManager.default.removeItem(atPath: path) }
                        return StagedBackup(catalogue)
                    } catch let error as HouseholdError where error.code == .backupRefused {
                        throw HouseholdError(error.code, error.message, hint: hint(for: error))
                    }
                }
            },
            order: { kind, madeAt in
                try await blocking { _ in
                    // The settings file of another machine may name its folders and addresses: only the command brings
                    // it in, which says so.
                    try restore.order(kind, of: madeAt, settingsFile: nil, at: now())
                }
            },
            withdraw: { try await blocking { _ in try restore.withdraw() } },
            restart: { restart.request() })
    }

    /// Carries out a change that was confirmed on the page, if this process is the only user of the folder; notes what
    /// became of it. Returns false if there is none, or if others use the folder.
    static func carryOutRestore(_ settings: Settings) throws -> Bool {
        let restore = Restore(folder: settings.dataDirectory)
        // What another user, such as root, makes in the folder its owner could not use.
        guard restore.isOrdered, (try? RestoreCommand.checkOwner(of: settings.dataDirectory)) != nil,
            let use = try? FolderUse.alone(settings.dataDirectory)
        else { return false }
        let outcome = try withExtendedLifetime(use) {
            let outcome = try restore.carryOut(closedCopies, at: clock(settings)())
            if let outcome { BackupShelf(dataFolder: settings.dataDirectory).note { $0.restored = outcome } }
            return outcome
        }
        guard let outcome else { return false }
        Terminal.error(words(outcome))
        return true
    }

    private static func words(_ outcome: RestoreOutcome) -> String {
        if let failure = outcome.failure { return localized("The data were not changed: \(failure, "reason")") }
        return switch outcome.kind {
        case .restore: localized("A backup was restored, as confirmed on the page. Check the doses of today.")
        case .undo:
            localized("The data before the restore are back, as confirmed on the page. Check the doses of today.")
        case .forget: localized("The data before the restore are removed, as confirmed on the page.")
        }
    }

    /// A file of the list is named, never a path: the folder has files that are no backups.
    private static func path(of source: RestoreSource, _ settings: Settings, _ restore: Restore) throws -> String {
        switch source {
        case .uploaded: return restore.uploadPath
        case .listed(let name):
            guard let folder = settings.backupFolder,
                let found = ownBackups(in: folder, settings).first(where: { $0.name.text == name })
            else { throw HouseholdError(.notFound, localized("There is no such backup in the folder.")) }
            return "\(folder)/\(found.name.text)"
        }
    }

    private static func key(_ key: RestoreKey) throws -> BackupKey {
        switch key {
        case .passphrase(let bytes): .passphrase(bytes)
        case .identity(let text): .identities(try BackupIdentity.read(text))
        }
    }

    /// The hint for a page, where there are no options.
    private static func hint(for error: HouseholdError) -> String? {
        guard let hint = error.hint, hint.contains("--") else { return error.hint }
        if hint.contains("--undo") {
            return localized("Undo the restore or remove the data before it, on this page.")
        }
        return localized(
            "Check the passphrase or identity: give it for a locked backup, and leave it empty for an unlocked one.")
    }
}

extension StagedBackup {
    fileprivate init(_ catalogue: BackupCatalogue) {
        let rows = catalogue.database.rows
        self.init(
            madeAt: catalogue.madeAt, release: catalogue.release, size: catalogue.size, files: catalogue.files.count,
            plants: rows["plant"] ?? 0, photographs: rows["photograph"] ?? 0, medicines: rows["medicine"] ?? 0,
            accounts: rows["account"] ?? 0, missing: catalogue.missing.count)
    }
}
