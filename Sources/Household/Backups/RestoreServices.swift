package import Foundation
import Messages

/// A backup that was unpacked beside the data and checked, and waits for the decision of a person.
package struct StagedBackup: Sendable, Hashable {
    package let madeAt: Date
    /// The release of Stillroom that made it.
    package let release: String
    /// The size of its files in bytes.
    package let size: Int
    package let files: Int
    package let plants: Int
    package let photographs: Int
    package let medicines: Int
    package let accounts: Int
    /// How many files were missing when it was made.
    package let missing: Int

    package init(
        madeAt: Date, release: String, size: Int, files: Int, plants: Int, photographs: Int, medicines: Int,
        accounts: Int, missing: Int
    ) {
        self.madeAt = madeAt
        self.release = release
        self.size = size
        self.files = files
        self.plants = plants
        self.photographs = photographs
        self.medicines = medicines
        self.accounts = accounts
        self.missing = missing
    }
}

/// A backup that arrives from a browser, and is written to the disk of the data.
package struct RestoreUpload: Sendable {
    /// Throws `storageFull` if too little room would be left.
    package let write: @Sendable (_ bytes: [UInt8]) async throws -> Void
    /// Makes it the uploaded backup. Returns its size and whether it is locked.
    package let finish: @Sendable () async throws -> (size: Int, isLocked: Bool)

    package init(
        write: @escaping @Sendable (_ bytes: [UInt8]) async throws -> Void,
        finish: @escaping @Sendable () async throws -> (size: Int, isLocked: Bool)
    ) {
        self.write = write
        self.finish = finish
    }
}

/// Where a backup is.
package enum RestoreSource: Sendable, Hashable {
    /// A file of this name in the folder of the daily backups.
    case listed(String)
    case uploaded
}

/// What opens a locked backup.
package enum RestoreKey: Sendable {
    case passphrase([UInt8])
    /// The text of an identity file of age.
    case identity(String)
}

/// What changes the data of a server that is running: everything is prepared beside them, and swapped by the server when it
/// has stopped and starts itself again.
package struct RestoreServices: Sendable {
    /// Whether this process can start itself again.
    package let isAvailable: Bool
    /// Whether data of before a restore are kept.
    package let hasKept: @Sendable () async -> Bool
    /// The change that waits for the next start; nil if there is none.
    package let ordered: @Sendable () async -> RestoreOutcome.Kind?
    /// Begins an upload, which replaces an earlier one. Throws `storageFull`.
    package let receive: @Sendable (_ expected: Int?) async throws -> RestoreUpload
    /// Unpacks and checks a backup. Ends soon after its task is cancelled. Throws `backupRefused`, `notFound`,
    /// `storageFull`, `storageFailed`.
    package let stage: @Sendable (_ source: RestoreSource, _ key: RestoreKey?) async throws -> StagedBackup
    /// Orders a change for the next start. `madeAt` is the time of the backup. Throws if it is known to be impossible.
    package let order: @Sendable (_ kind: RestoreOutcome.Kind, _ madeAt: Date?) async throws -> Void
    /// Removes an order, and what was unpacked and uploaded.
    package let withdraw: @Sendable () async throws -> Void
    /// Stops the server gracefully, and starts it again in the same process.
    package let restart: @Sendable () -> Void

    package init(
        isAvailable: Bool, hasKept: @escaping @Sendable () async -> Bool,
        ordered: @escaping @Sendable () async -> RestoreOutcome.Kind?,
        receive: @escaping @Sendable (_ expected: Int?) async throws -> RestoreUpload,
        stage: @escaping @Sendable (_ source: RestoreSource, _ key: RestoreKey?) async throws -> StagedBackup,
        order: @escaping @Sendable (_ kind: RestoreOutcome.Kind, _ madeAt: Date?) async throws -> Void,
        withdraw: @escaping @Sendable () async throws -> Void, restart: @escaping @Sendable () -> Void
    ) {
        self.isAvailable = isAvailable
        self.hasKept = hasKept
        self.ordered = ordered
        self.receive = receive
        self.stage = stage
        self.order = order
        self.withdraw = withdraw
        self.restart = restart
    }

    private static var none: HouseholdError {
        HouseholdError(.storageFailed, localized("This household has no files that could be restored."))
    }

    /// For a household without files, and for commands.
    package static let unavailable = RestoreServices(
        isAvailable: false, hasKept: { false }, ordered: { nil }, receive: { _ in throw none },
        stage: { _, _ in throw none }, order: { _, _ in throw none }, withdraw: { throw none }, restart: {})
}
