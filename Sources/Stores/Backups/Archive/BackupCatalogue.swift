package import Foundation
import Household
import Messages

/// The list of everything in a backup: the last file of its archive, as JSON.
package struct BackupCatalogue: Codable, Sendable, Hashable {
    /// The version of the form of backups that this release writes, and the newest that it reads.
    static let currentFormat = 1

    package struct File: Codable, Sendable, Hashable {
        package let path: String
        package let size: Int
        /// SHA-256, hexadecimal.
        package let sha256: String
    }

    package struct Database: Codable, Sendable, Hashable {
        package let migrations: [String]
        package let households: Int
        package let rows: [String: Int]
    }

    package let format: Int
    /// The release of Stillroom that made it.
    package let release: String
    package let madeAt: Date
    package let database: Database
    package let files: [File]
    /// The paths of files that rows of the database name and that were missing when the backup was made, and of links
    /// and other things in the data folder that are no files.
    package let missing: [String]

    /// The paths in the archive.
    static let path = "catalogue.json"
    static let readMePath = "README.txt"
    static let dataFolder = "data/"
    static let databasePath = "data/stillroom.sqlite"
    static let settingsPath = "settings/config.json"

    /// The largest catalogue: that of about two million files.
    static let most = 512 << 20

    /// The sum of the sizes of all files.
    package var size: Int { files.reduce(0) { $0 + $1.size } }

    /// Whether the settings file is in it.
    package var hasSettings: Bool { files.contains { $0.path == Self.settingsPath } }

    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }

    /// Throws `backupRefused` if it is damaged or of a newer form.
    static func read(_ bytes: [UInt8]) throws(HouseholdError) -> BackupCatalogue {
        struct Format: Decodable {
            let format: Int
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let format = try? decoder.decode(Format.self, from: Data(bytes)).format else {
            throw BackupRefusal.damaged(localized("its catalogue cannot be read"))
        }
        guard format <= currentFormat else {
            throw HouseholdError(
                .backupRefused, localized("This backup was made by a newer release of Stillroom."),
                hint: localized("Install that release."))
        }
        guard let catalogue = try? decoder.decode(BackupCatalogue.self, from: Data(bytes)) else {
            throw BackupRefusal.damaged(localized("its catalogue cannot be read"))
        }
        return catalogue
    }

    static func readMe(release: String) -> String {
        """
        This is a backup of a household of Stillroom \(release), in form \(currentFormat).

        stillroom restore FILE brings it back. Without Stillroom: data/stillroom.sqlite is a database of SQLite,
        data/photographs has the photographs as they were taken (.original), data/secrets has keys that no one else
        should get, settings has the settings file, and catalogue.json lists all files with their SHA-256.

        """
    }
}
