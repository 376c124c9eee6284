import Crypto
import Foundation
import Household
import SQLRecords
import Support

@testable import Backups
@testable import SQLiteDatabase

/// A data folder with a database, photographs and secrets, in a folder of its own.
struct BackupHouse: Sendable {
    let root: Fixture.Folder
    var data: String { root.path + "/house" }
    var settingsFile: String { root.path + "/config/config.json" }

    init() throws {
        root = try Fixture.Folder()
        try Self.makeFolder(data)
        try Self.makeFolder(root.path + "/config")
        try write("{}", to: settingsFile)
    }

    static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func write(_ text: String, to path: String) throws {
        try Self.makeFolder((path as NSString).deletingLastPathComponent)
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Opens the database, creates it if it is missing.
    func open() throws -> SQLiteDatabase { try SQLiteDatabase(path: data + "/stillroom.sqlite") }

    /// Gives the household a mark in the database, a photograph and a secret, all with the same text.
    func fill(_ mark: Int) async throws {
        let database = try open()
        try await add(photographOf: "mark \(mark)", to: database)
        _ = try await database.write { transaction in
            try transaction.execute("DELETE FROM heartbeat", [])
            try transaction.execute("INSERT INTO heartbeat (id, beats) VALUES (1, ?)", [mark])
        }
        try write("secret \(mark)", to: data + "/secrets/house-key")
        try write("nested \(mark)", to: data + "/secrets/authority/authority.pem")
    }

    /// Returns the digest.
    @discardableResult
    func add(photographOf text: String, to database: SQLiteDatabase) async throws -> String {
        let digest = SHA256.hash(data: Array(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
            .joined()
        for file in DataFolder.files(ofPhotograph: digest) { try write(text, to: "\(data)/\(file)") }
        _ = try await database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO photograph (household_id, id, digest, format, width, height, byte_count, captured_at)
                VALUES ('home', ?, ?, 'jpeg', 1, 1, 1, 0)
                """, [digest, digest])
        }
        return digest
    }

    /// The mark of the data, if they are complete and all of one state.
    func mark() async throws -> Int? {
        let database = try open()
        let (beats, digests) = try await database.read { transaction in
            (
                try transaction.value(Int.self, "SELECT beats FROM heartbeat"),
                try transaction.values(String.self, "SELECT digest FROM photograph")
            )
        }
        guard let beats, text(data + "/secrets/house-key") == "secret \(beats)",
            text(data + "/secrets/authority/authority.pem") == "nested \(beats)", !digests.isEmpty
        else { return nil }
        for digest in digests {
            for file in DataFolder.files(ofPhotograph: digest) where text("\(data)/\(file)") == nil { return nil }
        }
        return try await database.damage().isEmpty ? beats : nil
    }

    func writer(_ copies: DatabaseCopies) -> BackupWriter {
        BackupWriter(
            dataFolder: data, settingsFile: settingsFile, release: "0.1.0", copies: copies,
            now: { Date(timeIntervalSince1970: 1_795_459_501) })
    }

    @discardableResult
    func backup(_ name: String = "backup.tar", lock: BackupLock? = nil) throws -> BackupCatalogue {
        try writer(open().copies).make(at: root.path + "/" + name, lock: lock)
    }

    func reader(_ name: String = "backup.tar", _ key: BackupKey? = nil) -> BackupReader {
        BackupReader(path: root.path + "/" + name, key: key)
    }

    func verify(_ name: String = "backup.tar", _ key: BackupKey? = nil) throws -> BackupCatalogue {
        try reader(name, key).verify(SQLiteDatabase.closedCopies, work: root.path)
    }

    func restore(
        _ name: String = "backup.tar", _ key: BackupKey? = nil,
        step: @escaping @Sendable (String) throws -> Void = { _ in }
    ) throws {
        try Restore(folder: data, step: step).run(
            reader(name, key), copies: SQLiteDatabase.closedCopies, settingsFile: settingsFile,
            at: Date(timeIntervalSince1970: 1_795_460_000))
    }

    @discardableResult
    func undo(at time: Date, step: @escaping @Sendable (String) throws -> Void = { _ in }) throws -> Bool {
        try Restore(folder: data, step: step).undo(SQLiteDatabase.closedCopies, at: time)
    }

    /// All files below the data folder and their content, without those that stay at a restore.
    func files() -> [String: Data] {
        var files: [String: Data] = [:]
        for path in FileManager.default.subpaths(atPath: data) ?? [] {
            guard let top = path.split(separator: "/").first, !DataFolder.stays(String(top)) else { continue }
            files[path] = FileManager.default.contents(atPath: data + "/" + path)
        }
        return files
    }

    func wipe() throws {
        try FileManager.default.removeItem(atPath: data)
        try FileManager.default.removeItem(atPath: settingsFile)
    }
}
