import ArgumentParser
import Backups
import Foundation
import Glibc
import Household
import Messages
import SQLiteDatabase

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: localized("Replace the data of this household by those of a backup."),
        discussion: Discussion.examples(
            """
            stillroom restore house.tar
            stillroom restore house.tar.age --identity-file key.txt
            stillroom restore --undo
            stillroom restore --forget-undo
            """,
            localized(
                """
                Stop the server first. The backup is checked completely before anything changes, and the data before are
                kept: --undo swaps them back, --forget-undo removes them, and must be given before the next restore.
                Everybody signs in again.
                """)))

    @Argument(help: ArgumentHelp(localized("The backup."), valueName: "file"))
    var file: String?

    @OptionGroup var key: BackupKeyOptions

    @Flag(help: ArgumentHelp(localized("Swap back the data before the last restore.")))
    var undo = false

    @Flag(help: ArgumentHelp(localized("Remove the data before the last restore.")))
    var forgetUndo = false

    @OptionGroup var output: DocumentOptions

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await reporting {
            let settings = try await common.settings()
            guard [file != nil, undo, forgetUndo].count(where: { $0 }) == 1 else {
                throw CommandFailure(.usage, localized("Give the FILE of a backup, --undo or --forget-undo."))
            }
            try Compose.refuseRestore(settings)
            let key = try key.read()
            let (file, undo, now) = (file.map(Settings.absolute), undo, Compose.clock(settings))
            let outcome = try await Compose.blocking {
                try FileManager.default.createDirectory(
                    atPath: settings.dataDirectory, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
                try Self.checkOwner(of: settings.dataDirectory)
                let use = try FolderUse.alone(settings.dataDirectory)
                return try withExtendedLifetime(use) {
                    let restore = Restore(folder: settings.dataDirectory)
                    if let file { return try Self.restore(file, key, with: restore, settings, at: now()) }
                    if undo {
                        guard try restore.undo(Compose.closedCopies, at: now()) else {
                            throw CommandFailure(.noInput, localized("There are no data of before a restore."))
                        }
                        return Outcome.undone
                    }
                    return .forgotten(try restore.forgetUndo())
                }
            }
            // The page says what was done last, by whichever way.
            BackupShelf(dataFolder: settings.dataDirectory).note { $0.restored = outcome.noted(at: now()) }
            try show(outcome)
            if case .restored(_, let change?) = outcome { await show(change, settings) }
        }
    }

    /// Throws if the folder belongs to another user, who could not read the restored files.
    static func checkOwner(of folder: String, user: UInt32 = geteuid()) throws {
        let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/.")
        guard let owner = attributes?[.ownerAccountID] as? UInt, owner != UInt(user) else { return }
        let name = attributes?[.ownerAccountName] as? String ?? "\(owner)"
        let command = "sudo -u \(name) stillroom restore …"
        throw CommandFailure(
            .configuration, localized("The data folder \(folder, "folder") belongs to the user \(name, "user")."),
            hint: localized("Run the command as that user: \(command, "command")"))
    }

    private enum Outcome: Sendable {
        case restored(BackupDocument, SettingsChange?)
        case undone
        case forgotten(Int)

        func noted(at time: Date) -> RestoreOutcome {
            switch self {
            case .restored(let document, _):
                RestoreOutcome(kind: .restore, at: time, madeAt: document.madeAt, failure: nil)
            case .undone: RestoreOutcome(kind: .undo, at: time, madeAt: nil, failure: nil)
            case .forgotten: RestoreOutcome(kind: .forget, at: time, madeAt: nil, failure: nil)
            }
        }
    }

    /// What became of the settings file of the backup, if there was none before.
    private enum SettingsChange: Sendable {
        case restored(String)
        case failed(String)
    }

    private static func restore(
        _ file: String, _ key: BackupKey?, with restore: Restore, _ settings: Settings, at time: Date
    ) throws -> Outcome {
        let isLocked = try BackupReader.isLocked(file)
        let reader = BackupReader(path: file, key: key)
        let hadSettings = FileManager.default.fileExists(atPath: settings.settingsFile)
        let catalogue = try restore.run(
            reader, copies: Compose.closedCopies, settingsFile: settings.settingsFile, at: time)
        var change: SettingsChange?
        if !hadSettings, catalogue.hasSettings {
            let isThere = FileManager.default.fileExists(atPath: settings.settingsFile)
            change = isThere ? .restored(settings.settingsFile) : .failed(settings.settingsFile)
        }
        return .restored(BackupDocument(file, catalogue, isLocked: isLocked), change)
    }

    /// Says what became of the settings file; warns if it names another data folder than the one that was restored.
    private func show(_ change: SettingsChange, _ settings: Settings) async {
        switch change {
        case .failed(let path):
            Terminal.error(
                localized(
                    """
                    The settings file \(path, "file") could not be restored. It is in the backup, as \
                    settings/config.json.
                    """))
        case .restored(let path):
            Terminal.error(localized("The settings file \(path, "file") is restored, too."))
            let environment = ProcessInfo.processInfo.environment
            guard let new = try? await Settings.read(flags: [:], environment: environment) else {
                return Terminal.error(localized("It has an error: stillroom doctor"))
            }
            guard new.dataDirectory != settings.dataDirectory else { return }
            Terminal.error(
                localized(
                    """
                    It names the data folder \(new.dataDirectory, "folder"), and the data were restored to \
                    \(settings.dataDirectory, "otherFolder"): correct it, or go on giving --data-dir.
                    """))
        }
    }

    /// Doses that were logged since are not in the data, and must not be taken twice.
    private static var dosesHint: String {
        localized("Check the doses of today: those that were logged in the data before are not in these.")
    }

    private func show(_ outcome: Outcome) throws {
        switch outcome {
        case .restored(let document, _):
            try document.show(output, as: localized("Restored from \(document.file, "file")"))
            if !output.json {
                Terminal.error(localized("The data before are kept; stillroom restore --undo swaps them back."))
            }
            Terminal.error(Self.dosesHint)
        case .undone:
            Terminal.error(Self.dosesHint)
            if output.json { return try output.print(["undone": true]) }
            Terminal.print(localized("The data before the restore are back; a second --undo swaps again."))
        case .forgotten(let count):
            if output.json { return try output.print(["removed": count]) }
            Terminal.print(
                count == 0 ? localized("There were none.") : localized("The data before the restore are removed."))
        }
    }
}
