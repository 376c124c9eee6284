import Foundation
import Household
import Support
import Synchronization
import Testing

@testable import Backups
@testable import SQLiteDatabase

@Suite("Restores that wait for the next start", .tags(.medium))
struct RestoreOrderTests {
    private struct Stopped: Error {}

    /// Stops before the step of that number.
    private final class Stop: Sendable {
        private let state = Mutex(0)
        let number: Int?

        init(_ number: Int?) { self.number = number }

        var count: Int { state.withLock { $0 } }

        func step() throws {
            let number = state.withLock {
                $0 += 1
                return $0
            }
            if number == self.number { throw Stopped() }
        }
    }

    private static let time = Date(timeIntervalSince1970: 1_795_460_000)
    private static let copies = SQLiteDatabase.closedCopies

    /// A household with the mark 2, and a backup of its mark 1.
    private func house() async throws -> BackupHouse {
        let house = try BackupHouse()
        try await house.fill(1)
        try house.backup()
        try await house.fill(2)
        return house
    }

    /// Stages and orders the change, as the page does while the server runs.
    private func prepare(
        _ kind: RestoreOutcome.Kind, _ house: BackupHouse, step: @escaping @Sendable () throws -> Void = {}
    ) throws {
        let restore = Restore(folder: house.data, step: { _ in try step() })
        var madeAt: Date?
        if kind == .restore { madeAt = try restore.stage(house.reader(), Self.copies).madeAt }
        try restore.order(kind, of: madeAt, settingsFile: house.settingsFile, at: Self.time)
    }

    /// What the start of a command does.
    @discardableResult
    private func start(_ house: BackupHouse) throws -> RestoreOutcome? {
        let restore = Restore(folder: house.data)
        if let outcome = try restore.carryOut(Self.copies, at: Self.time) { return outcome }
        try restore.finishPending()
        return nil
    }

    @Test("A backup is staged and ordered without a change of the data, and the next start brings it in")
    func restored() async throws {
        let house = try await house()
        let before = house.files()
        try prepare(.restore, house)
        #expect(house.files() == before && Restore(folder: house.data).isOrdered)
        let outcome = try #require(try start(house))
        #expect(outcome.kind == .restore && outcome.failure == nil && outcome.madeAt != nil)
        #expect(try await house.mark() == 1)
        #expect(!Restore.hasLeftovers(in: house.data))
        #expect(try start(house) == nil)
        // The undo and the removal go the same way.
        try prepare(.undo, house)
        #expect(try start(house)?.failure == nil)
        #expect(try await house.mark() == 2)
        try prepare(.forget, house)
        #expect(try start(house)?.kind == .forget)
        #expect(try await house.mark() == 2)
        #expect(try Restore(folder: house.data).kept().isEmpty)
    }

    @Test(
        "A change that is stopped at any moment, when it is prepared or carried out, ends with the old or the new data",
        arguments: [RestoreOutcome.Kind.restore, .undo])
    func stopped(_ kind: RestoreOutcome.Kind) async throws {
        func steps(_ stop: Stop) async throws -> BackupHouse {
            let house = try await house()
            if kind == .undo { try house.restore() }
            do {
                try prepare(kind, house, step: stop.step)
                _ = try Restore(folder: house.data, step: { _ in try stop.step() }).carryOut(Self.copies, at: Self.time)
            } catch is Stopped {}
            return house
        }
        let all = Stop(nil)
        _ = try await steps(all)
        #expect(all.count >= 8)
        var seen: Set<Int> = []
        for number in 1...all.count {
            let house = try await steps(Stop(number))
            try start(house)
            let mark = try await house.mark()
            #expect(mark == 1 || mark == 2, "\(kind), stopped before step \(number)")
            seen.insert(mark ?? 0)
            #expect(!Restore.hasLeftovers(in: house.data), "\(kind), stopped before step \(number)")
        }
        #expect(seen == [1, 2])
    }

    @Test("An order that was not carried out in time keeps the present data")
    func late() async throws {
        let house = try await house()
        try prepare(.restore, house)
        let later = Self.time.addingTimeInterval(RestoreOrder.patience + 1)
        let outcome = try #require(try Restore(folder: house.data).carryOut(Self.copies, at: later))
        #expect(outcome.failure?.contains("in time") == true)
        #expect(try await house.mark() == 2)
        #expect(!Restore.hasLeftovers(in: house.data))
    }
}

extension RestoreOrderTests {
    @Test("A change that was brought in is not carried out again, whenever the server stops at its end")
    func endedOnce() async throws {
        for name in ["order ended", "journal ended", "done"] {
            let house = try await house()
            try house.restore()
            try prepare(.undo, house)
            #expect(throws: Stopped.self, "\(name)") {
                _ = try Restore(folder: house.data, step: { if $0 == name { throw Stopped() } })
                    .carryOut(Self.copies, at: Self.time)
            }
            try start(house)
            try start(house)
            #expect(try await house.mark() == 2, "\(name)")
            #expect(!Restore.hasLeftovers(in: house.data), "\(name)")
        }
    }

    @Test("An order that fails keeps the present data, says why, and is not tried again")
    func failed() async throws {
        let house = try await house()
        try prepare(.restore, house)
        // What was staged is gone.
        try FileManager.default.removeItem(atPath: house.data + "/.restore/new/data/stillroom.sqlite")
        let outcome = try #require(try start(house))
        #expect(outcome.failure != nil)
        #expect(try await house.mark() == 2)
        #expect(!Restore.hasLeftovers(in: house.data))
        #expect(try start(house) == nil)
    }

    @Test("While one restore order waits, no second one is accepted; a withdrawn order is removed completely")
    func withdrawn() async throws {
        let house = try await house()
        let restore = Restore(folder: house.data)
        try prepare(.restore, house)
        for _ in 0..<2 {
            let error = #expect(throws: HouseholdError.self) { try restore.stage(house.reader(), Self.copies) }
            #expect(error?.code == .dataInUse)
            #expect(throws: HouseholdError.self) { try UploadedBackup(for: restore, expected: nil) }
        }
        try restore.withdraw()
        #expect(!Restore.hasLeftovers(in: house.data))
        #expect(try start(house) == nil)
        #expect(try await house.mark() == 2)
    }

    @Test("Without a checked backup or without data before a restore, no restore can be ordered")
    func nothing() async throws {
        let house = try await house()
        for kind in RestoreOutcome.Kind.allCases {
            let error = #expect(throws: HouseholdError.self) { try prepareOnly(kind, house) }
            #expect(error?.code == .notFound, "\(kind)")
            #expect(!Restore(folder: house.data).isOrdered)
        }
    }

    private func prepareOnly(_ kind: RestoreOutcome.Kind, _ house: BackupHouse) throws {
        try Restore(folder: house.data).order(kind, of: nil, settingsFile: nil, at: Self.time)
    }

    @Test("A damaged backup is refused when it is staged, and leaves nothing")
    func damaged() async throws {
        let house = try await house()
        let path = house.root.path + "/backup.tar"
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: path))
        #expect(throws: HouseholdError.self) { try Restore(folder: house.data).stage(house.reader(), Self.copies) }
        #expect(!FileManager.default.fileExists(atPath: house.data + "/.restore/new"))
        #expect(try await house.mark() == 2)
    }
}

extension RestoreOrderTests {
    @Test("An upload is written in pieces, is staged from there, and an empty one is refused")
    func uploaded() async throws {
        let house = try await house()
        let restore = Restore(folder: house.data)
        let bytes = try Data(contentsOf: URL(filePath: house.root.path + "/backup.tar"))
        let upload = try UploadedBackup(for: restore, expected: bytes.count)
        for start in stride(from: 0, to: bytes.count, by: 4096) {
            try upload.write(Array(bytes[start..<min(start + 4096, bytes.count)]))
        }
        #expect(try upload.finish().size == bytes.count)
        _ = try restore.stage(BackupReader(path: restore.uploadPath, key: nil), Self.copies)
        let empty = try UploadedBackup(for: restore, expected: 0)
        let error = #expect(throws: HouseholdError.self) { try empty.finish() }
        #expect(error?.code == .backupRefused)
        let full = #expect(throws: HouseholdError.self) { try UploadedBackup(for: restore, expected: 1 << 50) }
        #expect(full?.code == .storageFull)
    }
}
