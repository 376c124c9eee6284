import Crypto
import Foundation
package import Household
import Messages
import Recognition

/// Reads a backup: checks it, or unpacks it into a folder.
package struct BackupReader: Sendable {
    package let path: String
    private let key: BackupKey?
    private let stop: BackupStop?

    package init(path: String, key: BackupKey?, stop: BackupStop? = nil) {
        self.path = path
        self.key = key
        self.stop = stop
    }

    /// Whether the file is locked with a passphrase or for public keys. Throws if it cannot be read.
    package static func isLocked(_ path: String) throws -> Bool {
        guard let file = try OpenFile.read(path, followingLinks: true) else { throw missing(path) }
        return try file.readAll(AgeFile.magic.count) == AgeFile.magic
    }

    /// Reads everything, compares it with the catalogue, and checks the copy of the database. Blocks. `work` is an
    /// existing folder of this process, for the copy.
    ///
    /// Throws `backupRefused` if anything differs.
    @discardableResult
    package func verify(_ copies: DatabaseCopies, work: String) throws -> BackupCatalogue {
        let copy = "\(work)/verified.sqlite"
        defer { Disk.remove(copy) }
        let catalogue = try read { path in path == BackupCatalogue.databasePath ? try OpenFile.create(copy) : nil }
        try Self.check(copy, catalogue, copies)
        return catalogue
    }

    /// Unpacks everything into an empty folder, flushed to the disk, and checks it like ``verify(_:work:)``.
    func unpack(into root: String, _ copies: DatabaseCopies) throws -> BackupCatalogue {
        var folders: Set<String> = [root]
        let catalogue = try read { path in
            let target = "\(root)/\(path)"
            let parent = Disk.folder(of: target)
            if folders.insert(parent).inserted { try Disk.makeFolder(parent) }
            return try OpenFile.create(target)
        }
        try Self.check("\(root)/\(BackupCatalogue.databasePath)", catalogue, copies)
        for folder in folders { folders.formUnion(Self.between(folder, and: root)) }
        for folder in folders { try Disk.flush(folder: folder) }
        return catalogue
    }

    /// Reads the archive once. `open` returns where the content of a file goes, nil for nowhere.
    private func read(_ open: (_ path: String) throws -> OpenFile?) throws -> BackupCatalogue {
        guard let file = try OpenFile.read(path, followingLinks: true) else { throw Self.missing(path) }
        let isLocked = try file.readAll(AgeFile.magic.count) == AgeFile.magic
        file.rewind()
        if isLocked, key == nil {
            throw HouseholdError(
                .backupRefused, localized("This backup is locked."),
                hint: localized("Give its passphrase with --passphrase-file, or its identity with --identity-file."))
        }
        // With a key, a person expects a locked backup; an unlocked one may come from another place.
        if !isLocked, key != nil {
            throw HouseholdError(
                .backupRefused,
                localized("This backup is not locked, and a passphrase or an identity was given for it."),
                hint: localized("If it may be an unlocked one, leave out --passphrase-file and --identity-file."))
        }
        let source: any ByteSource = isLocked ? try AgeReader(file, key: key ?? .identities([])) : file
        var found: [BackupCatalogue.File] = []
        var catalogue: BackupCatalogue?
        try TarReader(source).forEach { header, next in
            guard catalogue == nil else {
                throw BackupRefusal.damaged(localized("there are files behind its catalogue"))
            }
            if header.path == BackupCatalogue.path {
                guard header.size <= BackupCatalogue.most else {
                    throw BackupRefusal.damaged(localized("its catalogue is too long"))
                }
                var bytes: [UInt8] = []
                while case let piece = try next(), !piece.isEmpty { bytes += piece }
                catalogue = try BackupCatalogue.read(bytes)
                return
            }
            // SQLite would read a log or journal beside the database, and the check of the database reads it alone.
            guard header.path == BackupCatalogue.databasePath || !header.path.hasPrefix(BackupCatalogue.databasePath)
            else {
                throw BackupRefusal.damaged(
                    localized("it has a file that belongs to an open database (\(header.path, "file"))"))
            }
            let target = try open(header.path)
            var hash = SHA256()
            while case let piece = try next(), !piece.isEmpty {
                try stop?.check()
                hash.update(data: piece)
                try target?.write(piece[...])
            }
            try target?.flush()
            found.append(
                .init(path: header.path, size: header.size, sha256: Digest.hexadecimal(hash.finalize())))
        }
        guard let catalogue else { throw BackupRefusal.damaged(localized("it has no catalogue")) }
        guard catalogue.files == found else {
            let differing = zip(catalogue.files, found).first { $0 != $1 }?.0.path ?? localized("the number of files")
            throw BackupRefusal.damaged(
                localized("its content differs from its catalogue (\(differing, "file"))"))
        }
        return catalogue
    }

    private static func check(_ path: String, _ catalogue: BackupCatalogue, _ copies: DatabaseCopies) throws {
        guard Disk.exists(path) else { throw BackupRefusal.damaged(localized("it has no database")) }
        let facts: DatabaseFacts
        do { facts = try copies.inspect(path) } catch {
            throw BackupRefusal.damaged(localized("its database cannot be read"))
        }
        guard !facts.isNewer else {
            throw HouseholdError(
                .backupRefused, localized("The database in this backup was written by a newer release of Stillroom."),
                hint: localized("Install that release."))
        }
        guard facts.faults.isEmpty else {
            throw BackupRefusal.damaged(localized("its database is damaged: \(facts.faults[0], "fault")"))
        }
        guard facts.rows == catalogue.database.rows, facts.migrations == catalogue.database.migrations else {
            throw BackupRefusal.damaged(localized("its database is not the one of its catalogue"))
        }
        let present = Set(catalogue.files.map(\.path)).union(catalogue.missing)
        for digest in facts.photographs {
            for file in DataFolder.files(ofPhotograph: digest)
            where !present.contains(BackupCatalogue.dataFolder + file) {
                throw BackupRefusal.damaged(localized("a photograph is missing in it"))
            }
        }
    }

    /// The folders above `folder`, up to `root`.
    private static func between(_ folder: String, and root: String) -> [String] {
        var folders: [String] = []
        var folder = folder
        while folder.count > root.count {
            folders.append(folder)
            folder = Disk.folder(of: folder)
        }
        return folders
    }

    private static func missing(_ path: String) -> HouseholdError {
        HouseholdError(.notFound, localized("There is no file \(path, "file")."))
    }
}
