import ArgumentParser
import Backups
import Foundation
import Glibc
import Household
import SQLiteDatabase

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Replace the data of this household by those of a backup.",
        discussion: """
            Examples:
              stillroom restore house.tar
              stillroom restore house.tar.age --identity-file key.txt
              stillroom restore --undo
              stillroom restore --forget-undo

            Stop the server first. The backup is checked completely before anything changes, and the data before are kept
            until the next restore: --undo swaps them back, --forget-undo removes them. Everybody signs in again.
            """)

    @Argument(help: ArgumentHelp("The backup.", valueName: "file"))
    var file: String?

    @OptionGroup var key: BackupKeyOptions

    @Flag(help: "Swap back the data before the last restore.")
    var undo = false

    @Flag(help: "Remove the data before the last restore.")
    var forgetUndo = false

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        try await reporting {
            let settings = try await common.settings()
            guard [file != nil, undo, forgetUndo].count(where: { $0 }) == 1 else {
                throw CommandFailure(.usage, "Give the FILE of a backup, --undo or --forget-undo.")
            }
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
                        guard try restore.undo(at: now()) else {
                            throw CommandFailure(.noInput, "There are no data of before a restore.")
                        }
                        return Outcome.undone
                    }
                    return .forgotten(try restore.forgetUndo())
                }
            }
            try show(outcome)
        }
    }

    /// Throws if the folder belongs to another user, who could not read the restored files.
    static func checkOwner(of folder: String, user: UInt32 = geteuid()) throws {
        let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/.")
        guard let owner = attributes?[.ownerAccountID] as? UInt, owner != UInt(user) else { return }
        let name = attributes?[.ownerAccountName] as? String ?? "\(owner)"
        throw CommandFailure(
            .configuration, "The data folder \(folder) belongs to the user \(name).",
            hint: "Run the command as that user: sudo -u \(name) stillroom restore …")
    }

    private enum Outcome: Sendable {
        case restored(BackupDocument)
        case undone
        case forgotten(Int)
    }

    private static func restore(
        _ file: String, _ key: BackupKey?, with restore: Restore, _ settings: Settings, at time: Date
    ) throws -> Outcome {
        let reader = BackupReader(path: file, key: key)
        let catalogue = try restore.run(
            reader, copies: Compose.closedCopies, settingsFile: settings.settingsFile, at: time)
        return .restored(BackupDocument(file, catalogue, isLocked: try BackupReader.isLocked(file)))
    }

    private func show(_ outcome: Outcome) throws {
        switch outcome {
        case .restored(let document):
            try document.show(json: json, as: "Restored from \(document.file)")
            if !json { Terminal.error("The data before are kept; stillroom restore --undo swaps them back.") }
        case .undone:
            if json { return try Terminal.print(json: ["undone": true]) }
            Terminal.print("The data before the restore are back; a second --undo swaps again.")
        case .forgotten(let count):
            if json { return try Terminal.print(json: ["removed": count]) }
            Terminal.print(count == 0 ? "There were none." : "The data before the restore are removed.")
        }
    }
}
