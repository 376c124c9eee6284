import Dispatch
import Glibc

/// Writes to one file, as the kernel reports them.
///
/// SQLite does not report the commits of another process, such as a command beside the server. The kernel reports each
/// write to the write-ahead log (inotify), which costs nothing while there are none; `PRAGMA data_version` says whether
/// another connection than this process's writer committed.
enum LogWrites {
    /// Yields after writes to the file of that name, also after another file has replaced it. The folder is watched,
    /// because a watch of the file would end with the file.
    ///
    /// Returns nil if the folder is missing or the kernel has no watch left. Ends when its task is cancelled, or with
    /// the folder.
    static func stream(of path: String) -> AsyncStream<Void>? {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? "."
        let name = Array(path[(slash.map { path.index(after: $0) } ?? path.startIndex)...].utf8)
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let events = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
        guard unsafe inotify_add_watch(descriptor, folder, events) >= 0 else {
            close(descriptor)
            return nil
        }
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
            source.setEventHandler {
                var buffer = [UInt8](repeating: 0, count: 4096)
                var found = Events()
                while true {
                    let count = unsafe read(descriptor, &buffer, buffer.count)
                    guard count > 0 else { break }
                    found.add(buffer[..<count], about: name)
                }
                if found.hasWrites { continuation.yield() }
                if found.isOver { continuation.finish() }
            }
            source.setCancelHandler { close(descriptor) }
            // Dispatch sources may be cancelled by any thread; the type is not marked Sendable (2026-11, Swift 6.3).
            nonisolated(unsafe) let watched = source
            continuation.onTermination = { _ in unsafe watched.cancel() }
            source.activate()
        }
    }

    /// The meaning of a batch of events for one file of the folder.
    struct Events {
        private(set) var hasWrites = false
        /// The folder was removed or moved.
        private(set) var isOver = false

        /// Reads `struct inotify_event`: a watch, a mask, a cookie and a length of 32 bits each, then the name, which
        /// ends at its first zero.
        mutating func add(_ bytes: ArraySlice<UInt8>, about name: [UInt8]) {
            var rest = bytes
            while rest.count >= 16 {
                let mask = Self.number(rest.dropFirst(4))
                let length = Int(Self.number(rest.dropFirst(12)))
                let its = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
                rest = rest.dropFirst(16 + length)
                if mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0 { isOver = true }
                // An overflow means that events were lost, so the file may have been written.
                if mask & UInt32(IN_Q_OVERFLOW) != 0 || its.elementsEqual(name) { hasWrites = true }
            }
        }

        private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
            bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
    }
}
