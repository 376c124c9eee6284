package import Foundation

/// What is known of the backups of the schedule: the state of the last attempt, kept in the data folder.
package struct BackupState: Codable, Sendable, Hashable {
    package struct Made: Codable, Sendable, Hashable {
        package let at: Date
        /// The path of the file; nil for a backup that was downloaded.
        package let file: String?
        package let size: Int
        package let isLocked: Bool

        package init(at: Date, file: String?, size: Int, isLocked: Bool) {
            self.at = at
            self.file = file
            self.size = size
            self.isLocked = isLocked
        }
    }

    package struct Failure: Codable, Sendable, Hashable {
        package let at: Date
        package let message: String

        package init(at: Date, message: String) {
            self.at = at
            self.message = message
        }
    }

    /// The last good backup, made by the schedule, by the command or on the page.
    package var last: Made?
    /// The last good backup of the schedule.
    package var scheduled: Made?
    /// Why the last attempt of the schedule failed; nil after a good one.
    package var failure: Failure?

    package init(last: Made? = nil, scheduled: Made? = nil, failure: Failure? = nil) {
        self.last = last
        self.scheduled = scheduled
        self.failure = failure
    }
}
