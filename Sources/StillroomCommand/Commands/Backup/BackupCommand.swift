import ArgumentParser
import Backups
import Foundation
import Household
import Messages

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: localized("Make a backup of everything in one file, check one, or list those in a folder."),
        discussion: Discussion.examples(
            """
            stillroom backup /media/stick/house.tar
            stillroom backup --to /media/stick --passphrase-file passphrase
            stillroom backup verify /media/stick/house.tar
            stillroom backup list
            """,
            localized(
                """
                "stillroom restore FILE" brings a backup back. The server may run meanwhile.
                """)),
        subcommands: [Make.self, Verify.self, List.self], defaultSubcommand: Make.self)

    struct Make: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Make a backup, and read it back."),
            discussion: Discussion.examples(
                """
                stillroom backup house.tar
                stillroom backup --to /media/stick --recipient age1…
                """,
                localized(
                    """
                    The file is an archive that tar opens; a locked one has the format of age (age-encryption.org). \
                    Without
                    FILE and --to it goes to the folder of the setting backup.folder. No file is ever replaced.
                    """)))

        @Argument(help: ArgumentHelp(localized("The new file."), valueName: "file"))
        var file: String?

        @Option(help: ArgumentHelp(localized("A folder; the file is named after the time."), valueName: "folder"))
        var to: String?

        @Option(
            help: ArgumentHelp(
                localized("Lock it with the passphrase in this file; - reads standard input."), valueName: "file"))
        var passphraseFile: String?

        @Option(
            help: ArgumentHelp(
                localized("Lock it for this public key of age, as age1…; may be repeated."), valueName: "age1…"))
        var recipient: [String] = []

        @OptionGroup var output: DocumentOptions

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await reporting {
                let settings = try await common.settings()
                let lock = try lock(settings)
                let path = try path(settings, isLocked: lock != nil)
                let writer = try await Compose.backupWriter(settings)
                let made = try await Compose.blocking { stop in
                    let catalogue = try writer.make(at: path, lock: lock, stop: stop)
                    let made = BackupState.Made(
                        at: catalogue.madeAt, file: path, size: BackupDocument.size(of: path), isLocked: lock != nil,
                        missing: catalogue.missing.count)
                    BackupShelf(dataFolder: settings.dataDirectory).note { $0.last = made }
                    return BackupDocument(path, catalogue, isLocked: lock != nil)
                }
                try made.show(output, as: localized("A backup is in \(path, "file")"))
            }
        }

        private func lock(_ settings: Settings) throws -> BackupLock? {
            let recipients = try recipient.map { text in
                guard let recipient = BackupRecipient(text) else {
                    throw CommandFailure(
                        .usage, localized("--recipient “\(text, "text")” is no public key of age."),
                        hint: localized("It begins with age1."))
                }
                return recipient
            }
            if let passphraseFile {
                guard recipients.isEmpty else {
                    throw CommandFailure(
                        .usage, localized("--passphrase-file and --recipient cannot be used together."))
                }
                return .passphrase(try BackupCommand.passphrase(passphraseFile))
            }
            if !recipients.isEmpty { return .recipients(recipients) }
            return settings.backupRecipient.map { .recipients([$0]) }
        }

        private func path(_ settings: Settings, isLocked: Bool) throws -> String {
            if let file {
                guard to == nil else {
                    throw CommandFailure(.usage, localized("FILE and --to cannot be used together."))
                }
                guard !Photographs.isFolder(file) else {
                    throw CommandFailure(
                        .usage, localized("\(file, "file") is a folder."),
                        hint: localized("Use --to \(file, "folder")."))
                }
                return Settings.absolute(file)
            }
            guard let folder = to.map(Settings.absolute) ?? settings.backupFolder else {
                throw CommandFailure(
                    .usage, localized("Where should the backup go?"),
                    hint: localized("Give a FILE, or a folder with --to, or set backup.folder."))
            }
            guard Photographs.isFolder(folder) else {
                throw CommandFailure(.noInput, localized("There is no folder \(folder, "folder")."))
            }
            return folder + "/" + BackupName(at: Compose.clock(settings)(), isLocked: isLocked).text
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("Read a backup completely, and check everything in it."),
            discussion: Discussion.examples(
                """
                stillroom backup verify house.tar
                stillroom backup verify house.tar.age --identity-file key.txt
                """,
                localized(
                    """
                    Ends with 65 if it could not be restored.
                    """)))

        @Argument(help: ArgumentHelp(localized("The backup."), valueName: "file"))
        var file: String

        @OptionGroup var key: BackupKeyOptions

        @OptionGroup var output: DocumentOptions

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await reporting {
                // Only for the messages of the settings file: a backup can be checked without any data.
                _ = try await common.settings()
                let (file, key) = (Settings.absolute(file), try key.read())
                let checked = try await Compose.blocking {
                    let work =
                        FileManager.default.temporaryDirectory.path(percentEncoded: false)
                        + "/stillroom-verify-\(UUID().uuidString)"
                    try FileManager.default.createDirectory(
                        atPath: work, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                    defer { try? FileManager.default.removeItem(atPath: work) }
                    let catalogue = try BackupReader(path: file, key: key).verify(Compose.closedCopies, work: work)
                    return BackupDocument(file, catalogue, isLocked: try BackupReader.isLocked(file))
                }
                try checked.show(output, as: localized("\(file, "file") can be restored"))
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: localized("List the backups in a folder, oldest first."),
            discussion: Discussion.examples(
                """
                stillroom backup list
                stillroom backup list /media/stick
                """,
                localized(
                    """
                    Without FOLDER it is the one of the setting backup.folder.
                    """)))

        @Argument(help: ArgumentHelp(localized("The folder."), valueName: "folder"))
        var folder: String?

        @OptionGroup var output: OutputOptions

        @OptionGroup var common: CommonOptions

        private struct Line: Encodable {
            let file: String
            let madeAt: Date
            let size: Int
            let isLocked: Bool
            let isScheduled: Bool
        }

        func run() async throws {
            try await reporting {
                let settings = try await common.settings()
                guard let folder = folder.map(Settings.absolute) ?? settings.backupFolder else {
                    throw CommandFailure(
                        .usage, localized("Which folder?"), hint: localized("Give a FOLDER, or set backup.folder."))
                }
                guard Photographs.isFolder(folder) else {
                    throw CommandFailure(.noInput, localized("There is no folder \(folder, "folder")."))
                }
                var printer = output.printer(columns: ["madeAt", "size", "file"])
                for (name, size) in BackupShelf.list(folder) {
                    let line = Line(
                        file: "\(folder)/\(name.text)", madeAt: name.madeAt, size: size, isLocked: name.isLocked,
                        isScheduled: name.isScheduled)
                    try printer.print(line) {
                        "\(name.madeAt.formatted(.iso8601))  \(BackupDocument.text(bytes: size))  \(name.text)"
                    }
                }
                try printer.finish()
            }
        }
    }

    /// Reads a passphrase: the first line of the file. Throws if it is empty.
    static func passphrase(_ file: String) throws(CommandFailure) -> [UInt8] {
        let line = Array(try Typed.bytes(of: file, limit: 1 << 16).prefix { $0 != 0x0A && $0 != 0x0D })
        guard !line.isEmpty else {
            throw CommandFailure(
                .usage, localized("The first line of \(file, "file") is empty."),
                hint: localized("It must be the passphrase."))
        }
        return line
    }
}

/// The options of the commands that open a backup.
struct BackupKeyOptions: ParsableArguments {
    @Option(help: ArgumentHelp(localized("The file with the passphrase; - reads standard input."), valueName: "file"))
    var passphraseFile: String?

    @Option(help: ArgumentHelp(localized("The file with the identity, as age-keygen writes it."), valueName: "file"))
    var identityFile: String?

    /// Returns nil if neither is given.
    func read() throws -> BackupKey? {
        guard passphraseFile == nil || identityFile == nil else {
            throw CommandFailure(.usage, localized("--passphrase-file and --identity-file cannot be used together."))
        }
        if let passphraseFile { return .passphrase(try BackupCommand.passphrase(passphraseFile)) }
        guard let identityFile else { return nil }
        let text = String(decoding: try Typed.bytes(of: identityFile, limit: 1 << 20), as: UTF8.self)
        return .identities(try BackupIdentity.read(text))
    }
}
