/// Takes the bytes of a file, in order. Blocks.
protocol ByteSink: AnyObject {
    func write(_ bytes: ArraySlice<UInt8>) throws
}

/// Gives the bytes of a file, in order. Blocks.
protocol ByteSource: AnyObject {
    /// Returns at least one and at most `count` bytes; none at the end of the file.
    func read(upTo count: Int) throws -> [UInt8]
}

extension ByteSource {
    /// Returns exactly `count` bytes, or fewer at the end of the file.
    func readAll(_ count: Int) throws -> [UInt8] {
        var bytes = try read(upTo: count)
        while bytes.count < count {
            let more = try read(upTo: count - bytes.count)
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }
}

/// Bytes in memory.
final class MemorySource: ByteSource {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    func read(upTo count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}

/// Bytes in memory.
final class MemorySink: ByteSink {
    private(set) var bytes: [UInt8] = []

    func write(_ bytes: ArraySlice<UInt8>) { self.bytes += bytes }
}
