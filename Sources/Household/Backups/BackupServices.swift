import Messages

/// A backup that was made to be downloaded. Its file is gone as soon as this value and the copies of it are.
package struct BackupDownload: Sendable {
    package let fileName: String
    package let size: Int
    /// Returns the next bytes; none at the end.
    package let read: @Sendable () async throws -> [UInt8]

    package init(fileName: String, size: Int, read: @escaping @Sendable () async throws -> [UInt8]) {
        self.fileName = fileName
        self.size = size
        self.read = read
    }
}

/// What makes backups and knows of them.
package struct BackupServices: Sendable {
    /// The folder of the daily backups; nil if none are made.
    package let folder: String?
    package let state: @Sendable () -> BackupState
    /// The backups in the folder, newest first. The folder may be on a disk that answers late.
    package let list: @Sendable () async -> [BackupState.Made]
    /// Makes a backup and reads it back; locked with the passphrase if there is one. Ends soon after its task is
    /// cancelled. Throws `HouseholdError`.
    package let make: @Sendable (_ passphrase: [UInt8]?) async throws -> BackupDownload

    package init(
        folder: String?, state: @escaping @Sendable () -> BackupState,
        list: @escaping @Sendable () async -> [BackupState.Made],
        make: @escaping @Sendable (_ passphrase: [UInt8]?) async throws -> BackupDownload
    ) {
        self.folder = folder
        self.state = state
        self.list = list
        self.make = make
    }

    /// For a household without files.
    package static let unavailable = BackupServices(
        folder: nil, state: { BackupState() }, list: { [] },
        make: { _ in throw HouseholdError(.storageFailed, localized("This household has no files to back up.")) })
}
