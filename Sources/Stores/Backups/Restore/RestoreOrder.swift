package import Foundation
package import Household
import Messages

/// A change of the data that a person has confirmed while a server used them. It is a file in the folder of the restore,
/// and is carried out before the database is opened the next time.
struct RestoreOrder: Codable, Hashable {
    let kind: RestoreOutcome.Kind
    /// When the backup was made that comes in; nil for the other kinds.
    let madeAt: Date?
    /// Where the settings file of the backup goes if there is none; nil to leave it.
    let settingsFile: String?
    /// When a person confirmed it.
    let orderedAt: Date

    static let name = "order.json"
    /// The server starts itself again at once. An order that was not carried out in this many seconds is not any more: what
    /// was logged since would leave with the present data.
    static let patience: TimeInterval = 900

    func isInTime(at time: Date) -> Bool { abs(time.timeIntervalSince(orderedAt)) <= Self.patience }
    private static func path(in folder: String) -> String { "\(folder)/\(DataFolder.restore)/\(name)" }

    static func exists(in folder: String) -> Bool { Disk.exists(path(in: folder)) }

    /// Returns nil if there is none, or if it cannot be read: then the present data stay.
    static func read(in folder: String) -> RestoreOrder? {
        guard let file = try? OpenFile.read(path(in: folder)), let bytes = try? file.readAll(1 << 20) else {
            return nil
        }
        return try? JSONDecoder().decode(RestoreOrder.self, from: Data(bytes))
    }

    /// Writes the order. Everything that comes in must be on the disk.
    func write(in folder: String, _ step: RestoreJournal.Step) throws {
        let work = "\(folder)/\(DataFolder.restore)"
        try Disk.makeFolder(work)
        let unfinished = "\(work)/\(Self.name).unfinished"
        Disk.remove(unfinished)
        let file = try OpenFile.create(unfinished)
        try file.write(Array(try JSONEncoder().encode(self))[...])
        try file.flush()
        try step("order")
        try Disk.rename(unfinished, Self.path(in: folder))
        try Disk.flush(folder: work)
        try Disk.flush(folder: folder)
    }
}

extension Restore {
    private var work: String { "\(folder)/\(DataFolder.restore)" }
    private var staged: String { "\(work)/new" }

    /// Where a backup is written that is uploaded.
    package var uploadPath: String { "\(work)/upload" }

    /// Whether a change waits for the next start.
    package var isOrdered: Bool { RestoreOrder.exists(in: folder) }
    package var orderedKind: RestoreOutcome.Kind? { RestoreOrder.read(in: folder)?.kind }

    /// Unpacks the backup beside the present data, and checks everything, while others use the folder. Replaces what was
    /// staged before. Blocks. Throws as ``run(_:copies:settingsFile:at:)``; the present data are unchanged in any case.
    package func stage(_ reader: BackupReader, _ copies: DatabaseCopies) throws -> BackupCatalogue {
        try refuseIfOrdered()
        try refuseIfKept()
        Disk.remove(staged)
        // The present data are in use, and must not run out of room.
        try checkRoom(for: reader.path, reserve: UploadedBackup.reserve(in: folder))
        try Disk.makeFolder(staged)
        var isComplete = false
        defer { if !isComplete { Disk.remove(staged) } }
        try step("unpack")
        let catalogue = try reader.unpack(into: staged, copies)
        isComplete = true
        return catalogue
    }

    /// Orders a change for the next start. Throws if it is already known to be impossible, `notFound` if there is nothing
    /// to bring in; then there is no order. Blocks.
    package func order(_ kind: RestoreOutcome.Kind, of backup: Date?, settingsFile: String?, at time: Date) throws {
        try refuseIfOrdered()
        switch kind {
        case .restore:
            try refuseIfKept()
            guard Disk.exists("\(staged)/\(BackupCatalogue.databasePath)") else {
                throw HouseholdError(
                    .notFound, localized("No backup was checked."), hint: localized("Choose one first."))
            }
            try SwapCheck(folder: folder).check(journal(settingsFile: settingsFile, at: time))
        case .undo, .forget:
            guard try kept().last != nil else {
                throw HouseholdError(.notFound, localized("There are no data of before a restore."))
            }
            // What was staged or uploaded belongs to another change.
            Disk.remove(work)
        }
        try RestoreOrder(kind: kind, madeAt: backup, settingsFile: settingsFile, orderedAt: time)
            .write(in: folder, step)
    }

    /// Removes an order and what was staged or uploaded. Nothing else changes. Blocks.
    package func withdraw() throws {
        guard !Self.isPending(in: folder) else {
            throw HouseholdError(
                .dataInUse, localized("The restore is under way."), hint: localized("Wait until it is done."))
        }
        Disk.remove("\(work)/\(RestoreOrder.name)")
        Disk.remove(work)
    }

    /// Carries out the order, if there is one: the caller is the only user of the folder. A stop at any moment leaves the
    /// order, or the journal, which the next start finishes. Returns what became of it; an order that fails is removed,
    /// and the present data stay. Throws only if a swap was interrupted. Blocks.
    package func carryOut(_ copies: DatabaseCopies, at time: Date) throws -> RestoreOutcome? {
        guard !Self.isPending(in: folder), isOrdered else { return nil }
        guard let order = RestoreOrder.read(in: folder) else {
            Disk.remove(work)
            return nil
        }
        let database = try database(of: order.kind)
        do {
            // The reason of a failure is stored, so it is English.
            try Localization.$current.withValue(.english) { try carryOut(order, copies, at: time) }
        } catch let error as HouseholdError {
            // A journal that is still there is finished by the next start.
            guard !Self.isPending(in: folder) else { throw error }
            // What came in is there, also if the cleaning up after it failed.
            let isIn = database.map { !Disk.exists($0) } ?? false
            Disk.remove(work)
            return RestoreOutcome(
                kind: order.kind, at: time, madeAt: order.madeAt, failure: isIn ? nil : error.message)
        }
        try step("done")
        Disk.remove(work)
        return RestoreOutcome(kind: order.kind, at: time, madeAt: order.madeAt, failure: nil)
    }

    private func carryOut(_ order: RestoreOrder, _ copies: DatabaseCopies, at time: Date) throws {
        guard order.isInTime(at: time) else {
            throw HouseholdError(
                .dataInUse,
                localized("The server did not start itself again in time, or another process used the data."))
        }
        switch order.kind {
        case .restore: try swapIn(order, copies, at: time)
        case .undo:
            guard try undoOnce(copies, at: time) else {
                throw HouseholdError(.notFound, localized("There are no data of before a restore."))
            }
        case .forget:
            for name in try kept() {
                try step("forget \(name)")
                Disk.remove("\(folder)/\(name)")
            }
            if let left = try kept().first {
                let path = "\(folder)/\(left)"
                throw HouseholdError(
                    .storageFailed, localized("\(path, "folder") cannot be removed completely."))
            }
        }
    }

    /// The database that a change brings in, as long as it is not in; nil for one that brings none in, or if it is missing.
    private func database(of kind: RestoreOutcome.Kind) throws -> String? {
        let path: String? =
            switch kind {
            case .restore: "\(staged)/\(BackupCatalogue.databasePath)"
            case .undo: try kept().last.map { "\(folder)/\($0)/\(DataFolder.databaseName)" }
            case .forget: nil
            }
        return path.flatMap { Disk.exists($0) ? $0 : nil }
    }

    /// What a swap that was interrupted was ordered for, once it is complete at `time`; nil if it was not ordered on the
    /// page. To be asked before it is finished.
    package func pendingOutcome(at time: Date) -> RestoreOutcome? {
        guard Self.isPending(in: folder) else { return nil }
        return RestoreOrder.read(in: folder).map {
            RestoreOutcome(kind: $0.kind, at: time, madeAt: $0.madeAt, failure: nil)
        }
    }

    private func swapIn(_ order: RestoreOrder, _ copies: DatabaseCopies, at time: Date) throws {
        try refuseIfKept()
        let database = "\(staged)/\(BackupCatalogue.databasePath)"
        guard Disk.exists(database) else { throw HouseholdError(.notFound, localized("What was checked is gone.")) }
        try step("settle")
        try copies.settle(database, time)
        try Disk.flush(folder: "\(staged)/data")
        let journal = try journal(settingsFile: order.settingsFile, at: time)
        try SwapCheck(folder: folder).check(journal)
        try journal.commit(in: folder, step)
        try journal.finish(in: folder, step)
    }

    private func refuseIfOrdered() throws {
        guard !isOrdered else {
            throw HouseholdError(
                .dataInUse, localized("A restore already waits for the next start of the server."),
                hint: localized("Restart the server, or withdraw the restore."))
        }
    }
}
