import Backups
import Foundation
import Household
import Logging
import ServiceLifecycle

/// Makes the backup of each day, and removes those that are not kept any more. Sleeps until the next one is due.
struct BackupJob: Service {
    let folder: String
    let schedule: BackupSchedule
    let retention: BackupRetention
    let shelf: BackupShelf
    /// Makes a backup at a path, and returns its description. Blocks.
    let make: @Sendable (_ path: String) throws -> BackupState.Made
    let isLocked: Bool
    let household: Household
    let logger: Logger

    /// The longest sleep: it is also how late a clock is noticed that was set.
    static let longest: Double = 3600

    /// Returns nil if no folder is set.
    init?(_ settings: Settings, household: Household, logger: Logger) {
        guard let folder = settings.backupFolder else { return nil }
        self.folder = folder
        schedule = BackupSchedule(hour: settings.backupHour, zone: settings.zones.system)
        retention = settings.backupRetention
        shelf = BackupShelf(dataFolder: settings.dataDirectory)
        let lock = settings.backupRecipient.map { BackupLock.recipients([$0]) }
        isLocked = lock != nil
        make = { path in
            let catalogue = try Compose.backupWriter(settings).make(at: path, lock: lock)
            return BackupState.Made(
                at: catalogue.madeAt, file: path, size: BackupDocument.size(of: path), isLocked: lock != nil)
        }
        self.household = household
        self.logger = logger
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                let state = shelf.state()
                let now = household.now()
                let next = schedule.next(after: state.scheduled?.at, failedAt: state.failure?.at, now: now)
                guard next <= now else {
                    let wait = min(Self.longest, max(1, next.timeIntervalSince(now)))
                    if (try? await household.pause(for: .seconds(wait))) == nil { return }
                    continue
                }
                await back(up: now)
            }
        }
    }

    private func back(up now: Date) async {
        let name = BackupName(at: now, isScheduled: true, isLocked: isLocked)
        do {
            let removed = try await Compose.blocking { [self] in
                guard Photographs.isFolder(folder) else {
                    throw HouseholdError(
                        .storageFailed, "There is no folder \(folder).", hint: "Connect its disk, or make the folder.")
                }
                let made = try make(folder + "/" + name.text)
                shelf.note {
                    $0.last = made
                    $0.scheduled = made
                    $0.failure = nil
                }
                return BackupShelf.prune(folder, keeping: retention)
            }
            logger.info("backup", metadata: ["removed": "\(removed.count)"])
        } catch {
            let message = (error as? HouseholdError)?.message ?? "\(type(of: error))"
            logger.error("no backup could be made", metadata: ["why": "\(message)"])
            shelf.note { $0.failure = .init(at: now, message: message) }
        }
    }
}

extension Settings {
    var backupRetention: BackupRetention {
        BackupRetention(daily: backupKeepDaily, weekly: backupKeepWeekly, monthly: backupKeepMonthly)
    }
}
