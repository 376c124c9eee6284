import Crypto
package import Foundation
package import Household
import Messages
package import Recognition

/// Makes the archive of a backup.
///
/// The photographs are first, the copy of the database is after them, and photographs that it names and that came in
/// between are behind it. A photograph that the copy names and that is gone was removed after the copy was made: then a
/// new copy is made, which does not name it. So a photograph that is removed meanwhile disturbs nothing, no photograph
/// has to be kept for the backup, and each row has its file.
package struct BackupWriter: Sendable {
    let dataFolder: String
    let settingsFile: String?
    let release: String
    let copies: DatabaseCopies
    let elsewhere: Elsewhere?
    let now: @Sendable () -> Date

    /// Photographs that are not in the data folder. Both functions block.
    package struct Elsewhere: Sendable {
        /// The sum of their sizes in bytes.
        let size: @Sendable () throws -> Int
        /// Returns a file of a photograph; nil if there is none, or a damaged one.
        let fetch: @Sendable (Recognition.Digest, PhotographArchive.Kind) throws -> [UInt8]?

        package init(
            size: @escaping @Sendable () throws -> Int,
            fetch: @escaping @Sendable (Recognition.Digest, PhotographArchive.Kind) throws -> [UInt8]?
        ) {
            self.size = size
            self.fetch = fetch
        }
    }

    package init(
        dataFolder: String, settingsFile: String?, release: String, copies: DatabaseCopies,
        elsewhere: Elsewhere? = nil, now: @escaping @Sendable () -> Date
    ) {
        self.dataFolder = dataFolder
        self.settingsFile = settingsFile
        self.release = release
        self.copies = copies
        self.elsewhere = elsewhere
        self.now = now
    }

    /// How often a copy of the database is made until each photograph that it names is there.
    private static let attempts = 4

    /// Writes the backup to a new file, locked if there is a lock, and reads it back. Nothing has the final name before
    /// that, and a file of that name is never replaced. Blocks.
    ///
    /// Throws `storageFull`, `storageFailed`, or `backupRefused` if what was read back is not what was written, and
    /// `CancellationError` soon after `stop` was asked for. Nothing is left of the file then.
    @discardableResult
    package func make(at path: String, lock: BackupLock?, stop: BackupStop? = nil) throws -> BackupCatalogue {
        guard !Disk.exists(path) else {
            throw HouseholdError(
                .storageFailed, localized("There is a file \(path, "file") already."),
                hint: localized("Choose another name. No file is replaced."))
        }
        let folder = Disk.folder(of: path)
        try checkPlace(of: folder)
        for folder in [folder, "\(dataFolder)/\(DataFolder.backups)"] { BackupShelf.tidy(folder, at: now()) }
        try checkRoom(in: folder)
        let unfinished = "\(folder)/\(Self.unfinishedPrefix)\(Disk.uniqueName())\(Self.unfinishedSuffix)"
        let work = "\(dataFolder)/\(DataFolder.backups)/.work-\(Disk.uniqueName())"
        defer { Disk.adopt("\(dataFolder)/\(DataFolder.backups)") }
        try Disk.makeFolder(work)
        defer { Disk.remove(work) }
        defer { unsafe unlink(unfinished) }
        let file = try OpenFile.create(unfinished)
        let key: BackupKey?
        let written: BackupCatalogue
        if let lock {
            let sealed = try AgeWriter(file, lock: lock)
            written = try write(to: sealed, work: work, stop)
            try sealed.finish()
            key = .fileKey(sealed.fileKey)
        } else {
            written = try write(to: file, work: work, stop)
            key = nil
        }
        try file.flush()
        let read = try BackupReader(path: unfinished, key: key, stop: stop).verify(copies, work: work)
        guard read == written else {
            throw BackupRefusal.damaged(localized("the disk returned something else than was written"))
        }
        try stop?.check()
        try Disk.renameWithoutReplacing(unfinished, path)
        try Disk.flush(folder: folder)
        return written
    }

    /// The names of files that are being written, whatever they are called in the end.
    static let unfinishedPrefix = ".stillroom-"
    static let unfinishedSuffix = ".unfinished"

    private func write(to sink: any ByteSink, work: String, _ stop: BackupStop?) throws -> BackupCatalogue {
        let archive = ArchiveFiles(TarWriter(sink), modified: Int(now().timeIntervalSince1970), stop)
        let data = DataFolder(path: dataFolder)
        let madeAt = Date(timeIntervalSince1970: now().timeIntervalSince1970.rounded(.down))
        try archive.add(BackupCatalogue.readMePath, Array(BackupCatalogue.readMe(release: release).utf8))
        var leftOut: Set<String> = []
        func add(_ file: String) throws {
            let (name, path) = (BackupCatalogue.dataFolder + file, "\(dataFolder)/\(file)")
            // What was removed meanwhile is not missing; a link, or another thing that is no file, is.
            if try !archive.add(name, from: path), Disk.exists(path) { leftOut.insert(name) }
        }
        try data.photographs(add)
        try data.others(add)
        if let settingsFile {
            // There may be none.
            _ = try archive.add(BackupCatalogue.settingsPath, from: settingsFile, followingLinks: true)
        }
        let copy = "\(work)/copy.sqlite"
        let (facts, missing) = try copyDatabase(to: copy, archive, stop)
        guard try archive.add(BackupCatalogue.databasePath, from: copy) else {
            throw HouseholdError(
                .storageFailed, localized("The copy of the database is gone."), hint: localized("Try again."))
        }
        let catalogue = BackupCatalogue(
            format: BackupCatalogue.currentFormat, release: release, madeAt: madeAt,
            database: .init(migrations: facts.migrations, households: facts.households, rows: facts.rows),
            files: archive.files, missing: leftOut.union(missing).sorted())
        try archive.add(BackupCatalogue.path, try catalogue.encoded())
        try archive.tar.finish()
        return catalogue
    }

    /// Copies the database, and adds the photographs that it names and the archive does not have yet. Returns what the
    /// copy contains, and the files that it names and that are really missing.
    private func copyDatabase(
        to path: String, _ archive: ArchiveFiles, _ stop: BackupStop?
    ) throws -> (facts: DatabaseFacts, missing: [String]) {
        var gone: Set<String> = []
        var attempt = 1
        while true {
            try stop?.check()
            try copies.copy(path)
            try stop?.check()
            let facts = try copies.inspect(path)
            guard facts.faults.isEmpty else {
                throw HouseholdError(
                    .storageFailed, localized("The database is damaged: \(facts.faults[0], "fault")."),
                    hint: localized("Restore an earlier backup: stillroom restore FILE."))
            }
            var missing: Set<String> = []
            for digest in facts.photographs.sorted() {
                for (kind, file) in zip(PhotographArchive.Kind.allCases, DataFolder.files(ofPhotograph: digest)) {
                    let name = BackupCatalogue.dataFolder + file
                    if archive.has(name) { continue }
                    if try archive.add(name, from: "\(dataFolder)/\(file)") { continue }
                    try stop?.check()
                    if let digest = Recognition.Digest(digest), let bytes = try elsewhere?.fetch(digest, kind) {
                        try archive.add(name, bytes)
                    } else {
                        missing.insert(name)
                    }
                }
            }
            // What two copies name is not there, although its row is: a copy of the rest is better than none.
            if missing.isSubset(of: gone) || attempt == Self.attempts { return (facts, missing.sorted()) }
            gone.formUnion(missing)
            attempt += 1
            Disk.remove(path)
        }
    }
}

/// The files of an archive that is being written.
private final class ArchiveFiles {
    let tar: TarWriter
    private let modified: Int
    private let stop: BackupStop?
    private(set) var files: [BackupCatalogue.File] = []
    private var names: Set<String> = []

    private static let piece = 1 << 20

    init(_ tar: TarWriter, modified: Int, _ stop: BackupStop?) {
        self.tar = tar
        self.modified = modified
        self.stop = stop
    }

    func has(_ name: String) -> Bool { names.contains(name) }

    func add(_ name: String, _ bytes: [UInt8]) throws {
        try tar.begin(name, size: bytes.count, modified: modified)
        if !bytes.isEmpty { try tar.write(bytes) }
        note(name, bytes.count, SHA256.hash(data: bytes))
    }

    /// Returns false if there is no such regular file. Throws `storageFailed` if it changes while it is read.
    func add(_ name: String, from path: String, followingLinks: Bool = false) throws -> Bool {
        guard let file = try OpenFile.read(path, followingLinks: followingLinks) else { return false }
        let state = try file.state()
        let size = Int(state.st_size)
        try tar.begin(name, size: size, modified: Int(state.st_mtim.tv_sec))
        var hash = SHA256()
        var missing = size
        while missing > 0 {
            try stop?.check()
            let bytes = try file.read(upTo: min(missing, Self.piece))
            guard !bytes.isEmpty else {
                throw HouseholdError(
                    .storageFailed, localized("The file \(path, "file") was changed while it was read."),
                    hint: localized("Try again."))
            }
            hash.update(data: bytes)
            try tar.write(bytes)
            missing -= bytes.count
        }
        note(name, size, hash.finalize())
        return true
    }

    private func note(_ name: String, _ size: Int, _ digest: SHA256.Digest) {
        names.insert(name)
        files.append(.init(path: name, size: size, sha256: Digest.hexadecimal(digest)))
    }
}
