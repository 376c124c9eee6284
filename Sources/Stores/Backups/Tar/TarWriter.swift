import Household

/// Writes a tar archive of regular files (POSIX.1-2001), which any program for tar can unpack.
final class TarWriter {
    private let sink: any ByteSink
    /// The bytes that are still to be written of the current file.
    private var missing = 0
    private var size = 0
    private var written = 0

    init(_ sink: any ByteSink) { self.sink = sink }

    /// Begins a file. Its content follows with ``write(_:)``, exactly `size` bytes.
    func begin(_ path: String, size: Int, modified: Int) throws {
        precondition(missing == 0, "The file before this one is not complete.")
        var header = TarHeader(path: path, size: size, modified: modified)
        if let block = header.block() {
            try put(block)
        } else {
            let records = PaxRecords.record("path", path) + PaxRecords.record("size", "\(size)")
            let name = TarHeader(
                path: "records", size: records.count, modified: modified, kind: TarHeader.records)
            try put(name.block() ?? [])
            try put(records)
            try pad(records.count)
            // A program that does not know the records sees a name that leads nowhere else.
            header.path = "file-with-a-long-name"
            header.size = min(size, TarHeader.largestSize)
            try put(header.block() ?? [])
        }
        self.size = size
        missing = size
    }

    func write(_ bytes: [UInt8]) throws {
        precondition(bytes.count <= missing, "A file is longer than its header says.")
        try put(bytes)
        missing -= bytes.count
        if missing == 0 { try pad(size) }
    }

    /// Ends the archive: two empty blocks, then up to a multiple of 10,240 bytes, as other programs do.
    func finish() throws {
        precondition(missing == 0, "The last file is not complete.")
        try put([UInt8](repeating: 0, count: 2 * TarHeader.blockSize))
        let rest = written % 10_240
        if rest > 0 { try put([UInt8](repeating: 0, count: 10_240 - rest)) }
    }

    private func pad(_ count: Int) throws {
        let rest = count % TarHeader.blockSize
        if rest > 0 { try put([UInt8](repeating: 0, count: TarHeader.blockSize - rest)) }
    }

    private func put(_ bytes: [UInt8]) throws {
        try sink.write(bytes[...])
        written += bytes.count
    }
}
