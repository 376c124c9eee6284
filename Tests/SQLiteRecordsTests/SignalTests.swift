import Contracts
import Foundation
import Household
import Plants
import Support
import Testing

@testable import SQLiteRecords

@Suite("Signals of SQLite records", .tags(.medium), .timeLimit(.minutes(1)))
struct SignalTests {
    private let folder: Fixture.Folder
    private let sample = Sample()
    private let signals = ChangeSignals()
    private let records: SQLiteRecords
    private let never: @Sendable (Duration) async throws -> Void = { _ in
        try await Household.Environment.still.pause(.zero)
    }

    init() throws {
        folder = try Fixture.Folder()
        records = try SQLiteRecords(path: folder.path + "/stillroom.sqlite", signals: signals)
    }

    @Test("A transaction that changes a row posts one, and one that changes nothing does not")
    func own() async throws {
        let listener = signals.listener()
        try await records.choose(["a": "b"], for: sample.home)
        #expect(!listener.take().isEmpty)
        _ = try await records.claimNotices(
            limit: 10, at: sample.time(0), until: sample.time(1), of: sample.home)
        _ = try await records.claimWaiting(
            of: sample.home, obstacle: nil, at: sample.time(0), until: sample.time(1))
        _ = try await records.claimVotes(limit: 1, at: sample.time(0), until: sample.time(1), of: sample.home)
        #expect(listener.take().isEmpty, "a worker that looks in vain must not wake itself")
    }

    @Test("Bringing notices in line a second time posts none")
    func reconciled() async throws {
        let household = Household.drawn(records: records)
        _ = try await household.add("Fern", taxon: nil, room: nil)
        _ = try await household.reconcileReminders()
        let listener = signals.listener()
        _ = try await household.reconcileReminders()
        #expect(listener.take().isEmpty)
    }

    @Test("A commit of another process posts one after it can be read")
    func foreign() async throws {
        let other = try SQLiteRecords(path: folder.path + "/stillroom.sqlite")
        let listener = signals.listener()
        let following = Task { await records.followOtherProcesses() }
        // Until the watch is there nobody can say whether it saw the first one, so there are more.
        let writing = Task {
            var number = 0
            while !Task.isCancelled {
                number += 1
                try await other.choose(["a": "\(number)"], for: sample.home)
            }
        }
        #expect(await listener.wait(atMost: .seconds(60), never) == [.records])
        #expect(try await records.choices(of: sample.home)["a"] != nil)
        writing.cancel()
        following.cancel()
        await following.value
    }

    @Test("The mark of other processes' commits changes with theirs alone")
    func version() async throws {
        let other = try SQLiteRecords(path: folder.path + "/stillroom.sqlite")
        let before = try await records.version()
        try await records.choose(["a": "1"], for: sample.home)
        #expect(try await records.version() == before, "this process tells of its own commits itself")
        try await other.choose(["a": "2"], for: sample.home)
        #expect(try await records.version() != before)
    }

    @Test("The kernel reports a write to the log, and none for a look")
    func log() async throws {
        let writes = try #require(LogWrites.stream(of: folder.path + "/stillroom.sqlite-wal"))
        _ = try await records.version()
        _ = try await records.choices(of: sample.home)
        let first = Task { await writes.first { _ in true } != nil }
        try await records.choose(["a": "1"], for: sample.home)
        #expect(await first.value)
        #expect(LogWrites.stream(of: folder.path + "/nothing") == nil)
    }
}
