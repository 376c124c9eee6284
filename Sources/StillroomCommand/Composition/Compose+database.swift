import Backups
import Concurrency
import Foundation
import Household
import Messages
import OnlineServices
import PostgresDatabase
import SQLRecords
import SQLiteDatabase

extension Compose {
    /// Opens the database that the settings name; without one, the file in the data folder. Creates what is missing.
    static func database(_ settings: Settings) async throws -> any SQLDatabase {
        guard settings.databaseAddress != nil else { return try sqlite(settings) }
        return try await postgres(settings)
    }

    private static func sqlite(_ settings: Settings) throws -> SQLiteDatabase {
        try makeDataFolder(settings)
        let database = try SQLiteDatabase(path: databasePath(settings))
        // Before a migration root may have made the folder of its copy.
        BackupShelf(dataFolder: settings.dataDirectory).adopt()
        return database
    }

    private static func postgres(_ settings: Settings) async throws -> PostgresDatabase {
        try makeDataFolder(settings)
        return try await PostgresDatabase(
            address(settings.databaseAddress ?? "", settings), size: settings.databaseConnections,
            holding: FolderUse.share(settings.dataDirectory))
    }

    /// The folder has photographs and secrets, whatever the database is.
    private static func makeDataFolder(_ settings: Settings) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: settings.dataDirectory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw HouseholdError(
                .storageFailed, localized("The folder \(settings.dataDirectory, "folder") could not be made."),
                cause: error)
        }
    }

    /// Returns an address of PostgreSQL with the password of the settings. Throws if it is none, or has a password itself.
    static func address(_ text: String, _ settings: Settings) throws -> PostgresAddress {
        let password = databasePassword(settings)
        if case .unusable(let reason) = password.ring.state() { throw CommandFailure(.configuration, reason) }
        guard let address = PostgresAddress(text, password: password.key()), !address.hasPassword else {
            throw CommandFailure(
                .configuration,
                localized(
                    "“\(PostgresAddress.withoutPassword(text), "address")” is no address of a database, or has a password."
                ),
                hint: localized(
                    "Write it as postgresql://user@host/database, and the password into the file of database.password-file."
                ))
        }
        return address
    }

    static func databasePassword(_ settings: Settings) -> KeyFile {
        KeyFile(
            service: "database", setting: Settings.CommandSetting.databasePasswordFile.rawValue,
            given: settings.databasePassword.key, path: settings.databasePassword.file,
            isOwn: settings.databasePassword.isFileOwn)
    }

    /// The path of the file of SQLite, which is not used if the settings name another database.
    static func databasePath(_ settings: Settings) -> String { settings.dataDirectory + "/stillroom.sqlite" }

    /// Whether there may be data: a server of a database is not asked.
    static func hasDatabase(_ settings: Settings) -> Bool {
        settings.databaseAddress != nil || FileManager.default.fileExists(atPath: databasePath(settings))
    }

    /// The functions on copies of the household's database. A copy is a file of SQLite with every database, so a backup
    /// can be restored with any.
    static func copies(_ settings: Settings) async throws -> DatabaseCopies {
        guard settings.databaseAddress != nil else { return try sqlite(settings).copies }
        let database = try await postgres(settings)
        return DatabaseCopies(
            copy: { path in
                try waiting { _ = try await database.read { try SQLiteDatabase.write($0, to: path) } }
            }, inspect: closedCopies.inspect, settle: closedCopies.settle)
    }

    /// The functions on copies of a database, without one that is open.
    static var closedCopies: DatabaseCopies { SQLiteDatabase.closedCopies }

    /// Blocks until the work is done; only for a thread that belongs to no task.
    static func waiting<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        do { return try waitBlocking(work) } catch let error as SQLError { throw HouseholdError(storing: error) }
    }

    /// Throws if the data are in a database that no restore replaces.
    static func refuseRestore(_ settings: Settings) throws {
        guard settings.databaseAddress != nil else { return }
        throw HouseholdError(
            .dataInUse, localized("A backup can only be restored into a database in the data folder."),
            hint: localized(
                "Restore it without database.url, then copy it: stillroom move --to postgresql://… --replace"))
    }
}
