import Backups
import Foundation
import Household
import Logging
import ServiceLifecycle
import Synchronization

/// Makes the backup of each day, and removes those that are not kept any more. Sleeps until the next one is due.
final class BackupJob: Service {
    let folder: String
    let schedule: BackupSchedule
    let retention: BackupRetention
    let shelf: BackupShelf
    /// Makes a backup at a path, and returns its description. Blocks; ends soon after the stop was asked for.
    let make: @Sendable (_ path: String, _ stop: BackupStop) throws -> BackupState.Made
    let isLocked: Bool
    let household: Household
    let logger: Logger
    /// What this process tried, also if the state cannot be written.
    private let tried = Mutex(BackupState())

    /// The longest sleep: it is also how late a clock is noticed that was set.
    static let longest: Double = 3600

    init(
        folder: String, schedule: BackupSchedule, retention: BackupRetention, shelf: BackupShelf, isLocked: Bool,
        household: Household, logger: Logger,
        make: @escaping @Sendable (_ path: String, _ stop: BackupStop) throws -> BackupState.Made
    ) {
        self.folder = folder
        self.schedule = schedule
        self.retention = retention
        self.shelf = shelf
        self.make = make
        self.isLocked = isLocked
        self.household = household
        self.logger = logger
    }

    /// Returns nil if no folder is set.
    convenience init?(_ settings: Settings, household: Household, logger: Logger) {
        guard let folder = settings.backupFolder else { return nil }
        let lock = settings.backupRecipient.map { BackupLock.recipients([$0]) }
        self.init(
            folder: folder, schedule: BackupSchedule(hour: settings.backupHour, zone: settings.zones.system),
            retention: settings.backupRetention, shelf: BackupShelf(dataFolder: settings.dataDirectory),
            isLocked: lock != nil, household: household, logger: logger
        ) { path, stop in
            let writer = try Compose.waiting { try await Compose.backupWriter(settings) }
            let catalogue = try writer.make(at: path, lock: lock, stop: stop)
            return BackupState.Made(
                at: catalogue.madeAt, file: path, size: BackupDocument.size(of: path), isLocked: lock != nil,
                missing: catalogue.missing.count)
        }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            while !Task.isCancelled {
                let (state, tried) = (shelf.state(), tried.withLock(\.self))
                let now = household.now()
                let next = schedule.next(
                    after: Self.later(state.scheduled?.at, tried.scheduled?.at, now),
                    failedAt: Self.later(state.failure?.at, tried.failure?.at, now), now: now)
                guard next <= now else {
                    let wait = min(Self.longest, max(1, next.timeIntervalSince(now)))
                    if (try? await household.pause(for: .seconds(wait))) == nil { return }
                    continue
                }
                await back(up: now)
            }
        }
    }

    /// The later one of two times that are not after `now`.
    private static func later(_ first: Date?, _ second: Date?, _ now: Date) -> Date? {
        [first, second].compactMap(\.self).filter { $0 <= now }.max()
    }

    private func back(up now: Date) async {
        do {
            let removed = try await Compose.blocking { [self] stop in try backUp(at: now, stop) }
            logger.info("backup", metadata: ["removed": "\(removed.count)"])
        } catch is CancellationError {
            // The server stops. The next one makes the backup.
        } catch {
            let message = (error as? HouseholdError)?.message ?? "\(type(of: error))"
            logger.error("no backup could be made", metadata: ["why": "\(message)"])
            note { $0.failure = .init(at: now, message: message) }
        }
    }

    /// Makes the backup, and removes those that are not kept any more. Returns the names of those. Blocks.
    private func backUp(at now: Date, _ stop: BackupStop) throws -> [String] {
        guard Photographs.isFolder(folder) else {
            throw HouseholdError(
                .storageFailed, "There is no folder \(folder).", hint: "Connect its disk, or make the folder.")
        }
        let folderID = folderID()
        let name = BackupName(at: now, folderID: folderID, isLocked: isLocked)
        let path = folder + "/" + name.text
        let before = shelf.state().scheduled
        let isSound = before.map { $0.missing == 0 } ?? true
        func prune() -> [String] { BackupShelf.prune(folder, of: folderID, keeping: retention, at: name.madeAt) }
        var removed: [String] = []
        let made: BackupState.Made
        do {
            made = try make(path, stop)
        } catch let error as HouseholdError where error.code == .storageFull && isSound {
            // The new one would take the place of these.
            removed = prune()
            guard !removed.isEmpty else { throw error }
            made = try make(path, stop)
        }
        note {
            $0.last = made
            $0.scheduled = made
            $0.failure = nil
            guard made.missing > 0 else { return }
            $0.failure = .init(
                at: now,
                message: "The last backup is not complete: \(made.missing) files of the household are missing on the "
                    + "disk or are links, so no earlier backup is removed. stillroom doctor says more.")
        }
        // An incomplete one takes the place of no other than the incomplete one before it.
        if let before, before.missing > 0, let file = before.file, file != path {
            BackupShelf.remove(file, of: folderID)
        }
        guard made.missing == 0 else {
            logger.error("the backup is not complete", metadata: ["missing": "\(made.missing)"])
            return removed
        }
        return removed + prune()
    }

    /// The identifier of the data folder in the names of its daily backups. The first call makes it.
    private func folderID() -> String {
        if let folderID = shelf.state().house ?? tried.withLock(\.house) { return folderID }
        let folderID = BackupName.newFolderID()
        note { $0.house = folderID }
        return folderID
    }

    private func note(_ change: (inout BackupState) -> Void) {
        tried.withLock { change(&$0) }
        if !shelf.note(change) { logger.error("the state of the backups cannot be written") }
    }
}

extension Settings {
    var backupRetention: BackupRetention {
        BackupRetention(daily: backupKeepDaily, weekly: backupKeepWeekly, monthly: backupKeepMonthly)
    }
}
