import Glibc
import Household
import Messages

/// A file that is open for reading or writing. Closes it at the end of its life.
final class OpenFile: ByteSink, ByteSource, Sendable {
    private let descriptor: Int32
    let path: String

    private init(_ descriptor: Int32, _ path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    /// Creates a file that only its owner may read. Throws `storageFailed` if there is one already.
    static func create(_ path: String) throws(HouseholdError) -> OpenFile {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Disk.failure(localized("making \(path, "file")")) }
        return OpenFile(descriptor, path)
    }

    /// Opens a regular file for reading; follows no symbolic link. Returns nil if there is none.
    static func read(_ path: String, followingLinks: Bool = false) throws(HouseholdError) -> OpenFile? {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW)
        let descriptor = unsafe open(path, flags)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ELOOP { return nil }
            throw Disk.failure(localized("opening \(path, "file")"))
        }
        let file = OpenFile(descriptor, path)
        return try file.state().st_mode & S_IFMT == S_IFREG ? file : nil
    }

    func state() throws(HouseholdError) -> stat {
        var state = stat()
        guard unsafe fstat(descriptor, &state) == 0 else { throw Disk.failure(localized("looking at \(path, "file")")) }
        return state
    }

    func write(_ bytes: ArraySlice<UInt8>) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Disk.failure(localized("writing \(path, "file")")) }
            rest = rest.dropFirst(count)
        }
    }

    func read(upTo count: Int) throws -> [UInt8] {
        var number: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            var got = -1
            repeat { got = unsafe Glibc.read(descriptor, buffer.baseAddress, count) } while got < 0 && errno == EINTR
            number = got < 0 ? errno : 0
            used = max(0, got)
        }
        guard number == 0 else {
            errno = number
            throw Disk.failure(localized("reading \(path, "file")"))
        }
        return bytes
    }

    func rewind() { lseek(descriptor, 0, SEEK_SET) }

    /// Waits until the content is on the disk.
    func flush() throws(HouseholdError) {
        guard fsync(descriptor) == 0 else { throw Disk.failure(localized("flushing \(path, "file")")) }
    }
}
