import CZlib
import Synchronization

/// One body that is compressed in the gzip format (RFC 1952), part by part.
///
/// Unchecked, because the stream of zlib is a pointer; it is used only inside the lock.
package final class GzipStream: @unchecked Sendable {
    /// What follows a part.
    package enum Flush: Sendable {
        /// More parts; zlib may keep this one until then.
        case none
        /// More parts, but everything so far is to be readable now.
        case readable
        /// Nothing: the part is the last one.
        case end

        fileprivate var value: Int32 {
            switch self {
            case .none: Z_NO_FLUSH
            case .readable: Z_SYNC_FLUSH
            case .end: Z_FINISH
            }
        }
    }

    /// A status of zlib other than success.
    package struct Failure: Error, Hashable {
        package let code: Int32
        package let operation: String
        package let message: String

        init(_ code: Int32, _ operation: String) {
            self.code = code
            self.operation = operation
            message = zError(code).map { String(cString: $0) } ?? "unknown error"
        }
    }

    // zlib keeps the address of the stream, so it must not move.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let isEnded = Mutex(false)

    /// `level` is 1 (fastest) to 9 (smallest).
    package init(level: Int) throws(Failure) {
        stream.initialize(to: z_stream())
        let status = stillroom_zlib_begin(stream, Int32(min(max(level, 1), 9)))
        guard status == Z_OK else {
            stream.deallocate()
            throw Failure(status, "deflateInit2")
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Returns the compressed bytes that are available after `bytes`. Throws if the body has ended.
    package func add(_ bytes: [UInt8], _ flush: Flush) throws(Failure) -> [UInt8] {
        let result = isEnded.withLock { isEnded -> Result<[UInt8], Failure> in
            guard !isEnded else { return .failure(Failure(Z_STREAM_ERROR, "deflate")) }
            if flush == .end { isEnded = true }
            return Self.pump(bytes, through: stream) { deflate($0, flush.value) }
        }
        return try result.get()
    }

    /// Returns the bytes of a compressed body. Throws if they are damaged, incomplete or more than `limit`.
    package static func expanded(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        let status = stillroom_zlib_begin_reading(stream)
        guard status == Z_OK else { throw Failure(status, "inflateInit2") }
        defer { inflateEnd(stream) }
        var isComplete = false
        let output = try pump(bytes, through: stream, limit: limit) { stream in
            let status = inflate(stream, Z_NO_FLUSH)
            if status == Z_STREAM_END { isComplete = true }
            return status
        }.get()
        guard isComplete else { throw Failure(Z_BUF_ERROR, "inflate") }
        return output
    }

    /// Passes `bytes` through zlib until it has no output left.
    private static func pump(
        _ bytes: [UInt8], through stream: UnsafeMutablePointer<z_stream>, limit: Int = .max,
        _ step: (UnsafeMutablePointer<z_stream>) -> Int32
    ) -> Result<[UInt8], Failure> {
        var input = bytes
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 32 << 10)
        return input.withUnsafeMutableBufferPointer { input in
            chunk.withUnsafeMutableBufferPointer { chunk in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(clamping: input.count)
                repeat {
                    stream.pointee.next_out = chunk.baseAddress
                    stream.pointee.avail_out = UInt32(chunk.count)
                    let status = step(stream)
                    // A full buffer error only says that there is nothing left to do.
                    guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
                        return .failure(Failure(status, "deflate"))
                    }
                    output += chunk.prefix(chunk.count - Int(stream.pointee.avail_out))
                    guard output.count <= limit else { return .failure(Failure(Z_MEM_ERROR, "inflate")) }
                    if status == Z_STREAM_END { break }
                } while stream.pointee.avail_out == 0
                return .success(output)
            }
        }
    }
}
