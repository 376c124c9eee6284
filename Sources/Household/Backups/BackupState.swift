package import Foundation

/// What is known of the backups of the schedule: the state of the last attempt, kept in the data folder.
package struct BackupState: Codable, Sendable, Hashable {
    package struct Made: Codable, Sendable, Hashable {
        package let at: Date
        /// The path of the file; nil for a backup that was downloaded.
        package let file: String?
        package let size: Int
        package let isLocked: Bool
        /// How many files of the household were missing when it was made, or could not be put into it; 0 if it is
        /// complete.
        package let missing: Int

        package init(at: Date, file: String?, size: Int, isLocked: Bool, missing: Int = 0) {
            self.at = at
            self.file = file
            self.size = size
            self.isLocked = isLocked
            self.missing = missing
        }

        /// The first states that were written do not have `missing`.
        package init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                at: try fields.decode(Date.self, forKey: .at),
                file: try fields.decodeIfPresent(String.self, forKey: .file),
                size: try fields.decode(Int.self, forKey: .size),
                isLocked: try fields.decode(Bool.self, forKey: .isLocked),
                missing: try fields.decodeIfPresent(Int.self, forKey: .missing) ?? 0)
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

    /// The last backup that was made and read back, by the schedule, by the command or on the page.
    package var last: Made?
    /// The last one of the schedule.
    package var scheduled: Made?
    /// Why the last attempt of the schedule failed, or that its backup is not complete; nil after a good one.
    package var failure: Failure?
    /// A random name of this data folder, which is in the names of its daily backups: other households may keep theirs
    /// in the same folder.
    package var house: String?
    /// What became of the last change of the data that was confirmed on the page.
    package var restored: RestoreOutcome?

    package init(last: Made? = nil, scheduled: Made? = nil, failure: Failure? = nil) {
        self.last = last
        self.scheduled = scheduled
        self.failure = failure
    }
}
