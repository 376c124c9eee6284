import Backups
import Foundation

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

    private static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }

    func show(_ output: DocumentOptions, as title: String) throws {
        if !missing.isEmpty {
            Terminal.error(
                "\(Self.count(missing.count, "file")) not in it, because they were missing on the disk or are links: "
                    + missing.prefix(3).joined(separator: ", ") + (missing.count > 3 ? ", …" : ""))
        }
        if output.json { return try output.print(self) }
        Terminal.print(
            "\(title): \(Self.text(bytes: size)), \(Self.count(files, "file")), \(Self.count(plants, "plant")), "
                + "\(Self.count(photographs, "photograph")), \(isLocked ? "locked" : "not locked")")
    }
}
