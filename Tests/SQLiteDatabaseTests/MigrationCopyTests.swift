import Foundation
import GRDB
import Household
import Support
import Testing

@testable import SQLiteDatabase

@Suite("The copy before a migration", .tags(.medium))
struct MigrationCopyTests {
    let folder: Fixture.Folder
    var path: String { folder.path + "/stillroom.sqlite" }

    init() throws { folder = try Fixture.Folder() }

    /// Makes a file of the release before the migration with that number.
    private func makeFile(before number: String) throws {
        var migrator = DatabaseMigrator()
        for (name, sql) in Migrations.all where name < number {
            migrator.registerMigration(name) { try $0.execute(sql: sql) }
        }
        let pool = try DatabasePool(path: path)
        try migrator.migrate(pool)
        try pool.write { try $0.execute(sql: "INSERT OR REPLACE INTO heartbeat (id, beats) VALUES (1, 7)") }
        try pool.close()
    }

    private var copies: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/backups")) ?? []).sorted()
    }

    @Test("An existing database is copied before it is migrated, for its owner only")
    func copied() throws {
        try makeFile(before: "0012")
        _ = try SQLiteDatabase(path: path)
        #expect(copies == ["before-0012.sqlite"])
        let copy = folder.path + "/backups/before-0012.sqlite"
        let attributes = try FileManager.default.attributesOfItem(atPath: copy)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let facts = try SQLiteDatabase.inspect(copy)
        #expect(facts.faults.isEmpty && !facts.isNewer)
        #expect(facts.migrations.count == 11)
        #expect(facts.rows["heartbeat"] == 1)
    }

    @Test("A new database, one in memory, and one without a migration to do are not copied")
    func notCopied() throws {
        _ = try SQLiteDatabase(path: path)
        _ = try SQLiteDatabase(path: path)
        _ = try SQLiteDatabase.inMemory()
        #expect(copies.isEmpty)
    }

    @Test("The copies of the last two migrations are kept")
    func newestTwo() throws {
        let backups = folder.path + "/backups"
        try FileManager.default.createDirectory(atPath: backups, withIntermediateDirectories: true)
        for number in ["0007", "0009", "0011"] {
            try Data().write(to: URL(filePath: "\(backups)/before-\(number).sqlite"))
        }
        try Data().write(to: URL(filePath: backups + "/state.json"))
        try makeFile(before: "0014")
        _ = try SQLiteDatabase(path: path)
        #expect(copies == ["before-0011.sqlite", "before-0014.sqlite", "state.json"])
    }

    @Test("The new copy is kept also if those of later migrations are there, as after an older backup was restored")
    func newestOfAnOlderDatabase() throws {
        let backups = folder.path + "/backups"
        try FileManager.default.createDirectory(atPath: backups, withIntermediateDirectories: true)
        for number in ["0013", "0014"] {
            try Data().write(to: URL(filePath: "\(backups)/before-\(number).sqlite"))
        }
        try makeFile(before: "0012")
        _ = try SQLiteDatabase(path: path)
        #expect(copies == ["before-0012.sqlite", "before-0014.sqlite"])
    }

    @Test("Without room for the copy, the error says how much is needed")
    func noRoom() {
        do {
            try SQLiteDatabase.checkRoom(for: .max, in: folder.path)
            Issue.record("There cannot be so much room.")
        } catch {
            #expect(error.code == .storageFull)
            #expect(error.message.contains("9223372036855 MB must be free"))
        }
    }
}
