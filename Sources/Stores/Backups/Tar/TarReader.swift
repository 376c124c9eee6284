import Household
import Messages

/// Reads a tar archive of regular files, one after the other. Refuses everything else, and names that could lead out of
/// the folder into which they are unpacked, or to a file that another entry has.
final class TarReader {
    private let source: any ByteSource
    private var names: Set<String> = []

    /// The longest extended header; those of a backup have one path and one number.
    private static let mostRecords = 64 << 10
    private static let piece = 1 << 20

    init(_ source: any ByteSource) { self.source = source }

    /// Calls `take` for each file, with a function that returns the next bytes of its content; none at its end. What
    /// `take` does not read is skipped. Throws `backupRefused` if the archive is damaged or not complete.
    func forEach(_ take: (TarHeader, _ next: () throws -> [UInt8]) throws -> Void) throws {
        var records: [String: String]?
        while let header = try next() {
            if header.kind == TarHeader.records {
                guard records == nil, header.size <= Self.mostRecords else {
                    throw BackupRefusal.damaged(localized("an extended header of the archive is damaged"))
                }
                records = try PaxRecords.read(try content(header.size))
                continue
            }
            var file = header
            if let path = records?["path"] { file.path = path }
            if let text = records?["size"] {
                guard let size = Int(text), size >= 0 else {
                    throw BackupRefusal.damaged(localized("an extended header of the archive is damaged"))
                }
                file.size = size
            }
            records = nil
            guard TarHeader.isHarmless(file.path) else {
                throw BackupRefusal.damaged(localized("the name of a file in it leads out of the folder"))
            }
            guard names.insert(file.path).inserted else {
                throw BackupRefusal.damaged(localized("two files in it have the same name"))
            }
            var missing = file.size
            func piece() throws -> [UInt8] {
                guard missing > 0 else { return [] }
                let bytes = try source.read(upTo: min(missing, Self.piece))
                guard !bytes.isEmpty else { throw BackupRefusal.truncated }
                missing -= bytes.count
                return bytes
            }
            try take(file, piece)
            while missing > 0 { _ = try piece() }
            try skipPadding(file.size)
        }
        guard records == nil else { throw BackupRefusal.truncated }
    }

    /// Returns nil at the end of the archive: two blocks of zeros, and only zeros behind them.
    private func next() throws -> TarHeader? {
        let block = try source.readAll(TarHeader.blockSize)
        guard block.count == TarHeader.blockSize else { throw BackupRefusal.truncated }
        guard block.allSatisfy({ $0 == 0 }) else { return try TarHeader(block) }
        guard try source.readAll(TarHeader.blockSize).count == TarHeader.blockSize else {
            throw BackupRefusal.truncated
        }
        while true {
            let rest = try source.read(upTo: Self.piece)
            guard rest.allSatisfy({ $0 == 0 }) else {
                throw BackupRefusal.damaged(localized("there is more behind its end"))
            }
            if rest.isEmpty { return nil }
        }
    }

    private func content(_ size: Int) throws -> [UInt8] {
        let bytes = try source.readAll(size)
        guard bytes.count == size else { throw BackupRefusal.truncated }
        try skipPadding(size)
        return bytes
    }

    private func skipPadding(_ size: Int) throws {
        let rest = (TarHeader.blockSize - size % TarHeader.blockSize) % TarHeader.blockSize
        guard try source.readAll(rest).count == rest else { throw BackupRefusal.truncated }
    }
}
