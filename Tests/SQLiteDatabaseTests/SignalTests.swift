import Contracts
import Foundation
import Glibc
import Household
import Plants
import Support
import Testing

@testable import SQLRecords
@testable import SQLiteDatabase

@Suite("Change signals of records in a SQLite file", .tags(.medium), .timeLimit(.minutes(1)))
struct SignalTests {
    private let folder: Fixture.Folder
    private let sample = Sample()
    private let signals = ChangeSignals()
    private let database: SQLiteDatabase
    private let records: SQLRecords
    private let never: @Sendable (Duration) async throws -> Void = { _ in
        try await Household.Environment.still.pause(.zero)
    }

    init() throws {
        folder = try Fixture.Folder()
        database = try SQLiteDatabase(path: folder.path + "/stillroom.sqlite")
        records = SQLRecords(database, signals: signals)
    }

    @Test("A transaction that changes a row posts a signal, and one that changes nothing posts none")
    func own() async throws {
        let listener = signals.listener()
        try await records.choose(["a": "b"])
        #expect(!listener.take().isEmpty)
        _ = try await records.claimNotices(
            limit: 10, at: sample.time(0), until: sample.time(1))
        _ = try await records.claimWaiting(obstacle: nil, at: sample.time(0), until: sample.time(1))
        _ = try await records.claimVotes(limit: 1, at: sample.time(0), until: sample.time(1))
        #expect(listener.take().isEmpty, "a worker that looks in vain must not wake itself")
    }

    @Test("A check of the database posts no signal, because it changes no row")
    func check() async throws {
        let listener = signals.listener()
        try await records.check()
        #expect(listener.take().isEmpty)
    }

    @Test("Reconciling notices a second time posts no signal")
    func reconciled() async throws {
        let household = Household.drawn(records: records)
        _ = try await household.collection.add("Fern", taxon: nil, room: nil)
        _ = try await household.reminders.reconcileReminders()
        let listener = signals.listener()
        _ = try await household.reminders.reconcileReminders()
        #expect(listener.take().isEmpty)
    }

    /// Opens the same file as another process does.
    private func other() throws -> SQLRecords {
        SQLRecords(try SQLiteDatabase(path: folder.path + "/stillroom.sqlite"))
    }

    @Test("A commit of another process posts a signal after it can be read")
    func foreign() async throws {
        let other = try other()
        let listener = signals.listener()
        let following = Task { await records.followOtherProcesses() }
        // The first writes may come before the watch starts; later ones come after it.
        let writing = Task {
            var number = 0
            while !Task.isCancelled {
                number += 1
                try await other.choose(["a": "\(number)"])
            }
        }
        #expect(await listener.wait(atMost: .seconds(60), never) == [.records])
        #expect(try await records.choices()["a"] != nil)
        writing.cancel()
        following.cancel()
        await following.value
    }

    @Test("A commit of another process between opening the file and watching its log posts a signal")
    func beforeTheWatch() async throws {
        try await other().choose(["a": "1"])
        let listener = signals.listener()
        let following = Task { await records.followOtherProcesses() }
        #expect(await listener.wait(atMost: .seconds(60), never) == [.records])
        following.cancel()
        await following.value
    }

    @Test("Following other processes posts no signal if none of them commits")
    func silence() async throws {
        let listener = signals.listener()
        try await records.choose(["a": "1"])
        #expect(listener.take() == [.records])
        let following = Task { await records.followOtherProcesses() }
        following.cancel()
        await following.value
        #expect(listener.take().isEmpty)
    }

    @Test("The version of the file changes only with commits of other processes")
    func version() async throws {
        let other = try other()
        let before = try await database.version()
        try await records.choose(["a": "1"])
        #expect(try await database.version() == before, "this process posts signals for its own commits itself")
        try await other.choose(["a": "2"])
        #expect(try await database.version() != before)
    }

    @Test("The kernel reports writes to the log and does not report reads")
    func log() async throws {
        let writes = try #require(LogWrites.stream(of: folder.path + "/stillroom.sqlite-wal"))
        _ = try await database.version()
        _ = try await records.choices()
        let first = Task { await writes.first { _ in true } != nil }
        try await records.choose(["a": "1"])
        #expect(await first.value)
        #expect(LogWrites.stream(of: folder.path + "/nothing/stillroom.sqlite-wal") == nil)
    }

    @Test("Writes to a file that replaces the log are reported")
    func replacedLog() async throws {
        let log = folder.path + "/some-wal"
        try Data([1]).write(to: URL(filePath: log))
        let writes = try #require(LogWrites.stream(of: log))
        var iterator = writes.makeAsyncIterator()
        // The new file is written before and after it gets the name; only the latter is a write to the log.
        try Data([2]).write(to: URL(filePath: log + ".new"))
        #expect(rename(log + ".new", log) == 0)
        #expect(await iterator.next() != nil, "the replacement")
        let file = try FileHandle(forWritingTo: URL(filePath: log))
        try file.write(contentsOf: Data([3]))
        #expect(await iterator.next() != nil, "a write to the new file")
        try file.close()
    }

    @Test("The stream of writes ends when the folder of the log is removed")
    func removedFolder() async throws {
        let inner = folder.path + "/inner"
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
        let writes = try #require(LogWrites.stream(of: inner + "/some-wal"))
        try FileManager.default.removeItem(atPath: inner)
        for await _ in writes {}
    }
}
