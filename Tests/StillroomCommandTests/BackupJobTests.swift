import Backups
import Calendar
import Contracts
import Foundation
import Household
import Logging
import Support
import Synchronization
import Testing

@testable import StillroomCommand

@Suite("The daily backup", .tags(.small), .timeLimit(.minutes(1)))
struct BackupJobTests {
    /// What a making does: the number of missing files, or an error.
    private typealias Outcome = Result<Int, HouseholdError>

    private let clock: SetClock
    private let pauses = Pauses()
    private let root: Fixture.Folder
    private let household: Household
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private var folder: String { root.path + "/shelf" }
    private var shelf: BackupShelf { BackupShelf(dataFolder: root.path + "/house") }

    init() throws {
        let (clock, pauses) = (try SetClock("2026-11-21T11:00:00Z"), pauses)
        self.clock = clock
        root = try Fixture.Folder()
        household = .drawn(
            environment: .init(
                now: { clock.now }, steady: { clock.steady }, uniqueName: { UUID().uuidString.lowercased() },
                pause: { try await pauses.pause($0) }, chance: { 0.5 }))
        for name in ["shelf", "house"] {
            try FileManager.default.createDirectory(atPath: "\(root.path)/\(name)", withIntermediateDirectories: true)
        }
    }

    /// Keeps the backups of two days. The last outcome is that of all further ones.
    private func job(_ shelf: BackupShelf, _ outcomes: [Outcome]) -> BackupJob {
        let left = Mutex(outcomes)
        return BackupJob(
            folder: folder, schedule: BackupSchedule(hour: 3, zone: .utc),
            retention: BackupRetention(daily: 2, weekly: 0, monthly: 0), shelf: shelf, isLocked: false,
            household: household, logger: logger
        ) { [clock] path, _ in
            let missing = try left.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }.get()
            try Data("x".utf8).write(to: URL(filePath: path))
            return BackupState.Made(at: clock.now, file: path, size: 1, isLocked: false, missing: missing)
        }
    }

    private func running(_ job: BackupJob, _ body: () async throws -> Void) async throws {
        let task = Task { try await job.run() }
        defer { task.cancel() }
        try await body()
        task.cancel()
        _ = await task.result
    }

    /// Passes the time until the next day's backup was tried, in the sleeps of the job.
    private func nextDay() async {
        for _ in 0..<24 {
            await pauses.until(.seconds(3600))
            clock.pass(3600)
            pauses.end(.seconds(3600))
        }
        await pauses.until(.seconds(3600))
    }

    private var names: [String] { BackupShelf.list(folder).map(\.name.text) }

    @Test("After a failure the job waits an hour, also if the state cannot be written")
    func patience() async throws {
        let nowhere = BackupShelf(dataFolder: "/dev/null")
        try await running(job(nowhere, [.failure(HouseholdError(.storageFailed, "no")), .success(0)])) {
            await pauses.until(.seconds(3600))
            #expect(names.isEmpty)
            clock.pass(3600)
            pauses.end(.seconds(3600))
            await pauses.until(.seconds(3600))
            #expect(names.count == 1)
            // And after a good one until the next day.
            clock.pass(3600)
            pauses.end(.seconds(3600))
            await pauses.until(.seconds(3600))
            #expect(names.count == 1)
        }
    }

    @Test("A backup from which files are missing is a failure, removes no good one, and takes no place of one")
    func incomplete() async throws {
        try await running(job(shelf, [.success(0), .success(0), .success(3), .success(3), .success(0)])) {
            await pauses.until(.seconds(3600))
            await nextDay()
            let good = names
            #expect(good.count == 2 && shelf.state().failure == nil)
            await nextDay()
            #expect(names.count == 3 && Array(names.prefix(2)) == good)
            #expect(shelf.state().scheduled?.missing == 3)
            #expect(shelf.state().failure?.message.contains("3 files") == true)
            await nextDay()
            #expect(names.count == 3 && Array(names.prefix(2)) == good)
            await nextDay()
            #expect(names.count == 2 && names.first == good.last)
            #expect(shelf.state().failure == nil)
        }
    }

    @Test("On a full disk the backup whose place the new one takes is removed first, and the newest stays")
    func full() async throws {
        let full = Outcome.failure(HouseholdError(.storageFull, "full"))
        try await running(job(shelf, [.success(0), .success(0), full, .success(0), full])) {
            await pauses.until(.seconds(3600))
            await nextDay()
            let good = names
            #expect(good.count == 2)
            await nextDay()
            #expect(names.count == 2 && names.first == good.last)
            #expect(shelf.state().failure == nil)
            await nextDay()
            #expect(names.count == 1)
            #expect(shelf.state().failure?.message == "full")
        }
    }

    @Test("The daily backups of another household in the same folder stay")
    func houses() async throws {
        for day in 1...5 {
            let time = clock.now.addingTimeInterval(Double(-day) * 86_400)
            let name = BackupName(at: time, folderID: "ffffffff", isLocked: false)
            try Data("y".utf8).write(to: URL(filePath: "\(folder)/\(name.text)"))
        }
        try await running(job(shelf, [.success(0)])) {
            await pauses.until(.seconds(3600))
            #expect(names.count == 6)
            #expect(shelf.state().house?.count == 8)
        }
    }
}
