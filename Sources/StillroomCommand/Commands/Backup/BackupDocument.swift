import Backups
import Foundation
import Messages

/// What commands answer about a backup.
struct BackupDocument: Encodable {
    let file: String
    let madeAt: Date
    let release: String
    let size: Int
    let isLocked: Bool
    let files: Int
    let households: Int
    let photographs: Int
    let plants: Int
    /// The files that were missing when it was made, or that are links.
    let missing: [String]

    init(_ path: String, _ catalogue: BackupCatalogue, isLocked: Bool) {
        file = path
        madeAt = catalogue.madeAt
        release = catalogue.release
        size = Self.size(of: path)
        self.isLocked = isLocked
        files = catalogue.files.count
        households = catalogue.database.households
        photographs = catalogue.database.rows["photograph"] ?? 0
        plants = catalogue.database.rows["plant"] ?? 0
        missing = catalogue.missing
    }

    static func size(of path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
    }

    static func text(bytes: Int) -> String { BackupShelf.text(bytes: bytes) }

    /// Prints the document; for people `title` and what is in the backup.
    func show(_ output: DocumentOptions, as title: String) throws {
        if !missing.isEmpty {
            let names = missing.prefix(3).joined(separator: ", ") + (missing.count > 3 ? ", …" : "")
            Terminal.error(
                localized(
                    missing.count,
                    one: """
                        1 file not in it, because they were missing on the disk or are links: \(names, "files")
                        """,
                    other: """
                        \(missing.count, "count") files not in it, because they were missing on the disk or are links: \
                        \(names, "files")
                        """))
        }
        if output.json { return try output.print(self) }
        let contents = [
            Self.text(bytes: size), localized(files, one: "1 file", other: "\(files, "count") files"),
            localized(plants, one: "1 plant", other: "\(plants, "count") plants"),
            localized(photographs, one: "1 photograph", other: "\(photographs, "count") photographs"),
            isLocked ? localized("locked") : localized("not locked"),
        ]
        Terminal.print("\(title): \(contents.joined(separator: ", "))")
    }
}
